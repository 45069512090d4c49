// The page of a list: it is current after Back, a press of a button has an effect only once, and profiles can be
// moved by dragging.
"use strict";

// A page from the browser's back/forward cache would show outdated points.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// After somebody else changed the details, typing no longer sends the form: the response would be the same conflict,
// and would replace the button that the user may be pressing.
document.addEventListener("htmx:confirm", (event) => {
  const { elt, triggeringEvent } = event.detail;
  if (elt.id !== "details" || !elt.querySelector(".conflict")) return;
  if (triggeringEvent?.target !== elt) event.preventDefault();
});

// ---------------------------------------------------------------- moving profiles

// Profiles are moved by dragging their handle, with the arrow keys on it, or from its menu. The row moves at once;
// the new places are saved one after another, and if saving fails, the rows move back. Without this file, the menu's
// buttons submit the form.
(() => {
  const form = () => document.getElementById("profile-rows");
  const rows = () => [...form().querySelectorAll(":scope > article.profile")];
  const visibleRows = () => rows().filter((row) => !row.hidden);
  const handleOf = (row) => row.querySelector(".move > a");
  const menuOf = (row) => row.querySelector(".move > .menu");

  // Moves a row to an index. The other rows move around this row, so that the row keeps the focus and the pointer.
  function moveTo(row, index) {
    const others = rows().filter((other) => other !== row);
    const after = (other) => row.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING;
    others.slice(0, index).filter(after).forEach((other) => row.before(other));
    others.slice(index).filter((other) => !after(other)).reverse().forEach((other) => row.after(other));
  }

  function arrange(ids) {
    const end = rows().at(-1).nextSibling;
    for (const id of ids) end.parentNode.insertBefore(document.getElementById(id), end);
  }

  const order = () => rows().map((row) => row.id);

  // ---------------------------------------------------------------- saving

  const waiting = []; // the moves that are not sent yet: [id of the row, index]
  let stored = []; // the ids of the rows in the saved order
  let savingButton = null; // the button of the move that is being saved

  // Returns a button of the menu for a row.
  function buttonOf(id, value) {
    const button = document.getElementById("move-menu").content.firstElementChild.cloneNode();
    button.value = value;
    button.setAttribute("formaction", `${form().getAttribute("action")}profiles/${id.slice(2)}/move/`);
    return button;
  }

  function send(id, index) {
    const button = buttonOf(id, String(index));
    button.hidden = true;
    (menuOf(document.getElementById(id)) ?? form()).append(button); // outside of the menu, the click would close it
    savingButton = button;
    button.click();
    button.remove();
  }

  function save(row, from) {
    const move = [row.id, rows().indexOf(row)];
    if (savingButton) {
      if (waiting.at(-1)?.[0] === row.id) waiting.pop();
      waiting.push(move);
    } else {
      stored = from;
      send(...move);
    }
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, successful } = event.detail;
    if (!savingButton || requestConfig.triggeringEvent?.submitter !== savingButton) return;
    savingButton = null;
    if (!successful) {
      waiting.length = 0;
      // If the response has replaced the rows, they are already in the saved order.
      if (requestConfig.elt.isConnected) arrange(stored);
      return;
    }
    stored = order();
    for (const [id, index] of waiting) if (document.getElementById(id)) moveTo(document.getElementById(id), index);
    if (order().join() === stored.join()) waiting.length = 0; // the row was moved back to where it was
    const next = waiting.shift();
    if (next) send(...next);
  });

  // A pressed link waits until all moves are saved. Before other ways of leaving the page, the browser asks.
  let leaving = "";

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target;
    if (!savingButton || !link || elsewhere || link.origin !== location.origin || link.hash) return;
    event.preventDefault();
    leaving = link.href;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) leaving = "";
    if (leaving && !savingButton) location.assign(leaving);
  });

  window.addEventListener("beforeunload", (event) => {
    if (savingButton) event.preventDefault();
  });

  // Sends the last place of each profile when the user leaves the page.
  window.addEventListener("pagehide", () => {
    for (const [id, index] of new Map(waiting)) {
      const body = new FormData(form());
      const button = buttonOf(id, String(index));
      body.set(button.name, index);
      fetch(button.getAttribute("formaction"), { method: "POST", body, keepalive: true, redirect: "manual" }).catch(() => {});
    }
  });

  // ---------------------------------------------------------------- keys and the menu

  // Returns the index to move a row to: next to a visible row, or to an end; null if the row is already there.
  function targetIndex(row, to) {
    const [all, shown] = [rows(), visibleRows()];
    const here = shown.indexOf(row);
    const there = { up: shown[here - 1], down: shown[here + 1], first: all[0], last: all.at(-1) }[to];
    return !there || there === row ? null : all.indexOf(there);
  }

  function move(row, to) {
    const index = targetIndex(row, to);
    if (index === null) return false;
    const from = order();
    const before = handleOf(row).getBoundingClientRect().top;
    moveTo(row, index);
    window.scrollBy(0, handleOf(row).getBoundingClientRect().top - before);
    save(row, from);
    return true;
  }

  // A move that changes nothing is sent too, because the server answers with a notice.
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".menu > button");
    if (button && button !== savingButton && move(button.closest("article"), button.value)) event.preventDefault();
  }, true);

  // The response replaces the rows: an open menu is opened again, so that its button can be pressed again.
  let opened = null;

  document.addEventListener("htmx:beforeSwap", () => {
    const menu = document.querySelector(".move > .menu");
    opened = menu && { id: menu.closest("article").id, value: menu.contains(document.activeElement) && document.activeElement.value };
  });

  document.addEventListener("htmx:afterSwap", () => {
    const row = opened && document.getElementById(opened.id);
    if (!row || menuOf(row)) return;
    const menu = openMenu(row);
    if (opened.value) menu.querySelector(`[value="${opened.value}"]`)?.focus({ preventScroll: true });
  });

  const keys = { ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" };

  document.addEventListener("keydown", (event) => {
    const row = event.target.closest?.(".move")?.closest("article");
    if (event.key === "Escape") {
      if (drag) endDrag(false);
      else if (row && menuOf(row)) {
        closeMenu(row);
        handleOf(row).focus();
      }
    }
    if (!keys[event.key] || !event.target.matches?.(".move > a")) return;
    event.preventDefault();
    move(event.target.closest("article"), keys[event.key]);
  });

  // The page contains the menu once, and a copy is put into the row whose handle is pressed. Without this file, the
  // handle leads to the page with the menu in that row.
  function openMenu(row) {
    const menu = document.createElement("div");
    menu.className = "menu";
    menu.setAttribute("role", "group");
    menu.setAttribute("aria-labelledby", handleOf(row).id);
    menu.append(document.getElementById("move-menu").content.cloneNode(true));
    for (const button of menu.children) button.setAttribute("formaction", buttonOf(row.id, "").getAttribute("formaction"));
    handleOf(row).after(menu);
    handleOf(row).setAttribute("aria-expanded", "true");
    menu.scrollIntoView({ block: "nearest", behavior: "instant" });
    return menu;
  }

  function closeMenu(row) {
    menuOf(row).remove();
    handleOf(row).setAttribute("aria-expanded", "false");
  }

  document.addEventListener("click", (event) => {
    const handle = event.target.closest(".move > a");
    if (handle && (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey)) return;
    const own = event.target.closest(".move")?.closest("article");
    const isOpen = own && menuOf(own);
    // Only one menu is open at a time, and pressing anything else closes it.
    for (const menu of document.querySelectorAll(".move > .menu")) {
      const row = menu.closest("article");
      if (row !== own || handle) closeMenu(row);
    }
    if (!handle) return;
    event.preventDefault();
    if (!isOpen) openMenu(own);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches?.(".move > a")) return;
    event.preventDefault();
    event.target.click();
  });

  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.(".move")) event.preventDefault();
  });

  // ---------------------------------------------------------------- dragging

  const slack = 6; // in pixels: a finger never stays quite still
  const edge = 90; // the distance from the edge of the window where the page scrolls, in pixels
  const speed = 14; // in pixels per frame
  let drag = null;

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest(".move > a");
    if (!handle || event.button || drag) return;
    drag = { handle, row: handle.closest("article"), pointer: event.pointerId, start: event.clientY, from: order() };
    handle.setPointerCapture(event.pointerId);
  });

  document.addEventListener("pointermove", (event) => {
    if (drag?.pointer !== event.pointerId) return;
    drag.at = event.clientY;
    if (drag.moves || Math.abs(drag.at - drag.start) < slack) return;
    drag.moves = true;
    drag.row.classList.add("dragged");
    follow();
  });

  // Called in each frame: the row follows the pointer, and the page scrolls if the pointer is near its edge.
  function follow() {
    if (!drag) return;
    const bar = document.querySelector(".list-bar")?.offsetHeight ?? 0;
    if (drag.at < edge) window.scrollBy(0, -speed);
    if (drag.at > window.innerHeight - bar - edge) window.scrollBy(0, speed);
    const middle = (row) => row.getBoundingClientRect().top + row.offsetHeight / 2;
    for (;;) {
      const shown = visibleRows();
      const here = shown.indexOf(drag.row);
      const [above, below] = [shown[here - 1], shown[here + 1]];
      if (above && drag.at < middle(above)) moveTo(drag.row, rows().indexOf(above));
      else if (below && drag.at > middle(below)) moveTo(drag.row, rows().indexOf(below));
      else break;
    }
    requestAnimationFrame(follow);
  }

  function endDrag(keep) {
    const { handle, row, from, moves, pointer } = drag;
    drag = null;
    if (handle.hasPointerCapture(pointer)) handle.releasePointerCapture(pointer);
    if (!moves) return;
    row.classList.remove("dragged");
    const click = (event) => event.preventDefault(); // the click after dragging must not open the menu
    handle.addEventListener("click", click, { once: true });
    setTimeout(() => handle.removeEventListener("click", click), 100);
    if (!keep) arrange(from);
    else if (order().join() !== from.join()) save(row, from);
  }

  document.addEventListener("pointerup", (event) => {
    if (drag?.pointer === event.pointerId) endDrag(true);
  });
  document.addEventListener("pointercancel", (event) => {
    if (drag?.pointer === event.pointerId) endDrag(false);
  });
})();
