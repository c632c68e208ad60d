// Handing in a game: what is typed is kept on this phone until the service has it, seats stay one
// for each person, and the rules are asked while somebody types. What a figure means is the
// server's matter.

import "../arbitr/htmx_parts.js";
import { goneOf, rememberSeats, selects, showIfPlayed, showWhoSits, swapSeats } from "./seats.js";

const CHECK_AFTER_MS = 600;
const UNKEPT = ["csrfmiddlewaretoken", "client_key", "file", "game"];

const form = () => document.getElementById("hand-in");
let timer = null;

// The draft.

// A correction of another version is another draft.
const draftName = () => `${form().dataset.draft}:${form().elements.basis.value}`;

function stored() {
  try {
    return JSON.parse(localStorage.getItem(draftName())) || {};
  } catch {
    return {}; // without storage a draft lasts as long as the page
  }
}

function store(draft) {
  try {
    localStorage.setItem(draftName(), JSON.stringify(draft));
  } catch {
    // As above.
  }
}

function forget() {
  try {
    const own = (name) => name.startsWith(`${form().dataset.draft}:`);
    Object.keys(localStorage).filter(own).forEach((name) => localStorage.removeItem(name));
  } catch {
    // As above.
  }
}

function typed() {
  const values = [...new FormData(form())];
  return values.filter(([name, value]) => !UNKEPT.includes(name) && typeof value === "string");
}

function keep() {
  store({ ...stored(), typed: typed() });
}

function restore() {
  const draft = stored();
  if (!draft.typed || form().hasAttribute("data-answered")) return;
  if (form().querySelector("[data-early]")) return; // somebody has begun again (theme.js)
  if (JSON.stringify(draft.typed) === JSON.stringify(typed())) return;
  const given = new Map();
  for (const [name, value] of draft.typed) given.set(name, [...(given.get(name) || []), value]);
  for (const field of form().elements) {
    if (!field.name || UNKEPT.includes(field.name) || field.name === "basis") continue;
    const values = given.get(field.name) || [];
    if (field.matches("[type='checkbox'], [type='radio']")) field.checked = values.includes(field.value);
    else if (values.length) [field.value] = values;
  }
  const seats = form().querySelector("details.seats-known");
  if (seats) seats.open ||= given.has("absent");
  tell("restored");
}

// The key of what is sent: the same content has the same key, so that it is stored once.

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keyOfContent() {
  const file = form().elements.file?.files[0];
  const content = JSON.stringify([typed(), file ? [file.name, file.size, file.lastModified] : null]);
  const draft = stored();
  if (draft.sent?.content !== content) draft.sent = { content, key: newKey() };
  store({ ...draft, typed: typed() });
  return draft.sent.key;
}

// Seats.

function seatInOrder(order) {
  selects(form()).forEach((select, at) => {
    select.value = order[at];
  });
  rememberSeats(form());
  showWhoSits(form());
}

// The letters beside the figures follow the seats; those who did not come have none.
function showLetters(gone) {
  const order = selects(form()).map((select) => select.selectedOptions[0]?.dataset.of);
  const came = order.filter((entry) => !gone.includes(entry));
  for (const place of form().querySelectorAll("[data-letters]")) {
    const { side } = place.closest("[data-side]").dataset;
    const letters = [..."ABCD"].filter((_letter, at) => came[at] === side);
    if (order.length) place.textContent = letters.join("");
  }
}

// Fields of those who did not come are away.
function showWhoCame() {
  const gone = goneOf(form());
  for (const side of form().querySelectorAll("[data-side]")) {
    side.hidden = gone.includes(side.dataset.side);
  }
  showLetters(gone);
  showIfPlayed(form());
}

// Typing.

function tell(kind) {
  const say = form().querySelector("[data-say]");
  say.hidden = !kind;
  say.textContent = kind ? say.dataset[kind] : "";
  say.classList.toggle("is-info", kind === "restored");
}

function isTooLarge() {
  const file = form().elements.file?.files[0];
  const text = form().elements.record?.value || "";
  const most = Number(form().dataset.mostBytes);
  return (file?.size || 0) > most || text.length > most;
}

function checkSoon() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!isTooLarge()) window.htmx.trigger("#check", "check");
  }, CHECK_AFTER_MS);
}

document.addEventListener("input", (event) => {
  if (!event.target.closest?.("#hand-in")) return;
  if (event.target.matches("[data-seat]")) swapSeats(form(), event.target);
  if (event.target.matches("[data-seat], [data-absent]")) showWhoCame();
  showLastField();
  tell("");
  keep();
  checkSoon();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-order]");
  if (!button) return;
  seatInOrder(button.dataset.order.trim().split(" "));
  showWhoCame();
  keep();
  checkSoon();
});

// From field to field by the keyboard's own key; after the last one it is handed in.

const isSeen = (input) => input.checkVisibility();
const figures = () => [...form().querySelectorAll(".figures input")].filter(isSeen);
const firstTick = () => [...form().querySelectorAll(".way-scores .tick input")].find(isSeen);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !event.target.matches?.("#hand-in .figures input")) return;
  const next = figures()[figures().indexOf(event.target) + 1] ?? firstTick();
  if (!next) return; // the browser sends the form
  event.preventDefault();
  next.focus();
  if (next.matches(".figures input")) next.select();
});

function showLastField() {
  figures().forEach((input, at, all) => {
    input.enterKeyHint = at < all.length - 1 || firstTick() ? "next" : "done";
  });
}

function chooseWay(name) {
  const way = form().querySelector(`[name='way'][value='${name}']`);
  way.checked = true;
  way.dispatchEvent(new Event("input", { bubbles: true }));
}

// What the button would do, as the rules see it now.
function labelButton() {
  const button = form().querySelector("button[type='submit']");
  button.textContent = form().querySelector("[data-send-label]")?.dataset.sendLabel ?? button.dataset.label;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-way]");
  if (!button) return;
  chooseWay(button.dataset.way);
  document.getElementById("check").replaceChildren();
  figures()[0]?.focus();
});

// Dropping a file.

const hasFile = (event) => [...(event.dataTransfer?.types || [])].includes("Files");

document.addEventListener("dragover", (event) => {
  if (!form()?.elements.file || !hasFile(event)) return;
  event.preventDefault(); // dropped beside the place, the browser would leave the page
  form().querySelector("[data-drop]").classList.toggle("is-over", Boolean(event.target.closest?.("#hand-in")));
});

document.addEventListener("drop", (event) => {
  if (!form()?.elements.file || !hasFile(event)) return;
  event.preventDefault();
  form().querySelector("[data-drop]").classList.remove("is-over");
  chooseWay("record");
  form().elements.file.files = event.dataTransfer.files;
  form().elements.file.dispatchEvent(new Event("input", { bubbles: true }));
});

// Sending.

const isHandIn = (event) => event.target.id === "hand-in";

document.addEventListener("htmx:confirm", (event) => {
  if (!isHandIn(event) || !isTooLarge()) return;
  event.preventDefault();
  tell("large");
});

document.addEventListener("htmx:configRequest", (event) => {
  if (!isHandIn(event)) return;
  tell("");
  event.detail.parameters.set("client_key", keyOfContent());
});

for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (isHandIn(event)) tell("lost");
  });
}

document.addEventListener("htmx:responseError", (event) => {
  if (!isHandIn(event)) return;
  const { status } = event.detail.xhr;
  if (status === 413) tell("large");
  else tell(status === 403 ? "unknown" : "broken");
});

document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (!isHandIn(event)) return;
  const { xhr } = event.detail;
  if (xhr.getResponseHeader("HX-Redirect") && !xhr.getResponseHeader("X-Not-Sent")) forget();
});

document.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target.id === "check") {
    labelButton();
    return;
  }
  if (!form()) return;
  start();
  keep();
  const first = form().querySelector("[data-error-summary], .notice[role='alert']");
  first?.scrollIntoView({ block: "start" });
  form().querySelector("[data-error-summary]")?.focus();
});

function start() {
  rememberSeats(form());
  showWhoSits(form());
  showWhoCame();
  showLastField();
}

restore();
start();
