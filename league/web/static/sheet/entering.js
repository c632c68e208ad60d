// What is entered now: a way of input for every position; what is whole is written.

import { draw, drawEntry } from "./drawing.js";
import { tagForm, tagLines } from "./entry_parts.js";
import { hint } from "./help.js";
import { write } from "./outbox.js";
import { data, now, part, root, store, text } from "./page.js";
import * as press from "./press.js";
import * as queued from "./queue.js";
import { wayNow } from "./ways.js";

export const begun = () => (now.isTouched && now.input?.begun) || "";

// With how it looks on the board; null: nothing.
export const begunNow = () => (begun() ? { words: begun(), ghosts: now.input.ghosts } : null);

const writesItself = () => now.input?.entry?.isWhole && !data.confirms && now.state.stage !== "set_up";

// On the board: one press–slide–release over these fields. A way of input that knows no slides takes
// the field where the finger was lifted.
export function touched(path, { isDone }) {
  const { input } = now;
  if (!input) return;
  if (isDone && path.length > 1 && input.slid) input.slid(path);
  else if (isDone) input.tap(path.at(-1));
  else input.slide?.(path);
}

// Something was touched: often many times a second, while a piece is dragged. What is whole is written.
function changed() {
  now.told = now.hinted = "";
  now.scored = null;
  now.isTouched = now.isUsed = true;
  if (writesItself()) {
    endTurn();
    return;
  }
  hint();
  drawEntry();
}

export function clear() {
  now.input.clear();
  now.isTouched = false;
  drawEntry();
}

// What is entered so far is the whole turn.
export function endTurn(entry = now.input?.entry) {
  if (!entry) return;
  now.isTouched = false;
  now.as = "";
  if (now.editing) {
    const { line } = now.editing;
    Object.assign(now.editing, { words: entry.words, why: "" }); // if it is refused, it stays as it was entered
    write({ kind: "edit", seat: line.seat, text: entry.words, target: line.number });
    return;
  }
  const ghosts = entry.ghosts ?? now.input?.ghosts ?? [];
  const kind = now.state.stage === "plain" ? "score" : "action";
  const { then } = queued.refused(store.queue) ?? {}; // begun before this one was put right
  write({ kind, seat: entry.seat ?? now.seat, text: entry.words, ghosts, isAgain: entry.isAgain });
  goOn(entry.then || then?.words);
}

export function confirmSetUp() {
  const tags = now.input?.tags;
  if (tags) write({ kind: "set_up", text: tagLines(tags) });
}

// A new position with what is begun on it: that may be whole there.
export function goOn(words = "") {
  renew({ words });
  if (words && writesItself()) endTurn();
}

// A new position: a new way of input, with what waits on this phone laid on the board. `as`: whom the
// table has chosen to act; `words`: what was begun before.
export function renew({ as = "", words = "" } = {}) {
  press.forget();
  now.input?.free?.();
  now.input = null;
  now.hinted = "";
  now.isWaiting = false;
  part("pad").replaceChildren();
  root.dataset.stage = now.state.stage;
  root.toggleAttribute("data-editing", Boolean(now.editing));
  now.input = wayNow({ as, words, heed: { changed, start: confirmSetUp } });
  now.isTouched = Boolean(words && now.input?.begun);
  drawForm();
  hint();
  draw();
}

// A set-up can be typed, too.
function drawForm() {
  const place = part("form");
  if (!place) return;
  part("form-box").hidden = now.state.stage !== "set_up";
  const lay = (lines) => write({ kind: "set_up", text: lines });
  if (now.state.stage === "set_up") place.replaceChildren(tagForm({ tags: now.state.tags, text, send: lay }));
}
