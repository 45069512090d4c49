// Immediate effects of the roster's buttons, in addition to the editor's. Without this file, every button submits the
// form.
//
// Changes of counts and game size are shown at once, without waiting for a response. The button's value then contains
// only what the server needs for Undo.
"use strict";

(() => {
  const form = document.getElementById("design");
  if (!form || !window.htmx) return;

  const pairs = (text) => text.split(" ").map((pair) => pair.split("="));

  function show(id, value) {
    const input = document.getElementById(id);
    if (!input) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true })); // so morphing.js doesn't overwrite the field
    // The row of a profile that was removed from the list is hidden if it has no models. Undo shows it again.
    const away = input.closest(".away");
    if (away) away.hidden = value === "0";
  }

  // An invalid count is not changed here: the server reports it.
  function add(id, more) {
    const before = Number(document.getElementById(id)?.value.trim() || "0");
    if (Number.isInteger(before)) show(id, String(before + Number(more)));
  }

  // This listener runs in the capture phase of the click, before the form is submitted.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-put], button[data-more]");
    if (!button || button.form !== form || button.ariaDisabled === "true") return;
    const { put, more } = button.dataset;
    if (put) {
      pairs(put).forEach(([id, value]) => show(id, value));
      button.value = "";
    } else {
      pairs(more).forEach(([id, value]) => add(id, value));
      button.value = button.value.replace(/^more:/, "added:");
    }
  }, true);

  // Buttons that copy or remove the roster wait until it is saved.
  document.addEventListener("submit", (event) => {
    const other = event.target;
    if (!other.matches("form[data-after-saving]") || !form.matches(".htmx-request")) return;
    event.preventDefault();
    // The response replaces the buttons for other game sizes.
    const again = () => {
      const id = event.submitter?.id;
      setTimeout(() => other.requestSubmit(id ? document.getElementById(id) : event.submitter));
    };
    form.addEventListener("htmx:afterRequest", again, { once: true });
  });

  // A page from the browser's back/forward cache would show outdated points.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && !form.querySelector(".field-error, .changed-elsewhere")) location.reload();
  });
})();
