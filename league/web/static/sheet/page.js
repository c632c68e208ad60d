// What the modules of the sheet share: the page's data and places, and how things stand now.

import { texts } from "./dom.js";
import { isKept } from "./offline.js";
import { Store } from "./store.js";

export const data = JSON.parse(document.getElementById("sheet-data").textContent);
export const text = texts(data.texts);
export const root = document.getElementById("sheet");
export const part = (name) => root.querySelector(`[data-${name}]`);
export const button = (name) => root.querySelector(`[data-do="${name}"]`);
export const store = new Store(data.id);

export const now = {
  state: isKept() && store.state?.number > data.state.number ? store.state : data.state,
  input: null, // the way of entering the next thing
  editing: null, // an earlier line that is entered again, with the board before it
  seat: "", // who acts; without network the table may change it
  isSending: false,
  told: "", // what went wrong
  hinted: "", // what an entry would do
};
