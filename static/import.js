// Puts files that are dropped anywhere on the form into its file field, and shows their names.
"use strict";

(() => {
  const form = document.querySelector("form[data-drop]");
  if (!form) return;
  const field = document.getElementById(form.dataset.drop);
  const output = document.getElementById("dropped");

  const hasFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");

  function showNames() {
    const count = field.files.length;
    output.textContent = count > 1 ? `${count} files chosen: ${[...field.files].map((file) => file.name).join(", ")}` : "";
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
    showNames();
  });
  field.addEventListener("change", showNames);
})();
