// What the controls of Twisty are made of: buttons, and pieces that the board's drawing has as symbols.

const SVG = "http://www.w3.org/2000/svg";

export function element(name, look = "", text = "") {
  const made = document.createElement(name);
  if (look) made.className = look;
  if (text) made.textContent = text;
  return made;
}

/** A piece as a picture; its name is the button's matter. */
export function picture(symbol) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 100 100");
  svg.setAttribute("class", "twisty-piece");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("width", "100");
  use.setAttribute("height", "100");
  svg.append(use);
  show(svg, symbol);
  return svg;
}

/** Another piece in the same picture; none for "". */
export function show(svg, symbol) {
  if (symbol) svg.firstChild.setAttribute("href", `#twisty-${symbol}`);
  else svg.firstChild.removeAttribute("href");
}

export function button(click, { look = "button", text = "", symbol = "", label = "" } = {}) {
  const made = element("button", look);
  made.type = "button";
  if (symbol) made.append(picture(symbol));
  if (text) made.append(element("span", "", text));
  if (label) name(made, label);
  made.addEventListener("click", click);
  return made;
}

export function name(made, label) {
  made.setAttribute("aria-label", label);
}

/** Buttons that belong together, named for those who do not see it. */
export function row(look, label, children) {
  const made = element("div", look);
  made.setAttribute("role", "group");
  if (label) name(made, label);
  made.append(...children);
  return made;
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
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "twisty-way");
  group.setAttribute("pointer-events", "none");
  const points = squares.map((square) => board.spots[square]);
  const path = points.slice(1).map((there, number) => between(points[number], there)).join("");
  for (const look of ["twisty-way-under", "twisty-way-line"]) {
    const line = document.createElementNS(SVG, "path");
    line.setAttribute("class", look);
    line.setAttribute("d", path);
    group.append(line);
  }
  return group;
}

function between(here, there) {
  const far = Math.hypot(there.x - here.x, there.y - here.y);
  if (!far) return "";
  const [x, y] = [(there.x - here.x) / far, (there.y - here.y) / far];
  const short = 34;
  return `M${here.x + x * short} ${here.y + y * short}L${there.x - x * short} ${there.y - y * short}`;
}
