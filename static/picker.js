// The picker as a dialog: over the page on a phone, within the page on a wide screen. Without this file, it is always
// within the page.
//
// Done closes the picker here, without waiting for a response. Opening the picker adds an entry to the browser's
// history: Back closes the picker, and Done goes back.
"use strict";

(() => {
  const form = document.getElementById("design");
  if (!form || !window.htmx) return;

  const narrow = matchMedia("(max-width: 56.24rem)");
  const hasMouse = matchMedia("(hover: hover) and (pointer: fine)");
  let pushed = false; // opening the picker has added an entry to the history
  let leaving = false; // Done is going back in the history
  let pickedId = ""; // the id of the button of an entry that was just picked from search results
  let mouseDown = null; // the event of a mouse press on Done
  const restored = new WeakMap(); // the last state of a picker, by the button that opens it again

  const openPicker = () => form.querySelector("#picker[open]");

  // ---------------------------------------------------------------- last search, order and scroll of each picker

  const list = location.pathname.split("/profiles/")[0];
  const keyOf = (place) => `picker ${list} ${place.replace(/\[\d+\]/, "")}`;

  function storeState() {
    const sheet = openPicker();
    if (!sheet) return;
    const [search, order, results] = ["q", "sort", "found"].map((id) => document.getElementById(id));
    const state = { q: search.value, sort: order?.value ?? "", top: results.scrollTop };
    const key = keyOf(sheet.querySelector("[name=pick]").value);
    try {
      sessionStorage.setItem(key, JSON.stringify(state));
    } catch { /* storage full or not allowed: the picker opens in its initial state */ }
  }

  // Returns the state that a button restores. Find, and buttons with their own search, restore nothing.
  function lastState(button) {
    const [verb, place, search] = button?.value.split(":") ?? [];
    if (verb !== "pick" || !place || place === "find" || search) return {};
    try {
      return JSON.parse(sessionStorage.getItem(keyOf(place))) ?? {};
    } catch {
      return {}; // storage not allowed, or not our value
    }
  }

  // Listens in the capture phase, before saving.js stores the button's value.
  window.addEventListener("submit", ({ target, submitter }) => {
    if (target !== form) return;
    storeState();
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

  // Shows the picker over the page or within the page, as the width of the screen requires.
  function showInMode() {
    const sheet = openPicker();
    const fold = sheet?.closest("details");
    if (fold) fold.open = true;
    if (!sheet || narrow.matches === sheet.matches(":modal")) return;
    const focused = sheet.contains(document.activeElement) ? document.activeElement : null;
    sheet.close();
    if (narrow.matches) sheet.showModal();
    else sheet.show();
    focused?.focus();
  }

  // Closes the picker and focuses the button that opened it. Returns whether the picker was open.
  function closePicker() {
    const sheet = openPicker();
    if (!sheet) return false;
    storeState();
    const opener = sheet.previousElementSibling;
    const home = sheet.querySelector(".full") ? replaceByFocusTarget(opener) : opener;
    home.hidden = false;
    sheet.close();
    sheet.remove();
    (home.offsetParent ? home : form.querySelector(".bar > [value='pick:find']"))?.focus({ preventScroll: narrow.matches });
    return true;
  }

  // If no more can be picked, the button that opens the picker is replaced by an empty element for the focus.
  function replaceByFocusTarget(opener) {
    const place = Object.assign(document.createElement("span"), { id: opener.id, tabIndex: -1 });
    opener.replaceWith(place);
    return place;
  }

  // Removes the picker from the address.
  function clearAddress() {
    const without = new URL(location.href);
    for (const name of ["pick", "q", "sort"]) without.searchParams.delete(name);
    history.replaceState(history.state, "", without);
    noteAddress();
  }

  function finishPicking() {
    if (!closePicker()) return;
    leaving = pushed;
    pushed = false;
    if (leaving) history.back();
    else clearAddress();
  }

  showInMode();
  narrow.addEventListener("change", showInMode);

  // ---------------------------------------------------------------- the receipt on a phone

  let receiptPushed = false; // opening the receipt has added an entry to the history

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
      finishPicking();
    } else if (event.target.closest("#picker a[href^='#']") && closePicker()) {
      pushed = false;
      clearAddress();
    }
  });

  // Content above the button may grow between the press and the release of a mouse. A release near the press counts as
  // a click, even if the button has moved.
  form.addEventListener("pointerdown", (event) => {
    mouseDown = event.pointerType === "mouse" && event.target.closest("#picker-done") ? event : null;
  });
  window.addEventListener("pointerup", (event) => {
    const near = mouseDown && Math.hypot(event.clientX - mouseDown.clientX, event.clientY - mouseDown.clientY) < 24;
    if (near && !event.target.closest?.("#picker-done")) finishPicking();
    mouseDown = null;
  });

  form.addEventListener("cancel", (event) => {
    if (event.target.id === "picker") finishPicking();
  }, true);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && openPicker()?.contains(event.target) && !narrow.matches) finishPicking();
  });

  // Listens in the capture phase, before htmx, which would reload the page even if only the hash has changed.
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
      if (wanted) clearAddress();
      event.stopImmediatePropagation();
    } else if (!wanted && closePicker()) {
      pushed = false;
      event.stopImmediatePropagation();
    }
  }, true);

  document.addEventListener("htmx:pushedIntoHistory", (event) => {
    pushed = new URLSearchParams(event.detail.path.split("?")[1]).has("pick");
  });

  // A response to a request from before the picker was closed doesn't open it again, and an error doesn't close it.
  let lastResponse = {};
  form.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, xhr } }) => {
    const wasShut = requestConfig.formData.get("pick") && !openPicker();
    lastResponse = { wasShut, isRefused: xhr.status >= 400 };
  });

  const { callbacks } = Idiomorph.defaults;
  const { beforeNodeMorphed } = callbacks;
  callbacks.beforeNodeMorphed = (old, fresh) => {
    if (!old.matches?.(".picking")) return beforeNodeMorphed(old, fresh);
    const opens = fresh.querySelector("#picker") !== null;
    return opens ? !lastResponse.wasShut : !(lastResponse.isRefused && old.querySelector("#picker"));
  };

  // Picking an entry clears the search, and the entry stays visible in the full list.
  form.addEventListener("submit", (event) => {
    const button = event.submitter;
    const search = document.getElementById("q");
    const isFind = form.querySelector("#picker > [name=pick]")?.value === "find";
    if (!button?.closest("#found") || !search?.value || isFind || !/^(add|arm|patch):/.test(button.value)) return;
    search.value = "";
    pickedId = button.id;
  });

  let top = 0;
  form.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "found") top = event.detail.target.scrollTop;
  });
  form.addEventListener("htmx:afterSettle", (event) => {
    const { target, elt } = event.detail;
    if (target?.id !== "found") return;
    const entry = pickedId && document.getElementById(pickedId)?.closest("li");
    if (!entry && ["q", "sort"].includes(elt.id)) target.scrollTop = 0;
    else if (entry) target.scrollTop += entry.getBoundingClientRect().top - target.getBoundingClientRect().top;
    else target.scrollTop = top;
  });

  // This is reset at the user's next action, because several responses may scroll the list back to its beginning.
  for (const kind of ["pointerdown", "keydown", "wheel"]) {
    form.addEventListener(kind, () => { pickedId = ""; }, { capture: true, passive: true });
  }

  // The search gets the focus if there is a mouse, or in Find, which shows nothing without a search. Otherwise a
  // phone would open its keyboard.
  function afterOpening(state, isFind) {
    const sheet = openPicker();
    if (!sheet) return;
    if (hasMouse.matches || isFind) document.getElementById("q").focus();
    if (state) document.getElementById("found").scrollTop = state.top;
    if (!narrow.matches) sheet.scrollIntoView({ block: "nearest" });
  }

  form.addEventListener("htmx:afterRequest", (event) => {
    const { elt, requestConfig, successful } = event.detail;
    if (elt !== form) return;
    showInMode();
    const button = requestConfig.triggeringEvent?.submitter;
    if (button?.value.startsWith("pick:")) afterOpening(restored.get(button), button.value === "pick:find");
    restored.delete(button);
    if (successful && button && "closesOnPick" in button.dataset) finishPicking();
  });
})();
