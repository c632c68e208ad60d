// A turn by keyboard, in the words of the record: Enter writes it, what can follow is listed.

import { completions, entryOf, inCase, whole } from "./completing.js";
import { el } from "./dom.js";
import { now, part, root, store } from "./page.js";
import * as queued from "./queue.js";

const MOST = 8;
const field = part("words");
const list = part("completions");
let proposed = [];
let chosen = -1;
let sent = ""; // comes back if it is refused

// pad(): what can be entered now. send({words, seat, ghosts}); hints(begun): fields on which it can go on, if any.
export function listen({ pad, send, hints }) {
  if (!field) return;
  field.form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (chosen >= 0) take(chosen);
    else write({ pad, send });
  });
  field.addEventListener("input", () => propose({ pad, hints }));
  field.addEventListener("focus", () => propose({ pad, hints }));
  field.addEventListener("blur", () => show([]));
  field.addEventListener("keydown", (event) => pressed(event, () => propose({ pad, hints })));
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, dialog");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open();
  });
}

export function open() {
  root.dataset.typing = "";
  field.focus();
}

export function draw({ isOpen }) {
  if (!field) return;
  field.form.hidden = !isOpen;
  const refused = queued.refused(store.queue);
  const why = part("words-why");
  why.textContent = (sent && refused?.text === sent && refused.why) || "";
  if (why.textContent && !field.value) field.value = sent;
  field.setAttribute("aria-invalid", String(Boolean(why.textContent)));
}

function write({ pad, send }) {
  const typed = field.value.trim().replace(/\s+/g, " ");
  if (!typed || !pad()) return;
  const found = whole(pad(), typed);
  const entry = store.queue.length ? null : found?.entry ?? entryOf(pad(), typed); // null: nobody knows yet
  const seats = entry?.seats ?? now.seat;
  sent = found?.words ?? inCase(pad(), typed);
  field.value = "";
  show([]);
  send({ words: sent, ghosts: [], seat: seats.includes(now.seat) ? now.seat : seats[0] });
}

async function propose({ pad, hints }) {
  const typed = field.value.trimStart();
  if (!pad() || document.activeElement !== field) return show([]);
  const found = completions(pad(), typed);
  show(found);
  const first = found.find((each) => each.field);
  if (!first) return null;
  const lit = await hints(first.words.slice(0, -first.field.length));
  if (lit.length && !list.hidden && field.value.trimStart() === typed) {
    show(found.filter((each) => !each.field || lit.includes(each.field)), { marked: proposed[chosen]?.words });
  }
  return null;
}

// `marked`: what somebody has gone to by the arrows already.
function show(found, { marked = "" } = {}) {
  proposed = found.slice(0, MOST);
  chosen = proposed.findIndex(({ words }) => words === marked);
  list.hidden = !proposed.length;
  field.setAttribute("aria-expanded", String(!list.hidden));
  list.replaceChildren(...proposed.map(option));
  mark();
}

function option({ words, label }, at) {
  // Pressing it must not take the focus from the field.
  const take_ = (event) => {
    event.preventDefault();
    take(at);
  };
  return el(
    "li",
    { id: `completion-${at}`, role: "option", onpointerdown: take_ },
    el("code", {}, words),
    label ? el("span", { class: "meta" }, label) : null,
  );
}

function mark() {
  [...list.children].forEach((each, at) => each.setAttribute("aria-selected", String(at === chosen)));
  if (chosen >= 0) field.setAttribute("aria-activedescendant", `completion-${chosen}`);
  else field.removeAttribute("aria-activedescendant");
}

function take(at) {
  field.value = proposed[at].words;
  field.dispatchEvent(new Event("input"));
}

function pressed(event, again) {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (steps[event.key] && !list.hidden) {
    chosen = (chosen + steps[event.key] + proposed.length + (chosen < 0 && steps[event.key] < 0 ? 1 : 0)) %
      proposed.length;
    mark();
  } else if (steps[event.key]) again();
  else if (event.key === "Tab" && !event.shiftKey && field.value && proposed.length) take(Math.max(chosen, 0));
  else if (event.key === "Escape" && !list.hidden) show([]);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
