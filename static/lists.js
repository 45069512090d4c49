// The page of a list: never out of date when one comes back to it, one press of a button is enough, and its profiles
// are moved by hand.
"use strict";

// A page that the browser kept whole shows the points of then.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// Once it is known that somebody else changed the details, typing on is not sent: the answer would be the
// same, and it would replace the button that is just being pressed.
document.addEventListener("htmx:confirm", (event) => {
  const { elt, triggeringEvent } = event.detail;
  if (elt.id !== "details" || !elt.querySelector(".conflict")) return;
  if (triggeringEvent?.target !== elt) event.preventDefault();
});

// ---------------------------------------------------------------- moving profiles

// A profile is moved by dragging its handle, by the arrow keys on it, or from its menu. It stands in its new place
// at once; the places are saved one after the other, and if one is not, the rows go back. Without this file the
// menu's buttons send the form as it is.
(() => {
  const form = () => document.getElementById("profile-rows");
  const rows = () => [...form().querySelectorAll(":scope > article.profile")];
  const seen = () => rows().filter((row) => !row.hidden);
  const handleOf = (row) => row.querySelector(".move > a");
  const menuOf = (row) => row.querySelector(".move > .menu");

  // The others move around it, so that it keeps the focus and the finger.
  function put(row, index) {
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

  const waiting = []; // moves that are not sent yet
  let stored = []; // the order that is saved
  let sent = null; // the button of the move that is on its way

  // A button of the menu for a row.
  function buttonOf(id, value) {
    const button = document.getElementById("move-menu").content.firstElementChild.cloneNode();
    button.value = value;
    button.setAttribute("formaction", `${form().getAttribute("action")}profiles/${id.slice(2)}/move/`);
    return button;
  }

  function send(id, index) {
    const button = buttonOf(id, String(index));
    button.hidden = true;
    (menuOf(document.getElementById(id)) ?? form()).append(button); // a press elsewhere would close the menu
    sent = button;
    button.click();
    button.remove();
  }

  function save(row, from) {
    const move = [row.id, rows().indexOf(row)];
    if (sent) {
      if (waiting.at(-1)?.[0] === row.id) waiting.pop();
      waiting.push(move);
    } else {
      stored = from;
      send(...move);
    }
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    const { requestConfig, successful } = event.detail;
    if (!sent || requestConfig.triggeringEvent?.submitter !== sent) return;
    sent = null;
    if (!successful) {
      waiting.length = 0;
      // Where the answer has brought the rows anew, they are right already.
      if (requestConfig.elt.isConnected) arrange(stored);
      return;
    }
    stored = order();
    for (const [id, index] of waiting) if (document.getElementById(id)) put(document.getElementById(id), index);
    if (order().join() === stored.join()) waiting.length = 0; // moved there and back
    const next = waiting.shift();
    if (next) send(...next);
  });

  // A link waits until the places are saved; what leaves the page in another way is asked first.
  let leaving = "";

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target;
    if (!sent || !link || elsewhere || link.origin !== location.origin || link.hash) return;
    event.preventDefault();
    leaving = link.href;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) leaving = "";
    if (leaving && !sent) location.assign(leaving);
  });

  window.addEventListener("beforeunload", (event) => {
    if (sent) event.preventDefault();
  });

  // Each profile goes to its last place, also where nobody waits for the answer.
  window.addEventListener("pagehide", () => {
    for (const [id, index] of new Map(waiting)) {
      const body = new FormData(form());
      const button = buttonOf(id, String(index));
      body.set(button.name, index);
      fetch(button.getAttribute("formaction"), { method: "POST", body, keepalive: true, redirect: "manual" }).catch(() => {});
    }
  });

  // ---------------------------------------------------------------- keys and the menu

  // Where a word leads: beside a row that is seen, or to an end of all; null where the row stands there already.
  function placeBeside(row, to) {
    const [all, shown] = [rows(), seen()];
    const here = shown.indexOf(row);
    const there = { up: shown[here - 1], down: shown[here + 1], first: all[0], last: all.at(-1) }[to];
    return !there || there === row ? null : all.indexOf(there);
  }

  function move(row, to) {
    const index = placeBeside(row, to);
    if (index === null) return false;
    const from = order();
    const before = handleOf(row).getBoundingClientRect().top;
    put(row, index);
    window.scrollBy(0, handleOf(row).getBoundingClientRect().top - before);
    save(row, from);
    return true;
  }

  // What changes nothing is left to the server to answer.
  document.addEventListener("click", (event) => {
    const button = event.target.closest(".menu > button");
    if (button && button !== sent && move(button.closest("article"), button.value)) event.preventDefault();
  }, true);

  // The answer brings the rows anew: the menu that was open stays open, so that its button can be pressed again.
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
      if (drag) drop(false);
      else if (row && menuOf(row)) {
        closeMenu(row);
        handleOf(row).focus();
      }
    }
    if (!keys[event.key] || !event.target.matches?.(".move > a")) return;
    event.preventDefault();
    move(event.target.closest("article"), keys[event.key]);
  });

  // The page has the menu once, and it is put into the row whose handle is pressed. Without this file the handle
  // leads to the page with the menu in that row.
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
    // One menu at a time, and none when something else is pressed.
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

  const slack = 6; // a finger is never quite still
  const edge = 90;
  const speed = 14;
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

  // Once a frame: the row goes where the finger is, and the page goes on where that is at its edge.
  function follow() {
    if (!drag) return;
    const bar = document.querySelector(".list-bar")?.offsetHeight ?? 0;
    if (drag.at < edge) window.scrollBy(0, -speed);
    if (drag.at > window.innerHeight - bar - edge) window.scrollBy(0, speed);
    const middle = (row) => row.getBoundingClientRect().top + row.offsetHeight / 2;
    for (;;) {
      const shown = seen();
      const here = shown.indexOf(drag.row);
      const [above, below] = [shown[here - 1], shown[here + 1]];
      if (above && drag.at < middle(above)) put(drag.row, rows().indexOf(above));
      else if (below && drag.at > middle(below)) put(drag.row, rows().indexOf(below));
      else break;
    }
    requestAnimationFrame(follow);
  }

  function drop(keep) {
    const { handle, row, from, moves, pointer } = drag;
    drag = null;
    if (handle.hasPointerCapture(pointer)) handle.releasePointerCapture(pointer);
    if (!moves) return;
    row.classList.remove("dragged");
    const click = (event) => event.preventDefault(); // the menu is not meant
    handle.addEventListener("click", click, { once: true });
    setTimeout(() => handle.removeEventListener("click", click), 100);
    if (!keep) arrange(from);
    else if (order().join() !== from.join()) save(row, from);
  }

  document.addEventListener("pointerup", (event) => {
    if (drag?.pointer === event.pointerId) drop(true);
  });
  document.addEventListener("pointercancel", (event) => {
    if (drag?.pointer === event.pointerId) drop(false);
  });
})();
