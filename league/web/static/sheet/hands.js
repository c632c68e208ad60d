// Whose moves are entered on this phone: those of all, or of its own seats alone.

import { choose } from "./dialogs.js";
import { button, data, now, part, store, text } from "./page.js";
import { nameOf } from "./scoreboard.js";

const seats = Object.keys(data.names);
const isNew = !store.state; // this phone has not seen the sheet before

// At a match the service knows them; at practice the person says so once.
const held = () => (data.isPractice ? store.hands?.seats ?? "" : data.seats);

const canBeOwn = () => Boolean(data.canWrite && seats.length > 1 && now.state.pad && (data.isPractice || data.seats));

export const isOwn = () => Boolean(canBeOwn() && store.hands?.isOwn && held());

export const isMine = (seat) => isOwn() && held().includes(seat);

// Whose phone this is, where that was said.
export const ownSeat = () => (isOwn() ? held()[0] : "");

// What nobody has done in particular is everybody's.
export const mayEnter = (seat) => !isOwn() || !seat || held().includes(seat);

export const mayUndo = () => Boolean(now.state.last && mayEnter(now.state.last.seat));

// What can be entered here: also out of turn, where the game has that.
export const entriesOf = (pad) => pad.entries.filter((entry) => mayEnter(entry.seats[0]));

const playAs = () => seats.map((seat) => [seat, text("play_as", { name: nameOf(data.names, seat) })]);

export const forAll = () => store.keepHands({ isOwn: false, seats: held() });

// At practice: who plays on this phone? Whoever does not say keeps what was.
export async function own() {
  const said = data.isPractice ? await choose(text("who_plays_here"), playAs()) : held();
  if (said) store.keepHands({ isOwn: true, seats: said });
}

// Once, until something is touched: when a sheet is opened on which another phone has written.
export const isOffered = () =>
  isNew && data.isShared && !store.hands && canBeOwn() && now.state.stage === "playing" && !now.isUsed;

export function draw() {
  const place = part("hands");
  if (!place) return;
  place.hidden = !canBeOwn();
  button("all-moves").setAttribute("aria-pressed", String(!isOwn()));
  button("own-moves").setAttribute("aria-pressed", String(isOwn()));
  const names = [...held()].map((seat) => nameOf(data.names, seat)).join(", ");
  part("plays-as").textContent = isOwn() ? text("play_as", { name: names }) : "";
}
