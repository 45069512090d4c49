// Times in the reader's own time zone, next to those of a club, and the browser's zone for a new club.
"use strict";

(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;

  for (const place of document.querySelectorAll("[data-own-time]")) {
    const time = document.getElementById(place.dataset.ownTime);
    const moment = new Date(time.dateTime);
    const shown = (timeZone) => new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone }).format(moment);
    const own = shown(zone);
    if (own === shown(place.dataset.zone)) continue;
    place.textContent = `${own} your time`;
    place.hidden = false;
  }

  const field = document.querySelector("input[data-browser-zone]");
  const known = field && [...field.list.options].some((option) => option.value === zone);
  if (known && field.value === field.defaultValue) field.value = field.defaultValue = zone;
})();
