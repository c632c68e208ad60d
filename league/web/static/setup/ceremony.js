// A ceremony goes forward and back: each step is announced first, then what it hides is revealed.
// Keys: → space Enter next, ← back, d dark or light, f full screen. A tap goes on, on the left edge back.

import { fillScreen, listen, offerTools, switchTheme } from "../arbitr/big_screen.js";

const BACK_EDGE = 0.25; // of the width

const steps = [...document.querySelectorAll("[data-step]")];
const hidden = steps.map((step) => {
  const reveals = [...step.querySelectorAll("[data-reveal]")];
  return step.dataset.reveals === "last-first" ? reveals.reverse() : reveals;
});
const states = hidden.flatMap((reveals, step) =>
  [...Array(reveals.length + 1).keys()].map((shown) => ({ step, shown }))
);
let at = 0;

function show() {
  const now = states[at];
  steps.forEach((step, number) => {
    step.hidden = number !== now.step;
  });
  hidden[now.step].forEach((each, number) => {
    each.classList.toggle("is-hidden", number >= now.shown);
    each.setAttribute("aria-hidden", String(number >= now.shown));
  });
  const isAll = now.shown === hidden[now.step].length;
  for (const each of steps[now.step].querySelectorAll("[data-with]")) {
    each.classList.toggle("is-hidden", !isAll);
  }
  history.replaceState(null, "", `#${at}`);
}

function go(by) {
  at = Math.min(Math.max(at + by, 0), states.length - 1);
  show();
}

function tapped(event) {
  if (event.target.closest("[data-step-tools]")) return;
  go(event.clientX < window.innerWidth * BACK_EDGE ? -1 : 1);
}

const tools = document.querySelector("[data-step-tools]");
for (const button of tools.querySelectorAll("[data-go]")) {
  button.addEventListener("click", () => go(Number(button.dataset.go)));
}
offerTools(tools);
listen({
  " ": () => go(1),
  Enter: () => go(1),
  ArrowRight: () => go(1),
  PageDown: () => go(1),
  ArrowLeft: () => go(-1),
  PageUp: () => go(-1),
  Home: () => go(-states.length),
  d: switchTheme,
  f: fillScreen,
});
document.addEventListener("click", tapped);
document.body.classList.add("is-stepping");
at = Math.min(Number(location.hash.slice(1)) || 0, states.length - 1); // a reload goes on where it was
show();
