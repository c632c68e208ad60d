// Settling a game: a reason with one tap.

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
