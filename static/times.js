// Shows times in the reader's own time zone, instead of UTC or next to a club's times, and fills in the browser's zone
// in the form of a new club.
"use strict";

(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;

  const shown = (time, timeZone, dateStyle = "long") =>
    new Intl.DateTimeFormat("en-GB", { dateStyle, timeStyle: "short", timeZone }).format(new Date(time.dateTime));

  // data-reader-zone="time": the date is in the text before.
  for (const time of document.querySelectorAll("time[data-reader-zone]"))
    time.textContent = shown(time, zone, time.dataset.readerZone === "time" ? undefined : "long");

  for (const place of document.querySelectorAll("[data-own-time]")) {
    const time = document.getElementById(place.dataset.ownTime);
    const own = shown(time, zone);
    if (own === shown(time, place.dataset.zone)) continue;
    place.textContent = `${own} your time`;
    place.hidden = false;
  }

  const field = document.querySelector("input[data-browser-zone]");
  const known = field && [...field.list.options].some((option) => option.value === zone);
  if (known && field.value === field.defaultValue) field.value = field.defaultValue = zone;
})();
