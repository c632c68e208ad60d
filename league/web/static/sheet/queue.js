// @ts-check
// What waits on this phone: written down, not yet taken by the server.

import { el } from "./dom.js";
import { nameOf } from "./scoreboard.js";

export const sent = ({ key, kind, seat, text, target }) => ({ key, kind, seat, text, target });

export const actions = (queue) => queue.filter((note) => note.kind === "action" && !note.why);

export const scores = (queue) => queue.filter((note) => note.kind === "score" && !note.why);

const isEntry = ({ kind }) => kind === "action" || kind === "score";

// The action that broke a rule: it stays on the board until the table moves, changes or drops it.
export const refused = (queue) => queue.find((note) => note.why) ?? null;

export const withoutRefused = (queue) => queue.filter((note) => !note.why);

// The queue without what is undone next: what was refused, else the last one.
export const withoutNewest = (queue) => (refused(queue) ? withoutRefused(queue) : queue.slice(0, -1));

// The queue with one more; an action takes the place of the one that was refused.
export function withNote(queue, note) {
  const at = queue.findIndex((each) => each.why);
  if (!isEntry(note) || at < 0) return [...queue, note];
  return queue.map((each, index) => (index === at ? note : each));
}

// The queue with another seat for one of its actions.
export const withSeat = (queue, { key, seat }) => queue.map((note) => (note.key === key ? { ...note, seat } : note));

// The queue after an answer: what was taken is gone, and so is what another phone wrote down as well. Of
// what was refused an action stays, or points, with the reason; anything else would be refused again.
// `then`: what was begun meanwhile, words and ghosts, for when it is put right.
export function after(queue, answer, state, { then = null } = {}) {
  const isThere = ({ kind, seat, text }) =>
    answer.stale && kind === "action" && state.log.some((line) => line.seat === seat && line.words === text);
  const left = queue.filter((note) => !answer.taken.includes(note.key) && !isThere(note));
  if (!answer.refused) return left;
  const { key, why, code, can_stand: canStand } = answer.refused;
  return left
    .filter((note) => note.key !== key || isEntry(note))
    .map((note) => (note.key === key ? { ...note, why, code, canStand, then } : note));
}

// The last known position with what was written since: laid on its fields, and as words.
export function padWith(pad, waiting) {
  if (!waiting.length) return pad;
  const laid = new Set(waiting.flatMap(laidBy).map((ghost) => ghost.field));
  const spots = Object.fromEntries(
    Object.entries(pad.spots).map(([name, spot]) => [name, laid.has(name) ? { ...spot, is_free: false } : spot]),
  );
  return { ...pad, spots, written: waiting.map((note) => ({ seat: note.seat, words: note.text })) };
}

// What to draw of it all: of a piece that moves again only where it stands last (`piece`), and of what
// is entered now also how it goes (`isBrief`). `quiet`: nobody knows yet whether it is lawful.
export function ghosts(waiting, entered, { quiet }) {
  const laid = waiting.flatMap(laidBy).filter((ghost) => !ghost.isBrief);
  const all = [...laid.map((ghost) => ({ ...ghost, quiet })), ...entered];
  return all.filter(({ piece }, at) => !piece || !all.slice(at + 1).some((other) => other.piece === piece));
}

const laidBy = ({ ghosts: laid }) => laid ?? [];

// The sums with the turns that wait: points are only added. Whether they can be is not known yet.
export function withWaiting(state, waiting) {
  if (!state.totals || !waiting.length) return state;
  const totals = structuredClone(state.totals);
  const standings = state.standings.map((side) => ({ ...side }));
  for (const { seat, text } of waiting) {
    for (const [, other, name, by] of text.matchAll(/(?:([A-D]):)?([a-z_]+) (-?\d+)/g)) {
      const side = standings.find(({ seats }) => seats.includes(other ?? seat));
      totals[side.side][name] += Number(by);
      if (state.adds_up.includes(name)) side.score += Number(by);
    }
  }
  return { ...state, totals, standings };
}

// Who follows in the order of the seats, or has earned another turn; a proposal, which the table may
// change.
export function nextSeat(pad, waiting) {
  const last = waiting.at(-1);
  if (!last) return pad.order[0] ?? "";
  if (last.isAgain) return last.seat;
  const at = pad.order.indexOf(last.seat);
  return pad.order[(at + 1) % pad.order.length];
}

export function shown(queue, { text, names }) {
  const items = queue.map((note) => {
    const who = el(
      "select",
      { "aria-label": text("next_seat"), "data-seat-of": note.key },
      ...Object.keys(names).map((seat) =>
        el("option", { value: seat, selected: seat === note.seat }, nameOf(names, seat))
      ),
    );
    return el(
      "li",
      {},
      isEntry(note) ? who : "",
      el("code", {}, note.text || text(note.kind)),
      el("span", { class: "why" }, note.why ?? text("unchecked")),
      el("button", { type: "button", class: "button", "data-do": "drop", "data-key": note.key }, text("drop")),
    );
  });
  return [el("h2", {}, text("waiting")), el("ol", {}, ...items)];
}
