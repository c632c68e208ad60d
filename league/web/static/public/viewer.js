// A record to look at: a file that is dropped or chosen is shown at once.

import "./replay.js";

const form = document.querySelector("[data-viewer]");
const drop = form.querySelector("[data-drop]");

const hasFile = (event) => [...(event.dataTransfer?.types || [])].includes("Files");

document.addEventListener("dragover", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault(); // dropped beside the place, the browser would leave the page
  drop.classList.toggle("is-over", Boolean(event.target.closest?.("main")));
});

document.addEventListener("dragleave", () => drop.classList.remove("is-over"));

document.addEventListener("drop", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  drop.classList.remove("is-over");
  form.elements.file.files = event.dataTransfer.files;
  form.requestSubmit();
});

form.elements.file.addEventListener("change", () => form.requestSubmit());
