// The picker as a sheet: over the page on a phone, within it on a wide screen. Without this file it is a box.
//
// It is shut here and not by the server, so that no press of Done waits for anything. Its place in the history is
// the one that opening it made: Back shuts it, and Done goes back.
"use strict";

(() => {
  const form = document.getElementById("design");
  if (!form || !window.htmx) return;

  const narrow = matchMedia("(max-width: 56.24rem)");
  const hasMouse = matchMedia("(hover: hover) and (pointer: fine)");
  let pushed = false; // opening it made an entry in the history
  let leaving = false; // Done is going back to before that
  let sought = ""; // the button of an entry that was looked for and taken
  let down = null; // where a mouse was pressed on Done

  const open = () => form.querySelector("#picker[open]");

  function place() {
    const sheet = open();
    if (!sheet || narrow.matches === sheet.matches(":modal")) return;
    const focused = sheet.contains(document.activeElement) ? document.activeElement : null;
    sheet.close();
    if (narrow.matches) sheet.showModal();
    else sheet.show();
    focused?.focus();
  }

  // What its answers show anew stays, for one that is still on its way.
  function shut() {
    const sheet = open();
    if (!sheet) return false;
    const opener = sheet.previousElementSibling;
    const home = sheet.querySelector(".full") ? mark(opener) : opener;
    home.hidden = false;
    sheet.close();
    sheet.querySelectorAll("input[name=pick], .search, #found").forEach((part) => part.remove());
    home.focus();
    return true;
  }

  // Where no more can be taken no button invites to it, and the focus has a place all the same.
  function mark(opener) {
    const place = Object.assign(document.createElement("span"), { id: opener.id, tabIndex: -1 });
    opener.replaceWith(place);
    return place;
  }

  function forget() {
    const address = new URL(location.href);
    for (const name of ["pick", "q", "sort"]) address.searchParams.delete(name);
    history.replaceState(history.state, "", address);
  }

  function done() {
    if (!shut()) return;
    leaving = pushed;
    pushed = false;
    if (leaving) history.back();
    else forget();
  }

  place();
  narrow.addEventListener("change", place);

  form.addEventListener("click", (event) => {
    if (event.target.closest("#picker-done")) {
      event.preventDefault();
      done();
    } else if (event.target.closest("#picker a[href^='#']") && shut()) {
      pushed = false;
      forget();
    }
  });

  // What stands above it in the page may grow under a mouse between its press and its release.
  form.addEventListener("pointerdown", (event) => {
    down = event.pointerType === "mouse" && event.target.closest("#picker-done") ? event : null;
  });
  window.addEventListener("pointerup", (event) => {
    const near = down && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < 24;
    if (near && !event.target.closest?.("#picker-done")) done();
    down = null;
  });

  form.addEventListener("cancel", (event) => {
    if (event.target.id === "picker") done();
  }, true);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open()?.contains(event.target) && !narrow.matches) done();
  });

  // Before htmx, which would load the page again.
  window.addEventListener("popstate", (event) => {
    const wanted = new URLSearchParams(location.search).has("pick");
    if (leaving) {
      leaving = false;
      if (wanted) forget();
      event.stopImmediatePropagation();
    } else if (!wanted && shut()) {
      pushed = false;
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("htmx:pushedIntoHistory", (event) => {
    pushed = new URLSearchParams(event.detail.path.split("?")[1]).has("pick");
  });

  // What is taken empties the search, and stays in sight in the whole list.
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    const search = document.getElementById("q");
    if (!button?.closest("#found") || !search?.value || !/^(add|arm):/.test(button.value)) return;
    search.value = "";
    sought = button.id;
  });

  let top = 0;
  form.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "found") top = event.detail.target.scrollTop;
  });
  form.addEventListener("htmx:afterSettle", (event) => {
    const { target, elt } = event.detail;
    if (target?.id !== "found") return;
    const entry = sought && document.getElementById(sought)?.closest("li");
    if (!entry && ["q", "sort"].includes(elt.id)) target.scrollTop = 0;
    else if (entry) target.scrollTop += entry.getBoundingClientRect().top - target.getBoundingClientRect().top;
    else target.scrollTop = top;
  });

  // Until something else is done there: more than one answer may show the list anew, each from its beginning.
  for (const kind of ["pointerdown", "keydown", "wheel"]) {
    form.addEventListener(kind, () => { sought = ""; }, { capture: true, passive: true });
  }

  // The keyboard of a phone rises only when the search is tapped.
  form.addEventListener("htmx:afterRequest", (event) => {
    const { elt, requestConfig, successful } = event.detail;
    if (elt !== form) return;
    form.querySelectorAll("#picker:not([open])").forEach((old) => open() && old.remove());
    place();
    const button = requestConfig.triggeringEvent?.submitter;
    if (button?.value.startsWith("pick:") && hasMouse.matches) document.getElementById("q")?.focus();
    if (successful && button && "shuts" in button.dataset) done();
  });
})();
