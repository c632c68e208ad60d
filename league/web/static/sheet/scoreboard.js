// @ts-check
// Parts of the page that only show the state: seats, what was played, the result.

import { drawing, el, svgEl } from "./dom.js";

export const nameOf = (names, seat) => names[seat] || seat;

export function seats({ state, names }) {
  const standing = (seat) => state.standings?.find((side) => side.seats.includes(seat));
  return Object.keys(names).map((seat) => {
    const side = standing(seat);
    const panel = state.pad?.panels[seat];
    const item = el(
      "li",
      { "data-seat": seat, "aria-current": state.turn === seat ? "true" : null },
      el("span", { class: "seat-letter" }, seat),
      el("bdi", {}, names[seat] || ""),
      side ? el("strong", { class: "seat-score" }, String(side.score)) : null,
    );
    // Its words are among those of the board.
    if (panel) item.append(el("div", { class: "seat-panel", "aria-hidden": "true" }, drawing(panel)));
    return item;
  });
}

// One of the game's own small pictures, from the file of them.
function picture(sign, signs) {
  const made = svgEl("svg", { class: "sign", "aria-hidden": "true" });
  made.append(svgEl("use", { href: `${signs}#${sign}` }));
  return made;
}

const points = (gained, signs) =>
  gained.map(([sign, figure]) => (sign ? el("span", {}, picture(sign, signs), figure) : `+${figure}`));

// isOpen: lines can be changed. edit(line)
export function log({ state, names, text, edit, isOpen, signs }) {
  const remarked = (number) => state.remarks[number];
  const lines = state.log.map((line) =>
    el(
      "li",
      { "data-number": line.number },
      el("span", { class: "seat-letter", title: nameOf(names, line.seat) }, line.seat),
      el("span", { class: "log-said", title: line.words }, line.said),
      line.points ? el("span", { class: "log-points" }, ...points(line.gained, signs)) : null,
      line.was ? el("s", { class: "log-was" }, line.was) : null,
      isOpen ? el("button", { class: "link", type: "button", onclick: () => edit(line) }, text("edit")) : null,
    )
  );
  const scores = state.scores.map((score) =>
    el(
      "li",
      {},
      el("span", { class: "seat-letter" }, score.seat),
      el("span", {}, `${labelOf(state, score.field)} ${score.change > 0 ? "+" : "−"}${Math.abs(score.change)}`),
    )
  );
  const remarks = Object.keys(state.remarks).map((number) => el("li", { class: "log-remark" }, remarked(number)));
  const all = [...lines, ...scores, ...remarks].reverse();
  return all.length ? all : [el("li", { class: "empty" }, text("nothing"))];
}

const labelOf = (state, name) => state.fields?.find((field) => field.name === name)?.label ?? name;

export function tried({ state, names, text }) {
  const list = (key, acts) =>
    acts.length
      ? [
        el("h3", {}, text(key)),
        el(
          "ul",
          { class: `log-${key}` },
          ...acts.map((act) => el("li", {}, `${nameOf(names, act.seat)}: `, el("code", {}, act.words))),
        ),
      ]
      : [];
  const undone = state.undone.filter((act) => ["action", "score"].includes(act.kind));
  return [...list("refused", state.refused), ...list("undone", undone)];
}

// Which key put somebody behind the one before; -1: none did.
function deciding(ranked, at) {
  const [before, side] = [ranked[at - 1], ranked[at]];
  if (!before || !side || side.rank === before.rank) return -1;
  return side.keys.findIndex((key, index) => key.value !== before.keys[index].value);
}

// The keys of a side with their pictures, as far as they were compared with those beside it.
function keysOf(ranked, at, signs) {
  const marked = [deciding(ranked, at), deciding(ranked, at + 1)];
  const { keys } = ranked[at];
  const hasSigns = Boolean(keys[0].sign);
  const shown = hasSigns ? keys : keys.slice(0, Math.max(...marked, 0) + 1);
  return el(
    "span",
    { class: "result-keys" },
    ...shown.map((key, index) =>
      el(
        marked.includes(index) ? "mark" : "span",
        { class: "result-key" },
        hasSigns ? picture(key.sign, signs) : null,
        el("span", { class: hasSigns ? "visually-hidden" : "" }, `${key.name} `),
        String(key.value),
      )
    ),
  );
}

// Both values that were compared, in words.
function decidedBy(ranked, at, text) {
  const which = deciding(ranked, at);
  if (which < 0) return null;
  const { name, value } = ranked[at].keys[which];
  return el("small", {}, text("decided", { name, value, other: ranked[at - 1].keys[which].value }));
}

export function result({ state, names, text, signs }) {
  const ranked = [...state.standings].sort((one, two) => one.rank - two.rank);
  const sideName = (side) => side.seats.map((seat) => nameOf(names, seat)).join(" + ");
  const first = ranked.filter((side) => side.rank === 1);
  const headline = () => {
    if (ranked.length === 1) return text("alone", { name: sideName(first[0]), score: first[0].score });
    if (first.length === 1) return text("wins", { name: sideName(first[0]) });
    return text("shared", { names: first.map(sideName).join(", ") });
  };
  const rows = ranked.map((side, at) =>
    el(
      "li",
      {},
      el("span", { class: "rank" }, `${side.rank}.`),
      el("bdi", {}, sideName(side)),
      el("strong", {}, String(side.score)),
      side.keys.length > 1 ? keysOf(ranked, at, signs) : null,
      side.keys.length > 1 ? decidedBy(ranked, at, text) : null,
    )
  );
  return [
    el("h2", {}, state.is_by_time ? text("by_time") : text("over")),
    el("p", { class: "result-headline" }, headline()),
    el("ol", { class: "result-list" }, ...rows),
    ranked.some((side) => side.keys.length > 1) ? el("p", { class: "meta" }, text("keys")) : "",
  ];
}
