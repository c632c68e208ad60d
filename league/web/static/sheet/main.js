// The score sheet. What may be written is the server's to say: no rule of a game stands here.
//
// What is entered whole goes into a queue on the phone at once, then to the server, in order. The server
// takes what is lawful; what it refuses stays on the board, crossed, until the table changes or drops it.

import "../arbitr/live.js"; // the clock of the round
import { comeBack } from "../arbitr/phone.js";
import * as actions from "./actions.js";
import { draw } from "./drawing.js";
import * as entering from "./entering.js";
import { hintsFor } from "./help.js";
import * as handicap from "./handicap.js";
import { heard } from "./news.js";
import { forgetPage, keepPage } from "./offline.js";
import * as outbox from "./outbox.js";
import { board, data, link, now, root, store } from "./page.js";
import * as press from "./press.js";
import * as side from "./side.js";
import { loadWays, padNow } from "./ways.js";
import * as writing from "./writing.js";

// What can be typed now; null: nothing.
const padToType = () => (now.input && now.state.stage === "playing" ? now.editing?.pad ?? padNow() : null);

function moved() {
  if (link.isOnline) outbox.flush();
  draw();
}

function listen() {
  board.touched = entering.touched;
  actions.listen();
  press.listen();
  side.listen();
  outbox.listen({ heard, begun: entering.begunNow, refused: handicap.refused });
  writing.listen({ pad: padToType, send: entering.endTurn, hints: hintsFor });
}

async function start() {
  await loadWays();
  listen();
  store.keepState(now.state);
  if (data.code) store.keepCode(data.code);
  else if (data.isPractice) outbox.joinAgain(() => location.reload());
  entering.renew();
  link.start({ heard, moved, strange: () => comeBack(data.match) });
  outbox.flush();
  root.dataset.ready = "";
  if (now.state.stage === "closed") forgetPage();
  else keepPage(data.urls.worker);
}

start();
