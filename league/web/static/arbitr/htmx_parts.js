// What pieces of pages that htmx swaps have in common: refusals are shown, polls know when to wait,
// messages can be closed, and clocks learn the server's time.

import { learnServerTime } from "./clock.js";

const REFUSED = [400, 409, 422];
const IN_USE = "details.ask[open], [aria-pressed='true'][data-entry], .is-dragged";

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!REFUSED.includes(event.detail.xhr.status)) return;
  event.detail.shouldSwap = true;
  event.detail.isError = false;
});

function isInUse(piece) {
  const focused = document.activeElement;
  const isTyping = focused?.matches("input, select, textarea") && piece.contains(focused);
  return isTyping || piece.querySelector(IN_USE) !== null;
}

// A hidden page asks for nothing, and nothing is swapped under somebody's hands.
document.addEventListener("htmx:beforeRequest", (event) => {
  const piece = event.target;
  if (piece.hasAttribute("data-poll") && (document.hidden || isInUse(piece))) event.preventDefault();
});

document.addEventListener("htmx:afterRequest", (event) => {
  learnServerTime(Date.parse(event.detail.xhr.getResponseHeader("Date")));
});

// Messages that come with a piece can be closed, as those of a whole page.
document.addEventListener("htmx:load", (event) => {
  if (event.target === document.body) return;
  for (const button of event.target.querySelectorAll("[data-dismiss]")) {
    button.hidden = false;
    button.addEventListener("click", () => button.parentElement.remove());
  }
});
