// What the controls of Twisty are made of: buttons, and pieces that the board's drawing has as symbols.

import { el, svgEl } from "../../sheet/dom.js";

/** A piece as a picture; its name is the button's matter. */
export function picture(symbol) {
  const svg = svgEl("svg", { viewBox: "0 0 100 100", class: "twisty-piece", "aria-hidden": "true" });
  svg.append(svgEl("use", { href: `#twisty-${symbol}`, width: 100, height: 100 }));
  return svg;
}

export function button(onclick, { look = "button", text = "", symbol = "", label = null } = {}) {
  const children = [symbol ? picture(symbol) : null, text ? el("span", {}, text) : null];
  return el("button", { type: "button", class: look, "aria-label": label, onclick }, ...children);
}

/** Buttons that belong together, named for those who do not see it. */
export function row(look, label, children) {
  return el("div", { class: look, role: "group", "aria-label": label || null }, ...children);
}

export function name(made, label) {
  made.setAttribute("aria-label", label);
}

export function press(made, is) {
  made.setAttribute("aria-pressed", String(is));
}

/** A button that has nothing to do; it keeps the focus, which a disabled one would lose. */
export function disable(made, is) {
  made.setAttribute("aria-disabled", String(is));
}
