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
  const restored = new WeakMap(); // the buttons that open a picker as it was left, and how it was left

  const open = () => form.querySelector("#picker[open]");

  // ---------------------------------------------------------------- the last search, order and scroll of each picker

  const list = location.pathname.split("/profiles/")[0];
  const keyOf = (place) => `picker ${list} ${place.replace(/\[\d+\]/, "")}`;

  function remember() {
    const sheet = open();
    if (!sheet) return;
    const [search, order, results] = ["q", "sort", "found"].map((id) => document.getElementById(id));
    const state = { q: search.value, sort: order?.value ?? "", top: results.scrollTop };
    const key = keyOf(sheet.querySelector("[name=pick]").value);
    try {
      sessionStorage.setItem(key, JSON.stringify(state));
    } catch { /* full, or not allowed: the picker opens from its beginning */ }
  }

  // What a button that opens a picker restores; Find begins empty, and so does a button with its own search.
  function lastState(button) {
    const [verb, place, search] = button?.value.split(":") ?? [];
    if (verb !== "pick" || !place || place === "find" || search) return {};
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(place))) ?? {};
    } catch {
      return {}; // not allowed, or not ours
    }
  }

  // Before saving.js notes what the button says.
  window.addEventListener("submit", ({ target, submitter }) => {
    if (target !== form) return;
    remember();
    const state = lastState(submitter);
    if (!state.q && !state.sort && !state.top) return;
    restored.set(submitter, state);
    if (state.q) submitter.value += `:${state.q}`;
  }, true);

  form.addEventListener("htmx:configRequest", ({ detail }) => {
    const state = restored.get(detail.triggeringEvent?.submitter);
    if (state) detail.parameters.sort = state.sort;
  });

  // ---------------------------------------------------------------- opening and closing

  function place() {
    const sheet = open();
    const fold = sheet?.closest("details");
    if (fold) fold.open = true;
    if (!sheet || narrow.matches === sheet.matches(":modal")) return;
    const focused = sheet.contains(document.activeElement) ? document.activeElement : null;
    sheet.close();
    if (narrow.matches) sheet.showModal();
    else sheet.show();
    focused?.focus();
  }

  function shut() {
    const sheet = open();
    if (!sheet) return false;
    remember();
    const opener = sheet.previousElementSibling;
    const home = sheet.querySelector(".full") ? mark(opener) : opener;
    home.hidden = false;
    sheet.close();
    sheet.remove();
    (home.offsetParent ? home : form.querySelector(".bar > [value='pick:find']"))?.focus({ preventScroll: narrow.matches });
    return true;
  }

  // Where no more can be taken no button invites to it, and the focus has a place all the same.
  function mark(opener) {
    const place = Object.assign(document.createElement("span"), { id: opener.id, tabIndex: -1 });
    opener.replaceWith(place);
    return place;
  }

  function forget() {
    const without = new URL(location.href);
    for (const name of ["pick", "q", "sort"]) without.searchParams.delete(name);
    history.replaceState(history.state, "", without);
    noteAddress();
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

  // ---------------------------------------------------------------- the receipt on a phone

  let receiptPushed = false; // opening it made an entry in the history

  function closeReceipt() {
    if (receiptPushed) history.back();
    else location.hash = "bar";
    receiptPushed = false;
  }

  form.addEventListener("click", (event) => {
    const isOpen = location.hash === "#receipt" && narrow.matches;
    if (event.target.closest("#receipt-close") || (isOpen && event.target.closest(".bar > [href='#receipt']"))) {
      event.preventDefault();
      closeReceipt();
    } else if (event.target.closest("[href='#receipt']")) receiptPushed = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && location.hash === "#receipt" && narrow.matches) closeReceipt();
  });

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

  // Before htmx, which would load the page again, also if only the end of the address has changed.
  let address = "";
  const noteAddress = () => { [address] = location.href.split("#"); };
  noteAddress();
  for (const name of ["htmx:pushedIntoHistory", "htmx:replacedInHistory"]) document.addEventListener(name, noteAddress);

  window.addEventListener("popstate", (event) => {
    const before = address;
    noteAddress();
    if (address === before && !leaving) {
      event.stopImmediatePropagation();
      return;
    }
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

  // The answer to a request that was sent before the picker was shut does not open it again, and a refusal does not
  // shut it.
  let answer = {};
  form.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, xhr } }) => {
    const wasShut = requestConfig.formData.get("pick") && !open();
    answer = { wasShut, isRefused: xhr.status >= 400 };
  });

  const { callbacks } = Idiomorph.defaults;
  const { beforeNodeMorphed } = callbacks;
  callbacks.beforeNodeMorphed = (old, fresh) => {
    if (!old.matches?.(".picking")) return beforeNodeMorphed(old, fresh);
    const opens = fresh.querySelector("#picker") !== null;
    return opens ? !answer.wasShut : !(answer.isRefused && old.querySelector("#picker"));
  };

  // What is taken empties the search, and stays in sight in the whole list.
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    const search = document.getElementById("q");
    const isFind = form.querySelector("#picker > [name=pick]")?.value === "find";
    if (!button?.closest("#found") || !search?.value || isFind || !/^(add|arm|patch):/.test(button.value)) return;
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

  // The keyboard of a phone rises when the search is tapped, and for Find, which shows nothing without it.
  function shown(state, isFind) {
    const sheet = open();
    if (!sheet) return;
    if (hasMouse.matches || isFind) document.getElementById("q").focus();
    if (state) document.getElementById("found").scrollTop = state.top;
    if (!narrow.matches) sheet.scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("htmx:afterRequest", (event) => {
    const { elt, requestConfig, successful } = event.detail;
    if (elt !== form) return;
    place();
    const button = requestConfig.triggeringEvent?.submitter;
    if (button?.value.startsWith("pick:")) shown(restored.get(button), button.value === "pick:find");
    restored.delete(button);
    if (successful && button && "closesOnPick" in button.dataset) done();
  });
})();
