// The page as things stand now: what is entered, whose turn it is, what was played, what waits.

import * as hands from "./hands.js";
import { el, redraw } from "./dom.js";
import { board, button, data, link, now, part, root, store, text } from "./page.js";
import * as queued from "./queue.js";
import { afterwards, result } from "./result.js";
import * as shown from "./scoreboard.js";
import * as writing from "./writing.js";

const CONFIRMED = { set_up: "start", plain: "add" };
const { names } = data;

let shownActor = "";

// Who acts: who is due, or somebody who may do something out of turn.
const actor = () => now.input?.seat ?? now.seat;

// What is refused and lies on the board: an entry, or an earlier line as it was changed.
const refusedNow = () => (now.editing ? now.editing.why && now.editing : queued.refused(store.queue));

// What depends on the entry alone.
export function drawEntry() {
  const { state, input } = now;
  const refused = refusedNow();
  const isRefused = Boolean(refused) && !now.isTouched;
  const entered = (input?.ghosts ?? []).map((ghost) => ({ ...ghost, isRefused: isRefused || ghost.isRefused }));
  const waiting = state.pad && !now.editing ? queued.actions(store.queue) : [];
  const later = (refused?.then?.ghosts ?? []).map((ghost) => ({ ...ghost, quiet: true }));
  board.ghosts([...later, ...queued.ghosts(waiting, entered, { quiet: !link.isOnline })]);
  drawSay({ refused, isRefused });
  drawBar();
  if (actor() !== shownActor) drawPeople();
}

// Whose turn it is, what they should know, and everybody's points.
function drawPeople() {
  const { state, editing } = now;
  shownActor = actor();
  drawTurn();
  const stands = state.finding ? [text("stands", { reason: state.finding })] : [];
  const notices = editing || actor() !== now.seat ? [] : [...(state.pad?.notices ?? []), ...stands];
  redraw(part("notices"), ...notices.map((notice) => el("p", {}, notice)));
  const turn = ["plain", "playing"].includes(state.stage) ? actor() : state.turn;
  const seats = { names, scored: now.scored, isMine: hands.isMine, signs: data.urls.signs };
  const summed = queued.withWaiting(state, queued.scores(store.queue));
  redraw(part("seats"), ...shown.seats({ state: { ...summed, turn, ...editing }, ...seats }));
}

const doing = (name, key) => el("button", { type: "button", class: "link", "data-do": name }, text(key));

// One place for words: what went wrong, what was scored, what an entry would do, what to do next.
function drawSay({ refused, isRefused }) {
  const say = part("say");
  say.classList.toggle("is-refused", isRefused);
  say.classList.toggle("is-scored", !now.told && Boolean(now.scored));
  redraw(say, ...said(isRefused && refused.why));
  redraw(part("offer"), ...offered({ canStand: isRefused && refused.canStand }));
}

// Not in the middle of a change, which has enough to say.
const offersHands = () => hands.isOffered() && !now.editing;

// What can be done about what is said.
function offered({ canStand }) {
  if (canStand) return [doing("let-stand", "let_stand")];
  return offersHands() ? [doing("own-moves", "own_moves")] : [];
}

function said(why) {
  const told = now.told || why;
  if (told) return [told];
  if (offersHands()) return [text("shared_sheet")];
  if (now.scored) return shown.scored(now.scored, { names, signs: data.urls.signs });
  return [now.hinted || (now.input?.says ?? (now.state.stage === "closed" ? text("closed") : ""))];
}

export function draw() {
  const { state } = now;
  const isOver = ["over", "closed"].includes(state.stage);
  drawEntry();
  drawPeople();
  redraw(part("log"), ...shown.log({ state, names, text, canEdit, signs: data.urls.signs }));
  redraw(part("tried"), ...shown.tried({ state, names, text, signs: data.urls.signs }));
  part("result").hidden = !isOver || !state.standings;
  if (isOver && state.standings) {
    const goOn = data.isPractice ? afterwards({ state, text, replay: data.urls.replay }) : [];
    redraw(part("result"), ...result({ state, names, text, signs: data.urls.signs }), ...goOn);
  }
  hands.draw();
  writing.draw({ isOpen: Boolean(now.input) && state.stage === "playing" });
  drawQueue();
  drawStatus();
}

const canEdit = (line) => data.canWrite && ["playing", "plain"].includes(now.state.stage) && hands.mayEnter(line.seat);

function drawTurn() {
  const { stage, turn: due } = now.state;
  const isPlaying = now.seat && (stage === "playing" || (stage === "plain" && due));
  const name = shown.nameOf(names, actor());
  const turn = isPlaying ? text(now.isWaiting ? "waits" : "turn", { name }) : "";
  redraw(part("turn"), ...(now.editing ? editingWhat(now.editing, name) : [turn]));
}

// Plainly, since everything on the sheet is another than a moment ago.
function editingWhat({ line, pad }, name) {
  return [el("strong", {}, text("editing")), ` ${name}: ${line.said}.`, pad ? ` ${text("as_then")}` : ""];
}

// For the network, and for what waits behind something refused; that itself is on the board.
function drawQueue() {
  const queue = queued.withoutRefused(store.queue);
  const box = part("waiting");
  box.hidden = !queue.length || (link.isOnline && !queued.refused(store.queue));
  redraw(box, ...queued.shown(queue, { text, names }));
}

// An earlier line as it stands is no change of it.
const isUnchanged = (entry) => Boolean(now.editing) && entry?.words === now.editing.line.words;

// What a touch on the bar would write.
function entryNow() {
  if (now.state.stage === "set_up") return now.input?.tags;
  const entry = now.input?.entry;
  return isUnchanged(entry) ? null : entry;
}

function drawBar() {
  if (!data.canWrite) return;
  const { stage, redo } = now.state;
  const entry = entryNow();
  button("confirm").disabled = !entry;
  button("confirm").hidden = !(entry || data.confirms) || !["playing", "set_up", "plain"].includes(stage);
  const label = text(CONFIRMED[stage] ?? (data.confirms ? "confirm" : "end_turn"));
  button("confirm").textContent = entry?.label ?? label;
  button("cancel").hidden = !now.editing;
  button("undo").disabled = !now.editing && !hands.mayUndo() && !store.queue.length &&
    !(now.isTouched && now.input?.begun);
  button("redo").disabled = !redo || !hands.mayEnter(redo.seat) || store.queue.length > 0;
  const handIn = root.querySelector(".sheet-hand-in");
  if (handIn) handIn.hidden = stage !== "over" || store.queue.length > 0;
  const again = part("again");
  if (again) again.hidden = stage !== "over" || store.queue.length > 0;
}

export function drawStatus() {
  const time = link.seen.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  const status = part("status");
  const count = store.queue.length;
  status.classList.toggle("is-lost", !link.isOnline);
  if (!link.isOnline) status.textContent = `${text("offline")} ${text("lost", { time })}`;
  else if (now.isSending) status.textContent = text("sending");
  else status.textContent = text(count ? "waiting" : "saved");
}
