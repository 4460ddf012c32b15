// What somebody changes while the page's last press is still under way is put back into the page that comes of it.
const changed = new Map();

document.addEventListener("input", ({ target }) => {
  if (!target.name || target.form?.id !== "draft") return;
  const ticked = target.matches("[type=checkbox], [type=radio]");
  changed.set(ticked ? `${target.name}=${target.value}` : target.name, ticked ? target.checked : target.value);
});
document.addEventListener("htmx:configRequest", (event) => { if (event.target.id === "draft") changed.clear(); });
document.addEventListener("htmx:afterSwap", () => {
  for (const one of document.getElementById("draft")?.elements ?? []) {
    const ticked = one.matches("[type=checkbox], [type=radio]");
    const key = ticked ? `${one.name}=${one.value}` : one.name;
    if (changed.has(key)) one[ticked ? "checked" : "value"] = changed.get(key);
  }
});
