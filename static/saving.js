// Forms that save themselves: what is not saved yet is known, said, and kept from being lost.
//
// A form names the elements that say so in data-status. Only an answer that carries the server's own mark
// counts as saved: a redirect, a proxy's page or an error would pass for one otherwise.
"use strict";

(() => {
  if (!window.htmx) return;

  const edits = new WeakMap(); // how often each form was changed
  const unsaved = new Set();
  const refused = new WeakSet();
  let leaving = ""; // where a pressed link leads as soon as all is saved

  const keeps = (element) => element.matches?.("form[data-status]");
  const open = () => [...unsaved].filter((form) => form.isConnected);

  function say(form, text) {
    for (const id of form.dataset.status.split(" ")) {
      const link = document.createElement("a");
      link.href = "#notices";
      link.textContent = text;
      document.getElementById(id)?.replaceChildren(link);
    }
  }

  const send = (form) => form.dispatchEvent(new Event("change", { bubbles: true }));

  // From the first letter on: text is not sent before its writer has paused.
  for (const kind of ["input", "change", "submit"]) {
    document.addEventListener(kind, (event) => {
      const form = event.target.closest?.("form[data-status]");
      if (!form) return;
      edits.set(form, (edits.get(form) ?? 0) + 1);
      unsaved.add(form);
      refused.delete(form);
    });
  }

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt } = event.detail;
    if (keeps(elt)) event.detail.edits = edits.get(elt) ?? 0;
  });

  // A refusal is an answer like any other; while DEBUG is on it would be shown as a page of its own.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt, xhr } = event.detail;
    if (keeps(elt) && xhr.status >= 400 && xhr.status < 500) event.stopPropagation();
  }, true);

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (!keeps(elt)) return;
    if (xhr.getResponseHeader("HX-Trigger-After-Settle") === "saved") {
      // What was typed after this request left is still to come.
      if (requestConfig.edits === (edits.get(elt) ?? 0)) unsaved.delete(elt);
      if (leaving && !open().length) location.assign(leaving);
      return;
    }
    leaving = "";
    unsaved.add(elt);
    refused.add(elt);
    const saysWhyItself = (xhr.status === 400 || xhr.status === 409) && !xhr.getResponseHeader("HX-Retarget");
    if (!saysWhyItself) say(elt, "Not saved");
  });

  window.addEventListener("online", () => open().forEach(send));

  // ---------------------------------------------------------------- leaving the page

  function leads(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return "";
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return "";
    const here = link.pathname === location.pathname && link.search === location.search && link.hash;
    return here ? "" : link.href;
  }

  document.addEventListener("click", (event) => {
    const waiting = open().filter((form) => !refused.has(form));
    const address = waiting.length ? leads(event) : "";
    if (!address) return;
    event.preventDefault();
    leaving = address;
    waiting.forEach(send);
  });

  window.addEventListener("beforeunload", (event) => {
    if (open().length) event.preventDefault();
  });
})();
