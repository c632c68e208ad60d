// What Kaleidoskop's controls are made of: tiles, as keys and as what was chosen.

import { el, svgEl } from "../../sheet/dom.js";

const SIGN = 152; // how large the box of a symbol is where half a tile is 100 wide

// Both symbols of a tile, on whatever ground it has.
function picture(tile) {
  const drawn = svgEl("svg", { viewBox: "0 0 200 100", "aria-hidden": "true", focusable: "false" });
  const signs = [...tile].map((letter, at) => {
    const place = { x: 50 + 100 * at - SIGN / 2, y: 50 - SIGN / 2, width: SIGN, height: SIGN };
    return svgEl("use", { href: `#kaleidoskop-sign-${letter}`, ...place });
  });
  drawn.append(...signs);
  return drawn;
}

function tileButton(tile, { name, onclick = null }) {
  const attributes = { type: "button", class: "kaleidoskop-tile", "aria-label": name, "data-tile": tile, onclick };
  return el("button", attributes, picture(tile));
}

// As soon as a finger comes down: until it is lifted, another key may stand there, since the answer to
// the entry before draws them anew.
function atOnce(key, press) {
  let isPressed = false;
  key.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button) return;
    isPressed = true;
    press();
  });
  key.addEventListener("touchend", (event) => {
    event.preventDefault(); // else what stands there by now is clicked
    isPressed = false;
  });
  key.addEventListener("click", (event) => {
    if (!isPressed || event.detail === 0) press(); // by keyboard, or by what reads the screen
    isPressed = false;
  });
  return key;
}

// A key for every tile, always at the same place.
export function tileKeys(rows, { label, name, press }) {
  const keys = rows.flat().map((tile) => atOnce(tileButton(tile, { name: name(tile) }), () => press(tile)));
  const place = el("div", { class: "kaleidoskop-keys", role: "group", "aria-label": label }, ...keys);
  return {
    place,
    show({ chosen, isOff }) {
      for (const key of keys) {
        const { tile } = key.dataset;
        key.setAttribute("aria-pressed", String(chosen.includes(tile)));
        key.setAttribute("aria-disabled", String(isOff(tile)));
      }
    },
  };
}

// The tiles of an exchange, with room for those that are still to come.
export function shownTiles(shown, { most, name, hide }) {
  return Array.from(
    { length: most },
    (_none, at) =>
      shown[at]
        ? tileButton(shown[at], { name: name(shown[at]), onclick: () => hide(at) })
        : el("span", { class: "kaleidoskop-room" }),
  );
}

// What a team need not lay.
export function passButton(label, press) {
  return atOnce(el("button", { type: "button", class: "button kaleidoskop-exchange" }, label), press);
}

// Two tiles that change places, and whose they are.
export function exchangeButton({ word, name }, press) {
  const drawn = svgEl("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" });
  drawn.append(svgEl("path", { d: "M7 4 3 8l4 4M3 8h13M17 12l4 4-4 4M21 16H8" }));
  const attributes = { type: "button", class: "button kaleidoskop-exchange", "aria-label": `${word}: ${name}` };
  const key = el("button", attributes, drawn, el("span", {}, word), el("bdi", {}, name));
  return atOnce(key, press);
}
