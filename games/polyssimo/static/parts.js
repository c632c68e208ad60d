// What the input of Polyssimo Challenge is made of: keys with pieces, and the outline of one on the board.

import { el, svgEl } from "../../sheet/dom.js";

export function labelsOf(pad) {
  const options = pad.entries.flatMap((entry) => entry.parts).flatMap((part) => part.options);
  return new Map(options.map((option) => [option.value, option.label]));
}

/** A real button with a whole piece, by its symbol of the board's drawing. */
export function pieceKey(name, { label, act }) {
  const given = { type: "button", class: "polyssimo-piece", "data-piece": name, onclick: act };
  return el("button", { ...given, "aria-label": label ?? name }, ...pieceDrawn(name));
}

/** The same, only to look at. */
export function pieceShown(name, { label }) {
  return el(
    "span",
    { class: "polyssimo-piece is-shown", role: "img", "data-piece": name, "aria-label": label ?? name },
    ...pieceDrawn(name),
  );
}

function pieceDrawn(name) {
  const drawn = svgEl("svg", { viewBox: "0 0 100 100", class: "polyssimo-drawn", "aria-hidden": "true" });
  drawn.append(svgEl("use", { href: `#polyssimo-${name}`, width: 100, height: 100 }));
  return [drawn, el("span", { class: "polyssimo-name" }, name)];
}

/** What is on offer in the draft. Of a piece that somebody has the place stays, so that no other moves;
 * `refused` is shown all the same, if it was tried. */
export function offerOf({ pad, now, text, refused = "" }, keyOf) {
  const owner = (name) => [...now.hands].find(([, hand]) => hand.has(name))?.[0] ?? "";
  const gone = (name) => el("span", { class: "polyssimo-gone" }, owner(name));
  const keys = pad.own.pieces.map((name) => (now.offer.has(name) || name === refused ? keyOf(name) : gone(name)));
  return el("div", { class: "polyssimo-offer", role: "group", "aria-label": text("polyssimo.offer") }, ...keys);
}

/** The pieces of a seat, each at its place until the end; `rest`: what else stands in their room. */
export function deskOf({ pad, seat, text }, keyOf, ...rest) {
  const gone = () => el("span", { class: "polyssimo-gone" });
  const keys = pad.own.places[seat].map((name) => keyOf(name) ?? gone());
  const strip = el("div", { class: "polyssimo-strip", role: "group", "aria-label": text("polyssimo.hand", { seat }) });
  strip.append(...keys);
  const desk = el("div", { class: "polyssimo-desk" }, strip, ...rest);
  desk.dataset.rows = rowsOf(pad.own.places);
  return desk;
}

/** As many lines of six as the one with most pieces needs, so that the board keeps its size. */
function rowsOf(places) {
  return Math.ceil(Math.max(...Object.values(places).map((names) => names.length)) / 6);
}

/** As a piece lies on the board, for its drawing, which shows the first of eight ways. */
export function turned(side) {
  return `${side < 4 ? "" : "scaleX(-1) "}rotate(${(side % 4) * 90}deg)`;
}

/** The outline and the name of the piece that is being laid, above the squares that it covers. */
export function outline(svg) {
  const group = svgEl("g", { class: "polyssimo-laid", "pointer-events": "none", "aria-hidden": "true" });

  function draw(spots, { size, name }) {
    group.replaceChildren();
    if (!spots.length) return group.remove();
    const path = edges(spots, size);
    for (const kind of ["under", "over"]) group.append(svgEl("path", { d: path, class: `polyssimo-edge-${kind}` }));
    const [middle] = spots;
    const words = svgEl("text", { x: middle.x, y: middle.y + size * 0.19, class: "polyssimo-laid-name" });
    words.textContent = name;
    group.append(words);
    svg.append(group); // last, so above everything
  }

  return { draw, free: () => group.remove() };
}

/** The sides of squares that no two of them share. */
function edges(spots, size) {
  const half = size / 2;
  const covered = new Set(spots.map(({ x, y }) => `${x} ${y}`));
  const lines = [];
  for (const { x, y } of spots) {
    if (!covered.has(`${x} ${y - size}`)) lines.push(`M${x - half} ${y - half}h${size}`);
    if (!covered.has(`${x} ${y + size}`)) lines.push(`M${x - half} ${y + half}h${size}`);
    if (!covered.has(`${x - size} ${y}`)) lines.push(`M${x - half} ${y - half}v${size}`);
    if (!covered.has(`${x + size} ${y}`)) lines.push(`M${x + half} ${y - half}v${size}`);
  }
  return lines.join("");
}
