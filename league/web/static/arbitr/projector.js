// The projector turns its pages by itself. Keys: space stops, arrows turn, d dark or light, f full screen.

const SHOWN_MS = 10000;
const TOOLS_MS = 4000;

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

function switchTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}

function fillScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

// The tools are there while somebody moves the mouse or the focus.
function offerTools() {
  const tools = document.querySelector("[data-projector-tools]");
  let hiding = null;
  const reveal = () => {
    tools.hidden = false;
    clearTimeout(hiding);
    hiding = setTimeout(() => {
      tools.hidden = !tools.contains(document.activeElement) && !isPaused;
    }, TOOLS_MS);
  };
  for (const kind of ["mousemove", "touchstart", "keydown"]) document.addEventListener(kind, reveal);
  tools.querySelector("[data-pause]").addEventListener("click", pause);
  tools.querySelector("[data-theme-switch]").addEventListener("click", switchTheme);
  tools.querySelector("[data-fullscreen]").addEventListener("click", fillScreen);
  for (const button of tools.querySelectorAll("[data-turn]")) {
    button.addEventListener("click", () => turn(Number(button.dataset.turn)));
  }
  reveal();
}

const KEYS = {
  " ": pause,
  ArrowRight: () => turn(1),
  PageDown: () => turn(1),
  ArrowLeft: () => turn(-1),
  PageUp: () => turn(-1),
  d: switchTheme,
  f: fillScreen,
};

document.addEventListener("keydown", (event) => {
  const isOnButton = event.key === " " && event.target.closest("button, a");
  if (isOnButton || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.addEventListener("live:swapped", show);
document.body.classList.add("is-turning");
offerTools();
current = pages()[0]?.dataset.slide ?? "";
show();
restart();
