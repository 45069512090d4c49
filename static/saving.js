// Forms that save themselves: unsaved changes are tracked, shown, and protected from loss.
//
// The attribute data-status of a form names the elements that show its status. Only a response with the server's
// "saved" header counts as saved, because a redirect, a proxy's page or an error could otherwise pass for one.
"use strict";

(() => {
  if (!window.htmx) return;

  const changeCounts = new WeakMap(); // by form, the number of changes
  const sentCounts = new WeakMap(); // by form, the number of changes at the last request
  const pressed = new WeakMap(); // by form, the button presses that wait for their response, oldest first
  const values = new WeakMap(); // by press, the button's value at that time, because a response may change the button meanwhile
  const currentRequests = new WeakMap(); // by form, the current request
  const unsaved = new Set(); // forms with changes that the server hasn't confirmed
  const refused = new WeakSet(); // forms whose last request failed and that haven't changed since
  const unreached = new Set(); // forms whose last request got no response; they are sent again automatically
  const lostButtons = new WeakMap(); // by form, the buttons of requests without response, oldest first
  const FIRST_PAUSE = 2000;
  const LONGEST_PAUSE = 60000;
  let pause = FIRST_PAUSE;
  let timer = 0;
  let leaving = ""; // the address of a pressed link, opened as soon as everything is saved

  const savesItself = (element) => element.matches?.("form[data-status]");
  const unsavedForms = () => [...unsaved].filter((form) => form.isConnected);

  function showStatus(form, text, address = "") {
    for (const id of form.dataset.status.split(" ")) {
      const link = document.createElement(address ? "a" : "span");
      if (address) link.href = address;
      link.textContent = text;
      document.getElementById(id)?.replaceChildren(link);
    }
  }

  const waitingPresses = (form) => pressed.get(form) ?? [];

  const sendForm = (form) => form.dispatchEvent(new Event("change", { bubbles: true }));

  // A change counts from its first letter, because htmx sends it only after a pause in typing.
  for (const kind of ["input", "change", "submit"]) {
    document.addEventListener(kind, (event) => {
      const form = event.target.closest?.("form[data-status]");
      // A field with a request of its own is a search; a waiting button can't be pressed again.
      if (!form || event.target.hasAttribute("hx-get") || event.submitter?.ariaDisabled === "true") return;
      changeCounts.set(form, (changeCounts.get(form) ?? 0) + 1);
      unsaved.add(form);
      refused.delete(form);
      if (kind === "submit" && event.submitter?.name) {
        pressed.set(form, [...waitingPresses(form), event]);
        values.set(event, event.submitter.value);
      }
      showStatus(form, "Saving");
    }, true);
  }

  // ---------------------------------------------------------------- without a connection

  const isUnreached = (xhr) => [0, 502, 503, 504].includes(xhr.status);

  // The complete form stays on the page, and is sent as soon as the server responds.
  function retryLater(form, button) {
    unreached.add(form);
    const buttons = lostButtons.get(form) ?? [];
    if (button && !buttons.includes(button)) lostButtons.set(form, [...buttons, button]);
    showStatus(form, "Kept on this page", "#notices");
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
    for (const form of [...unreached].filter((form) => form.isConnected && unsaved.has(form))) {
      const buttons = (lostButtons.get(form) ?? []).filter((button) => button.isConnected);
      lostButtons.delete(form);
      if (buttons.length) buttons.forEach((button) => form.requestSubmit(button));
      else sendForm(form);
    }
  }

  window.addEventListener("online", () => {
    pause = FIRST_PAUSE;
    sendAgain();
    unsavedForms().filter((form) => !unreached.has(form)).forEach(sendForm);
  });

  // ---------------------------------------------------------------- requests and responses

  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, triggeringEvent } = event.detail;
    if (!savesItself(elt)) return;
    const now = changeCounts.get(elt) ?? 0;
    // If several changes waited in the queue, the first request has already sent them all.
    if (triggeringEvent?.type !== "submit" && sentCounts.get(elt) === now) event.preventDefault();
    event.detail.edits = now;
    // A request that waited in the queue has the value of its own button, not of the last pressed one.
    delete event.detail.parameters.do;
    if (triggeringEvent?.submitter?.name === "do") event.detail.parameters.do = values.get(triggeringEvent);
  });

  document.addEventListener("htmx:beforeSend", (event) => {
    const { elt, requestConfig } = event.detail;
    if (!savesItself(elt)) return;
    sentCounts.set(elt, requestConfig.edits);
    currentRequests.set(elt, requestConfig);
  });

  // Errors 4xx are handled below. If DEBUG is on, htmx would also show their pages.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { elt, xhr } = event.detail;
    if (savesItself(elt) && xhr.status >= 400 && xhr.status < 500) event.stopPropagation();
  }, true);

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr, requestConfig } = event.detail;
    if (!savesItself(elt)) return;
    currentRequests.delete(elt);
    pressed.set(elt, waitingPresses(elt).filter((press) => press !== requestConfig.triggeringEvent));
    if (!isUnreached(xhr)) {
      unreached.delete(elt);
      pause = FIRST_PAUSE;
    }
    if (xhr.getResponseHeader("HX-Trigger-After-Settle") === "saved") {
      document.querySelectorAll("#notices > .trouble").forEach((notice) => notice.remove());
      // Changes and presses after this request are still unsaved.
      if (requestConfig.edits === (changeCounts.get(elt) ?? 0) && !waitingPresses(elt).length) unsaved.delete(elt);
      else showStatus(elt, "Saving");
      if (leaving && !unsavedForms().length) location.assign(leaving);
      return;
    }
    leaving = "";
    sentCounts.delete(elt);
    unsaved.add(elt);
    refused.add(elt);
    if (isUnreached(xhr)) {
      retryLater(elt, requestConfig.triggeringEvent?.submitter);
      return;
    }
    const containsReason = (xhr.status === 400 || xhr.status === 409) && !xhr.getResponseHeader("HX-Retarget");
    if (!containsReason) showStatus(elt, "Not saved", "#notices");
  });

  // A notice with a button that fixes the problem; unsaved changes are sent again afterwards.
  document.addEventListener("submit", async (event) => {
    const notice = event.target;
    if (!notice.matches?.("form[data-again]")) return;
    event.preventDefault();
    const response = await fetch(notice.action, { method: "POST", body: new FormData(notice), redirect: "manual" });
    if (response.ok || response.type === "opaqueredirect") unsavedForms().forEach(sendForm);
    else notice.submit();
  });

  // ---------------------------------------------------------------- leaving the page

  // Returns the address of a clicked link that leaves the page in this tab, or "" for other clicks.
  function linkAddress(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return "";
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return "";
    const here = link.pathname === location.pathname && link.search === location.search && link.hash;
    return here ? "" : link.href;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("a[data-discard]") && linkAddress(event)) {
      unsaved.clear();
      return;
    }
    const unsentForms = unsavedForms().filter((form) => !refused.has(form));
    const address = unsentForms.length ? linkAddress(event) : "";
    if (!address) return;
    event.preventDefault();
    leaving = address;
    unsentForms.forEach(sendForm);
  });

  window.addEventListener("beforeunload", (event) => {
    if (unsavedForms().length) event.preventDefault();
  });

  // Sends the complete form when the user leaves the page, with all pressed buttons that wait for a response, because
  // waiting requests would be lost. The field "sent" contains the form of the current request, because the server
  // may not have received it.
  function sendBeforeLeaving(form) {
    const body = new URLSearchParams(new FormData(form));
    for (const button of lostButtons.get(form) ?? []) body.append(button.name, button.value);
    for (const press of waitingPresses(form)) body.append(press.submitter.name, values.get(press));
    const before = currentRequests.get(form);
    if (before) body.append("sent", new URLSearchParams(before.formData).toString());
    const headers = { "HX-Request": "true" };
    fetch(form.action, { method: "POST", body, headers, keepalive: true, redirect: "manual" }).catch(() => {});
  }

  window.addEventListener("pagehide", () => unsavedForms().forEach(sendBeforeLeaving));

  // The browser may end a page in the background, so the form is sent without waiting for a pause in typing.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") unsavedForms().filter((form) => !refused.has(form)).forEach(sendForm);
  });

  // A page from the back/forward cache doesn't know what was sent when it was left, so it is reloaded.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted || !unsavedForms().length || unsavedForms().some((form) => refused.has(form))) return;
    unsaved.clear();
    location.reload();
  });
})();
