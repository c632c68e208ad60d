// A list of people: searched as one types, narrowed to a category, ticked many at a time.
// Without it the whole list is there, and the links tick by loading the page again.

import "../arbitr/htmx_parts.js";

// As match keys are made: without accents and case.
function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function rowsOf(list) {
  return [...list.querySelectorAll("[data-key]")];
}

function fits(row, words, group) {
  const inGroup = !group || row.dataset.groups.split("\n").includes(group);
  return inGroup && words.every((word) => row.dataset.key.includes(word));
}

function narrow(list) {
  const typed = list.querySelector("[data-search]")?.value ?? "";
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const group = list.querySelector("[data-group][aria-pressed='true']")?.dataset.group;
  for (const row of rowsOf(list)) row.hidden = !fits(row, words, group);
  const none = list.querySelector("[data-none]");
  const rows = rowsOf(list);
  if (none) none.hidden = !rows.length || rows.some((row) => !row.hidden);
}

function count(list) {
  const told = list.querySelector("[data-picked]");
  if (told) told.textContent = list.querySelectorAll("[data-key] input:checked").length;
}

// "all" and "none" are about those who are shown, "last" about everybody who came.
function pick(list, which) {
  for (const row of rowsOf(list)) {
    const box = row.querySelector("input");
    if (which === "last") box.checked = row.hasAttribute("data-came");
    else if (!row.hidden) box.checked = which === "all";
  }
  count(list);
}

function choose(list, chip) {
  const wasOn = chip.getAttribute("aria-pressed") === "true";
  for (const each of list.querySelectorAll("[data-group]")) {
    each.setAttribute("aria-pressed", String(each === chip && !wasOn));
  }
  narrow(list);
}

for (const list of document.querySelectorAll("[data-people]")) {
  for (const part of list.querySelectorAll("[data-needs-script]")) part.hidden = false;
  list.addEventListener("input", (event) => {
    if (event.target.matches("[data-search]")) narrow(list);
  });
  list.addEventListener("change", () => count(list));
  list.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("[data-search]")) event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    const link = event.target.closest("[data-pick]");
    if (link) {
      event.preventDefault();
      pick(list, link.dataset.pick);
    }
    const chip = event.target.closest("[data-group]");
    if (chip) choose(list, chip);
  });
  count(list);
}

// A member was tapped and is gone from the list: the next one stands in the same place.
let tapped = 0;

document.addEventListener("htmx:beforeRequest", (event) => {
  const buttons = [...document.querySelectorAll("#members button")];
  tapped = Math.max(0, buttons.indexOf(event.target));
});

document.addEventListener("htmx:afterSwap", (event) => {
  const list = event.target.closest("[data-people]");
  if (event.target.id !== "members" || !list) return;
  narrow(list);
  const buttons = [...document.querySelectorAll("#members li:not([hidden]) button")];
  buttons[Math.min(tapped, buttons.length - 1)]?.focus({ preventScroll: true });
});
