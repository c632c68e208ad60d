// The round desk: two people change places by two taps, by the keyboard, or by dragging.
// Who may sit where is the server's matter; here only two names are sent.

import "../arbitr/htmx_parts.js";

const DRAG_FROM_PX = 6;
const EDGE_PX = 60;
const SCROLL_PX = 12;

let drag = null; // who is carried: { person, ghost, over, startX, startY, inX, inY, isOn }
let moved = []; // who changed places: shown after the swap

const people = () => document.querySelectorAll(".seating [data-entry]");
const picked = () => document.querySelector(".seating [data-entry][aria-pressed='true']");

function pick(person) {
  for (const each of people()) each.setAttribute("aria-pressed", String(each === person));
}

function swap(first, second) {
  const form = first.closest("[data-seating]");
  moved = [first.dataset.entry, second.dataset.entry];
  pick(null);
  window.htmx.ajax("POST", form.dataset.seating, {
    source: document.body, // not the form: htmx would go where its clicked button leads without us
    target: "#desk",
    swap: "outerHTML",
    values: { first: moved[0], second: moved[1], version: form.elements.version.value },
  });
}

function choose(person) {
  const first = picked();
  if (!first) pick(person);
  else if (first === person) pick(null);
  else swap(first, person);
}

function lift(event) {
  const { person } = drag;
  drag.isOn = true;
  pick(null);
  drag.ghost = person.cloneNode(true);
  drag.ghost.classList.add("ghost");
  drag.ghost.removeAttribute("data-entry");
  const place = person.getBoundingClientRect();
  drag.ghost.style.width = `${place.width}px`;
  drag.inX = drag.startX - place.left;
  drag.inY = drag.startY - place.top;
  document.body.append(drag.ghost);
  person.classList.add("is-dragged");
  person.setPointerCapture(event.pointerId);
}

function carry(event) {
  const { ghost, person } = drag;
  ghost.style.left = `${event.clientX - drag.inX}px`;
  ghost.style.top = `${event.clientY - drag.inY}px`;
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const over = under?.closest(".seating [data-entry]") || null;
  drag.over?.classList.remove("is-over");
  drag.over = over === person ? null : over;
  drag.over?.classList.add("is-over");
  if (event.clientY < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
  if (event.clientY > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
}

function drop({ swaps }) {
  if (!drag) return;
  const { person, ghost, over, isOn } = drag;
  drag = null;
  ghost?.remove();
  person.classList.remove("is-dragged");
  over?.classList.remove("is-over");
  if (swaps && over) swap(person, over);
  if (isOn) suppressClick();
}

// The click that ends a drag picks nobody.
function suppressClick() {
  const stop = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, { capture: true }));
}

document.addEventListener("click", (event) => {
  const person = event.target.closest(".seating [data-entry]");
  if (!person) return;
  event.preventDefault();
  choose(person);
});

document.addEventListener("pointerdown", (event) => {
  const person = event.target.closest(".seating [data-entry]");
  const hasHandle = event.pointerType === "mouse" || event.target.closest("[data-grip]");
  if (!person || !hasHandle || event.button !== 0) return;
  drag = { person, startX: event.clientX, startY: event.clientY, isOn: false };
});

document.addEventListener("pointermove", (event) => {
  if (!drag) return;
  const distance = Math.hypot(event.clientX - drag.startX, event.clientY - drag.startY);
  if (!drag.isOn && distance > DRAG_FROM_PX) lift(event);
  if (drag.isOn) carry(event);
});

document.addEventListener("pointerup", () => drop({ swaps: true }));
document.addEventListener("pointercancel", () => drop({ swaps: false }));

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  drop({ swaps: false });
  pick(null);
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.id !== "desk") return;
  const at = (entry) => document.querySelector(`.seating [data-entry="${entry}"]`);
  for (const entry of moved) at(entry)?.classList.add("just-moved");
  at(moved[0])?.focus({ preventScroll: true });
  moved = [];
  if (event.detail.requestConfig.verb === "post") {
    document.body.dispatchEvent(new CustomEvent("desk-changed"));
  }
});
