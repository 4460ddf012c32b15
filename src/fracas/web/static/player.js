// A phone shakes once when something of its owner's has a result (where it can, and where its owner wants it); and what has
// come up anew, a result or a question, is brought into view.
const asks = () => document.querySelector(".ask input[name=of]")?.value;
let known = document.getElementById("last")?.dataset.entry, asked = asks();

function seen(part) {
  const box = part.getBoundingClientRect();
  if (box.top < 0 || box.top > innerHeight - 120) part.scrollIntoView({ block: "start" });
}

document.addEventListener("htmx:afterSettle", () => {
  const last = document.getElementById("last"), now = last?.dataset.entry, question = asks();
  if (now && now !== known && last.dataset.mine === "yes") {
    if (document.getElementById("live").dataset.vibrate === "yes") navigator.vibrate?.(40);
    if (!question) seen(last);
  }
  if (question && question !== asked) seen(document.querySelector(".ask"));
  known = now ?? known;
  asked = question;
});
