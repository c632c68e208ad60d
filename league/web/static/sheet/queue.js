// @ts-check
// What waits on this phone: written down, not yet taken by the server.

import { el } from "./dom.js";
import { nameOf } from "./scoreboard.js";

export const sent = ({ key, kind, seat, text, target }) => ({ key, kind, seat, text, target });

export const actions = (queue) => queue.filter((note) => note.kind === "action" && !note.why);

// The queue with one more; an action takes the place of the one that was refused.
export function withNote(queue, note) {
  const at = queue.findIndex((each) => each.why && each.kind === note.kind);
  if (note.kind !== "action" || at < 0) return [...queue, note];
  return queue.map((each, index) => (index === at ? note : each));
}

// As it was before the server said something about it.
export const unjudged = ({ why: _why, canStand: _canStand, isLate: _isLate, ...note }) => note;

// The queue with another seat for one of its actions, which is to be judged again.
export function withSeat(queue, { key, seat }) {
  return queue.map((note) => (note.key === key ? { ...unjudged(note), seat } : note));
}

// Whose action broke a rule and is to be fixed.
export const refusedSeat = (queue) => queue.find((note) => note.canStand)?.seat ?? "";

// The queue after an answer: what was taken is gone, what was refused carries the reason.
export function after(queue, answer, text) {
  const left = queue.filter((note) => !answer.taken.includes(note.key));
  if (answer.stale) return left.map((note, at) => (at ? note : { ...note, why: text("stale"), isLate: true }));
  if (!answer.refused) return left;
  const { key, why, can_stand: canStand } = answer.refused;
  return left.map((note) => (note.key === key ? { ...note, why, canStand } : note));
}

// The last known position with what was written since: laid on its fields, and as words.
export function padWith(pad, waiting) {
  if (!waiting.length) return pad;
  const laid = new Set(waiting.flatMap((note) => note.ghosts ?? []).map((ghost) => ghost.field));
  const spots = Object.fromEntries(
    Object.entries(pad.spots).map(([name, spot]) => [name, laid.has(name) ? { ...spot, is_free: false } : spot]),
  );
  return { ...pad, spots, written: waiting.map((note) => ({ seat: note.seat, words: note.text })) };
}

// What to draw of it all: of a piece that moves again only where it stands last (`piece`), and of what
// is entered now also how it goes (`isBrief`).
export function ghosts(waiting, entered) {
  const laid = waiting.flatMap((note) => note.ghosts ?? []).filter((ghost) => !ghost.isBrief);
  const all = [...laid.map((ghost) => ({ ...ghost, quiet: true })), ...entered];
  return all.filter(({ piece }, at) => !piece || !all.slice(at + 1).some((other) => other.piece === piece));
}

// Who follows in the order of the seats; a proposal, which the table may change.
export function nextSeat(pad, waiting) {
  const last = waiting.at(-1);
  if (!last) return pad.order[0] ?? "";
  const at = pad.order.indexOf(last.seat);
  return pad.order[(at + 1) % pad.order.length];
}

export function shown(queue, { text, names, seats, drop, again, letStand, changeSeat }) {
  const items = queue.map((note) => {
    const buttons = [el("button", { type: "button", class: "button", onclick: () => drop(note.key) }, text("drop"))];
    if (note.why && note.canStand) {
      buttons.push(el("button", { type: "button", class: "button", onclick: () => letStand(note) }, text("let_stand")));
    }
    if (note.why && note.isLate) { // of anything else the answer would be the same
      buttons.push(el("button", { type: "button", class: "button", onclick: () => again() }, text("again")));
    }
    const who = el(
      "select",
      { "aria-label": text("next_seat"), onchange: (event) => changeSeat(note.key, event.target.value) },
      ...seats.map((seat) => el("option", { value: seat, selected: seat === note.seat }, nameOf(names, seat))),
    );
    return el(
      "li",
      { class: note.why ? "is-refused" : "" },
      note.kind === "action" ? who : "",
      el("code", {}, note.text || text(note.kind)),
      el("span", { class: "why" }, note.why ?? text("unchecked")),
      el("span", { class: "actions" }, ...buttons),
    );
  });
  return [el("h2", {}, text("waiting")), el("ol", {}, ...items)];
}
