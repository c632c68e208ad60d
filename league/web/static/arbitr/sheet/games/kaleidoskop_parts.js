// What Kaleidoskop's controls are made of: halves, keys with symbols, tiles that are shown.

import { el, svgEl } from "../dom.js";

// A piece of the game as it is drawn on the board.
function piece(symbol) {
  const drawn = svgEl("svg", { "aria-hidden": "true", focusable: "false" });
  drawn.append(svgEl("use", { href: `#${symbol}`, width: "100%", height: "100%" }));
  return drawn;
}

// Two arrows around each other.
export function turned() {
  const drawn = svgEl("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" });
  drawn.append(svgEl("path", { d: "M7 4 3 8l4 4M3 8h13M17 12l4 4-4 4M21 16H8" }));
  return drawn;
}

// One half of the tile in the making.
export function half(lift) {
  const place = el("button", { type: "button", class: "kaleidoskop-half", onclick: lift });
  return {
    place,
    show(symbol, { name, isEmpty, isNext }) {
      place.replaceChildren(piece(symbol));
      place.setAttribute("aria-label", name);
      place.setAttribute("aria-disabled", String(isEmpty));
      place.classList.toggle("is-next", isNext);
    },
  };
}

// A key for every symbol.
export function palette(options, { label, press }) {
  const keys = options.map((option) => {
    const attributes = { type: "button", class: "kaleidoskop-key", "aria-label": option.label };
    const key = el("button", { ...attributes, onclick: () => press(option.value) }, piece(option.symbol));
    return { key, letter: option.value };
  });
  const place = el("div", { class: "kaleidoskop-keys", role: "group", "aria-label": label });
  place.append(...keys.map(({ key }) => key));
  return {
    place,
    show({ pressed, isOff }) {
      for (const { key, letter } of keys) {
        key.setAttribute("aria-pressed", String(pressed.includes(letter)));
        key.setAttribute("aria-disabled", String(isOff));
      }
    },
  };
}

// The tiles of an exchange, with room for those that are still to come.
export function shownTiles(shown, { most, label, hide }) {
  return Array.from({ length: most }, (_none, at) => {
    const option = shown[at];
    if (!option) return el("span", { class: "kaleidoskop-room" });
    const attributes = { type: "button", class: "kaleidoskop-shown-tile", "aria-label": label(option) };
    return el("button", { ...attributes, onclick: () => hide(at) }, piece(option.symbol));
  });
}
