// Copies a text to the clipboard and says so. Where the browser does not allow it, the text is selected for the hand.
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

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    const field = button && document.getElementById(button.dataset.copy);
    if (!field) return;
    const done = await copy(field);
    const status = button.parentElement.querySelector("[role=status]");
    // Emptied first, so that a second copy is said aloud too.
    status.textContent = "";
    requestAnimationFrame(() => {
      status.textContent = done ? "Copied" : "The text is selected: copy it with the keyboard or the menu";
    });
  });
})();
