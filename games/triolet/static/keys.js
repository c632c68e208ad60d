// The keys of Triolet's input: tiles with numbers and a joker, and the tray of what is entered.

import { el, svgEl } from "../../sheet/dom.js";

export const button = (name, onclick, ...children) =>
  el("button", { type: "button", class: name, onclick }, ...children);

// A piece of the board's drawing.
function piece(symbol) {
  const svg = svgEl("svg", { "aria-hidden": "true" });
  svg.append(svgEl("use", { href: `#${symbol}` }));
  return svg;
}

// A magnifying glass, with the sign of looking closer or at the whole.
export function glass(isClose) {
  const svg = svgEl("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  const sign = isClose ? "" : "M10 7v6";
  svg.append(svgEl("path", { d: `M15.5 15.5 21 21M17 10a7 7 0 1 1-14 0 7 7 0 0 1 14 0M7 10h6${sign}` }));
  return svg;
}

// Mark which of some buttons are chosen.
export function choose(buttons, isChosen) {
  buttons.forEach((each, place) => each.setAttribute("aria-pressed", String(isChosen(place))));
}

// The numbers of the options, and the joker if there is one among them.
export function keyPad({ options, joker, text, press }) {
  const numbers = options.map((option) => option.value).filter((value) => !value.startsWith(joker));
  const keys = numbers.map((value) => button("triolet-key", () => press(value), value));
  if (numbers.length < options.length) {
    const key = button(
      "triolet-key triolet-key-joker",
      () => press(joker),
      piece("triolet-joker"),
      text("triolet.joker"),
    );
    keys.push(key);
  }
  const values = [...numbers, joker];
  return {
    place: el("div", { class: "triolet-keys" }, ...keys),
    // `chosen` are values that are about to be used.
    show: (chosen) => choose(keys, (place) => chosen.includes(values[place])),
  };
}

// Room for so many tiles; what lies in it can be taken back.
export function tray({ most, text, take }) {
  const slots = Array.from({ length: most }, (_, place) => button("triolet-slot", () => take(place)));
  return {
    place: el("div", { class: "triolet-tray" }, ...slots),
    // Each item has a symbol, and words for where it lies and what it is.
    show(items) {
      slots.forEach((slot, place) => {
        const item = items[place];
        slot.setAttribute("aria-disabled", String(!item));
        slot.tabIndex = item ? 0 : -1;
        slot.setAttribute("aria-label", item ? text("triolet.take", item) : text("triolet.room"));
        slot.replaceChildren(...(item ? [piece(item.symbol), item.field] : []));
      });
    },
  };
}
