// Additions to htmx for every page.
"use strict";

// Makes new content work as soon as it is visible. By default, htmx waits 20 ms, and a form that is submitted in that
// time would leave the page. A form that requested its own content is skipped: processing it again would drop its
// waiting requests.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target !== event.detail.requestConfig.elt) htmx.process(event.target);
});

// Shows a notice when a request gets no response; htmx only logs this. Forms that save themselves show their own
// status.
for (const event of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(event, ({ detail }) => {
    if (detail.elt.matches?.("form[data-status]")) return;
    const notice = document.createElement("p");
    notice.className = "notice trouble";
    notice.textContent = "No answer from Musterbook. Check the connection, then try again.";
    document.getElementById("notices").replaceChildren(notice);
  });
}
