// A form with a Save button: leaving the page with unsaved text asks first, and coming back restores the text.
//
// The script is inside its form, after the paragraph that says what was restored (shared/_unsent.html).
"use strict";

(() => {
  const form = document.currentScript.closest("form");
  const notice = form.querySelector("[data-restored]");
  const key = `unsent ${location.pathname} ${form.id}`;
  const SKIPPED = new Set(["hidden", "password", "file", "submit", "button", "reset"]);

  const fields = () => [...form.elements].filter((field) => field.name && !SKIPPED.has(field.type));
  const isTicked = (field) => field.type === "checkbox" || field.type === "radio";
  const chosen = (options) => JSON.stringify(options.map((option) => option.value));

  function value(field) {
    if (isTicked(field)) return String(field.checked);
    return field.options ? chosen([...field.selectedOptions]) : field.value;
  }

  // Returns the value that the server sent.
  function original(field) {
    if (isTicked(field)) return String(field.defaultChecked);
    if (!field.options) return field.defaultValue;
    const selected = [...field.options].filter((option) => option.defaultSelected);
    return chosen(selected.length || field.multiple ? selected : [field.options[0]].filter(Boolean));
  }

  function restore(field, text) {
    if (isTicked(field)) field.checked = text === "true";
    else if (!field.options) field.value = text;
    else for (const option of field.options) option.selected = JSON.parse(text).includes(option.value);
  }

  // Fields with the same name, such as the boxes of one question, are distinguished by their position.
  const changes = () => fields().flatMap((field, position) => {
    const [from, to] = [original(field), value(field)];
    return from === to ? [] : [{ position, name: field.name, from, to }];
  });

  function store(changed) {
    try {
      if (changed.length) sessionStorage.setItem(key, JSON.stringify(changed));
      else sessionStorage.removeItem(key);
    } catch { /* storage full or not allowed: leaving still asks */ }
  }

  function stored() {
    try {
      const changed = JSON.parse(sessionStorage.getItem(key));
      return Array.isArray(changed) ? changed : [];
    } catch {
      return [];
    }
  }

  let sending = false;
  const all = fields();
  for (const { position, name, from, to } of stored()) {
    const field = all[position];
    if (field?.name !== name || original(field) !== from) continue; // the form has changed since the text was stored
    restore(field, to);
    notice.hidden = false;
  }

  form.addEventListener("input", () => store(changes()));
  form.addEventListener("reset", () => {
    store([]);
    notice.hidden = true;
  });
  form.addEventListener("submit", () => {
    sending = true;
    store([]);
  });
  window.addEventListener("pageshow", () => { sending = false; });
  window.addEventListener("beforeunload", (event) => {
    if (!sending && changes().length) event.preventDefault();
  });
})();
