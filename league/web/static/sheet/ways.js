// The ways of input: which one belongs to how things stand, made for this position.
//
// `heed`: changed(), whenever something was touched; start(), when a set-up is to be begun with.

import partsInput from "./entry_parts.js";
import { el } from "./dom.js";
import * as hands from "./hands.js";
import { board, data, link, now, part, store, text } from "./page.js";
import plainInput from "./plain_scores.js";
import * as queued from "./queue.js";

let makeInput = partsInput;
let showWaiting = () => {};
let makeSetUp = null;

// The game's own, if it has them.
export async function loadWays() {
  if (data.urls.input) ({ default: makeInput, waiting: showWaiting = showWaiting } = await import(data.urls.input));
  if (data.urls.setUp) makeSetUp = (await import(data.urls.setUp)).default;
}

// The last known position with what waits.
export const padNow = () => queued.padWith(now.state.pad, queued.actions(store.queue));

// Says who acts, shows the board, and gives a way of input; null: there is nothing to enter here.
export function wayNow({ as, words, heed }) {
  if (now.state.stage === "plain" && data.canWrite) return plainScores({ words, heed });
  if (now.editing) return editing({ heed });
  if (now.state.pad) return playing({ as, words, heed });
  if (now.state.set_up && makeSetUp && data.canWrite) return settingUp({ heed });
  return null;
}

const shared = ({ changed }) => ({ names: data.names, text, changed });

const inputOn = (pad, { heed, ...begun }) =>
  makeInput({ ...shared(heed), pad, seat: now.seat, isOwn: hands.isOwn(), place: part("pad"), board, ...begun });

function editing({ heed }) {
  const { pad, line, words } = now.editing;
  now.seat = line.seat;
  board.show(pad);
  return inputOn(pad, { words: words ?? line.words, mode: "editing", heed });
}

function playing({ as, words, heed }) {
  const pad = padNow();
  const refused = queued.refused(store.queue);
  now.seat = as || refused?.seat || queued.nextSeat(now.state.pad, queued.actions(store.queue));
  board.show(pad);
  if (now.state.stage !== "playing") return null;
  now.isWaiting = data.canWrite && !hands.mayEnter(now.seat);
  const entries = data.canWrite ? hands.entriesOf(pad) : [];
  if (!entries.length) return showWaiting({ pad, seat: hands.ownSeat() || now.seat, place: part("pad"), text }) ?? null;
  if (!refused) return inputOn({ ...pad, entries }, { words, heed });
  return inputOn({ ...pad, entries }, { words: refused.text, mode: "refused", fault: refused.code, heed });
}

function settingUp({ heed }) {
  const { set_up: setup } = now.state;
  board.show({ ...setup, panels: {} });
  const shuffle = async () => (await link.get(data.urls.shuffle)).tags;
  const seats = Object.keys(data.names);
  return makeSetUp({ ...shared(heed), setup, seats, place: part("pad"), board, shuffle, start: heed.start });
}

// Whose points: of a line that is changed, refused or chosen by the table; else who is due.
function plainScores({ words, heed }) {
  const { state } = now;
  const refused = queued.refused(store.queue);
  const line = now.editing?.line ?? refused;
  board.empty();
  part("board").innerHTML = state.board ?? "";
  now.seat = line?.seat ?? (now.as || queued.nextSeat(orderOf(state), queued.scores(store.queue)));
  const place = el("div", { class: "plain-pad" });
  part("pad").replaceChildren(place, now.editing ? "" : overButton());
  const pad = state.pads[now.seat];
  if (!pad || (!state.turn && !now.editing)) return null;
  const side = state.standings.find(({ seats }) => seats.includes(now.seat))?.side;
  const totals = queued.withWaiting(state, queued.scores(store.queue)).totals[side] ?? {};
  const begun = now.editing?.line.words ?? refused?.text ?? words;
  return plainInput({ ...shared(heed), pad, seat: now.seat, totals, place, words: begun, signs: data.urls.signs });
}

const overButton = () =>
  el("button", { type: "button", class: now.state.turn ? "button" : "button primary", "data-do": "end" }, text("over"));

// The seats, the one that is due first.
function orderOf({ order, turn }) {
  const at = Math.max(order.indexOf(turn), 0);
  return { order: order.slice(at) + order.slice(0, at) };
}
