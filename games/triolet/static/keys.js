// The keys of Triolet's input: tiles with numbers, a joker, and what is done instead of laying.

import { el, svgEl } from "../../sheet/dom.js";

const SIGNS = {
  swap: "M4 8h13l-4-4M20 16H7l4 4",
  pass: "M5 5l7 7-7 7M12 5l7 7-7 7",
  back: "M19 12H5l6-6M5 12l6 6",
};

export const button = (name, onclick, ...children) =>
  el("button", { type: "button", class: name, onclick }, ...children);

// A piece of the board's drawing.
function piece(symbol) {
  const svg = svgEl("svg", { "aria-hidden": "true" });
  svg.append(svgEl("use", { href: `#${symbol}` }));
  return svg;
}

function sign(name) {
  const svg = svgEl("svg", { viewBox: "0 0 24 24", class: "triolet-sign", "aria-hidden": "true" });
  svg.append(svgEl("path", { d: SIGNS[name] }));
  return svg;
}

// A key that does something else than a number: its picture and a short word.
export function action(name, { word, title, press }) {
  const key = button(`triolet-key triolet-act is-${name}`, press, sign(name), el("span", {}, word));
  key.title = title;
  return key;
}

// Mark which of some buttons are chosen.
export function choose(buttons, isChosen) {
  buttons.forEach((each, place) => each.setAttribute("aria-pressed", String(isChosen(place))));
}

// The numbers of the options, the joker if there is one among them, and other keys after them.
// press(value); carried(key, value): it may be dragged.
export function keyPad({ options, joker, text, press, carried, others = [] }) {
  const numbers = options.map((option) => option.value).filter((value) => !value.startsWith(joker));
  const keys = numbers.map((value) => button("triolet-key", () => press(value), value));
  if (numbers.length < options.length) {
    const word = el("span", {}, text("triolet.joker"));
    keys.push(button("triolet-key triolet-act is-joker", () => press(joker), piece("triolet-joker"), word));
  }
  const values = [...numbers, joker];
  if (carried) keys.forEach((key, place) => carried(key, values[place]));
  return {
    place: el("div", { class: "triolet-keys" }, ...keys, ...others),
    // `chosen` are values that are about to be used, `wanted` is the number that completes a run.
    show({ chosen = [], wanted = null } = {}) {
      choose(keys, (place) => chosen.includes(values[place]));
      keys.forEach((key, place) => key.classList.toggle("is-wanted", values[place] === wanted));
    },
  };
}
