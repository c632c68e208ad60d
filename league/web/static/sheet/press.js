// A finger on the sheet. What it is on stays until it is lifted, and has heard of it: news would take it
// away, and other words would move it.

import { root } from "./page.js";

const LIFTED_MS = 50; // a click comes after the finger is lifted, if it comes
const wordPlace = root.querySelector(".sheet-now");
let timer = null;
let isOn = false;
let late = null; // what waits until it is lifted

export const isDown = () => isOn;

// At once, or when the finger is lifted.
export function afterwards(work) {
  if (isOn) late = work;
  else work();
}

export const forget = () => (late = null);

export function listen() {
  root.addEventListener("pointerdown", pressed);
  for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, liftedSoon);
  root.addEventListener("click", lifted);
}

function pressed() {
  clearTimeout(timer);
  isOn = true;
  wordPlace.style.height = `${wordPlace.offsetHeight}px`;
}

function liftedSoon() {
  clearTimeout(timer);
  timer = setTimeout(lifted, LIFTED_MS);
}

function lifted() {
  clearTimeout(timer);
  isOn = false;
  wordPlace.style.height = "";
  late?.();
}
