// Triolet's way of input. What it composes are the words of the record; whether they are lawful is the
// server's to say.

import { el } from "../../sheet/dom.js";
import { composed } from "../../sheet/entry_parts.js";
import { action, button, choose, keyPad } from "./keys.js";
import { laying } from "./laying.js";

// Tiles of a hand, without squares.
function listing({ pad, part, text, update, words, others }) {
  const options = new Map(part.options.map((option) => [option.value, option]));
  const keys = keyPad({ options: part.options, joker: pad.own.joker, text, press, others });
  let tiles = words.split(/[ ,]/).filter((value) => options.has(value)).slice(0, part.most);

  function press(value) {
    tiles = [...(tiles.length < part.most ? tiles : []), value];
    update();
  }

  return {
    place: keys.place,
    show: () => keys.show(),
    back() {
      tiles = tiles.slice(0, -1);
      update();
    },
    get words() {
      return tiles.length >= part.least ? tiles.join(part.joiner) : null;
    },
    get isWhole() {
      return tiles.length === part.most;
    },
    get begun() {
      return tiles.join(part.joiner);
    },
    get says() {
      const count = part.least - tiles.length;
      const listed = tiles.map((value) => options.get(value).label).join(", ");
      const asked = count > 0 ? text("triolet.list", { count }) : text("triolet.list_done");
      return listed ? `${listed}. ${asked}` : asked;
    },
  };
}

// How many.
function counting({ part, update, words, others }) {
  let count = words.match(/\d+/)?.[0] ?? null;
  let isWhole = false;
  const numbers = Array.from({ length: part.most - part.least + 1 }, (_, place) => String(part.least + place));
  const keys = numbers.map((number) => button("triolet-key", () => press(number), number));

  function press(number) {
    count = number;
    isWhole = true;
    update();
  }

  return {
    place: el("div", { class: "triolet-counts", role: "group", "aria-label": part.label }, ...others, ...keys),
    show: () => choose(keys, (place) => numbers[place] === count),
    get words() {
      return count;
    },
    get isWhole() {
      return isWhole;
    },
    says: part.label,
  };
}

// Nothing to choose.
const plain = ({ mode, others }) => ({
  place: el("div", { class: "triolet-counts" }, ...others),
  show() {},
  words: "",
  isWhole: !mode,
  says: "",
});

const WAYS = { pairs: laying, options: listing, number: counting };
const OTHERS = ["swap", "pass"]; // what is done instead of laying

// The tiles that wait on this phone.
const laidSince = (pad) => (pad.written ?? []).flatMap(({ words }) => words.match(/=/g) ?? []).length;

// What may be written for this seat. Without network the table may write for one that was not due, and
// so many tiles later the bag is small enough to pass.
function entriesFor({ pad, seat, text }) {
  const own = pad.entries.filter((entry) => entry.seats.includes(seat));
  const entries = own.length ? own : pad.entries;
  if (pad.own.until_pass === null || !laidSince(pad) || laidSince(pad) < pad.own.until_pass) return entries;
  const pass = { kind: "pass", label: text("triolet.pass"), parts: [], pattern: "pass" };
  return [...entries.filter(({ kind }) => !OTHERS.includes(kind)), pass];
}

export default function input({ pad, seat, place, board, isOwn = false, text, changed, words = "", mode = "" }) {
  const entries = entriesFor({ pad, seat, text });
  let way = null;
  let entry = null;

  function update() {
    way.show();
    changed();
  }

  // Another kind of entry: of the next turn, if tiles are laid for this one.
  function go(kind) {
    if (way.leave && way.words) way.leave(kind);
    else restart(kind);
  }

  function restart(kind = "") {
    choosing(entries.find((each) => each.kind === kind) ?? entries[0], { words: "", mode: "" });
    changed();
  }

  const wordOf = (kind) => text(`triolet.${kind}`);
  const key = ({ kind, label }) => action(kind, { word: wordOf(kind), title: label, press: () => go(kind) });
  const others = () =>
    OTHERS.includes(entry.kind)
      ? [action("back", { word: wordOf("back"), title: wordOf("back"), press: () => restart() })]
      : entries.filter(({ kind }) => OTHERS.includes(kind)).map(key);

  function choosing(chosen, begun) {
    entry = chosen;
    const part = entry.parts[0];
    way = (part ? WAYS[part.kind] : plain)({ pad, part, board, isOwn, text, update, others: others(), ...begun });
    place.replaceChildren(el("div", { class: "triolet-controls" }, way.place));
    way.show();
  }

  const [first] = words.split(" ");
  if (entries.length) choosing(entries.find(({ kind }) => kind === first) ?? entries[0], { words, mode });

  return {
    tap: (field) => way?.tap?.(field),
    slide: (path) => way?.slide?.(path),
    slid: (path) => (way?.slid ? way.slid(path) : way?.tap?.(path.at(-1))),
    learn: (newer) => way?.learn?.(newer),
    clear: () => way && restart(),
    back: () => (way.begun ? way.back() : restart()),
    get entry() {
      const given = way?.words ?? null;
      if (given === null) return null;
      const values = Object.fromEntries(entry.parts.map((part) => [part.name, given]));
      const { isWhole, isAgain, then = "" } = way;
      return { kind: entry.kind, words: composed(entry, values), isWhole, isAgain, then };
    },
    get begun() {
      if (!entry || !way.begun) return OTHERS.includes(entry?.kind) ? entry.kind : "";
      return entry === entries[0] && way.leave ? way.begun : `${entry.kind} ${way.begun}`;
    },
    get ghosts() {
      return way?.ghosts ?? [];
    },
    get says() {
      return way?.says ?? "";
    },
  };
}
