// Files that are dropped anywhere on the form go into its field, which says what it holds.
"use strict";

(() => {
  const form = document.querySelector("form[data-drop]");
  if (!form) return;
  const field = document.getElementById(form.dataset.drop);
  const told = document.getElementById("dropped");

  const hasFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");

  function tell() {
    const count = field.files.length;
    told.textContent = count > 1 ? `${count} files chosen: ${[...field.files].map((file) => file.name).join(", ")}` : "";
  }

  form.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", (event) => {
    if (!form.contains(event.relatedTarget)) form.classList.remove("over");
  });
  form.addEventListener("drop", (event) => {
    form.classList.remove("over");
    if (!hasFiles(event)) return;
    event.preventDefault();
    field.files = event.dataTransfer.files;
    tell();
  });
  field.addEventListener("change", tell);
})();
