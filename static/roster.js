// The roster's quick hands, beside those of the editor. Without this file every button submits the form as it is.
//
// What a button does to counts and game size is done here at once, so that no press waits for an answer. The button
// then tells the server only what it needs to know for Undo.
"use strict";

(() => {
  const form = document.getElementById("design");
  if (!form || !window.htmx) return;

  const pairs = (text) => text.split(" ").map((pair) => pair.split("="));

  function show(id, value) {
    const input = document.getElementById(id);
    if (!input) return;
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true })); // newer than what is on its way
    // The row of a profile that is not in the list goes with its last model, and comes back by Undo.
    const away = input.closest(".away");
    if (away) away.hidden = value === "0";
  }

  // Numbers are left to the server to judge: what is none is not added to.
  function add(id, more) {
    const before = Number(document.getElementById(id)?.value.trim() || "0");
    if (Number.isInteger(before)) show(id, String(before + Number(more)));
  }

  // On a press, and before the form is submitted by it.
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

  // What copies or removes the roster waits until all of it is saved.
  document.addEventListener("submit", (event) => {
    const other = event.target;
    if (!other.matches("form[data-after-saving]") || !form.matches(".htmx-request")) return;
    event.preventDefault();
    // The answer makes the buttons for other game sizes anew.
    const again = () => {
      const id = event.submitter?.id;
      setTimeout(() => other.requestSubmit(id ? document.getElementById(id) : event.submitter));
    };
    form.addEventListener("htmx:afterRequest", again, { once: true });
  });

  // A page that the browser kept whole shows the points of then.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && !form.querySelector(".field-error, .changed-elsewhere")) location.reload();
  });
})();
