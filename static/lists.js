// The page of a list: never out of date when one comes back to it, and one press of a button is enough.
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
