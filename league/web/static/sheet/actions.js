// What the buttons of the sheet do: those with `data-do`, wherever they stand.

import { share } from "../arbitr/share.js";
import { ask, confirmed } from "./dialogs.js";
import { drawEntry } from "./drawing.js";
import { edit, stopEditing } from "./editing.js";
import { clear, confirmSetUp, endTurn, renew } from "./entering.js";
import * as feedback from "./feedback.js";
import * as hands from "./hands.js";
import * as handicap from "./handicap.js";
import { flush, keep, onceSent, write } from "./outbox.js";
import { button, data, link, now, root, store, text } from "./page.js";
import * as queued from "./queue.js";
import * as side from "./side.js";
import * as writing from "./writing.js";

// Each is given the data of its button.
const actions = {
  confirm: () => (now.state.stage === "set_up" ? confirmSetUp() : endTurn()),
  edit: ({ number }) => edit(Number(number)),
  cancel: () => stopEditing(),
  undo: () => undo(),
  redo: () => {
    const again = now.state.redo;
    if (again && hands.mayEnter(again.seat)) write({ kind: again.kind, seat: again.seat, text: again.words });
  },
  seat: ({ seat }) => (now.state.stage === "plain" ? countFor(seat) : passTo(seat)),
  drop: ({ key }) => changeQueue(store.queue.filter((note) => note.key !== key)),
  remark: async () => {
    const said = await ask(text("remark"), { yes: text("add"), most: 300 });
    if (said) write({ kind: "remark", text: said });
  },
  "let-stand": async () => {
    const note = queued.refused(store.queue);
    if (!(await confirmed(text("why_let_stand"), { yes: text("let_stand") }))) return;
    if (note) keep(queued.withoutRefused(store.queue));
    write({ kind: "let_stand", seat: note?.seat ?? "", text: note?.text ?? "" });
  },
  time: async () => {
    const question = `${data.timeRule} ${text("time_now")}`.trim();
    if (await confirmed(question, { yes: text("by_time") })) write({ kind: "time" });
  },
  end: () => write({ kind: "end" }),
  share: async () => {
    now.told = await share(new URL(data.urls.replay, location.href).href, text("copied"));
    drawEntry();
  },
  notation: () => {
    const isOn = root.querySelector(".sheet-log").toggleAttribute("data-notation");
    button("notation").setAttribute("aria-pressed", String(isOn));
  },
  type: () => {
    side.close();
    writing.open();
  },
  handicap: () => handicap.agree(),
  "all-moves": () => setHands(hands.forAll),
  "own-moves": () => setHands(hands.own),
  hand: () => setHand(root.dataset.hand === "left" ? "right" : "left"),
  feedback: () => {
    feedback.turn(!feedback.isOn());
    drawFeedback();
  },
};

export function listen() {
  root.addEventListener("click", (event) => {
    const { dataset } = event.target.closest("[data-do]") ?? {};
    actions[dataset?.do]?.(dataset);
  });
  root.addEventListener("change", ({ target }) => {
    const { seatOf: key } = target.dataset;
    if (key) changeQueue(queued.withSeat(store.queue, { key, seat: target.value }));
  });
  setHand(keptHand());
  drawFeedback();
}

// What is begun, what was refused, what waits, what stands: the newest first. None of it is asked. In the
// middle of a change the newest is the change itself.
function undo() {
  now.told = "";
  if (now.isTouched && now.input?.begun) takeBack();
  else if (now.editing) stopEditing();
  else if (now.isSending) onceSent(undo);
  else if (store.queue.length) {
    keep(queued.withoutNewest(store.queue));
    renew();
    flush();
  } else if (hands.mayUndo()) write({ kind: "undo", target: now.state.last.number });
}

// One touch; where that was all, something refused is there again as it was.
function takeBack() {
  if (now.input.back) now.input.back();
  else clear();
  if (!now.input?.begun && queued.refused(store.queue)) renew();
}

function changeQueue(queue) {
  keep(queue);
  now.told = "";
  renew();
  flush();
}

// Where only points are kept, a touch says whose they are; also of who is due, for an undo that is
// under way may make it somebody else's turn.
function countFor(seat) {
  if (now.editing || !now.input) return;
  const isOther = seat !== now.seat;
  if (isOther && now.input.begun) endTurn();
  now.as = seat;
  if (isOther) renew();
}

// A touch on somebody else ends the turn of the one who acts; without network it also says whose
// turn it is, which nobody else knows then.
function passTo(seat) {
  if (seat === now.seat || (now.editing && !now.isTouched)) return;
  if (now.input?.entry) endTurn();
  else if (!link.isOnline && (now.input || now.isWaiting)) renew({ as: seat });
}

async function setHands(choosing) {
  await choosing();
  renew();
}

// ---- what this phone keeps

const HAND = "sheet-hand";

function keptHand() {
  try {
    return localStorage.getItem(HAND) ?? "right";
  } catch {
    return "right";
  }
}

function setHand(hand) {
  root.dataset.hand = hand;
  button("hand")?.setAttribute("aria-pressed", String(hand === "left"));
  try {
    localStorage.setItem(HAND, hand);
  } catch {
    // It holds for this page.
  }
}

const drawFeedback = () => button("feedback")?.setAttribute("aria-pressed", String(feedback.isOn()));
