// What the modules of the sheet share: the page's data and places, and how things stand now.

import { Board } from "./board.js";
import { Link } from "./connection.js";
import { texts } from "./dom.js";
import { isKept } from "./offline.js";
import { Store } from "./store.js";

export const data = JSON.parse(document.getElementById("sheet-data").textContent);
export const text = texts(data.texts);
export const root = document.getElementById("sheet");
export const part = (name) => root.querySelector(`[data-${name}]`);
export const button = (name) => root.querySelector(`[data-do="${name}"]`);
export const store = new Store(data.id);

// The board stands in the page once, for those without scripts; to scripts it is text.
const drawn = part("board").querySelector("noscript")?.textContent.match(/<svg.*<\/svg>/s)?.[0];
if (drawn) data.state.pad.board = drawn;

export const now = {
  state: isKept() && store.state?.number > data.state.number ? store.state : data.state,
  input: null, // the way of entering the next thing
  editing: null, // an earlier line that is entered again, with the board and the scores before it
  seat: "", // who acts; without network the table may change it
  as: "", // whom the table has chosen to act, where only points are kept
  isWaiting: false, // for somebody who enters on another phone
  isSending: false,
  isUnknown: false, // the server did not know who wrote the last time
  isUsed: false, // something was touched since the page was opened
  isTouched: false, // since the last entry, or since it was refused
  told: "", // what went wrong, or what came from another phone
  scored: null, // the newest line, until the next touch
  hinted: "", // what an entry would do
};

export const board = new Board(part("board"), { text });
export const link = new Link({ urls: data.urls, known: () => now.state });
