// Copies a text to the clipboard and says so, and counts its characters as they are typed. Where the browser does not allow it, the text is selected for the hand.
"use strict";

(() => {
  async function copy(field) {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      field.focus();
      field.select();
      return document.execCommand("copy");
    }
  }

  // A message is counted as JavaScript counts: a sign outside the first plane of Unicode is two.
  document.addEventListener("input", (event) => {
    const field = event.target;
    const told = field.dataset && field.dataset.most && document.querySelector(`[data-count="${field.id}"]`);
    if (!told) return;
    const length = field.value.length;
    const most = Number(field.dataset.most);
    const isLong = length > most;
    told.textContent = `${length} characters${isLong ? `, more than the ${most} of a message` : ""}`;
    told.toggleAttribute("data-level", isLong);
    if (isLong) told.dataset.level = "warning";
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    const field = button && document.getElementById(button.dataset.copy);
    if (!field) return;
    const done = await copy(field);
    const status = button.parentElement.querySelector("[role=status]");
    // Emptied first, so that a second copy is said aloud too.
    status.textContent = "";
    requestAnimationFrame(() => {
      status.textContent = done ? "Copied" : "Selected. Copy it with the keyboard or the menu";
    });
  });
})();
