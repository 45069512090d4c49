// Says so when a change did not reach the server: without this, htmx fails in silence.
"use strict";
for (const event of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(event, () => {
    const notice = document.createElement("p");
    notice.className = "notice trouble";
    notice.textContent = "No answer from Musterbook, so this change is not saved. Check the connection, then make it again.";
    document.getElementById("notices").replaceChildren(notice);
  });
}
