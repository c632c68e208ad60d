// Which standings are shown: the slider over rounds, clubs, categories, names. Without JavaScript
// the rounds are links and the rest is a form. The part that follows is live.js's.

import "./event.js";

const TYPING_MS = 300;

const form = document.querySelector("[data-table-choice]");
const part = document.querySelector("[data-live]");
const slider = form?.querySelector("[data-round-slider] input");
const links = form?.querySelectorAll("[data-round-links] a");

function isNow() {
  return slider.value === slider.max;
}

function sayRound() {
  const said = links[slider.value - 1].textContent.trim();
  slider.setAttribute("aria-valuetext", said);
  form.querySelector("output").textContent = said;
}

function query() {
  const chosen = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (name !== "after" && value.trim()) chosen.set(name, value.trim());
  }
  if (slider && !isNow()) chosen.set("after", slider.value);
  return chosen.toString();
}

function show() {
  const asked = query() ? `?${query()}` : "";
  const address = part.dataset.live.split("?")[0] + asked;
  if (address === part.dataset.live) return;
  part.dataset.live = address;
  part.dataset.etag = "";
  window.history.replaceState(null, "", window.location.pathname + asked);
  part.dispatchEvent(new CustomEvent("live:ask"));
}

function offerSlider() {
  form.querySelector("[data-round-links]").hidden = true;
  form.querySelector("[data-round-slider]").hidden = false;
  slider.addEventListener("input", () => {
    sayRound();
    soon();
  });
  sayRound();
}

let timer = null;
function soon() {
  clearTimeout(timer);
  timer = setTimeout(show, TYPING_MS);
}

if (form && part) {
  if (slider) offerSlider();
  form.addEventListener("change", show);
  form.addEventListener("input", soon);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
}
