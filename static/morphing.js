// Decides what a response may not overwrite. The response to a save contains the form as saved; idiomorph changes the
// page's form to match it. Changes by the player after the request was sent are newer than the response.
"use strict";

(() => {
  if (!window.Idiomorph) return;

  const changes = new Map(); // by field name, the time of the last change
  let time = 0; // the number of changes so far
  let shownTime = 0; // the time of the request whose response the page shows

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      if (target.name) changes.set(target.name, ++time);
    }, true);
  }

  document.addEventListener("htmx:configRequest", ({ detail }) => { detail.time = time; });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { shownTime = detail.requestConfig.time; });

  function isNewer({ name }) {
    return name !== "" && (name === document.activeElement.name || changes.get(name) > shownTime);
  }

  // Responses leave out parts that saving doesn't change and parts that have their own requests.
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => fresh.dataset?.leftOut === undefined;

  // Some state exists only on this page: which boxes are open, and which buttons wait for a response.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (attribute, element) => {
    if (attribute === "open") return !element.matches("details");
    if (attribute === "aria-disabled") return false;
    if (!["value", "checked", "selected"].includes(attribute)) return true;
    const field = element.closest("input:not([type=hidden]), select, textarea");
    return !(field && isNewer(field));
  };
})();
