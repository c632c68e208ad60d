// What the input of Polyssimo Challenge is made of: buttons, drawn pieces, icons, an outline.

import { el, svgEl } from "../../sheet/dom.js";

const ICONS = {
  turn: "M19 12a7 7 0 1 1-2.2-5.1M19.5 3.5v4.4h-4.4",
  flip: "M12 4v2m0 3v2m0 3v2m0 3v1M9 7v10H3zM15 7v10h6z",
  up: "M6 14.5l6-6 6 6",
  left: "M14.5 6l-6 6 6 6",
  down: "M6 9.5l6 6 6-6",
  right: "M9.5 6l6 6-6 6",
};

/** A real button; without a label, its words are its name. */
export function button(class_, label, act) {
  return el("button", { type: "button", class: class_, "aria-label": label || null, onclick: act });
}

/** A whole piece, by its symbol of the board's drawing. */
export function drawn(name) {
  const svg = svgEl("svg", { viewBox: "0 0 100 100", class: "polyssimo-drawn", "aria-hidden": "true" });
  svg.append(svgEl("use", { href: `#polyssimo-${name}`, width: 100, height: 100 }));
  return svg;
}

export function icon(kind) {
  const svg = svgEl("svg", { viewBox: "0 0 24 24", class: "polyssimo-icon", "aria-hidden": "true" });
  svg.append(svgEl("path", { d: ICONS[kind] }));
  return svg;
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
