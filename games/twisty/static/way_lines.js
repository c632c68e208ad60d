// Ways of a pawn on the board: one, or several to choose from, each with its number.

import { svgEl } from "../../sheet/dom.js";

const SHORT_OF = 34; // how far from the middle of a square a line stops
const BADGE = 21; // the radius of a number

/** `ways`: the squares of each, from where the pawn stands. */
export function drawWays(board, ways) {
  const group = svgEl("g", { class: "twisty-ways", "pointer-events": "none" });
  const numbered = ways.length > 1;
  ways.forEach((way, index) => group.prepend(line(board, way, numbered ? index + 1 : 0))); // the first on top
  if (numbered) ways.forEach((way, index) => group.append(badge(board, ownStep(way, ways), index + 1)));
  return group;
}

/** A line from square to square, stopping short of what stands at its ends. */
function line(board, squares, number) {
  const d = steps(squares).map((step) => between(...step.map((square) => board.spots[square]))).join("");
  const group = svgEl("g", { class: "twisty-way", "data-way": String(number) });
  group.append(svgEl("path", { class: "twisty-way-under", d }));
  group.append(svgEl("path", { class: "twisty-way-line", d }));
  return group;
}

const steps = (squares) => squares.slice(1).map((there, at) => [squares[at], there]);

/** A step that no other way has; the last, if there is none. */
function ownStep(way, ways) {
  const others = ways.filter((other) => other !== way).flatMap(steps).map(String);
  const own = steps(way);
  return own.find((step) => !others.includes(String(step))) ?? own.at(-1);
}

function badge(board, step, number) {
  const [here, there] = step.map((square) => board.spots[square]);
  const [x, y] = [(here.x + there.x) / 2, (here.y + there.y) / 2];
  const group = svgEl("g", { class: "twisty-badge", "data-way": String(number) });
  const written = svgEl("text", { x, y, "font-size": BADGE * 1.5 });
  written.textContent = String(number);
  group.append(svgEl("circle", { cx: x, cy: y, r: BADGE }), written);
  return group;
}

function between(here, there) {
  const far = Math.hypot(there.x - here.x, there.y - here.y);
  if (!far) return "";
  const x = ((there.x - here.x) / far) * SHORT_OF;
  const y = ((there.y - here.y) / far) * SHORT_OF;
  return `M${here.x + x} ${here.y + y}L${there.x - x} ${there.y - y}`;
}
