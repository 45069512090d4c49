// The editor's quick hands. Without this file, and without htmx, every button submits the form as it is.
//
// Stepping happens here, so that a tap shows at once and no tap waits for an answer: each change posts the
// whole form, one after the other (hx-sync), and answers touch prices and findings but never an input.
"use strict";

(() => {
  const form = document.getElementById("design");
  if (!form || !window.htmx) return;

  // ---------------------------------------------------------------- stepping

  const numbers = (text) => text.split(" ").map(Number);

  function next(input, by) {
    const { low, high, steps, blank, down, up } = input.dataset;
    const lowest = low === "" ? -Infinity : Number(low);
    const highest = high === "" ? Infinity : Number(high);
    const text = input.value.trim();
    if (text === "") return (by > 0 ? up : down) ?? null;
    const value = Number(text);
    if (!Number.isInteger(value)) return null;
    const all = steps ? numbers(steps) : null;
    const beyond = all ? all.filter((n) => (by > 0 ? n > value : n < value)) : [value + by];
    const found = by > 0 ? Math.min(...beyond) : Math.max(...beyond);
    if (found >= lowest && found <= highest) return found;
    if (value < lowest || value > highest) return by > 0 && value < lowest ? lowest : by < 0 && value > highest ? highest : null;
    return (blank === "high" && by > 0) || (blank === "low" && by < 0) ? "" : null;
  }

  function step(input, by) {
    const value = next(input, by);
    if (value === null) return;
    input.value = value;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-step]");
    if (!button) return;
    event.preventDefault();
    step(button.parentElement.querySelector("input"), Number(button.dataset.step));
  });

  form.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!by || !event.target.matches(".stepper > input")) return;
    event.preventDefault();
    step(event.target, by);
  });

  // ---------------------------------------------------------------- what is sent

  // Looking for something changes nothing. This listener stands before htmx's own on the form.
  for (const kind of ["input", "change"]) {
    form.addEventListener(kind, (event) => {
      if (event.target.id === "q") event.stopImmediatePropagation();
    });
  }

  // A request that waited in the queue does what its own button says, not what was pressed last.
  form.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.elt !== form) return;
    const pressed = event.detail.triggeringEvent?.submitter;
    delete event.detail.parameters.do;
    if (pressed?.name === "do") event.detail.parameters.do = pressed.value;
  });

  // ---------------------------------------------------------------- what was answered

  form.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (elt !== form) return;
    if (xhr.status === 409) document.getElementById("conflict").scrollIntoView({ block: "start" });
    const home = requestConfig.triggeringEvent?.submitter?.dataset.home;
    if (home && document.activeElement === document.body) document.getElementById(home)?.focus();
  });
})();
