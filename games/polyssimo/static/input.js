// Polyssimo Challenge: pieces are tapped in the draft; then one is picked, turned, and laid on the
// board by a tap, a drag or keys. Whether it fits there is not known here.

import { el } from "../../sheet/dom.js";
import { followFinger } from "./drag.js";
import { button, drawn, icon, outline } from "./parts.js";

const MOVES = { left: [-1, 0], up: [0, -1], down: [0, 1], right: [1, 0] };
const KEYS = { ArrowUp: "up", ArrowLeft: "left", ArrowDown: "down", ArrowRight: "right" };

export default function input(given) {
  const now = piecesNow(given.pad);
  return now.toTake > 0 ? draft({ ...given, now }) : placing({ ...given, now });
}

/** Who has which pieces, with what this phone has written and the server has not seen yet. */
function piecesNow({ own, written = [] }) {
  const offer = new Set(own.offer);
  const hands = new Map(Object.entries(own.hands).map(([seat, names]) => [seat, new Set(names)]));
  let toTake = own.to_take;
  for (const { seat, words } of written) {
    const [first, second] = words.split(" ");
    if (first !== "take") hands.get(seat)?.delete(first);
    else if (offer.delete(second)) {
      hands.get(seat)?.add(second);
      toTake -= 1;
    }
  }
  return { offer, hands, toTake };
}

function draft({ pad, now, place, board, text, changed }) {
  const { svg } = board;
  let chosen = null;
  const labels = labelsOf(pad);
  const grid = el("div", { class: "polyssimo-offer", role: "group", "aria-label": text("polyssimo.offer") });
  const buttons = new Map();
  for (const name of pad.own.pieces) {
    if (!now.offer.has(name)) {
      grid.append(el("span", { class: "polyssimo-hole" }));
      continue;
    }
    const one = pieceButton(name, labels, () => choose(chosen === name ? null : name));
    buttons.set(name, one);
    grid.append(one);
  }
  place.append(grid);
  svg.classList.add("polyssimo-away"); // nothing lies on it yet; the pieces need its room

  function choose(name) {
    chosen = name;
    for (const [other, one] of buttons) one.setAttribute("aria-pressed", String(other === name));
    changed();
  }

  return {
    tap() {},
    clear: () => choose(null),
    get entry() {
      return chosen && { kind: "take", words: `take ${chosen}` };
    },
    get begun() {
      return chosen ? `take ${chosen}` : "";
    },
    ghosts: [],
    get says() {
      return chosen ? text("polyssimo.chosen", { piece: chosen }) : text("polyssimo.take");
    },
    free: () => svg.classList.remove("polyssimo-away"),
  };
}

function placing({ pad, now, seat, place, board, text, changed }) {
  const { svg } = board;
  const hand = pad.own.pieces.filter((name) => now.hands.get(seat)?.has(name));
  const lattice = latticeOf(board.spots, pad.size);
  const laid = outline(svg);
  let piece = null;
  let side = 0; // which of the piece's eight orientations
  let at = null; // the square of the piece's middle
  let isOut = false; // no piece fits any more
  let justDragged = false;

  const strip = el("div", { class: "polyssimo-strip", role: "group", "aria-label": text("polyssimo.hand", { seat }) });
  const labels = labelsOf(pad);
  const buttons = new Map(hand.map((name) => [name, pieceButton(name, labels, () => picked(name))]));
  strip.append(...buttons.values());
  const tools = toolsOf({ text, turn, flip, move });
  const standing = pad.entries.find((entry) => entry.kind === "pass");
  const out = button("button", "", () => stand(!isOut));
  out.textContent = standing?.label ?? "";
  out.hidden = !standing;
  place.append(strip, tools, out);

  const drag = followFinger({
    svg,
    strip,
    lattice,
    cells: () => pad.own.turned[piece][side],
    holds: () => piece,
    grip: (square) => squares().findIndex(([column, row]) => column === square[0] && row === square[1]),
    pick: (one) => pick([...buttons].find(([, other]) => other === one)[0]),
    put,
    dropped() {
      justDragged = true; // the click that ends a drag is no tap
      setTimeout(() => (justDragged = false), 50);
    },
  });

  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !piece) return;
    const way = KEYS[event.key];
    if (event.key === "r") turn();
    else if (event.key === "f") flip();
    else if (way && place.contains(event.target)) move(way);
    else return;
    event.preventDefault();
  }
  place.addEventListener("keydown", onKey);
  svg.addEventListener("keydown", onKey);

  function pick(name) {
    if (piece === name) return;
    [piece, side, at, isOut] = [name, 0, null, false];
    shown();
  }

  function stand(is) {
    [piece, side, at, isOut] = [null, 0, null, is];
    shown();
  }

  function picked(name) {
    pick(name);
    tools.scrollIntoView({ block: "nearest" });
  }

  function put(square) {
    if (String(at) === String(square)) return;
    at = square;
    shown();
  }

  function turn() {
    side = side < 4 ? (side + 1) % 4 : 4 + ((side + 3) % 4); // the mirrored ones turn the other way
    shown();
  }

  function flip() {
    side ^= 4;
    shown();
  }

  function move(way) {
    const [column, row] = at ? squares()[0] : lattice.middle;
    const [right, down] = at ? MOVES[way] : [0, 0];
    put([column + right, row + down]);
  }

  /** What the piece covers, its middle first: pushed onto the board where it would stick out. */
  function squares() {
    if (!piece || !at) return [];
    return lattice.within(pad.own.turned[piece][side].map(([x, y]) => [at[0] + x, at[1] + y]));
  }

  function fields() {
    return squares().map(lattice.name);
  }

  function refresh() {
    for (const [name, one] of buttons) {
      one.setAttribute("aria-pressed", String(name === piece));
      one.firstChild.style.transform = name === piece ? turned(side) : "";
    }
    for (const one of tools.querySelectorAll("button")) one.disabled = !piece;
    out.setAttribute("aria-pressed", String(isOut));
    svg.style.touchAction = piece ? "none" : "";
    laid.draw(fields().map((name) => board.spots[name]), { size: pad.size, name: piece });
  }

  function shown() {
    changed();
    refresh(); // after the ghosts, to draw above them
  }
  refresh();

  return {
    tap(field) {
      if (!piece || justDragged) return;
      if (fields().includes(field)) turn();
      else put(lattice.square(field));
    },
    clear: () => stand(false),
    get entry() {
      if (isOut) return { kind: "pass", words: "pass" };
      return at && { kind: "place", words: [piece, ...fields().sort(inOrder)].join(" ") };
    },
    get begun() {
      return isOut ? "pass" : (piece ?? "");
    },
    get ghosts() {
      const symbols = piece ? pad.own.squares[piece] : [];
      const cells = piece ? pad.own.turned[piece][side] : [];
      return fields().map((field, number) => {
        const [x, y] = cells[number];
        return { field, symbol: symbols[Math.abs(x + y) % symbols.length] };
      });
    },
    get says() {
      if (isOut) return text("polyssimo.out", { seat });
      if (!hand.length) return text("polyssimo.none", { seat });
      if (!piece) return text("polyssimo.pick");
      if (!at) return text("polyssimo.lay", { piece });
      return text("polyssimo.laid", { piece, squares: fields().sort(inOrder).join(" ") });
    },
    free() {
      drag.free();
      laid.free();
      svg.style.touchAction = "";
      svg.removeEventListener("keydown", onKey);
      place.removeEventListener("keydown", onKey);
    },
  };
}

function labelsOf(pad) {
  const options = pad.entries.flatMap((entry) => entry.parts).flatMap((part) => part.options);
  return new Map(options.map((option) => [option.value, option.label]));
}

function pieceButton(name, labels, act) {
  const one = button("polyssimo-piece", labels.get(name) ?? name, act);
  one.setAttribute("aria-pressed", "false");
  one.dataset.piece = name;
  one.append(drawn(name), el("span", { class: "polyssimo-name" }, name));
  return one;
}

/** Turning and flipping on one side, arrows on the other. */
function toolsOf({ text, turn, flip, move }) {
  const tools = el("div", { class: "polyssimo-tools" });
  for (const [kind, act] of Object.entries({ turn, flip })) {
    const one = button("button polyssimo-tool", "", act);
    one.append(icon(kind), el("span", {}, text(`polyssimo.${kind}`)));
    tools.append(one);
  }
  const arrows = el("div", { class: "polyssimo-arrows", role: "group", "aria-label": text("polyssimo.move") });
  for (const way of Object.keys(MOVES)) {
    const one = button("button polyssimo-arrow", text(`polyssimo.${way}`), () => move(way));
    one.append(icon(way));
    arrows.append(one);
  }
  tools.append(arrows);
  return tools;
}

/** As the piece lies on the board, for its drawing, which shows the first orientation. */
function turned(side) {
  return `${side < 4 ? "" : "scaleX(-1) "}rotate(${(side % 4) * 90}deg)`;
}

function inOrder(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}

/** The squares as columns and rows, counted from the top left. */
function latticeOf(spots, size) {
  const places = Object.entries(spots);
  const left = Math.min(...places.map(([, spot]) => spot.x));
  const top = Math.min(...places.map(([, spot]) => spot.y));
  const squareAt = (x, y) => [Math.round((x - left) / size), Math.round((y - top) / size)];
  const squares = new Map(places.map(([name, spot]) => [name, squareAt(spot.x, spot.y)]));
  const names = new Map([...squares].map(([name, square]) => [String(square), name]));
  const last = [0, 1].map((axis) => Math.max(...[...squares.values()].map((square) => square[axis])));

  function within(cells) {
    const by = [0, 1].map((axis) => {
      const along = cells.map((cell) => cell[axis]);
      return Math.max(0, -Math.min(...along)) - Math.max(0, Math.max(...along) - last[axis]);
    });
    return cells.map(([column, row]) => [column + by[0], row + by[1]]);
  }

  return {
    squareAt,
    within,
    size,
    middle: last.map((number) => Math.ceil(number / 2)),
    name: (square) => names.get(String(square)),
    square: (name) => squares.get(name),
    isNear: ([column, row]) => column >= -1 && row >= -1 && column <= last[0] + 1 && row <= last[1] + 1,
  };
}
