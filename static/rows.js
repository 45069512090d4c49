// A long list of profiles: what is looked for is shown as it is typed, and what a link leads to is opened.
// Without this file the search is sent, and the letters lead to the first profile only.
"use strict";

(() => {
  const rows = () => [...document.querySelectorAll("article.profile.folded")];
  const told = "h3, .fold > summary .stats, .traits > div > b, .traits > div > span, .traits summary";
  const textOf = (row) => [...row.querySelectorAll(told)].map((part) => part.textContent).join(" ").toLowerCase();

  function find(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows().filter((row) => {
      const texts = textOf(row);
      row.hidden = !words.every((word) => texts.includes(word));
      return !row.hidden;
    });
    const count = document.getElementById("found-count");
    count.textContent = words.length ? `${found.length} of ${count.dataset.all}` : "";
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "find") find(event.target.value);
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id === "finder") event.preventDefault();
  });

  // The rows come anew when one is moved, copied or removed.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    const field = document.getElementById("find");
    if (field && detail.target.id === "profiles") detail.parameters.find = field.value;
  });

  // ---------------------------------------------------------------- links to a profile

  function show(row) {
    if (row.hidden) {
      document.getElementById("find").value = "";
      find("");
    }
    return row;
  }

  function arrive() {
    const row = document.getElementById(location.hash.slice(1));
    if (!row?.matches("article.profile.folded")) return;
    show(row).querySelector(".fold").open = true;
    row.scrollIntoView({ block: "start", behavior: "instant" });
  }

  document.addEventListener("click", (event) => {
    const letter = event.target.closest(".letters > a");
    const link = event.target.closest("a[href^='#p-']");
    if (letter) {
      event.preventDefault();
      jump(letter.textContent);
    } else if (link) setTimeout(arrive);
  });
  arrive();

  // A letter leads to the first profile of it; pressed again, to the next.
  const initial = (row) => {
    const first = row.querySelector("h3").textContent.match(/[\p{L}\p{N}]/u)?.[0] ?? "";
    const [plain = ""] = first.normalize("NFKD");
    return /\p{L}/u.test(plain) ? plain.toUpperCase()[0] : "#";
  };
  let last = null;

  function jump(letter) {
    const same = rows().filter((row) => initial(row) === letter);
    const next = same[(same.indexOf(last) + 1) % same.length];
    if (!next) return;
    last = show(next);
    next.scrollIntoView({ block: "start", behavior: "instant" });
    next.querySelector("h3 a, summary").focus({ preventScroll: true });
  }
})();
