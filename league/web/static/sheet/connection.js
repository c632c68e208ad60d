// Between a phone and the server: asks for the state, sends what was written, says how it goes.
//
// The phone says which state it knows; the server answers with what has changed in it.

import { applied } from "./changes.js";

const EVERY_MS = 800;
const QUIET_MS = 3000; // between questions while nobody writes anything
const QUIET_AFTER_MS = 20000;
const SLOWEST_MS = 8000; // while there is no network
const TIMEOUT_MS = 10000;
const UNKNOWN = [401, 403, 404];

const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

// The token stands in a form of the page; its cookie may be closed to scripts.
const csrfToken = () => document.querySelector("[name='csrfmiddlewaretoken']")?.value ?? cookie("csrftoken") ?? "";

async function fetched(address, options = {}) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const headers = { "X-Requested-With": "sheet", ...options.headers };
    return await fetch(address, { cache: "no-store", ...options, headers, signal: abort.signal });
  } finally {
    clearTimeout(timer);
  }
}

// The state that an answer tells, from the one that was known when it was asked for. Null: it cannot be
// told from that one.
function told(said, known) {
  if (!("since" in said)) return said;
  try {
    return said.since === known.version ? applied(known, said.change) : null;
  } catch {
    return null;
  }
}

export class Link {
  // known(): the state of this phone.
  constructor({ urls, known }) {
    this.urls = urls;
    this.known = known;
    this.wait = EVERY_MS; // while there is no network
    this.seen = new Date();
    this.stirred = Date.now(); // when something last happened on the sheet
    this.isOnline = true;
    this.timer = null;
  }

  // heard(state); moved(): called when the network comes or goes; strange(): when the server does not know
  // this phone.
  start({ heard, moved, strange }) {
    Object.assign(this, { heard, moved, strange });
    this.#later();
    document.addEventListener("visibilitychange", () => this.askNow());
    window.addEventListener("online", () => this.askNow());
    window.addEventListener("offline", () => this.#lost());
  }

  askNow() {
    clearTimeout(this.timer);
    this.stirred = Date.now();
    if (!document.hidden) this.#ask();
  }

  #later() {
    clearTimeout(this.timer);
    const isQuiet = Date.now() - this.stirred > QUIET_AFTER_MS;
    const wait = this.isOnline ? (isQuiet ? QUIET_MS : EVERY_MS) : this.wait;
    this.timer = setTimeout(() => this.#ask(), wait * (0.9 + 0.2 * Math.random()));
  }

  async #ask() {
    if (document.hidden) return;
    try {
      const known = this.known();
      const said = await this.#state({ since: known.version ?? "" });
      const state = said && (told(said, known) ?? await this.#state());
      this.#found();
      if (state) this.#hear(state);
    } catch {
      this.#lost();
    }
    this.#later();
  }

  // What the server says of the sheet; null: nothing new.
  async #state(asked = {}) {
    const response = await fetched(`${this.urls.state}?${new URLSearchParams(asked)}`);
    if (response.status === 204) return null;
    if (UNKNOWN.includes(response.status)) await this.strange();
    if (response.status !== 200) throw new Error(String(response.status));
    return response.json();
  }

  #hear(state) {
    this.stirred = Date.now();
    this.heard(state);
  }

  // The answer, or null when there is no way to the server.
  async send(body) {
    const known = this.known();
    this.stirred = Date.now();
    this.#later();
    try {
      const response = await fetched(this.urls.write, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify({ ...body, knows: known.version ?? "" }),
      });
      this.#found();
      if (UNKNOWN.includes(response.status)) {
        return { unknown: true };
      }
      const isJson = response.headers.get("Content-Type")?.includes("json");
      if (!isJson || response.status >= 500) return { failed: true };
      const answer = await response.json();
      if (answer.state) answer.state = told(answer.state, known) ?? await this.#state();
      return answer;
    } catch {
      this.#lost();
      return null;
    }
  }

  // The code of a practice sheet: whoever sent it writes on it.
  async join(code) {
    const headers = { "X-CSRFToken": csrfToken() };
    await fetched(this.urls.code, { method: "POST", headers, body: new URLSearchParams({ code }) });
  }

  async get(address, asked = {}) {
    const response = await fetched(`${address}?${new URLSearchParams(asked)}`);
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  }

  #found() {
    const was = this.isOnline;
    this.seen = new Date();
    this.wait = EVERY_MS;
    this.isOnline = true;
    if (was) return;
    this.stirred = Date.now();
    this.moved?.();
  }

  #lost() {
    const was = this.isOnline;
    this.wait = Math.min(this.wait * 2, SLOWEST_MS);
    this.isOnline = false;
    if (was) this.moved?.();
  }
}
