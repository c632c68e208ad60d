// @ts-check
// The end: who won, what decided, and what one does with the game now.

import { el } from "./dom.js";
import { nameOf, picture } from "./scoreboard.js";

// Which key put somebody behind the one before; -1: none did.
function deciding(ranked, at) {
  const [before, side] = [ranked[at - 1], ranked[at]];
  if (!before || !side || side.rank === before.rank) return -1;
  return side.keys.findIndex((key, index) => key.value !== before.keys[index].value);
}

// Both values that were compared, in words and in the game's pictures.
function decided(ranked, at, { text, signs }) {
  const which = deciding(ranked, at);
  if (which < 0) return null;
  const [better, worse] = [ranked[at - 1], ranked[at]].map(({ keys }) => keys[which]);
  const shown = { "{value}": better, "{other}": worse };
  const parts = text("decided", { name: better.name }).split(/(\{\w+\})/);
  const written = ({ sign, value }) => el("b", {}, sign ? picture(sign, signs) : null, String(value));
  return parts.map((part) => (shown[part] ? written(shown[part]) : part));
}

// The keys of a side, as far as they were compared with those beside it; all where they have pictures.
function keysOf(ranked, at, signs) {
  const marked = [deciding(ranked, at), deciding(ranked, at + 1)];
  const { keys, score } = ranked[at];
  const hasSigns = keys.every((key) => key.sign);
  const shown = keys.map((key, index) => ({ ...key, isMarked: marked.includes(index) }));
  const told = hasSigns ? shown : shown.slice(0, Math.max(...marked, 0) + 1).filter(({ value }) => value !== score);
  return told.length ? el("span", { class: "result-keys" }, ...told.map((key) => keyShown(key, signs))) : null;
}

const keyShown = ({ name, value, sign, isMarked }, signs) =>
  el(
    isMarked ? "mark" : "span",
    { class: "result-key" },
    sign ? picture(sign, signs) : null,
    el("span", { class: sign ? "visually-hidden" : "" }, `${name} `),
    String(value),
  );

function headline(ranked, { names, text }) {
  const first = ranked.filter((side) => side.rank === 1);
  if (ranked.length === 1) return text("alone", { name: sideName(first[0], names), score: first[0].score });
  if (first.length === 1) return text("wins", { name: sideName(first[0], names) });
  return text("shared", { names: first.map((side) => sideName(side, names)).join(", ") });
}

const sideName = (side, names) => side.seats.map((seat) => nameOf(names, seat)).join(" + ");

export function result({ state, names, text, signs }) {
  const ranked = [...state.standings].sort((one, two) => one.rank - two.rank);
  const second = ranked.filter((side) => side.rank === 1).length; // where the others begin
  const how = decided(ranked, second, { text, signs });
  const rows = ranked.map((side, at) =>
    el(
      "li",
      {},
      el("span", { class: "rank" }, `${side.rank}.`),
      el("bdi", {}, sideName(side, names)),
      el("strong", {}, String(side.score)),
      keysOf(ranked, at, signs),
    )
  );
  return [
    el("p", { class: "meta" }, state.is_by_time ? text("by_time") : text("over")),
    el("h2", {}, headline(ranked, { names, text })),
    how ? el("p", { class: "result-decided" }, ...how) : "",
    el("ol", { class: "result-list" }, ...rows),
  ];
}

// Of a game that nobody waits for: look at it again, show it to others.
export function afterwards({ state, text, replay }) {
  if (!state.log.length) return [];
  return [
    el(
      "p",
      { class: "actions" },
      el("a", { class: "button", href: replay }, text("replay")),
      el("button", { type: "button", class: "button", "data-do": "share" }, text("share")),
    ),
  ];
}
