// Settling a game: a reason with one tap; nothing is asked of those who did not come.

import "../arbitr/htmx_parts.js";

for (const list of document.querySelectorAll("[data-suggestions]")) {
  const field = document.getElementById(list.dataset.suggestions);
  list.hidden = false;
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    field.value = button.textContent.trim();
    field.focus();
  });
}

const form = document.querySelector(".ruling-form");

// Ticks may stand for another kind of ruling, where nobody sees them.
function showWhoCame() {
  for (const side of form.querySelectorAll(".by-figures [data-side], .by-marks [data-side]")) {
    const gone = form.elements[`gone-${side.dataset.side}`];
    side.hidden = gone.checked && gone.offsetParent !== null;
  }
}

form.addEventListener("change", showWhoCame);
showWhoCame();
