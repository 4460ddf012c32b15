// What every page does beyond plain HTML: themes at once, closing errors, keeping one's place, keys. No rule is known here.
const root = document.documentElement;

document.addEventListener("change", (event) => {
  const picker = event.target.closest("[data-theme-picker]");
  if (!picker) return;
  root.dataset.theme = picker.value;
  const body = new URLSearchParams(new FormData(picker.form));
  fetch(picker.form.action, { method: "POST", body, redirect: "manual" });
});

// a switch of language keeps the place: what stands in the address bar now, not what did when the page was made
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-keep-place]");
  if (link) {
    const here = new URL(location.href);
    here.searchParams.set("lang", link.hreflang);
    sessionStorage.setItem("fracas.scroll", String(scrollY));
    event.preventDefault();
    location.assign(here);
  }
  const closer = event.target.closest("[data-dismiss]");
  if (closer) document.getElementById("flash").replaceChildren();
});
addEventListener("load", () => {
  const kept = sessionStorage.getItem("fracas.scroll");
  if (kept !== null) {
    sessionStorage.removeItem("fracas.scroll");
    scrollTo(0, Number(kept));
  }
  const here = new URL(location.href);
  if (here.searchParams.has("lang")) {
    here.searchParams.delete("lang");
    history.replaceState(history.state, "", here);
  }
});

// a request that went well clears the last error; one that did not arrive says so
document.addEventListener("htmx:afterOnLoad", (event) => {
  if (event.detail.xhr.status < 400) document.getElementById("flash").replaceChildren();
});
const net = document.getElementById("net");
function connected(yes) {
  net.hidden = yes;
  net.textContent = yes ? "" : document.body.dataset.offline;
}
document.addEventListener("htmx:sendError", () => connected(false));
document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) connected(true); });
document.addEventListener("fracas:net", (event) => connected(event.detail));
addEventListener("offline", () => connected(false));
addEventListener("online", () => connected(true));

// a field that somebody types in keeps its value; a button that has the focus takes its new words like any other
document.addEventListener("htmx:beforeSwap", () => {
  if (window.Idiomorph) Idiomorph.defaults.ignoreActiveValue = Boolean(document.activeElement?.matches("input, textarea, select"));
});
const touched = new WeakSet(); // what somebody has opened or closed stays so
document.addEventListener("click", (event) => {
  const summary = event.target.closest("summary");
  if (summary) touched.add(summary.parentElement);
});

// idiomorph leaves alone what people have opened or are typing
addEventListener("DOMContentLoaded", () => {
  if (!window.Idiomorph) return;
  Object.assign(Idiomorph.defaults, { ignoreActiveValue: true });
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
    !((name === "open" && touched.has(node)) || (node === document.activeElement && name === "value"));
});

// keys: an element with data-key is pressed (or focused) by its key; none while one types
const KEYS = { next: "n", attack: "a", roll: "r", modifiers: "m", odds: "o", undo: "u", "fighter-next": "j", "fighter-before": "k", "log-before": "[", "log-next": "]", help: "?" };
function bound() {
  const found = { ...KEYS };
  for (const pair of document.body.dataset.binds.split(",")) {
    const [name, key] = pair.split(":");
    if (name in found && key) found[name] = key;
  }
  return found;
}
addEventListener("keydown", (event) => {
  if (document.body.dataset.keys !== "yes" || event.altKey || event.metaKey) return;
  const typing = event.target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select");
  let name = Object.entries(bound()).find(([, key]) => key === event.key)?.[0];
  if (event.ctrlKey) name = event.key === "z" ? "undo" : undefined;
  if (typing) return;
  const target = !event.ctrlKey && /^[1-9]$/.test(event.key)
    ? document.querySelectorAll("[data-target]")[Number(event.key) - 1]
    : name && document.querySelector(`[data-key="${name}"]`);
  if (!target && name) document.dispatchEvent(new CustomEvent("fracas:key", { detail: name }));
  if (!target) return;
  event.preventDefault();
  if (target.matches("details")) { touched.add(target); target.open = !target.open; target.querySelector("summary").focus(); }
  else if (target.matches("input, button, a, summary")) { target.focus(); target.click(); }
  else target.focus();
});
