// What a page sent after its session was gone is sent once more: at once with a new mark where that
// was all, else when somebody has logged in over the page. What was typed stays where it is.

import { comeBack } from "./phone.js";
import { renew } from "./session.js";

const UNKNOWN = 401;
const AGAIN = "X-Again"; // so that nothing is sent in circles

let waiting = []; // what to do once somebody is known
let dialog = null;
let isPutOff = false; // by the person: polls do not ask once more

const part = (name) => dialog.querySelector(`[data-again-${name}]`);

function resend({ verb, path, elt, target, formData }, swap) {
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  if (formData.has("csrfmiddlewaretoken")) formData.set("csrfmiddlewaretoken", token);
  window.htmx.ajax(verb, path, { source: elt, target, swap, values: formData, headers: { [AGAIN]: "1" } });
}

// Over the page. `goOn` is done once somebody is known; `match`: a code of its table would do, too.
export async function askWho(goOn, { match = "" } = {}) {
  if (match && !dialog && (await comeBack(match))) {
    goOn?.();
    return;
  }
  if (goOn) waiting.push(goOn);
  if (dialog) return;
  dialog = document.createElement("dialog");
  dialog.className = "again";
  dialog.setAttribute("aria-labelledby", "again-title");
  try {
    const answer = await fetch(`${document.body.dataset.again}?${new URLSearchParams({ match })}`);
    dialog.innerHTML = await answer.text();
  } catch {
    dialog = null; // without network nobody can log in: what comes next asks again
    return;
  }
  document.body.append(dialog);
  dialog.addEventListener("close", () => putOff());
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    send(event.target).catch(() => tell(part("error").dataset.lost));
  });
  part("later").addEventListener("click", () => dialog.close());
  part("send")?.addEventListener("click", () => goOnNow());
  dialog.showModal();
}

function putOff() {
  if (!dialog) return;
  dialog.remove();
  dialog = null;
  waiting = [];
  isPutOff = true;
}

async function goOnNow() {
  await renew().then((who) => (document.body.dataset.who = who));
  const ready = waiting;
  const open = dialog;
  dialog = null;
  waiting = [];
  isPutOff = false;
  open?.remove();
  for (const goOn of ready) goOn();
}

function tell(text) {
  const place = part("error");
  place.hidden = !text;
  place.textContent = text;
}

async function send(form) {
  tell("");
  const answer = await fetch(form.action, {
    method: "POST",
    body: new FormData(form),
    headers: { "X-Requested-With": "XMLHttpRequest" },
  });
  if (answer.status === 204) {
    goOnNow();
    return;
  }
  const isJson = answer.headers.get("Content-Type")?.includes("json");
  const { form: told, location: next } = isJson ? await answer.json() : {};
  if (answer.ok && (await renew())) goOnNow();
  else if (answer.ok && next) elsewhere(next);
  else tell(reasons(told).join(" ") || part("error").dataset.tooOften);
}

const reasons = (told) => [
  ...(told?.errors ?? []),
  ...Object.values(told?.fields ?? {}).flatMap((field) => field.errors),
];

// A second step, such as a code from an app, is taken in a tab of its own.
function elsewhere(address) {
  tell(part("error").dataset.elsewhere);
  part("elsewhere").href = address;
  part("elsewhere").focus();
}

document.addEventListener("htmx:beforeSwap", async (event) => {
  const { xhr, requestConfig, swapOverride } = event.detail;
  if (xhr.status !== UNKNOWN) return;
  event.detail.shouldSwap = false;
  event.detail.isError = false;
  const isPoll = requestConfig.elt.hasAttribute("data-poll");
  if (isPoll && isPutOff) return;
  const goOn = isPoll ? null : () => resend(requestConfig, swapOverride);
  const page = document.body.dataset.who;
  const isSame = (await renew().catch(() => null)) === page;
  if (isSame && goOn && !(AGAIN in requestConfig.headers)) goOn();
  else askWho(goOn, { match: xhr.getResponseHeader("X-At-Match") ?? "" });
});

// Logged in in another tab: back here, it goes on by itself.
document.addEventListener("visibilitychange", async () => {
  if (dialog && !document.hidden && (await renew().catch(() => ""))) goOnNow();
});
