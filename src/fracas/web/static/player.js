// A phone shakes once when something of its owner's has a result: where it can, and where its owner wants it.
let known = document.getElementById("last")?.dataset.entry;
document.addEventListener("htmx:afterSettle", () => {
  const last = document.getElementById("last"), now = last?.dataset.entry;
  const wanted = document.getElementById("live")?.dataset.vibrate === "yes" && last?.dataset.mine === "yes";
  if (now && now !== known && wanted) navigator.vibrate?.(40);
  known = now ?? known;
});
