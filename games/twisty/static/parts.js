// What the controls of Twisty are made of: buttons, and pieces that the board's drawing has as symbols.

import { el, svgEl } from "../../sheet/dom.js";

const SHORT_OF = 34; // how far from the middle of a square a line stops

/** A piece as a picture; its name is the button's matter. */
export function picture(symbol) {
  const svg = svgEl("svg", { viewBox: "0 0 100 100", class: "twisty-piece", "aria-hidden": "true" });
  svg.append(svgEl("use", { width: 100, height: 100 }));
  show(svg, symbol);
  return svg;
}

/** Another piece in the same picture; none for "". */
export function show(svg, symbol) {
  if (symbol) svg.firstChild.setAttribute("href", `#twisty-${symbol}`);
  else svg.firstChild.removeAttribute("href");
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

/** A line on the board from square to square, stopping short of what stands at its ends. */
export function wayLine(board, squares) {
  const points = squares.map((square) => board.spots[square]);
  const d = points.slice(1).map((there, number) => between(points[number], there)).join("");
  const group = svgEl("g", { class: "twisty-way", "pointer-events": "none" });
  group.append(svgEl("path", { class: "twisty-way-under", d }));
  group.append(svgEl("path", { class: "twisty-way-line", d }));
  return group;
}

function between(here, there) {
  const far = Math.hypot(there.x - here.x, there.y - here.y);
  if (!far) return "";
  const x = ((there.x - here.x) / far) * SHORT_OF;
  const y = ((there.y - here.y) / far) * SHORT_OF;
  return `M${here.x + x} ${here.y + y}L${there.x - x} ${there.y - y}`;
}
