// What htmx leaves out, on every page.
"use strict";

// What an answer brings works as soon as it can be seen. By itself htmx gives it 20 ms to settle first, and a
// form sent in that time would leave the page.
// A form that asked for itself is left alone: made ready anew, it forgets what waits to be sent.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target !== event.detail.requestConfig.elt) htmx.process(event.target);
});

// Says so when a request found nobody: without this, htmx fails in silence. A form that saves itself says so itself.
for (const event of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(event, ({ detail }) => {
    if (detail.elt.matches?.("form[data-status]")) return;
    const notice = document.createElement("p");
    notice.className = "notice trouble";
    notice.textContent = "No answer from Musterbook. Check the connection, then try again.";
    document.getElementById("notices").replaceChildren(notice);
  });
}
