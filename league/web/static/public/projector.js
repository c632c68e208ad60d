// The projector turns its pages by itself. Keys: space stops, arrows turn, d dark or light, f full screen.

import "../arbitr/live.js";
import { fillScreen, listen, offerTools, switchTheme } from "../arbitr/big_screen.js";

const SHOWN_MS = 10000;

let current = ""; // the page's own name, so that it stays when the pages are replaced
let at = 0;
let isPaused = false;
let timer = null;

const pages = () => [...document.querySelectorAll("[data-slide]")];

function show() {
  const all = pages();
  if (!all.length) return;
  const known = all.findIndex((page) => page.dataset.slide === current);
  at = known >= 0 ? known : Math.min(at, all.length - 1);
  all.forEach((page, number) => {
    page.hidden = number !== at;
  });
}

function turn(by) {
  const all = pages();
  at = (at + by + all.length) % all.length;
  current = all[at].dataset.slide;
  show();
  restart();
}

function restart() {
  clearInterval(timer);
  if (!isPaused) timer = setInterval(() => turn(1), SHOWN_MS);
}

function pause() {
  isPaused = !isPaused;
  for (const button of document.querySelectorAll("[data-pause]")) {
    button.setAttribute("aria-pressed", String(isPaused));
  }
  document.body.classList.toggle("is-paused", isPaused);
  restart();
}

function addTools() {
  const tools = document.querySelector("[data-projector-tools]");
  tools.querySelector("[data-pause]").addEventListener("click", pause);
  for (const button of tools.querySelectorAll("[data-turn]")) {
    button.addEventListener("click", () => turn(Number(button.dataset.turn)));
  }
  offerTools(tools, () => isPaused);
}

listen({
  " ": pause,
  ArrowRight: () => turn(1),
  PageDown: () => turn(1),
  ArrowLeft: () => turn(-1),
  PageUp: () => turn(-1),
  d: switchTheme,
  f: fillScreen,
});
document.addEventListener("live:swapped", show);
document.body.classList.add("is-turning");
addTools();
current = pages()[0]?.dataset.slide ?? "";
show();
restart();
