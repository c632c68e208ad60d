// @ts-check
// Who sits where, and who came, in a form that asks for it: `table/_hand_in_seats.html`.

export const selects = (form) => [...form.querySelectorAll("[data-seat]")];

// Somebody quicker than this script (theme.js) has already chosen another than the page proposed.
const cameWith = (select) => [...select.options].find((option) => option.defaultSelected)?.value ?? "";

export function rememberSeats(form) {
  for (const select of selects(form)) {
    select.dataset.before = select.hasAttribute("data-early") ? cameWith(select) : select.value;
  }
}

// Who is chosen here leaves the other seat to the one who sat here.
export function swapSeats(form, changed) {
  const other = selects(form).find((each) => each !== changed && each.value === changed.value);
  if (other) other.value = changed.dataset.before;
  rememberSeats(form);
  showWhoSits(form);
}

// The line that says who sits where follows the seats below it.
export function showWhoSits(form) {
  const names = selects(form).map((select) => select.selectedOptions[0]?.textContent ?? "");
  form.querySelectorAll("[data-sat]").forEach((place, at) => {
    place.textContent = names[at];
  });
}

const boxes = (form) => [...form.querySelectorAll("[data-absent]")];

// The entries that did not come.
export const goneOf = (form) => boxes(form).filter((box) => box.checked).map((box) => box.value);

// Where too few came nothing more is asked.
export function showIfPlayed(form) {
  const note = form.querySelector("[data-not-played]");
  const gone = goneOf(form).length;
  const came = boxes(form).length - gone;
  const isPlayed = !gone || came >= Math.max(2, Number(note.dataset.least));
  note.hidden = isPlayed;
  for (const part of form.querySelectorAll("[data-played], .ways")) part.hidden = !isPlayed;
}
