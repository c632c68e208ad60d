// What is beside the board: the moves, and what is done seldom. On a phone it lies over the board and is
// opened and closed; where there is room it is always there, and the buttons only lead to it.

import { root } from "./page.js";

const parts = () => [...root.querySelectorAll("[data-side]")];
const opener = (name) => root.querySelector(`[data-opens="${name}"]`);

export function close() {
  const { open } = root.dataset;
  if (!open) return;
  root.dataset.open = "";
  opener(open)?.setAttribute("aria-expanded", "false");
  opener(open)?.focus({ preventScroll: true });
}

function open(name) {
  close();
  root.dataset.open = name;
  opener(name).setAttribute("aria-expanded", "true");
  const side = parts().find((each) => each.dataset.side === name);
  side.scrollTop = 0;
  side.focus({ preventScroll: true });
}

export function listen() {
  root.addEventListener("click", (event) => {
    const name = event.target.closest("[data-opens]")?.dataset.opens;
    if (name) root.dataset.open === name ? close() : open(name);
    else if (event.target.closest("[data-closes]")) close();
  });
  root.addEventListener("keydown", (event) => event.key === "Escape" && close());
}
