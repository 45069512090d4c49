// Copies a text to the clipboard and confirms it, and counts the characters of a text field. If copying is not
// allowed, the text is selected so that the user can copy it.
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

  // Characters are counted in UTF-16 code units, as Discord counts them: a character beyond U+FFFF counts as two.
  document.addEventListener("input", (event) => {
    const field = event.target;
    const counter = field.dataset && field.dataset.most && document.querySelector(`[data-count="${field.id}"]`);
    if (!counter) return;
    const length = field.value.length;
    const limit = Number(field.dataset.most);
    const isLong = length > limit;
    counter.textContent = `${length} characters${isLong ? `: a message has at most ${limit}` : ""}`;
    counter.toggleAttribute("data-level", isLong);
    if (isLong) counter.dataset.level = "warning";
  });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    const field = button && document.getElementById(button.dataset.copy);
    if (!field) return;
    const done = await copy(field);
    const status = button.parentElement.querySelector("[role=status]");
    // Clear the message first, so that screen readers read it again after a second copy.
    status.textContent = "";
    requestAnimationFrame(() => {
      status.textContent = done ? "Copied" : "Selected. Copy it with the keyboard or the menu";
    });
  });
})();
