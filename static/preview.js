// Requests the preview of a paper again while the server is making it, which takes longer on a busy machine.
"use strict";

(() => {
  const TRIES = 8;
  const LONGEST_WAIT = 15; // seconds
  const tries = new WeakMap(); // by picture, the number of failed requests

  const isBroken = (img) => img.complete && img.naturalWidth === 0;

  // Returns the seconds after which the server expects to be ready, or null if it gives no time.
  async function secondsToWait(img) {
    const response = await fetch(img.src).catch(() => null);
    if (response?.ok) return 0;
    const seconds = response?.status === 503 ? response.headers.get("Retry-After") : null;
    return seconds === null ? null : Math.min(Number(seconds) || 1, LONGEST_WAIT);
  }

  async function retry(img) {
    const failed = img.parentElement.querySelector(".preview-failed");
    failed.hidden = true;
    img.style.visibility = "hidden";
    while (img.isConnected && (tries.get(img) ?? 0) < TRIES) {
      tries.set(img, (tries.get(img) ?? 0) + 1);
      const seconds = await secondsToWait(img);
      if (seconds === null) break;
      if (seconds === 0) {
        img.src = img.src; // loads the picture again
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
    failed.hidden = false;
  }

  document.addEventListener("error", ({ target }) => {
    if (target.matches?.("[data-preview] > img")) retry(target);
  }, true);

  document.addEventListener("load", ({ target }) => {
    if (target.matches?.("[data-preview] > img")) target.style.visibility = "";
  }, true);

  document.addEventListener("click", ({ target }) => {
    const img = target.closest(".preview-failed > button")?.closest("[data-preview]").querySelector("img");
    if (!img) return;
    tries.delete(img);
    retry(img);
  });

  // A picture may have failed before this script ran.
  for (const img of document.querySelectorAll("[data-preview] > img")) if (isBroken(img)) retry(img);
})();
