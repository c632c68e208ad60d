// The score sheet. What may be written is the server's to say: no rule of a game stands here.
//
// Everything that is entered goes into a queue on the phone first, then to the server, in order. The
// server takes what is lawful; what it refuses stays in view until the table fixes or drops it.

import { askWho } from "../arbitr/again.js";
import "../arbitr/live.js"; // the clock of the round
import { ask, choose, confirmed } from "./dialogs.js";
import { Board } from "./board.js";
import { el } from "./dom.js";
import { drawer } from "./drawing.js";
import { Link } from "./connection.js";
import { forgetPage, keepPage } from "./offline.js";
import { button, data, now, part, root, store, text } from "./page.js";
import partsInput, { form, tagForm, tagLines } from "./entry_parts.js";
import plain from "./plain_scores.js";
import * as queued from "./queue.js";
import { nameOf } from "./scoreboard.js";
import { newKey } from "./store.js";

const HINT_AFTER_MS = 150;
const board = new Board(part("board"), { text, tapped: (field) => now.input?.tap(field) });
const chosen = {}; // whose points, which figure: kept from one entry to the next
let hintTimer = null;
let makeInput = partsInput;
let makeSetUp = null;

const link = new Link({
  urls: data.urls,
  heard: (newer) => heard(newer),
  moved: () => {
    if (link.isOnline) flush();
    draw();
  },
});

const { draw, drawEntry, drawStatus } = drawer({ board, link, edit, renew, keep, flush });

// ---- what comes from the server

function heard(newer, { isAnswer = false } = {}) {
  if (newer.number < now.state.number) return; // asked for before something was written, answered after
  const isNews = newer.number !== now.state.number || newer.stage !== now.state.stage;
  const isOtherBoard = isAnswer || boardOf(newer) !== boardOf(now.state);
  now.state = newer;
  store.keepState(now.state);
  if (now.state.stage === "closed") forgetPage();
  if (isOtherBoard) renew(); // a remark of somebody must not wipe what is being entered
  else if (isNews) draw();
}

const boardOf = ({ pad, stage, totals, set_up: setUp }) =>
  JSON.stringify([stage, totals, pad?.board, pad?.order, setUp?.board]);

async function flush() {
  const queue = store.queue.filter((note) => !note.why);
  if (now.isSending || !queue.length || store.queue.some((note) => note.why)) return;
  now.isSending = true;
  drawStatus();
  const answer = await link.send({ after: store.after, notes: queue.map(queued.sent) });
  now.isSending = false;
  if (answer) answered(answer);
  draw();
}

function answered(answer) {
  if (answer.unknown || answer.failed || answer.error) {
    now.told = answer.error ?? text(answer.unknown ? "unknown" : "broken");
    if (answer.match) askWho(flush, { match: answer.match });
    if (!answer.unknown) setTimeout(flush, answer.failed ? 3000 : 15000);
    return;
  }
  store.keepQueue(queued.after(store.queue, answer, text), { after: answer.number });
  heard(answer.state, { isAnswer: true });
  const refused = store.queue.find((note) => note.why);
  now.told = refused?.why ?? "";
  flush();
}

// ---- what goes to it

// What waits was written on the board that was known then; only what is refused was looked at again.
function keep(queue) {
  const isLookedAt = !store.queue.length || store.queue.some((note) => note.why);
  store.keepQueue(queue, { after: isLookedAt ? now.state.number : store.after });
}

function write(note) {
  now.told = "";
  keep(queued.withNote(store.queue, { key: newKey(), seat: "", text: "", ...note }));
  draw();
  flush();
}

function confirmEntry(entry = now.input?.entry) {
  if (!entry) return;
  if (now.editing) {
    const { line } = now.editing;
    now.editing = null;
    write({ kind: "edit", seat: line.seat, text: entry.words, target: line.number });
    renew();
    return;
  }
  const ghosts = now.input?.ghosts ?? [];
  const kind = now.state.stage === "plain" ? "score" : "action";
  write({ kind, seat: entry.seat ?? now.seat, text: entry.words, ghosts });
  renew();
}

const actions = {
  confirm: () => (now.state.stage === "set_up" ? confirmSetUp() : confirmEntry()),
  clear: () => (now.editing ? stopEditing() : now.input?.clear()),
  undo: async () => {
    if (store.queue.length) return keep(store.queue.slice(0, -1)), (now.told = ""), renew();
    if (!now.state.last) return null;
    const { number, seat: by, kind, words } = now.state.last;
    const line = now.state.log.find((each) => each.number === number);
    const what = { words: line?.said ?? (words || text(kind)), name: nameOf(data.names, by) };
    const question = text(by ? "undo_what" : "undo_that", what);
    if (await confirmed(question, { yes: text("undo") })) write({ kind: "undo", target: number });
    return null;
  },
  remark: async () => {
    const said = await ask(text("remark"), { yes: text("add"), most: 300 });
    if (said) write({ kind: "remark", text: said });
  },
  "let-stand": async () => {
    if (await confirmed(text("why_let_stand"), { yes: text("let_stand") })) write({ kind: "let_stand" });
  },
  time: async () => {
    const question = `${data.timeRule} ${text("time_now")}`.trim();
    if (await confirmed(question, { yes: text("by_time") })) write({ kind: "time" });
  },
  end: () => write({ kind: "end" }),
  hand: () => setHand(root.dataset.hand === "left" ? "right" : "left"),
};

function confirmSetUp() {
  const tags = now.input?.tags;
  if (!tags) return;
  write({ kind: "set_up", text: tagLines(tags) });
}

// An earlier line is entered again on the board as it was; the rest is replayed after it.
async function edit(line) {
  const answers = [["edit", text("edit_anew")], ["back", text("go_back")]];
  const chosenWay = await choose(text("edit_agreed"), answers);
  if (chosenWay === "back") goBack(line);
  if (chosenWay !== "edit") return;
  try {
    const before = await link.get(`${data.urls.before}${line.number}/`);
    now.editing = { line, ...before };
    now.told = text("edit_what", { words: line.said, name: nameOf(data.names, line.seat) });
    renew();
    part("board").scrollIntoView({ block: "start" });
  } catch {
    now.told = text("broken");
    draw();
  }
}

// Everything from this line on is undone, the last first.
function goBack(line) {
  const numbers = now.state.log.map(({ number }) => number).filter((number) => number >= line.number);
  for (const target of numbers.reverse()) write({ kind: "undo", target });
}

function stopEditing() {
  now.editing = null;
  now.told = "";
  renew();
}

function setHand(hand) {
  root.dataset.hand = hand;
  button("hand").setAttribute("aria-pressed", String(hand === "left"));
  try {
    localStorage.setItem("sheet-hand", hand);
  } catch {
    // It holds for this page.
  }
}

// ---- drawing

// A new position: a new way of input, with what waits on this phone laid on the board. `as`: whom the
// table has chosen to act.
function renew({ as = "" } = {}) {
  now.input?.free?.();
  now.input = null;
  now.hinted = "";
  part("pad").replaceChildren();
  const waiting = queued.actions(store.queue);
  root.dataset.stage = now.state.stage;
  if (now.editing) {
    now.seat = now.editing.line.seat;
    board.show(now.editing.pad);
    now.input = makeInput({ pad: now.editing.pad, seat: now.seat, place: part("pad"), board, text, changed });
  } else if (now.state.pad) {
    const pad = queued.padWith(now.state.pad, waiting);
    now.seat = as || queued.refusedSeat(store.queue) || queued.nextSeat(now.state.pad, waiting);
    board.show(pad);
    if (data.canWrite && now.state.stage === "playing") {
      now.input = makeInput({ pad, seat: now.seat, place: part("pad"), board, text, changed });
    }
  } else if (now.state.set_up && makeSetUp && data.canWrite) {
    board.show({ ...now.state.set_up, panels: {} });
    const seats = Object.keys(data.names);
    const shuffle = async () => (await link.get(data.urls.shuffle)).tags;
    now.input = makeSetUp({ setup: now.state.set_up, seats, place: part("pad"), board, text, changed, shuffle });
  } else if (now.state.stage === "plain" && data.canWrite) {
    showPlain();
  }
  drawForm();
  hint();
  draw();
}

function showPlain() {
  board.empty();
  part("board").innerHTML = now.state.board ?? "";
  const over = el("button", { type: "button", class: "button", onclick: actions.end }, text("over"));
  const place = el("div", { class: "plain-pad" });
  part("pad").replaceChildren(place, over);
  now.input = plain({ state: now.state, names: data.names, place, text, changed, chosen });
}

// Something was tapped: often many times a second, while a piece is dragged.
function changed() {
  now.told = "";
  now.hinted = "";
  hint();
  drawEntry();
}

function hint() {
  clearTimeout(hintTimer);
  if (now.state.help !== "full" || now.state.stage !== "playing" || !now.input || now.editing || store.queue.length) {
    return;
  }
  const asking = now.input;
  const { begun, entry } = asking;
  hintTimer = setTimeout(async () => {
    try {
      const { fields } = await link.get(data.urls.hints, { begun });
      if (now.input !== asking || asking.begun !== begun) return; // the board or the entry is another
      board.light(fields);
      if (!entry) return;
      const found = await link.get(data.urls.try, { seat: now.seat, text: entry.words });
      if (now.input?.entry?.words !== entry.words) return;
      now.hinted = found.why ?? (found.points ? text("would_score", { points: found.points }) : text("allowed"));
      draw();
    } catch {
      // Without network there is no help.
    }
  }, HINT_AFTER_MS);
}

function drawForm() {
  const place = part("form");
  if (!place) return;
  const isOpen = now.state.pad && now.state.stage === "playing";
  part("form-box").hidden = !isOpen && now.state.stage !== "set_up";
  const send = (entry) => confirmEntry(entry);
  if (isOpen) place.replaceChildren(...form({ pad: now.editing?.pad ?? now.state.pad, names: data.names, text, send }));
  else if (now.state.stage === "set_up") {
    const lay = (lines) => write({ kind: "set_up", text: lines });
    place.replaceChildren(tagForm({ tags: now.state.tags, text, send: lay }));
  }
}

// ---- start

root.addEventListener("click", (event) => {
  const name = event.target.closest("[data-do]")?.dataset.do;
  if (actions[name]) actions[name]();
});

async function start() {
  if (data.urls.input) makeInput = (await import(data.urls.input)).default;
  if (data.urls.setUp) makeSetUp = (await import(data.urls.setUp)).default;
  try {
    setHand(localStorage.getItem("sheet-hand") ?? "right");
  } catch {
    setHand("right");
  }
  store.keepState(now.state);
  renew();
  link.start();
  flush();
  root.dataset.ready = "";
  if (now.state.stage === "closed") forgetPage();
  else keepPage(data.urls.worker);
}

start();
