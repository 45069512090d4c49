// Keeps the user's place on a page: numbers are selected on focus, presses are not lost, controls stay in place while
// the page changes, findings lead to their controls, and words open their explanation.
"use strict";

// ---------------------------------------------------------------- numbers

// Typing replaces a focused number. A tap sets the cursor after the focus, on iOS even after the click, so the number
// is selected again then. A second tap sets the cursor as usual.
(() => {
  const isNumber = (element) => element.matches?.('input[type="number"], input.number, input[inputmode="numeric"]');
  let focusedNumber = null;

  document.addEventListener("pointerdown", (event) => {
    if (event.target === document.activeElement) focusedNumber = null;
  }, true);

  document.addEventListener("focusin", (event) => {
    if (!isNumber(event.target)) return;
    focusedNumber = event.target;
    focusedNumber.select();
  });

  document.addEventListener("mouseup", (event) => {
    if (event.target === focusedNumber) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const field = event.target;
    if (field !== focusedNumber) return;
    focusedNumber = null;
    // Don't replace a selection that the user made meanwhile.
    const again = () => {
      if (document.activeElement === field && field.selectionStart === field.selectionEnd) field.select();
    };
    again();
    setTimeout(again);
  });
})();

// ---------------------------------------------------------------- presses

// A response that arrives during a press waits for the release, because it could replace or move the pressed control.
// Leaving a number field sends the form, so this often happens to the next control.
(() => {
  const MAX_PRESS_MS = 3000;
  const down = new Set();
  const waiting = [];
  let timer = 0;

  function endPress(id) {
    if (!down.delete(id) || down.size) return;
    clearTimeout(timer);
    setTimeout(runWaiting, id === "key" ? 0 : 60); // a tap becomes a click only after its release
  }

  function runWaiting() {
    while (!down.size && waiting.length) waiting.shift()();
  }

  function startPress(id) {
    down.add(id);
    clearTimeout(timer);
    timer = setTimeout(() => [...down].forEach(endPress), MAX_PRESS_MS);
  }

  window.addEventListener("pointerdown", (event) => {
    if (event.target.closest?.("button, a, label, summary, input")) startPress(event.pointerId);
  }, true);
  window.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.closest?.("button, summary")) startPress("key");
  }, true);
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => endPress(event.pointerId), true);
  }
  window.addEventListener("keyup", () => endPress("key"), true);
  window.addEventListener("blur", () => [...down].forEach(endPress));

  document.addEventListener("htmx:beforeSend", ({ detail: { xhr } }) => {
    const arrived = xhr.onload;
    xhr.onload = () => {
      waiting.push(() => arrived.call(xhr));
      runWaiting();
    };
  });
})();

// ---------------------------------------------------------------- places

(() => {
  const root = document.documentElement;
  const controls = "button, a, label, summary, input, select, textarea";
  // The parts of a page that are highlighted when a finding leads to a control in them.
  const frames = ".attribute, .choice, .flag, .several, .field, .entry-taken, .weapon, .pick, .profile, .row-wide, .unit";
  const gap = 12;
  let pressed = null; // the control that was pressed or typed into last
  let followed = ""; // the id of the place that a finding led to

  const byId = (id) => (id ? document.getElementById(id) : null);
  const top = (element) => element.getBoundingClientRect().top;

  // Returns the visible range between the sticky bars, in pixels.
  function visibleRange() {
    let above = 0;
    let below = window.innerHeight;
    for (const bar of document.querySelectorAll(".notices, .bar")) {
      const { position, insetBlockStart, insetBlockEnd } = getComputedStyle(bar);
      const box = bar.getBoundingClientRect();
      if (position !== "sticky" || !box.height) continue;
      if (insetBlockEnd === "0px") below = Math.min(below, window.innerHeight - box.height);
      else if (insetBlockStart === "0px") above = Math.max(above, box.height);
    }
    return { above, below };
  }

  // The scroll margins, so that content scrolled into view isn't behind the bars.
  function setScrollMargins() {
    const { above, below } = visibleRange();
    root.style.setProperty("--above", `${Math.ceil(above)}px`);
    root.style.setProperty("--below", `${Math.ceil(window.innerHeight - below)}px`);
  }

  const watch = new ResizeObserver(setScrollMargins);
  for (const bar of document.querySelectorAll(".notices, .bar")) watch.observe(bar);
  window.addEventListener("resize", setScrollMargins);
  setScrollMargins();

  // ---------------------------------------------------------------- controls stay in place

  for (const kind of ["pointerdown", "keydown", "input"]) {
    document.addEventListener(kind, (event) => {
      const control = event.target.closest?.(controls);
      if (control && control.closest("main")) pressed = control;
    }, true);
  }

  const isInView = (element) => {
    const { top: start, bottom: end, height } = element.getBoundingClientRect();
    return height > 0 && end > 0 && start < window.innerHeight;
  };

  // Returns whether an element doesn't scroll with the page.
  function isSticky(element) {
    for (let ancestor = element; ancestor; ancestor = ancestor.parentElement) {
      if (["sticky", "fixed"].includes(getComputedStyle(ancestor).position)) return true;
    }
    return false;
  }

  // Returns the element that should stay in place: the last used control, else the element in the middle of the
  // screen.
  function anchor() {
    const middle = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
    const candidates = [pressed, document.activeElement, middle?.closest("main [id]")];
    return candidates.find((element) => element?.isConnected && element.closest("main > *") && isInView(element) && !isSticky(element));
  }

  let before = null; // the places of elements before a response changes the page

  document.addEventListener("htmx:beforeSwap", () => {
    const anchored = anchor();
    const around = anchored?.closest("main [id]"); // used instead if the response replaces the control
    before = {
      anchored,
      top: anchored && top(anchored),
      around: around?.id,
      topAround: around && top(around),
      seen: anchored && anchored.getBoundingClientRect().bottom <= visibleRange().below,
      focus: document.activeElement?.id,
      focusSeen: document.activeElement !== document.body && isInView(document.activeElement),
      followedFocus: Boolean(followed) && document.activeElement !== document.body,
      open: [...document.querySelectorAll("main details[id][open]")].map((box) => box.id),
    };
  });

  document.addEventListener("htmx:afterSwap", () => {
    if (!before) return;
    for (const id of before.open) if (byId(id)) byId(id).open = true;
    if (document.activeElement === document.body) {
      const place = before.followedFocus && byId(followed);
      (byId(before.focus) ?? (place ? controlOf(place) : null))?.focus({ preventScroll: true });
    }
    if (followed) markFollowed();
    setScrollMargins();
    const stays = before.anchored?.isConnected;
    const element = stays ? before.anchored : byId(before.around);
    if (!element) return;
    window.scrollBy(0, top(element) - (stays ? before.top : before.topAround));
    const hidden = element.getBoundingClientRect().bottom - visibleRange().below;
    if (before.seen && hidden > 0) window.scrollBy(0, hidden);
    // A focused control that was visible stays visible, wherever the response has moved it.
    const focused = document.activeElement;
    if (before.focusSeen && focused !== document.body && !isInView(focused)) focused.scrollIntoView({ block: "center" });
  });

  // ---------------------------------------------------------------- findings lead to their control

  const frameOf = (place) => place.closest(frames) ?? place;

  // Returns the control for a finding: the field that it describes, else another control at its place.
  function controlOf(place) {
    if (place.matches(controls)) return place;
    if (place.matches(".models")) return place.querySelector(".stepper input") ?? place.querySelector("button, a") ?? place;
    const frame = frameOf(place);
    const named = document.querySelector(`main [aria-describedby~="${CSS.escape(place.id)}"]`);
    const fields = "input:not([type=hidden]), select, textarea";
    if (named?.matches(fields)) return named;
    const chosen = named?.querySelector("input:checked") ?? named?.querySelector(fields);
    const link = place.matches(".profile, .pick") ? place.querySelector("a[data-level]") : null;
    return chosen ?? link ?? place.querySelector("button") ?? frame.querySelector(`${fields}, button`) ?? place;
  }

  function markFollowed() {
    for (const other of document.querySelectorAll("[data-followed]")) delete other.dataset.followed;
    const place = byId(followed);
    if (place) frameOf(place).dataset.followed = "";
  }

  function goToFinding(id) {
    const place = byId(id);
    if (!place) return;
    for (let box = place.querySelector(":scope > details") ?? place; box; box = box.parentElement?.closest("details")) {
      if (box.matches("details")) box.open = true;
    }
    const control = controlOf(place);
    if (!control.matches(`${controls}, [tabindex]`)) control.tabIndex = -1;
    control.focus({ preventScroll: true });
    followed = id;
    pressed = control;
    markFollowed();
    setScrollMargins();
    const { above, below } = visibleRange();
    const frame = frameOf(place);
    const fits = frame.getBoundingClientRect().height <= below - above - 2 * gap;
    const shown = fits ? frame : place.contains(control) ? place : control;
    window.scrollBy({ top: top(shown) - above - gap, behavior: "instant" });
  }

  // A link to a place inside a closed box opens the box, as not all browsers do.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    for (let fold = byId(link?.hash.slice(1))?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }, true);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-level][href^='#']");
    // Wait until the browser has followed the link, so that Back works.
    if (link) setTimeout(goToFinding, 0, link.hash.slice(1));
  });

  document.addEventListener("focusin", (event) => {
    const place = byId(followed);
    if (!place || frameOf(place).contains(event.target) || event.target === controlOf(place)) return;
    followed = "";
    markFollowed();
  });

  // When the page is opened with a link to its findings, go to the first finding, or to the control in the hash.
  window.addEventListener("load", async () => {
    const place = /^#n-/.test(location.hash) ? location.hash.slice(1) : "";
    if (!place && location.hash !== "#findings") return;
    await document.fonts.ready; // fonts change the layout
    const first = document.querySelector("#findings a[data-level][href^='#']");
    if (place || first) goToFinding(place || first.hash.slice(1));
  });
})();

// ---------------------------------------------------------------- explanations

// A word opens its explanation in place. Without this file, its link leads to the explanation at the end of the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".traits a[href^='#x-']");
  const box = link && document.getElementById(link.hash.slice(1));
  if (!box?.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (box.matches(":popover-open")) return;
  box.showPopover({ source: link });
  box.tabIndex = -1;
  box.focus({ preventScroll: true });
});
