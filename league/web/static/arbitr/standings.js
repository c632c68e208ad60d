// A row of the standings opens to what it is made of. Without JavaScript its name leads to a page.

const open = new Map(); // address of the explanation -> its row

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
document.addEventListener("live:swapped", prepare);
prepare();
