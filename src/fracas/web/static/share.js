// Copying an address; without scripts it can be marked and copied by hand.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    const box = button.parentElement.querySelector("input");
    await navigator.clipboard.writeText(box.value);
    document.getElementById("said").textContent = box.dataset.copied;
    button.textContent = box.dataset.copied;
  });
}
