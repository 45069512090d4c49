// Forms that save themselves: what is not saved yet is known, said, and kept from being lost.
//
// A form names the elements that say so in data-status. Only an answer that carries the server's own mark
// counts as saved: a redirect, a proxy's page or an error would pass for one otherwise.
"use strict";

(() => {
  if (!window.htmx) return;

  const edits = new WeakMap(); // how often each form was changed
  const sent = new WeakMap(); // how often it was changed when it was last sent
  const pressed = new WeakMap(); // the presses of its buttons that wait for their answer, the first of them first
  const values = new WeakMap(); // what a button said when it was pressed: an answer may change it while it waits
  const flying = new WeakMap(); // what is on its way
  const unsaved = new Set();
  const refused = new WeakSet();
  const unreached = new Set(); // forms whose last request found nobody: they are sent again by themselves
  const lost = new WeakMap(); // their buttons that nobody has heard of, the first of them first
  const FIRST_PAUSE = 2000;
  const LONGEST_PAUSE = 60000;
  let pause = FIRST_PAUSE;
  let timer = 0;
  let leaving = ""; // where a pressed link leads as soon as all is saved

  const keeps = (element) => element.matches?.("form[data-status]");
  const open = () => [...unsaved].filter((form) => form.isConnected);

  function say(form, text, address = "") {
    for (const id of form.dataset.status.split(" ")) {
      const link = document.createElement(address ? "a" : "span");
      if (address) link.href = address;
      link.textContent = text;
      document.getElementById(id)?.replaceChildren(link);
    }
  }

  const waiting = (form) => pressed.get(form) ?? [];

  const send = (form) => form.dispatchEvent(new Event("change", { bubbles: true }));

  // From the first letter on: text is not sent before its writer has paused. Counted before htmx sends it.
  for (const kind of ["input", "change", "submit"]) {
    document.addEventListener(kind, (event) => {
      const form = event.target.closest?.("form[data-status]");
      // A field with a request of its own looks for something; a button that waits already is not pressed again.
      if (!form || event.target.hasAttribute("hx-get") || event.submitter?.ariaDisabled === "true") return;
      edits.set(form, (edits.get(form) ?? 0) + 1);
      unsaved.add(form);
      refused.delete(form);
      if (kind === "submit" && event.submitter?.name) {
        pressed.set(form, [...waiting(form), event]);
        values.set(event, event.submitter.value);
      }
      say(form, "Saving");
    }, true);
  }

  // ---------------------------------------------------------------- without a connection

  const isUnreached = (xhr) => [0, 502, 503, 504].includes(xhr.status);

  // All of a form stays on its page, and is sent as soon as somebody answers: nothing is to be done again.
  function keep(form, button) {
    unreached.add(form);
    const buttons = lost.get(form) ?? [];
    if (button && !buttons.includes(button)) lost.set(form, [...buttons, button]);
    say(form, "Kept on this page", "#notices");
    if (!document.querySelector("#notices > .kept")) {
      const notice = document.createElement("p");
      notice.className = "notice trouble kept";
      notice.textContent = "No connection. What you changed is kept on this page, and saves itself as soon as Musterbook answers. Keep the page open until then.";
      document.getElementById("notices").replaceChildren(notice);
    }
    clearTimeout(timer);
    timer = setTimeout(sendAgain, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }

  function sendAgain() {
    for (const form of [...unreached].filter((one) => one.isConnected && unsaved.has(one))) {
      const buttons = (lost.get(form) ?? []).filter((button) => button.isConnected);
      lost.delete(form);
      if (buttons.length) buttons.forEach((button) => form.requestSubmit(button));
      else send(form);
    }
  }

  window.addEventListener("online", () => {
    pause = FIRST_PAUSE;
    sendAgain();
    open().filter((form) => !unreached.has(form)).forEach(send);
  });

  // ---------------------------------------------------------------- what is sent, and what is answered

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, triggeringEvent } = event.detail;
    if (!keeps(elt)) return;
    const now = edits.get(elt) ?? 0;
    // Of many quick changes, those that waited have all gone with the first of them.
    if (triggeringEvent?.type !== "submit" && sent.get(elt) === now) event.preventDefault();
    event.detail.edits = now;
    // A request that waited in the queue does what its own button says, not what was pressed last.
    delete event.detail.parameters.do;
    if (triggeringEvent?.submitter?.name === "do") event.detail.parameters.do = values.get(triggeringEvent);
  });

  document.addEventListener("htmx:beforeSend", (event) => {
    const { elt, requestConfig } = event.detail;
    if (!keeps(elt)) return;
    sent.set(elt, requestConfig.edits);
    flying.set(elt, requestConfig);
  });

  // A refusal is an answer like any other; while DEBUG is on it would be shown as a page of its own.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt, xhr } = event.detail;
    if (keeps(elt) && xhr.status >= 400 && xhr.status < 500) event.stopPropagation();
  }, true);

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (!keeps(elt)) return;
    flying.delete(elt);
    pressed.set(elt, waiting(elt).filter((press) => press !== requestConfig.triggeringEvent));
    if (!isUnreached(xhr)) {
      unreached.delete(elt);
      pause = FIRST_PAUSE;
    }
    if (xhr.getResponseHeader("HX-Trigger-After-Settle") === "saved") {
      document.querySelectorAll("#notices > .trouble").forEach((notice) => notice.remove());
      // What was typed or pressed after this request left is still to come.
      if (requestConfig.edits === (edits.get(elt) ?? 0) && !waiting(elt).length) unsaved.delete(elt);
      else say(elt, "Saving");
      if (leaving && !open().length) location.assign(leaving);
      return;
    }
    leaving = "";
    sent.delete(elt);
    unsaved.add(elt);
    refused.add(elt);
    if (isUnreached(xhr)) {
      keep(elt, requestConfig.triggeringEvent?.submitter);
      return;
    }
    const saysWhyItself = (xhr.status === 400 || xhr.status === 409) && !xhr.getResponseHeader("HX-Retarget");
    if (!saysWhyItself) say(elt, "Not saved", "#notices");
  });

  // A notice with a button that mends what was wrong; what was typed is sent again afterwards.
  document.addEventListener("submit", async (event) => {
    const notice = event.target;
    if (!notice.matches?.("form[data-again]")) return;
    event.preventDefault();
    const answer = await fetch(notice.action, { method: "POST", body: new FormData(notice), redirect: "manual" });
    if (answer.ok || answer.type === "opaqueredirect") open().forEach(send);
    else notice.submit();
  });

  // ---------------------------------------------------------------- leaving the page

  function leads(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return "";
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return "";
    const here = link.pathname === location.pathname && link.search === location.search && link.hash;
    return here ? "" : link.href;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("a[data-discard]") && leads(event)) {
      unsaved.clear();
      return;
    }
    const late = open().filter((form) => !refused.has(form));
    const address = late.length ? leads(event) : "";
    if (!address) return;
    event.preventDefault();
    leaving = address;
    late.forEach(send);
  });

  window.addEventListener("beforeunload", (event) => {
    if (open().length) event.preventDefault();
  });

  // What waits in the queue goes with its page, and what is on its way may or may not arrive: the whole form
  // is sent once more, with every button that has no answer yet, and with what the server may have saved of it.
  function flush(form) {
    const body = new URLSearchParams(new FormData(form));
    for (const button of lost.get(form) ?? []) body.append(button.name, button.value);
    for (const press of waiting(form)) body.append(press.submitter.name, values.get(press));
    const before = flying.get(form);
    if (before) body.append("sent", new URLSearchParams(before.formData).toString());
    const headers = { "HX-Request": "true" };
    fetch(form.action, { method: "POST", body, headers, keepalive: true, redirect: "manual" }).catch(() => {});
  }

  window.addEventListener("pagehide", () => open().forEach(flush));

  // A page in the background may be ended unasked, so nothing waits there for its writer to pause.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") open().filter((form) => !refused.has(form)).forEach(send);
  });

  // A page that comes back from the browser's memory knows nothing of what was sent when it was left.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted || !open().length || open().some((form) => refused.has(form))) return;
    unsaved.clear();
    location.reload();
  });
})();
