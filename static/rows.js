// The filter of a long list or roster: it filters rows while the user types, and a link to a row opens the row.
// Without this file, the filter is a form, and a letter only leads to its first row.
"use strict";

(() => {
  const rowSelector = "article.profile.collapsed, .models > .picks > .pick:not(.away), .add-models > ol > .pick, .unit";
  const rows = () => [...document.querySelectorAll(rowSelector)];
  const textSelector = "h3, .name, .line, .fold > summary .stats, .traits :is(b, dt, span, a)";
  const textOf = (row) => [...row.querySelectorAll(textSelector)].map((part) => part.textContent).join(" ").replaceAll("\u00A0", " ").toLowerCase();

  function filter(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const all = rows();
    const matches = all.filter((row) => {
      const texts = textOf(row);
      row.hidden = !words.every((word) => texts.includes(word));
      return !row.hidden;
    });
    document.getElementById("found-count").textContent = words.length ? `${matches.length} of ${all.length}` : "";
    document.getElementById("none-found").hidden = !words.length || matches.length > 0;
    document.querySelector(".letters").hidden = words.length > 0 || hasChoice();
  }

  // Whether the reader chose a filter or order that the server applies.
  const hasChoice = () => [...document.querySelectorAll("#finder select")].some((field) => field.value);

  function clearFilter() {
    document.getElementById("find").value = "";
    filter("");
  }

  document.addEventListener("input", (event) => {
    if (event.target.id === "find") filter(event.target.value);
  });

  document.addEventListener("submit", (event) => {
    if (event.target.id === "finder") event.preventDefault();
  });

  // The server adds the search in the address to the links of a row. This adds a search that was just typed.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("article.profile a[href^='?']");
    const field = document.getElementById("find");
    if (!link || !field) return;
    const query = new URLSearchParams(link.search);
    query.delete("find");
    if (field.value) query.set("find", field.value);
    link.setAttribute("href", `?${query}${link.hash}`);
  });

  // The response to a save contains a roster without the filter.
  document.addEventListener("htmx:afterSettle", () => {
    const field = document.getElementById("find");
    if (field?.value) filter(field.value);
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("#finder select")) event.target.form.submit();
  });

  // ---------------------------------------------------------------- links to a profile

  function reveal(row) {
    if (row.hidden) clearFilter();
    return row;
  }

  function openLinkedRow() {
    const row = document.getElementById(location.hash.slice(1));
    const shown = row?.closest(rowSelector);
    if (!shown) return;
    const fold = reveal(shown).querySelector("details");
    if (fold) fold.open = true;
    row.scrollIntoView({ block: "start", behavior: "instant" });
  }

  document.addEventListener("click", (event) => {
    const letter = event.target.closest(".letters > a");
    const link = event.target.closest("a[href^='#p-']");
    if (letter) {
      event.preventDefault();
      jump(letter.textContent);
    } else if (link) setTimeout(openLinkedRow);
    else if (event.target.closest("#none-found > a") && !hasChoice()) {
      event.preventDefault();
      clearFilter();
      document.getElementById("find").focus();
    }
  });
  openLinkedRow();

  // A letter leads to the first row whose name begins with it. Pressed again, it leads to the next such row. A
  // unit has its own name and the names of its profiles.
  const initial = (name) => {
    const first = name.textContent.match(/[\p{L}\p{N}]/u)?.[0] ?? "";
    const [plain = ""] = first.normalize("NFKD");
    return /\p{L}/u.test(plain) ? plain.toUpperCase()[0] : "#";
  };
  const hasInitial = (row, letter) => [...row.querySelectorAll("h3, .name")].some((name) => initial(name) === letter);
  let lastJump = null;

  function jump(letter) {
    const same = rows().filter((row) => hasInitial(row, letter));
    const next = same[(same.indexOf(lastJump) + 1) % same.length];
    if (!next) return;
    lastJump = next;
    next.scrollIntoView({ block: "start", behavior: "instant" });
    next.querySelector("h3 a, summary, button").focus({ preventScroll: true });
  }
})();
