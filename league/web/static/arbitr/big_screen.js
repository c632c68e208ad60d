// What every big screen can do: fill the screen, be dark or light, show its tools while somebody is there.

import "./session.js";

const TOOLS_MS = 4000;

export function switchTheme() {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}

export function fillScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

// The tools are there while somebody moves the mouse or the focus, and as long as `stays` says so.
export function offerTools(tools, stays = () => false) {
  let hiding = null;
  const reveal = () => {
    tools.hidden = false;
    clearTimeout(hiding);
    hiding = setTimeout(() => {
      tools.hidden = !tools.contains(document.activeElement) && !stays();
    }, TOOLS_MS);
  };
  for (const kind of ["mousemove", "touchstart", "keydown"]) document.addEventListener(kind, reveal);
  tools.querySelector("[data-theme-switch]").addEventListener("click", switchTheme);
  tools.querySelector("[data-fullscreen]").addEventListener("click", fillScreen);
  reveal();
}

// Keys of a screen, but for those pressed on a button or together with another key.
export function listen(keys) {
  document.addEventListener("keydown", (event) => {
    const presses = [" ", "Enter"].includes(event.key) && event.target.closest("button, a");
    if (presses || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}
