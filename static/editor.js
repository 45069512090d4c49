// Immediate effects of the editor's controls. Without this file or htmx, every button submits the form.
//
// Stepping changes the field at once, without waiting for a response. Each change sends the form, one request after
// another (hx-sync), and no response overwrites what was changed after its request (morphing.js).
"use strict";

(() => {
  const form = document.getElementById("design");
  if (!form || !window.htmx) return;

  // ---------------------------------------------------------------- stepping

  const numbers = (text) => text.split(" ").map(Number);

  // Returns the value of the field after a step, or null if the field can't be stepped further.
  function nextValue(input, by) {
    const { low, high, steps, blank, down, up } = input.dataset;
    const lowest = low === "" ? -Infinity : Number(low);
    const highest = high === "" ? Infinity : Number(high);
    const text = input.value.trim();
    if (text === "") return (by > 0 ? up : down) ?? null;
    const value = Number(text);
    if (!Number.isInteger(value)) return null;
    const allowed = steps ? numbers(steps) : null;
    const beyond = allowed ? allowed.filter((n) => (by > 0 ? n > value : n < value)) : [value + by];
    const nearest = by > 0 ? Math.min(...beyond) : Math.max(...beyond);
    if (nearest >= lowest && nearest <= highest) return nearest;
    if (value < lowest || value > highest) return by > 0 && value < lowest ? lowest : by < 0 && value > highest ? highest : null;
    return (blank === "high" && by > 0) || (blank === "low" && by < 0) ? "" : null;
  }

  function step(input, by) {
    const value = nextValue(input, by);
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

  // ---------------------------------------------------------------- requests

  // Searching changes nothing, so the form is not sent. This listener runs before htmx's listener on the form.
  for (const kind of ["input", "change"]) {
    form.addEventListener(kind, (event) => {
      if (event.target.matches("#q, #sort")) event.stopImmediatePropagation();
    });
  }

  // A button works only once until its response. Buttons of the picker stay marked until its entries are rendered
  // again, because the response may have changed what the button does. They are not disabled, because they would lose
  // the focus.
  const waitingButtons = new Set();

  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (button?.name !== "do") return;
    if (waitingButtons.has(button)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    waitingButtons.add(button);
    button.setAttribute("aria-disabled", "true");
  });

  function release(button) {
    if (waitingButtons.delete(button)) button.removeAttribute("aria-disabled");
  }

  // The picker's entries are not replaced while one of its buttons is pressed: a button that is replaced before its
  // release has no effect. After the release, the entries are requested again.
  const releases = { pointerdown: ["pointerup", "pointercancel"], keydown: ["keyup"] };
  let down = null;
  let hasSkippedSwap = false;

  for (const kind of Object.keys(releases)) {
    form.addEventListener(kind, (event) => {
      if (event.target.closest("#found button") && (kind === "pointerdown" || event.key === " ")) down = event;
    });
    for (const end of releases[kind]) window.addEventListener(end, (event) => {
      if (down?.type === kind && down.key === event.key) endPress();
    });
  }
  window.addEventListener("blur", endPress);

  function endPress() {
    down = null;
    if (hasSkippedSwap) form.dispatchEvent(new Event("saved"));
    hasSkippedSwap = false;
  }

  form.addEventListener("htmx:beforeSwap", (event) => {
    if (!down || event.detail.target.id !== "found") return;
    event.detail.shouldSwap = false;
    hasSkippedSwap = true;
  });

  // If its picker was closed meanwhile, the response to a search must not put the search back into the address.
  document.addEventListener("htmx:beforeHistoryUpdate", (event) => {
    const { history, requestConfig } = event.detail;
    if (!requestConfig.elt.isConnected) Object.assign(history, { type: "replace", path: location.href });
  });

  // ---------------------------------------------------------------- responses

  form.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (["found", "q", "sort"].includes(elt.id)) [...waitingButtons].filter((button) => elt.contains(button)).forEach(release);
    if (elt !== form) return;
    const button = requestConfig.triggeringEvent?.submitter;
    if (!event.detail.successful || !button?.closest("#found")) release(button);
    if (xhr.status === 409) document.getElementById("conflict").scrollIntoView({ block: "start" });
    const home = button?.dataset.home;
    if (home && document.activeElement === document.body) {
      const target = document.getElementById(home);
      (target?.hidden ? document.getElementById("picker-done") : target)?.focus();
    }
  });

  // ---------------------------------------------------------------- the card

  // The picture is loaded when its box is opened. Without this file, a link leads to it.
  function showCard() {
    const link = document.querySelector("#card[open] > #card-view > a");
    if (!link) return;
    const picture = new Image(744, 1039);
    picture.alt = link.textContent;
    picture.dataset.tries = "5";
    picture.src = link.href;
    link.replaceWith(picture);
  }

  document.getElementById("card")?.addEventListener("toggle", showCard);
  document.addEventListener("htmx:oobAfterSwap", showCard);

  // A picture that is not ready yet is requested again a few times.
  document.addEventListener("error", (event) => {
    const picture = event.target;
    if (!picture.matches?.("#card-view > img") || picture.dataset.tries === "0") return;
    picture.dataset.tries -= 1;
    setTimeout(() => { if (picture.isConnected) picture.src = `${picture.src.replace(/&try=.*/, "")}&try=${picture.dataset.tries}`; }, 2000);
  }, true);
})();
