// What goes to the server: kept on the phone first, then sent in order, until it is taken or refused.

import { askWho } from "../arbitr/again.js";
import { renew as renewToken } from "../arbitr/session.js";
import { draw, drawStatus } from "./drawing.js";
import * as feedback from "./feedback.js";
import { data, link, now, store, text } from "./page.js";
import * as queued from "./queue.js";
import { newKey } from "./store.js";

const BUSY_MS = 3000; // until it is sent again, after the service failed
const UNWELCOME_MS = 15000; // after it would not take the whole
let sending = null; // until what was sent is answered
let heard = null;
let begun = null;
let refused = null;

// heard(state, {isAnswer}): the sheet as it is after what was sent; begun(): what is entered meanwhile;
// refused(note, why): what the server would not take.
export const listen = (heeded) => ({ heard, begun, refused } = heeded);

// What waits was written on the board that was known then; only what is refused was looked at again.
export function keep(queue) {
  const isLookedAt = !store.queue.length || queued.refused(store.queue);
  store.keepQueue(queue, { after: isLookedAt ? now.state.number : store.after });
}

export function write(note) {
  now.told = "";
  now.scored = null;
  keep(queued.withNote(store.queue, { key: newKey(), seat: "", text: "", ...note }));
  draw();
  flush();
}

export async function flush() {
  const queue = store.queue.filter((note) => !note.why);
  if (now.isSending || !queue.length || queued.refused(store.queue)) return;
  now.isSending = true;
  drawStatus();
  sending = link.send({ after: store.after, notes: queue.map(queued.sent) });
  const answer = await sending;
  now.isSending = false;
  if (answer) answered(answer);
  draw();
}

// What is under way cannot be held back: this is done when the answer is here.
export const onceSent = (go) => sending.then(go);

function answered(answer) {
  if (answer.unknown) unknownNow();
  else if (answer.failed || answer.error) sendLater(answer);
  else taken(answer);
}

function sendLater(answer) {
  now.told = answer.error ?? text("broken");
  setTimeout(flush, answer.failed ? BUSY_MS : UNWELCOME_MS);
}

function taken(answer) {
  now.isUnknown = false;
  if (data.code) store.keepCode(data.code);
  const was = store.queue;
  store.keepQueue(queued.after(was, answer, answer.state, { then: begun() }), { after: answer.number });
  if (answer.refused) {
    if (now.editing) now.editing.why = answer.refused.why;
    now.isTouched = false;
    feedback.feel("refused");
  } else if (!was.some((note) => note.kind === "edit" && !answer.taken.includes(note.key))) {
    now.editing = null;
  }
  heard(answer.state, { isAnswer: true });
  now.told = answer.refused?.why ?? (answer.stale ? text("stale") : "");
  if (answer.refused) refused(was.find((note) => note.key === answer.refused.key), answer.refused.why);
  flush();
}

// Perhaps only the mark of the page was too old: it is sent once more before anybody is asked.
function unknownNow() {
  if (!now.isUnknown) {
    now.isUnknown = true;
    renewToken().then(flush, () => {});
    return;
  }
  now.told = text("unknown");
  if (data.match) askWho(flush, { match: data.match });
  else joinAgain(flush);
}

// A phone that lost its cookies writes on its practice sheet again: once, and then it is told.
export async function joinAgain(goOn) {
  const { code } = store;
  store.keepCode("");
  if (!code) return;
  try {
    await renewToken();
    await link.join(code);
    goOn();
  } catch {
    store.keepCode(code);
  }
}
