// What an answer leaves alone: the answer to a save is the form as it is then, and idiomorph makes the page's form
// the same, without replacing what stays. What the player did after the request was sent is newer than its answer.
"use strict";

(() => {
  if (!window.Idiomorph) return;

  const changes = new Map(); // the names of fields, and when each was changed last
  let time = 0; // counts changes
  let answered = 0; // when the request was sent whose answer is shown

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, ({ target }) => {
      if (target.name) changes.set(target.name, ++time);
    }, true);
  }

  document.addEventListener("htmx:configRequest", ({ detail }) => { detail.time = time; });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => { answered = detail.requestConfig.time; });

  function isNewer({ name }) {
    return name !== "" && (name === document.activeElement.name || changes.get(name) > answered);
  }

  // An answer leaves out what no save changes, and what is looked up by itself.
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, fresh) => fresh.dataset?.leftOut === undefined;

  // Also what this page alone knows: which boxes are open, and which buttons wait for their answer.
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (attribute, element) => {
    if (attribute === "open") return !element.matches("details");
    if (attribute === "aria-disabled") return false;
    if (!["value", "checked", "selected"].includes(attribute)) return true;
    const field = element.closest("input:not([type=hidden]), select, textarea");
    return !(field && isNewer(field));
  };
})();
