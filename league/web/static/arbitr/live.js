// Parts of a page that follow what happens: asked for every few seconds, replaced when they changed.
//
//   <div data-live="/live/cs/events/…/" data-etag='W/"…"' data-me="ids of own entries">…</div>
//   <p data-live-status data-lost="Last seen at {time}" data-gone="…" hidden></p>
//   <div data-live-personal="/events/…/next/">…</div>   fetched again when data-step changes inside
//
// The answer is the same for everybody; what is this viewer's own is marked here, by data-entry. A
// part is not replaced while somebody types in it. Events on the part: live:before, live:swapped;
// live:ask makes it ask at once, when data-live has become another address.

import { learnServerTime } from "./clock.js";
import { keepKey } from "./phone.js";

const EVERY_MS = 2000;
const SOON_MS = 400;
const SLOWEST_MS = 30000;
const GONE = [404, 410];

const isTyping = (part) => part.querySelector("input:focus, select:focus, textarea:focus") !== null;
// A verdict that is on its way is there in a moment.
const usualWait = (part) => (part.querySelector("[data-state='pending']") ? SOON_MS : EVERY_MS);
const stepOf = (part) => [...part.querySelectorAll("[data-step]")].map((each) => each.dataset.step).join();

function markOwn(part) {
  if (!part.dataset.me) return;
  const mine = part.dataset.me.split(" ").map((id) => `[data-entry="${CSS.escape(id)}"]`);
  for (const own of part.querySelectorAll(mine.join())) {
    own.classList.add("is-me");
    own.setAttribute("aria-current", "true");
  }
}

function textsOf(part) {
  const keyed = [...part.querySelectorAll("[data-key]")];
  return new Map(keyed.map((each) => [each.dataset.key, each.textContent.replace(/\s+/g, " ")]));
}

function markChanged(part, before) {
  for (const [key, text] of textsOf(part)) {
    if (before.get(key) === text || !before.has(key)) continue;
    part.querySelector(`[data-key="${CSS.escape(key)}"]`).classList.add("just-changed");
  }
}

// What the reader has opened, scrolled or focused stays so.
function remember(part) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const address = focused?.getAttribute("href");
  const scrolled = [...part.querySelectorAll(".table-box")].map((box) => box.scrollLeft);
  const opened = [...part.querySelectorAll("details[id][open]")].map((fold) => fold.id);
  return () => {
    for (const id of opened) part.querySelector(`#${CSS.escape(id)}`)?.setAttribute("open", "");
    part.querySelectorAll(".table-box").forEach((box, at) => {
      box.scrollLeft = scrolled[at] ?? 0;
    });
    if (address) part.querySelector(`[href="${CSS.escape(address)}"]`)?.focus({ preventScroll: true });
  };
}

const wordsOf = (place) => place.textContent.replace(/\s+/g, " ").trim();

// A message at the top is of what was: "handed in" must not stand over a dispute.
function forgetWhatWasSaid() {
  for (const said of document.querySelectorAll("[data-said]")) said.remove();
}

async function refreshPersonal() {
  for (const place of document.querySelectorAll("[data-live-personal]")) {
    if (isTyping(place)) continue;
    const response = await fetch(place.dataset.livePersonal, {
      headers: { "X-Requested-With": "live" }, // so that no page to log in comes back
    });
    if (!response.ok || isTyping(place)) continue;
    const before = wordsOf(place);
    place.innerHTML = await response.text();
    if (wordsOf(place) !== before) forgetWhatWasSaid();
    window.htmx?.process(place);
    keepKey();
  }
}

// `isOther`: the reader chose something else, so that what differs has not changed.
function swap(part, html, { isOther = false } = {}) {
  const before = textsOf(part);
  const step = stepOf(part);
  const restore = remember(part);
  part.dispatchEvent(new CustomEvent("live:before", { bubbles: true }));
  part.innerHTML = html;
  markOwn(part);
  if (!isOther) markChanged(part, before);
  part.dispatchEvent(new CustomEvent("live:swapped", { bubbles: true }));
  restore();
  if (stepOf(part) !== step) refreshPersonal().catch(() => {}); // the next change tries again
}

function say(kind, seen) {
  const time = seen.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  for (const place of document.querySelectorAll("[data-live-status]")) {
    place.hidden = !kind;
    place.textContent = kind ? place.dataset[kind].replace("{time}", time) : "";
  }
}

function follow(part) {
  let wait = usualWait(part);
  let seen = new Date();
  let timer = null;
  let shown = part.dataset.live;
  let waiting = null; // an answer that came while somebody was typing

  // Hundreds of phones must not ask in step.
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, wait * (0.9 + 0.2 * Math.random()));
  };

  async function ask() {
    if (document.hidden) return; // asked again when it is looked at
    if (waiting !== null && !isTyping(part)) {
      swap(part, waiting);
      waiting = null;
    }
    const address = part.dataset.live;
    try {
      const response = await fetch(address, {
        headers: { "If-None-Match": part.dataset.etag },
        credentials: "omit",
        cache: "no-store",
      });
      if (GONE.includes(response.status)) {
        say("gone", seen);
        return;
      }
      if (!response.ok && response.status !== 304) throw new Error(String(response.status));
      learnServerTime(Date.parse(response.headers.get("Date")));
      if (response.status === 200) {
        const html = await response.text();
        if (part.dataset.live !== address) return; // asked for something else meanwhile
        part.dataset.etag = response.headers.get("ETag");
        if (isTyping(part)) waiting = html;
        else swap(part, html, { isOther: address !== shown });
        shown = address;
      }
      seen = new Date();
      wait = usualWait(part);
      say("", seen);
    } catch {
      wait = Math.min(wait * 2, SLOWEST_MS);
      say("lost", seen);
    }
    later();
  }

  markOwn(part);
  later();
  part.addEventListener("live:ask", () => {
    clearTimeout(timer);
    waiting = null;
    ask();
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden) ask();
  });
}

document.querySelectorAll("[data-live]").forEach(follow);
