// Triolet's way of input: tap a square, then its number; or the number first. A tile that is laid
// can be tapped to move it, to change it, or to take it back. What it composes are the words of the
// record; whether they are lawful is the server's to say.

import zoom from "../../sheet/zoom.js";
import { el } from "../../sheet/dom.js";
import { composed } from "../../sheet/entry_parts.js";
import { button, choose, glass, keyPad, tray } from "./keys.js";

// Tiles on squares.
function laying({ pad, part, board, text, update }) {
  const { here, joker } = pad.own;
  const options = new Map(part.options.map((option) => [option.value, option]));
  const laid = new Map(); // square -> value, in the order of laying
  const view = zoom({ board, size: pad.size });
  const keys = keyPad({ options: part.options, joker, text, press });
  const room = tray({ most: part.most, text, take });
  const lens = button("triolet-lens", look);
  let chosen = null; // a square: free, or of a tile that is laid
  let waiting = null; // a number whose square is not chosen yet
  let isJoker = false;

  const isFull = () => laid.size >= part.most;
  const words = () => [...laid].map(([field, value]) => `${field}=${value}`).join(part.joiner);
  const label = (value) => options.get(value).label;

  function look() {
    view.toggle(chosen ?? [...laid.keys()].at(-1));
    update();
  }

  function lay(field, value) {
    if (laid.has(field) || !isFull()) laid.set(field, value);
    chosen = waiting = null;
  }

  function move(field) {
    const value = laid.get(chosen);
    laid.delete(chosen);
    lay(field, value);
  }

  function takeBack(field) {
    laid.delete(field);
    chosen = null;
  }

  function take(place) {
    takeBack([...laid.keys()][place]);
    update();
  }

  function press(key) {
    if (key === joker) {
      isJoker = !isJoker;
      waiting = null;
    } else {
      const value = isJoker ? joker + key : key;
      isJoker = false;
      if (chosen) lay(chosen, value);
      else waiting = waiting === value || isFull() ? null : value;
    }
    update();
  }

  function tapFree(field) {
    if (waiting) lay(field, waiting);
    else if (laid.has(chosen)) move(field);
    else chosen = chosen === field || isFull() ? null : field;
  }

  function tap(field) {
    if (view.isNeeded || view.isClose) view.look(field);
    if (laid.has(field)) {
      if (waiting) lay(field, waiting);
      else if (chosen === field) takeBack(field);
      else chosen = field;
    } else if (board.spots[field].is_free) {
      tapFree(field);
    }
    update();
  }

  function says() {
    if (isJoker) return text("triolet.joker_number");
    if (waiting) return text("triolet.where", { tile: label(waiting) });
    if (laid.has(chosen)) return text("triolet.move", { tile: label(laid.get(chosen)) });
    if (chosen) return text("triolet.number", { field: chosen });
    if (isFull()) return text("triolet.full");
    return text(laid.size ? "triolet.more" : "triolet.first");
  }

  return {
    places: [el("div", { class: "triolet-row" }, room.place, lens), keys.place],
    tap,
    show() {
      room.show([...laid].map(([field, value]) => ({ field, tile: label(value), symbol: options.get(value).symbol })));
      const held = waiting ?? laid.get(chosen) ?? "";
      keys.show([held.replace(joker, ""), isJoker || held.startsWith(joker) ? joker : ""]);
      lens.hidden = !view.isNeeded;
      lens.setAttribute("aria-label", text(view.isClose ? "triolet.whole" : "triolet.closer"));
      lens.replaceChildren(glass(view.isClose));
    },
    get words() {
      return laid.size ? words() : null;
    },
    get begun() {
      return words();
    },
    get ghosts() {
      const tiles = [...laid].map(([field, value]) => ({ field, symbol: options.get(value).symbol }));
      return chosen ? [...tiles, { field: chosen, symbol: here }] : tiles;
    },
    get says() {
      return says();
    },
    free: view.free,
  };
}

// Tiles of a hand, without squares.
function listing({ pad, part, text, update }) {
  const options = new Map(part.options.map((option) => [option.value, option]));
  const tiles = [];
  const keys = keyPad({ options: part.options, joker: pad.own.joker, text, press });
  const room = tray({ most: part.most, text, take });

  function press(value) {
    if (tiles.length < part.most) tiles.push(value);
    update();
  }

  function take(place) {
    tiles.splice(place, 1);
    update();
  }

  return {
    places: [el("div", { class: "triolet-row" }, room.place), keys.place],
    show() {
      keys.show([]);
      room.show(
        tiles.map((value) => ({ field: "", tile: options.get(value).label, symbol: options.get(value).symbol })),
      );
    },
    get words() {
      return tiles.length >= part.least ? tiles.join(part.joiner) : null;
    },
    get says() {
      const count = part.least - tiles.length;
      return count > 0 ? text("triolet.list", { count }) : text("triolet.list_done");
    },
  };
}

// How many.
function counting({ part, text, update }) {
  let count = null;
  const numbers = Array.from({ length: part.most - part.least + 1 }, (_, place) => part.least + place);
  const keys = numbers.map((number) => button("triolet-key", () => press(number), String(number)));

  function press(number) {
    count = number;
    update();
  }

  const group = { class: "triolet-row triolet-counts", role: "group", "aria-label": part.label };
  return {
    places: [el("div", group, ...keys)],
    show: () => choose(keys, (place) => numbers[place] === count),
    get words() {
      return count === null ? null : String(count);
    },
    get says() {
      return count === null ? part.label : text("triolet.confirm");
    },
  };
}

// Nothing to choose.
const plain = ({ text }) => ({ places: [], show() {}, words: "", says: text("triolet.confirm") });

const WAYS = { pairs: laying, options: listing, number: counting };

export default function input({ pad, seat, place, board, text, changed }) {
  // Without network the table may write for a seat that was not due.
  const own = pad.entries.filter((entry) => entry.seats.includes(seat));
  const entries = own.length ? own : pad.entries;
  const kinds = entries.map(({ label }, number) => button("triolet-kind", () => change(number), label));
  const controls = el("div", { class: "triolet-controls" });
  let way = null;
  let entry = null;

  function update() {
    way.show();
    changed();
  }

  function choosing(number) {
    way?.free?.();
    entry = entries[number];
    const part = entry.parts[0];
    way = (part ? WAYS[part.kind] : plain)({ pad, part, board, text, update });
    controls.replaceChildren(...way.places);
    choose(kinds, (each) => each === number);
    way.show();
  }

  function change(number) {
    choosing(number);
    changed();
  }

  place.append(controls, el("div", { class: "triolet-kinds", role: "group", hidden: kinds.length < 2 }, ...kinds));
  if (entries.length) choosing(0);

  return {
    tap(field) {
      way?.tap?.(field);
      controls.scrollIntoView({ block: "nearest" });
    },
    clear() {
      if (way) change(0);
    },
    get entry() {
      const words = way?.words ?? null;
      if (words === null) return null;
      const given = Object.fromEntries(entry.parts.map((part) => [part.name, words]));
      return { kind: entry.kind, words: composed(entry, given) };
    },
    get begun() {
      return way?.begun ?? "";
    },
    get ghosts() {
      return way?.ghosts ?? [];
    },
    get says() {
      return way?.says ?? "";
    },
    free: () => way?.free?.(),
  };
}
