// What Kaleidoskop's controls are made of: halves, keys with symbols, tiles that are shown.

import { el, svgEl } from "../../sheet/dom.js";

const HEX = 86.6; // its width at a height of 100
const FIELD = 100; // width of the box that half a tile is drawn in

// A piece of the game as it is drawn on the board, without the room around it.
function piece(symbol, { width = HEX, box = FIELD } = {}) {
  const look = { viewBox: `0 0 ${width} 100`, "aria-hidden": "true", focusable: "false" };
  const drawn = svgEl("svg", look);
  drawn.append(svgEl("use", { href: `#${symbol}`, x: (width - box) / 2, width: box, height: 100 }));
  return drawn;
}

const ICONS = {
  turn: "M7 4 3 8l4 4M3 8h13M17 12l4 4-4 4M21 16H8",
  closer: "M16 16l5 5M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM10.5 7.5v6M7.5 10.5h6",
  whole: "M16 16l5 5M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM7.5 10.5h6",
};

export function iconButton(icon, onclick) {
  const path = svgEl("path", { d: ICONS[icon] });
  const drawn = svgEl("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" });
  drawn.append(path);
  const place = el("button", { type: "button", class: "button kaleidoskop-icon", onclick }, drawn);
  return {
    place,
    show({ name, isHidden, isOff = false, icon: other = icon }) {
      path.setAttribute("d", ICONS[other]);
      place.setAttribute("aria-label", name);
      place.setAttribute("title", name);
      place.hidden = isHidden;
      place.disabled = isOff;
    },
  };
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
    const drawn = piece(option.symbol, { width: 2 * HEX, box: 2 * HEX });
    return el("button", { ...attributes, onclick: () => hide(at) }, drawn);
  });
}
