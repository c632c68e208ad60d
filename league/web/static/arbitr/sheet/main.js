// The score sheet. What may be written is the server's to say: no rule of a game stands here.
//
// Everything that is entered goes into a queue on the phone first, then to the server, in order. The
// server takes what is lawful; what it refuses stays in view until the table mends or drops it.

import { Board } from "./board.js";
import { el, texts } from "./dom.js";
import { Link } from "./link.js";
import partsInput, { form } from "./parts.js";
import plain from "./plain.js";
import * as shown from "./shown.js";
import { Store, newKey } from "./store.js";
import { ask, choose, confirmed } from "./asking.js";
import * as queued from "./queue.js";
import { forgetPage, isKept, keepPage } from "./offline.js";

const HINT_AFTER_MS = 150;
const data = JSON.parse(document.getElementById("sheet-data").textContent);
const text = texts(data.texts);
const root = document.getElementById("sheet");
const part = (name) => root.querySelector(`[data-${name}]`);
const button = (name) => root.querySelector(`[data-do="${name}"]`);
const store = new Store(data.id);
const board = new Board(part("board"), { text, tapped: (field) => input?.tap(field) });

let state = isKept() && store.state?.number > data.state.number ? store.state : data.state;
let input = null;
let editing = null; // an earlier line that is entered anew, with the board before it
let seat = ""; // who acts; without network the table may change it
let isSending = false;
let told = ""; // what went wrong
let hinted = ""; // what an entry would do
let hintTimer = null;
let makeInput = partsInput;
let makeSetUp = null;
const chosen = {}; // whose points, which figure: kept from one entry to the next

const link = new Link({
  urls: data.urls,
  heard: (newer) => heard(newer),
  moved: () => {
    if (link.isOnline) flush();
    draw();
  },
});

// ---- what comes from the server

function heard(newer, { isAnswer = false } = {}) {
  if (newer.number < state.number) return; // asked for before something was written, answered after
  const isNews = newer.number !== state.number || newer.stage !== state.stage;
  const isOtherBoard = isAnswer || boardOf(newer) !== boardOf(state);
  state = newer;
  store.keepState(state);
  if (state.stage === "closed") forgetPage();
  if (isOtherBoard) renew(); // a remark of somebody must not wipe what is being entered
  else if (isNews) draw();
}

const boardOf = ({ pad, stage, totals, set_up: setUp }) =>
  JSON.stringify([stage, totals, pad?.board, pad?.order, setUp?.board]);

async function flush() {
  const queue = store.queue.filter((note) => !note.why);
  if (isSending || !queue.length || store.queue.some((note) => note.why)) return;
  isSending = true;
  drawStatus();
  const answer = await link.send({ after: store.after, notes: queue.map(queued.sent) });
  isSending = false;
  if (answer) answered(answer);
  draw();
}

function answered(answer) {
  if (answer.unknown || answer.failed || answer.error) {
    told = answer.error ?? text(answer.unknown ? "unknown" : "broken");
    if (answer.failed) setTimeout(flush, 3000);
    return;
  }
  store.keepQueue(queued.after(store.queue, answer, text), { after: answer.state.number });
  heard(answer.state, { isAnswer: true });
  const refused = store.queue.find((note) => note.why);
  told = refused?.why ?? "";
  flush();
}

// ---- what goes to it

// What waits was written on the board that was known then; only what is refused was looked at again.
function keep(queue) {
  const isLookedAt = !store.queue.length || store.queue.some((note) => note.why);
  store.keepQueue(queue, { after: isLookedAt ? state.number : store.after });
}

function write(note) {
  told = "";
  keep(queued.withNote(store.queue, { key: newKey(), seat: "", text: "", ...note }));
  draw();
  flush();
}

function confirmEntry(entry = input?.entry) {
  if (!entry) return;
  if (editing) {
    const { line } = editing;
    editing = null;
    write({ kind: "edit", seat: line.seat, text: entry.words, target: line.number });
    renew();
    return;
  }
  const ghosts = input?.ghosts ?? [];
  write({ kind: "action", seat: entry.seat ?? seat, text: entry.words, ghosts });
  renew();
}

const actions = {
  confirm: () => (state.stage === "set_up" ? confirmSetUp() : confirmEntry()),
  clear: () => (editing ? stopEditing() : input?.clear()),
  undo: async () => {
    if (store.queue.length) return keep(store.queue.slice(0, -1)), (told = ""), renew();
    if (!state.last) return null;
    const { number, seat: by, words } = state.last;
    const what = { words: words || text(state.last.kind), name: shown.nameOf(data.names, by) };
    if (await confirmed(text("undo_what", what), { yes: text("undo") })) write({ kind: "undo", target: number });
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
  const tags = input?.tags;
  if (!tags) return;
  const lines = Object.entries(tags).map(([name, value]) => `${name} ${value}`);
  write({ kind: "set_up", text: lines.join("\n") });
}

// An earlier line is entered anew on the board as it was; the rest is replayed after it.
async function edit(line) {
  const answers = [["edit", text("edit_anew")], ["back", text("go_back")]];
  const chosenWay = await choose(text("edit_agreed"), answers);
  if (chosenWay === "back") goBack(line);
  if (chosenWay !== "edit") return;
  try {
    const before = await link.get(`${data.urls.before}${line.number}/`);
    editing = { line, ...before };
    told = text("edit_what", { words: line.words, name: shown.nameOf(data.names, line.seat) });
    renew();
    part("board").scrollIntoView({ block: "start" });
  } catch {
    told = text("broken");
    draw();
  }
}

// Everything from this line on is undone, the last first.
function goBack(line) {
  const numbers = state.log.map(({ number }) => number).filter((number) => number >= line.number);
  for (const target of numbers.reverse()) write({ kind: "undo", target });
}

function stopEditing() {
  editing = null;
  told = "";
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
  input?.free?.();
  input = null;
  part("pad").replaceChildren();
  const waiting = queued.actions(store.queue);
  root.dataset.stage = state.stage;
  if (editing) {
    seat = editing.line.seat;
    board.show(editing.pad);
    input = makeInput({ pad: editing.pad, seat, place: part("pad"), board, text, changed });
  } else if (state.pad) {
    const pad = queued.padWith(state.pad, waiting);
    seat = as || queued.refusedSeat(store.queue) || queued.nextSeat(state.pad, waiting);
    board.show(pad);
    if (data.canWrite && state.stage === "playing") {
      input = makeInput({ pad, seat, place: part("pad"), board, text, changed });
    }
  } else if (state.set_up && makeSetUp && data.canWrite) {
    board.show({ ...state.set_up, panels: {} });
    const seats = Object.keys(data.names);
    const shuffle = async () => (await link.get(data.urls.shuffle)).tags;
    input = makeSetUp({ setup: state.set_up, seats, place: part("pad"), board, text, changed, shuffle });
  } else if (state.stage === "plain" && data.canWrite) {
    showPlain();
  }
  drawForm();
  hint();
  draw();
}

function showPlain() {
  board.empty();
  part("board").innerHTML = state.board ?? "";
  const send = (score) => {
    Object.assign(chosen, score);
    write({ kind: "score", seat: score.seat, text: `${score.field} ${score.change}` });
  };
  plain({ state, names: data.names, place: part("pad"), text, send, chosen });
  part("pad").append(el("button", { type: "button", class: "button", onclick: actions.end }, text("over")));
}

// Something was tapped: often many times a second, while a piece is dragged.
function changed() {
  told = "";
  hinted = "";
  hint();
  drawEntry();
}

function hint() {
  clearTimeout(hintTimer);
  if (state.help !== "full" || state.stage !== "playing" || !input || editing || store.queue.length) return;
  const { begun, entry } = input;
  hintTimer = setTimeout(async () => {
    try {
      const { fields } = await link.get(data.urls.hints, { begun });
      board.light(fields);
      if (!entry) return;
      const found = await link.get(data.urls.try, { seat, text: entry.words });
      if (input?.entry?.words !== entry.words) return;
      hinted = found.why ?? (found.points ? text("would_score", { points: found.points }) : text("allowed"));
      draw();
    } catch {
      // Without network there is no help.
    }
  }, HINT_AFTER_MS);
}

function drawForm() {
  const place = part("form");
  if (!place) return;
  const isOpen = state.pad && state.stage === "playing";
  part("form-box").hidden = !isOpen && state.stage !== "set_up";
  const send = (entry) => confirmEntry(entry);
  if (isOpen) place.replaceChildren(...form({ pad: state.pad, names: data.names, text, send }));
  else if (state.stage === "set_up") place.replaceChildren(tagForm());
}

function tagForm() {
  const fields = state.tags.map((tag) =>
    el("div", { class: "field" }, el("label", { for: `tag-${tag}` }, tag), el("input", { id: `tag-${tag}`, name: tag })),
  );
  const made = el("form", { class: "pad-form" }, ...fields, el("button", { class: "button", type: "submit" }, text("start")));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const lines = [...new FormData(made)].map(([name, value]) => `${name} ${value.trim()}`);
    write({ kind: "set_up", text: lines.join("\n") });
  });
  return made;
}

// What depends on the entry alone.
function drawEntry() {
  if (state.pad) {
    board.ghosts(queued.ghosts(queued.actions(store.queue), input?.ghosts ?? []));
  } else if (input) board.ghosts(input.ghosts);
  part("say").textContent = told || hinted || (input?.says ?? (state.stage === "closed" ? text("closed") : ""));
  part("say").classList.toggle("is-refused", Boolean(told) && store.queue.some((note) => note.why));
  drawBar();
}

function draw() {
  const isOver = ["over", "closed"].includes(state.stage);
  drawEntry();
  drawTurn();
  const stands = state.finding ? [text("stands", { reason: state.finding })] : [];
  part("notices").replaceChildren(...[...(state.pad?.notices ?? []), ...stands].map((notice) => el("p", {}, notice)));
  part("seats").replaceChildren(...shown.seats({ state, names: data.names }));
  const isOpen = data.canWrite && state.stage === "playing";
  part("log").replaceChildren(...shown.log({ state, names: data.names, text, edit, isOpen }));
  part("tried").replaceChildren(...shown.tried({ state, names: data.names, text }));
  part("result").hidden = !isOver || !state.standings;
  if (isOver && state.standings) part("result").replaceChildren(...shown.result({ state, names: data.names, text }));
  drawQueue();
  drawStatus();
}

// Without network nobody can say whose turn it is: the next in order is proposed.
function drawTurn() {
  const isPlaying = state.stage === "playing" && seat;
  const name = shown.nameOf(data.names, seat);
  const isOpen = isPlaying && !link.isOnline && input;
  const chosenSeat = (event) => {
    renew({ as: event.target.value });
    part("turn").querySelector("select").focus();
  };
  const options = Object.keys(data.names).map((each) =>
    el("option", { value: each, selected: each === seat }, shown.nameOf(data.names, each)),
  );
  part("turn").replaceChildren(
    isOpen ? "" : isPlaying ? text("turn", { name }) : "",
    isOpen ? el("label", {}, `${text("next_seat")}: `, el("select", { onchange: chosenSeat }, ...options)) : "",
  );
}

function drawQueue() {
  const isRefused = store.queue.some((note) => note.why);
  part("refused").hidden = !isRefused;
  part("waiting").hidden = isRefused || link.isOnline || !store.queue.length;
  const box = part(isRefused ? "refused" : "waiting");
  box.replaceChildren(
    ...queued.shown(store.queue, {
      text,
      names: data.names,
      drop: (key) => (keep(store.queue.filter((note) => note.key !== key)), (told = ""), renew(), flush()),
      again: () => (keep(store.queue.map(({ why: _why, ...note }) => note)), flush()),
      letStand: ({ key, seat: by, text: words }) => {
        const stands = { key: newKey(), kind: "let_stand", seat: by, text: words };
        keep(store.queue.map((note) => (note.key === key ? stands : note)));
        told = "";
        flush();
      },
      seats: Object.keys(data.names),
      changeSeat: (key, other) => {
        keep(queued.withSeat(store.queue, { key, seat: other }));
        told = "";
        renew();
        flush();
      },
    }),
  );
}

function drawBar() {
  if (!data.canWrite) return;
  const isReady = state.stage === "set_up" ? Boolean(input?.tags) : Boolean(input?.entry);
  button("confirm").disabled = !isReady;
  button("confirm").hidden = !["playing", "set_up"].includes(state.stage);
  button("confirm").textContent = state.stage === "set_up" ? text("start") : text("confirm");
  button("clear").hidden = !["playing", "set_up"].includes(state.stage);
  button("undo").hidden = state.stage === "set_up"; // nothing is played yet
  button("undo").disabled = !state.last && !store.queue.length;
  const handIn = root.querySelector(".sheet-hand-in");
  if (handIn) handIn.hidden = state.stage !== "over" || store.queue.length > 0;
}

function drawStatus() {
  const time = link.seen.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  const status = part("status");
  status.classList.toggle("is-lost", !link.isOnline);
  if (!link.isOnline) status.textContent = `${text("offline")} ${text("lost", { time })}`;
  else if (isSending) status.textContent = text("sending");
  else status.textContent = text(store.queue.length ? "waiting" : "saved");
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
  store.keepState(state);
  renew();
  link.start();
  flush();
  root.dataset.ready = "";
  if (state.stage === "closed") forgetPage();
  else keepPage(data.urls.worker);
}

start();
