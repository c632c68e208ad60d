// Pages made for paper: a button that opens the browser's own dialogue.

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
