// The list of tiebreaks: dragged by its handles, or moved with the arrow keys on them. The order of the
// items is the order in which the form sends them; buttons move them without asking the server.

import "../public/event.js";

const list = document.querySelector("[data-chain]");
const items = () => [...list.children];

function refresh() {
  const all = items();
  all.forEach((item, number) => {
    item.querySelector('[data-by="-1"]').disabled = number === 0;
    item.querySelector('[data-by="1"]').disabled = number === all.length - 1;
  });
}

function say(item) {
  const place = items().indexOf(item) + 1;
  const label = item.querySelector("strong").textContent;
  document.querySelector("[data-chain-say]").textContent = `${label}: ${list.dataset.moved} ${place}`;
}

function move(item, by) {
  const to = items().indexOf(item) + by;
  if (to < 0 || to >= items().length) return;
  if (by < 0) items()[to].before(item);
  else items()[to].after(item);
  refresh();
  say(item);
}

// Where the pointer is decides before which item the dragged one stands.
function drag(item, event) {
  const handle = event.target.closest("[data-handle]");
  handle.setPointerCapture(event.pointerId);
  item.classList.add("is-dragged");
  const follow = (at) => {
    const others = items().filter((each) => each !== item);
    const below = others.find((each) => {
      const box = each.getBoundingClientRect();
      return at.clientY < box.top + box.height / 2;
    });
    if (below ? item.nextElementSibling === below : item === list.lastElementChild) return;
    list.insertBefore(item, below ?? null);
  };
  const drop = () => {
    handle.removeEventListener("pointermove", follow);
    item.classList.remove("is-dragged");
    refresh();
    say(item);
  };
  handle.addEventListener("pointermove", follow);
  handle.addEventListener("lostpointercapture", drop, { once: true });
}

function listen(item) {
  const handle = item.querySelector("[data-handle]");
  handle.hidden = false;
  handle.addEventListener("pointerdown", (event) => drag(item, event));
  handle.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    move(item, by);
    handle.focus();
  });
  for (const button of item.querySelectorAll("[data-by]")) {
    button.addEventListener("click", (event) => {
      event.preventDefault();
      move(item, Number(button.dataset.by));
      if (button.disabled) handle.focus();
      else button.focus();
    });
  }
}

if (list) items().forEach(listen);
