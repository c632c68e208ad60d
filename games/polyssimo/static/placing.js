// Laying one of the own pieces on the board.

import { carry } from "../../sheet/carry.js";
import { el } from "../../sheet/dom.js";
import { inOrder, latticeOf } from "./lattice.js";
import { deskOf, labelsOf, outline, pieceKey, turned } from "./parts.js";

export default function placing({ pad, now, seat, place, board, text, changed, words }) {
  const lattice = latticeOf(board.spots, { size: pad.size, turned: pad.own.turned });
  const hand = pad.own.pieces.filter((name) => now.hands.get(seat)?.has(name));
  const laid = outline(board.svg);
  let piece = null;
  let side = 0; // how the piece is turned
  let isTurned = false; // the table has turned it: it is laid as it is shown
  let way = null; // how it lies: { side, fields, fits }
  let ways = []; // among which the table has to choose
  let isWhole = false;

  const labels = labelsOf(pad);
  const keys = new Map(hand.map((name) => [name, keyOf(name)]));
  const choice = el("div", { class: "polyssimo-choice", role: "group", "aria-label": text("polyssimo.ways") });
  const desk = deskOf({ pad, seat, text }, (name) => keys.get(name), choice);
  place.append(desk);
  place.addEventListener("keydown", onKey);
  board.place.addEventListener("keydown", onKey);
  begin(words);
  refresh();

  function keyOf(name) {
    const key = pieceKey(name, { label: labels.get(name), act: () => picked(name) });
    carry(key, {
      board,
      over(field) {
        pick(name);
        hold(field);
      },
      dropped: (field) => drop(field, { isDragged: true }),
    });
    return key;
  }

  /** What lay there before: of an entry that was refused, or that is changed. */
  function begin(said) {
    const [name, ...fields] = said.split(" ");
    if (!keys.has(name)) return;
    pick(name);
    way = lattice.found(name, fields);
    side = way?.side ?? 0;
  }

  function pick(name) {
    if (piece !== name) [side, isTurned] = [0, false];
    [piece, way, ways, isWhole] = [name, null, [], false];
  }

  /** A tap on the piece that is chosen already turns it. */
  function picked(name) {
    if (piece === name) turn();
    else {
      pick(name);
      shown();
    }
  }

  function turn() {
    const sides = lattice.sides(piece);
    const next = sides[(sides.indexOf(side) + 1) % sides.length];
    pick(piece);
    [side, isTurned] = [next, true];
    shown();
  }

  /** As it would lie there: the way that is shown, if it fits. */
  function hold(field) {
    const fitting = field ? lattice.ways(piece, field) : [];
    way = fitting.find((one) => one.side === side) ?? fitting[0] ?? (field && lattice.way(piece, field, side));
    [ways, isWhole] = [[], false];
    shown();
    return fitting;
  }

  /** Let go there: what was dragged, or turned before, is meant as it is shown. */
  function drop(field, { isDragged = false } = {}) {
    const fitting = hold(field);
    if (!fitting.length) return;
    if (fitting.length === 1 || isDragged || (isTurned && way.side === side)) lay(way);
    else {
      ways = fitting;
      shown();
    }
  }

  function lay(one) {
    [way, side, ways, isWhole] = [one, one.side, [], true];
    shown();
  }

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !piece || event.key !== "r") return;
    turn();
    event.preventDefault();
  }

  function refresh() {
    for (const [name, key] of keys) {
      key.setAttribute("aria-pressed", String(name === piece));
      key.firstChild.style.transform = name === piece ? turned(side) : "";
    }
    desk.firstChild.inert = ways.length > 0;
    choice.replaceChildren(...ways.map(pictureOf));
    laid.draw((way?.fields ?? []).map((name) => board.spots[name]), { size: pad.size, name: piece });
  }

  function pictureOf(one) {
    const label = text("polyssimo.laid", { piece, squares: inOrder(one.fields).join(" ") });
    const key = pieceKey(piece, { label, act: () => lay(one) });
    key.dataset.side = one.side;
    key.firstChild.style.transform = turned(one.side);
    key.setAttribute("aria-pressed", String(one === way));
    return key;
  }

  const written = () => [piece, ...inOrder(way.fields)].join(" ");

  function shown() {
    refresh(); // first: once it is written, this is over
    changed();
  }

  return {
    tap(field) {
      if (piece) drop(field);
    },
    slide(path) {
      if (piece) hold(path.at(-1) ?? null);
    },
    clear() {
      pick(null);
      shown();
    },
    get entry() {
      return isWhole ? { kind: "place", words: written(), isWhole } : null;
    },
    get begun() {
      return way?.fits ? written() : (piece ?? "");
    },
    get ghosts() {
      return way ? lattice.ghosts(piece, way, pad.own.squares[piece]) : [];
    },
    get says() {
      if (!hand.length) return text("polyssimo.none", { seat });
      if (!piece) return text("polyssimo.pick");
      if (ways.length) return text("polyssimo.which", { piece });
      if (way && !way.fits) return text("polyssimo.unfit", { piece });
      return text("polyssimo.lay", { piece });
    },
    free() {
      laid.free();
      place.removeEventListener("keydown", onKey);
      board.place.removeEventListener("keydown", onKey);
    },
  };
}
