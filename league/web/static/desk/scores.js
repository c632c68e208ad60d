// Results typed without a mouse: table number, scores, Enter. What a score means is the server's
// matter; here are only keys, fields and what becomes of a form on its way.

import "../arbitr/htmx_parts.js";

const line = document.getElementById("line");
const say = document.querySelector("[data-say]");
const sent = new WeakMap(); // form: { marks, key }

const marksIn = (form) => [...form.querySelectorAll("[data-mark]")];
const formOf = (field) => field.closest("[data-game]");
const tableOf = (form) => form.closest("[data-table]").dataset.table;

function tell(kind, table = "", more = {}) {
  const gaps = Object.entries({ table, ...more });
  const said = kind ? say.getAttribute(`data-${kind}`) : "";
  say.textContent = gaps.reduce((text, [name, value]) => text.replace(`{${name}}`, value), said);
}

function goTo(field) {
  field.focus();
  field.select();
  field.closest("[data-table]")?.scrollIntoView({ block: "nearest" });
}

function backToLine() {
  line.value = "";
  line.focus();
}

// Several marks in one text go to the fields one by one; gives the first that is left empty.
function fill(fields, words) {
  words.forEach((word, at) => {
    if (fields[at]) fields[at].value = word;
  });
  return fields.find((field) => !field.value.trim());
}

// What is stored stands in the fields again.
function putBack(form) {
  const fields = marksIn(form);
  for (const each of fields) each.value = each.dataset.mark;
  form.querySelector("[data-ask]")?.remove();
  fields[0].dispatchEvent(new Event("input", { bubbles: true }));
  backToLine();
}

function openForm(row) {
  return row.querySelector("[data-game]:not([data-saved])") || row.querySelector("[data-game]");
}

document.querySelector("[data-line]").addEventListener("submit", (event) => {
  event.preventDefault();
  tell("");
  const [table, ...words] = line.value.trim().split(/\s+/);
  const row = table
    ? document.querySelector(`[data-table="${Number(table)}"]`)
    : document.querySelector("[data-game]:not([data-saved])")?.closest("[data-table]");
  if (!row) {
    if (table) tell("unknown", table);
    return;
  }
  const form = openForm(row);
  const fields = marksIn(form);
  const time = form.querySelector("[data-time]");
  const isByTime = time && words.at(-1)?.toLowerCase() === "t";
  if (isByTime) words.pop();
  if (words.length > fields.length) {
    tell("many", table, { seats: fields.length, numbers: words.length });
    return;
  }
  if (words.length && time) time.checked = isByTime;
  const empty = fill(fields, words);
  line.value = "";
  if (!words.length) goTo(fields[0]);
  else if (empty) goTo(empty);
  else form.requestSubmit();
});

document.addEventListener("keydown", (event) => {
  const field = event.target.closest?.("[data-mark]");
  if (!field) return;
  const fields = marksIn(formOf(field));
  const at = fields.indexOf(field);
  if (event.key === " ") {
    event.preventDefault();
    if (field.value && fields[at + 1]) goTo(fields[at + 1]);
  } else if (event.key === "Escape") {
    putBack(formOf(field));
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const forms = [...document.querySelectorAll("[data-game]")];
    const next = forms[forms.indexOf(formOf(field)) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    event.preventDefault();
    goTo(marksIn(next)[Math.min(at, marksIn(next).length - 1)]);
  }
});

document.addEventListener("input", (event) => {
  const field = event.target.closest?.("[data-mark]");
  if (!field) return;
  field.value = field.value.replace(/[*#]/g, "x"); // a phone's number pad has no x
  const words = field.value.trim().split(/\s+/);
  if (words.length < 2) return;
  const form = formOf(field);
  const fields = marksIn(form);
  const left = fields.slice(fields.indexOf(field));
  if (words.length > left.length) {
    tell("many", tableOf(form), { seats: left.length, numbers: words.length });
    return;
  }
  const empty = fill(left, words);
  if (empty) goTo(empty);
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-mark]")) event.target.select();
});

// Before htmx sends a row: an empty one is left, a third game of two won ones; otherwise typing goes
// on while the row is saved.
function leave(event) {
  const form = event.target;
  if (!form.matches("[data-game]") || event.submitter?.hasAttribute("formaction")) return;
  tell("");
  const typed = form.querySelectorAll("[data-mark], .score-figures input");
  const isEmpty = [...typed].every((field) => field.type === "radio" ? !field.checked : !field.value.trim());
  if (isEmpty) {
    event.preventDefault();
    event.stopPropagation();
  }
  const next = form.nextElementSibling;
  if (!isEmpty && next?.matches("[data-game]:not(.is-spare, [data-saved])")) goTo(marksIn(next)[0]);
  else backToLine();
}

document.addEventListener("submit", leave, { capture: true });

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The same marks sent again have the same key, so that they are stored once.
document.addEventListener("htmx:configRequest", (event) => {
  const form = event.target;
  if (!form.matches("[data-game]")) return;
  const passing = ["csrfmiddlewaretoken", "client_key", "version"];
  const said = [...new FormData(form)].filter(([name]) => !passing.includes(name));
  const marks = JSON.stringify(said);
  if (sent.get(form)?.marks !== marks) sent.set(form, { marks, key: newKey() });
  event.detail.parameters.set("client_key", sent.get(form).key);
});

for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (!event.target.matches("[data-game]")) return;
    event.target.setAttribute("data-unsent", "");
    tell("lost");
  });
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { target, xhr } = event.detail;
  if (target.matches("[data-game]") && xhr.status >= 400 && xhr.status !== 401) tell("fault", tableOf(target));
});

// Rows are saved side by side, and their answers may cross: an older count never replaces a newer.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const coming = fragment.firstElementChild;
  if (Number(coming?.dataset.version) < Number(target.dataset.version)) {
    event.detail.shouldSwap = false;
  }
});

window.addEventListener("beforeunload", (event) => {
  const isTyped = (field) => field.value !== field.dataset.mark;
  if ([...document.querySelectorAll("[data-mark]")].some(isTyped)) event.preventDefault();
});

// A question before something is replaced takes the focus; the way back needs no new page.
document.addEventListener("click", (event) => {
  const keep = event.target.closest?.("[data-keep]");
  if (!keep) return;
  event.preventDefault();
  tell("");
  putBack(formOf(keep));
});

document.addEventListener("htmx:afterSwap", (event) => {
  const target = document.getElementById(event.detail.target.id);
  target?.querySelector("[data-ask] [name=reason]")?.focus();
});
