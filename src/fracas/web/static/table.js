// The live table: hears of entries, asks the server for the page as it is now, and morphs it in, so that focus, open parts and
// what somebody types stay. What is composed and typed goes along, so that the server gives it back.
const connected = (yes) => document.dispatchEvent(new CustomEvent("fracas:net", { detail: yes }));

const live = () => document.getElementById("live");
let source, busy = false, again = false, timer;

function kept() {
  const all = new URLSearchParams();
  for (const form of document.querySelectorAll("form[data-keep]")) for (const [name, value] of new FormData(form)) if (!["seen", "key"].includes(name) && typeof value === "string") all.append(form.dataset.keep + name, value);
  return all;
}

async function refresh() {
  if (busy) { again = true; return; }
  busy = true;
  try { await htmx.ajax("GET", `${location.pathname}?${kept()}`, { target: "#main", swap: "morph:innerHTML" }); }
  catch { /* the connection is away: the stream tells when it is back */ }
  busy = false;
  if (again) { again = false; soon(); }
}
function soon() { clearTimeout(timer); timer = setTimeout(refresh, 30); }

function listen() {
  if (!live()) return;
  source?.close();
  source = new EventSource(`/api/fights/${live().dataset.fight}/events?after=${live().dataset.seq}`);
  const heard = (event) => { connected(true); if (Number(event.lastEventId || 0) > Number(live()?.dataset.seq ?? 0) || event.type !== "entry") soon(); };
  for (const kind of ["entry", "reset"]) source.addEventListener(kind, heard);
  source.addEventListener("state", () => connected(true));
  source.addEventListener("problem", () => { source.close(); location.reload(); });
  source.onopen = () => connected(true);
  source.onerror = () => connected(false);
}
addEventListener("DOMContentLoaded", () => { listen(); dressed(); });
addEventListener("online", () => { listen(); soon(); });
addEventListener("pageshow", (event) => { if (event.persisted) { listen(); soon(); } });

// which field was changed last: the server lets it decide where fields exclude one another
document.addEventListener("htmx:configRequest", (event) => {
  const cause = event.detail.triggeringEvent?.target;
  if (event.detail.elt.id === "compose" && cause?.name) event.detail.parameters.set?.("changed", cause.name);
  if (event.detail.elt.id === "compose") for (const form of document.querySelectorAll("form[data-keep]:not([data-keep=''])")) for (const [name, value] of new FormData(form)) if (!["seen", "key"].includes(name)) event.detail.parameters.append?.(form.dataset.keep + name, value);
});

// after each swap: one sentence for those who listen, the first empty die for those who type
let said = null, focused = null, onTurn = null;
document.addEventListener("focusin", (event) => { focused = event.target; });
function dressed() {
  const { said: now, saidOf: of } = live()?.dataset ?? {}, status = document.getElementById("said");
  if (said !== null && now && of !== said) status.textContent = status.textContent === now ? `${now}\u00a0` : now; // the same again counts, too
  said = of ?? said;
  const dice = [...document.querySelectorAll("[data-dice] input[name=die]")];
  if (dice.length && !dice.includes(document.activeElement) && dice.every((one) => !one.value)) dice[0].focus({ preventScroll: true });
  else if (focused && !focused.isConnected && document.activeElement === document.body) { // what was pressed is gone: on to what comes in its place
    const title = document.querySelector("#ask-title, #compose-title");
    title?.focus({ preventScroll: true });
  }
  const active = document.querySelector(".order .active"); // on a phone the order is a strip: whoever's turn it is comes into sight
  if (active && active.id !== onTurn) active.parentElement.scrollLeft = active.offsetLeft - 8;
  onTurn = active?.id;
  const pad = document.querySelector("[data-pad]");
  if (pad && !pad.childElementCount) for (const n of "1234567890") pad.append(Object.assign(document.createElement("button"), { type: "button", textContent: n, tabIndex: -1 }));
}
document.addEventListener("htmx:afterSettle", dressed);

// own dice: one box a die; a full box goes on to the next; several digits at once are shared out; what is not on a die is said
const plain = (text) => text.normalize("NFKC").replace(/[^0-9 ]/g, " ").trim();
function share(box, text) {
  const boxes = [...box.form.querySelectorAll("input[name=die]")];
  let place = boxes.indexOf(box);
  const parts = text.includes(" ") ? text.split(/ +/) : boxes.some((one) => Number(one.dataset.sides) > 10) ? [text] : [...text];
  for (const part of parts) if (boxes[place]) boxes[place++].value = part;
  (boxes[place] ?? boxes.at(-1)).focus();
  for (const one of boxes) judge(one);
}
function judge(box) {
  const sides = Number(box.dataset.sides), text = plain(box.value);
  const face = text === "0" && sides === 10 ? 10 : Number(text);
  const wrong = text !== "" && !(face >= 1 && face <= sides);
  box.setAttribute("aria-invalid", String(wrong));
  const line = box.form.querySelector("[data-wrong]");
  const first = [...box.form.querySelectorAll("[aria-invalid=true]")][0];
  line.textContent = first ? line.dataset.wrong.replace("{face}", plain(first.value)).replaceAll("{sides}", first.dataset.sides) : "";
  return !wrong;
}
document.addEventListener("input", (event) => {
  const box = event.target;
  if (box.name !== "die") return;
  const text = plain(box.value), sides = Number(box.dataset.sides);
  if (sides <= 10 && text.length > 1 && text !== "10") share(box, text);
  else {
    if (text !== box.value) box.value = text;
    if (judge(box) && text !== "" && (sides <= 10 ? !(sides === 10 && text === "1") : text.length >= String(sides).length)) {
      const boxes = [...box.form.querySelectorAll("input[name=die]")];
      boxes[boxes.indexOf(box) + 1]?.focus();
    }
  }
});
document.addEventListener("paste", (event) => {
  if (event.target.name !== "die") return;
  event.preventDefault();
  share(event.target, plain(event.clipboardData.getData("text")));
});
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-pad] button");
  if (!key) return;
  const boxes = [...key.form?.querySelectorAll("input[name=die]") ?? key.closest("form").querySelectorAll("input[name=die]")];
  const box = boxes.find((one) => !one.value) ?? boxes.at(-1);
  box.value = box.value === "1" && key.textContent === "0" ? "10" : key.textContent;
  box.dispatchEvent(new Event("input", { bubbles: true }));
});

// j/k go along the fighters, [ and ] along the log
document.addEventListener("fracas:key", ({ detail: name }) => {
  const [list, step] = { "fighter-next": [".order summary", 1], "fighter-before": [".order summary", -1], "log-next": [".log .seq", -1], "log-before": [".log .seq", 1] }[name] ?? [];
  if (!list) return;
  const all = [...document.querySelectorAll(list)];
  const place = all.indexOf(document.activeElement);
  all[place < 0 ? 0 : Math.max(0, Math.min(all.length - 1, place + step))]?.focus();
});
