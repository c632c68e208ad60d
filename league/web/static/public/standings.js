// A row of the standings opens to what it is made of; without JavaScript its name leads to a page.
// A row that has moved slides to its new place.

const SLIDE_MS = 180;

const open = new Map(); // address of the explanation -> its row
let tops = new Map(); // key of a row -> where it stood

const rowOf = (link) => link.closest("tr");

async function explain(link) {
  const response = await fetch(link.dataset.opens, { credentials: "omit" });
  if (!response.ok) throw new Error(String(response.status));
  const detail = document.createElement("tr");
  const cell = document.createElement("td");
  detail.className = "row-detail";
  cell.colSpan = rowOf(link).cells.length;
  cell.innerHTML = await response.text();
  detail.append(cell);
  return detail;
}

async function toggle(link) {
  const address = link.dataset.opens;
  const shown = open.get(address);
  if (shown) {
    shown.remove();
    open.delete(address);
    link.setAttribute("aria-expanded", "false");
    return;
  }
  try {
    const detail = await explain(link);
    open.set(address, detail);
    rowOf(link).after(detail);
    link.setAttribute("aria-expanded", "true");
  } catch {
    window.location.assign(link.href);
  }
}

function prepare() {
  for (const link of document.querySelectorAll("[data-opens]")) {
    link.setAttribute("role", "button");
    link.setAttribute("aria-expanded", String(open.has(link.dataset.opens)));
    const shown = open.get(link.dataset.opens);
    if (shown) rowOf(link).after(shown);
  }
}

const rows = () => document.querySelectorAll(".standings tr[data-key]");

function rememberPlaces() {
  tops = new Map([...rows()].map((row) => [row.dataset.key, row.getBoundingClientRect().top]));
}

function slide() {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const row of rows()) {
    const by = (tops.get(row.dataset.key) ?? row.getBoundingClientRect().top) - row.getBoundingClientRect().top;
    if (by) row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], SLIDE_MS);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-opens]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  toggle(link);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches("[data-opens]")) return;
  event.preventDefault();
  toggle(event.target);
});
document.addEventListener("live:before", rememberPlaces);
document.addEventListener("live:swapped", () => {
  prepare();
  slide();
});
prepare();
