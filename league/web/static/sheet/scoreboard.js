// @ts-check
// Parts of the page that only show the state: seats, what was played, the result.

import { drawing, el, svgEl } from "./dom.js";

export const nameOf = (names, seat) => names[seat] || seat;

// Of several figures, those of a side besides its score: where only points are kept.
function figures(state, side, signs) {
  const isScore = ({ name }) => state.adds_up?.includes(name);
  const numbers = state.fields?.filter((field) => field.kind === "number" && !isScore(field)) ?? [];
  if (!numbers.length || !state.totals) return null;
  const shown = numbers.map(({ name, label, sign }) =>
    el(
      "span",
      { "aria-label": label },
      sign ? picture(sign, signs) : `${label} `,
      String(state.totals[side.side][name]),
    )
  );
  return el("span", { class: "seat-figures" }, ...shown);
}

// Everybody with their points, as buttons: a touch on one says something about whose turn it is.
export function seats({ state, names, scored, isMine, signs }) {
  const standing = (seat) => state.standings?.find((side) => side.seats.includes(seat));
  return Object.keys(names).map((seat) => {
    const side = standing(seat);
    const panel = state.pad?.panels[seat];
    const isFresh = scored?.seat === seat && (scored.points || scored.reckoned || state.totals);
    const fresh = isFresh ? " is-fresh" : "";
    const shown = el(
      "button",
      { type: "button", class: "seat-button", "data-do": "seat", "data-seat": seat },
      el("span", { class: "seat-letter" }, seat),
      el("bdi", {}, names[seat] || ""),
      side ? el("strong", { class: `seat-score${fresh}` }, String(side.score)) : null,
    );
    if (side) shown.append(figures(state, side, signs) ?? "");
    // Its words are among those of the board.
    if (panel) shown.append(el("span", { class: "seat-panel", "aria-hidden": "true" }, drawing(panel)));
    const current = state.turn === seat ? "true" : null;
    return el("li", { "data-seat": seat, "data-mine": isMine(seat), "aria-current": current }, shown);
  });
}

// One of the game's own small pictures, from the file of them.
export function picture(sign, signs) {
  const made = svgEl("svg", { class: "sign", "aria-hidden": "true" });
  made.append(svgEl("use", { href: `${signs}#${sign}` }));
  return made;
}

const points = (gained, signs) =>
  gained.map(([sign, figure]) => (sign ? el("span", {}, picture(sign, signs), figure) : `+${figure}`));

// The newest line: who, what it brought and why.
export function scored(line, { names, signs }) {
  const name = `${nameOf(names, line.seat)}: `;
  if (line.reckoned) return [name, el("strong", {}, line.reckoned)];
  if (!line.points) return [name, line.said];
  return [name, el("strong", { class: "log-points" }, ...points(line.gained, signs)), ` ${line.said}`];
}

// As people say it, with pictures; the notation on demand.
const told = ({ signs: laid = [], said, words }, signs) =>
  el(
    "span",
    { class: "log-told" },
    ...laid.map((sign) => picture(sign, signs)),
    el("span", { class: "log-said", title: words }, said),
    el("code", { class: "log-words" }, words),
  );

export function log({ state, names, text, canEdit, signs }) {
  const lines = [...state.log, ...state.scores].map((line) =>
    el(
      "li",
      { "data-number": line.number },
      letterOf(line, names),
      told(line, signs),
      line.points ? el("span", { class: "log-points" }, ...points(line.gained, signs)) : null,
      line.was ? el("s", { class: "log-was" }, line.was) : null,
      canEdit(line) ? editButton(line, text) : null,
    )
  );
  const remarks = Object.values(state.remarks).filter(Boolean).map((said) => el("li", { class: "log-remark" }, said));
  const all = [...lines, ...remarks].reverse();
  return all.length ? all : [el("li", { class: "empty" }, text("nothing"))];
}

function editButton({ number }, text) {
  const pencil = svgEl("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
  pencil.append(svgEl("path", { d: "M4 20l1-5L16 4l4 4L9 19l-5 1M13 7l4 4" }));
  const attributes = { class: "link", type: "button", "data-do": "edit", "data-number": number };
  return el("button", { ...attributes, "aria-label": text("edit"), title: text("edit") }, pencil);
}

const letterOf = ({ seat }, names) => el("span", { class: "seat-letter", title: nameOf(names, seat) }, seat);

export function tried({ state, names, text, signs }) {
  const list = (key, acts) =>
    acts.length
      ? [
        el("h3", {}, text(key)),
        el(
          "ul",
          { class: `log-${key}` },
          ...acts.map((act) => el("li", {}, letterOf(act, names), told(act, signs))),
        ),
      ]
      : [];
  const undone = state.undone.filter((act) => ["action", "score"].includes(act.kind));
  return [...list("refused", state.refused), ...list("undone", undone)];
}
