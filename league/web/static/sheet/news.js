// What comes from the server: a newer sheet, after an entry of this phone or of another.

import { draw, drawEntry } from "./drawing.js";
import { begun, goOn } from "./entering.js";
import * as feedback from "./feedback.js";
import { forgetPage } from "./offline.js";
import { board, data, now, store, text } from "./page.js";
import * as press from "./press.js";
import { nameOf } from "./scoreboard.js";
import { padNow } from "./ways.js";

export function heard(newer, { isAnswer = false } = {}) {
  const { state } = now;
  if (newer.number < state.number) return; // asked for before something was written, answered after
  const isNews = newer.number !== state.number || newer.stage !== state.stage;
  const isOtherBoard = isAnswer || boardOf(newer) !== boardOf(state);
  now.state = newer;
  store.keepState(newer);
  if (newer.wiped && !state.wiped) location.reload(); // names are of the page, not of the state
  if (newer.stage === "closed") forgetPage();
  if (!isNews && !isOtherBoard) return;
  const line = newest(newer);
  const { isWaiting: wasWaiting, isTouched: wasBegun } = now;
  const isFresh = line && line.number > (newest(state)?.number ?? 0);
  if (isFresh && !isAnswer) now.as = ""; // somebody else goes on
  if (isFresh) now.scored = line;
  if (isOtherBoard) show();
  else draw();
  if (isFresh) scored(line, { isOwn: isAnswer, wasBegun });
  if (wasWaiting && !now.isWaiting) feedback.feel("yours");
}

const newest = ({ log, scores }) => scores.at(-1) ?? log.at(-1);

const boardOf = ({ pad, stage, turn, totals, set_up: setUp }) =>
  JSON.stringify([stage, totals && [turn, totals], pad?.board, pad?.order, setUp?.board]);

// What is under a finger stays until it is lifted.
function show() {
  press.afterwards(() => goOn(begun()));
  if (!press.isDown()) return;
  if (now.state.pad && !now.editing) {
    board.show(padNow());
    now.input?.learn?.(padNow());
  }
  draw();
}

// What an entry brought: where it lies, in words, and in the scores.
function scored(line, { isOwn, wasBegun }) {
  const won = line.points && line.points !== "0" ? `+${sumOf(line)}` : line.reckoned.match(/^\+\d+/)?.[0];
  if (won) board.float(line.fields, won);
  if (isOwn) feedback.feel("taken");
  if (!isOwn && wasBegun) now.told = elsewhere(line);
  drawEntry();
}

// Who is entering something is told what came between, and whether it had to go.
function elsewhere(line) {
  const told = text("elsewhere", { name: nameOf(data.names, line.seat), words: line.said });
  return now.isTouched ? told : `${told} ${text("begun_gone")}`;
}

const sumOf = ({ gained }) => gained.reduce((sum, [, figure]) => sum + Number(figure), 0);
