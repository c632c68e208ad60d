// Before a practice game: only what the chosen game asks for is shown.

const form = document.querySelector("[data-practice]");
const numbers = JSON.parse(document.getElementById("practice-numbers").textContent);
const editions = JSON.parse(document.getElementById("practice-editions").textContent);
const { game, variant, edition, players } = form.elements;

function only(select, isAllowed) {
  for (const option of select.options) option.disabled = option.hidden = !isAllowed(option.value);
  if (select.selectedOptions[0]?.disabled) select.value = [...select.options].find((each) => !each.disabled).value;
}

function show() {
  const variants = numbers[game.value];
  form.querySelector("[data-only-other]").hidden = Boolean(variants);
  form.querySelector("[data-not-other]").hidden = !variants;
  if (variants) {
    only(variant, (value) => value in variants);
    form.querySelector("[data-only-variants]").hidden = Object.keys(variants).length < 2;
    only(edition, (value) => value === "" || editions[game.value].includes(value));
    form.querySelector("[data-only-editions]").hidden = editions[game.value].length < 2;
    only(players, (value) => variants[variant.value].includes(Number(value)));
  } else {
    only(players, () => true);
  }
  for (const seat of form.querySelectorAll("[data-seat]")) {
    seat.hidden = "ABCD".indexOf(seat.dataset.seat) >= Number(players.value);
  }
}

form.addEventListener("change", show);
show();
