// Between a phone and the server: asks for the state, sends what was written, says how it goes.

const EVERY_MS = 800;
const SLOWEST_MS = 8000;
const TIMEOUT_MS = 10000;

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

export class Link {
  // heard(state); moved({isOnline, seen}): called when the network comes or goes.
  constructor({ urls, heard, moved }) {
    this.urls = urls;
    this.heard = heard;
    this.moved = moved;
    this.etag = "";
    this.wait = EVERY_MS;
    this.seen = new Date();
    this.isOnline = true;
    this.timer = null;
  }

  start() {
    this.#later();
    document.addEventListener("visibilitychange", () => this.askNow());
    window.addEventListener("online", () => this.askNow());
    window.addEventListener("offline", () => this.#lost());
  }

  askNow() {
    clearTimeout(this.timer);
    if (!document.hidden) this.#ask();
  }

  #later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), this.wait * (0.9 + 0.2 * Math.random()));
  }

  async #ask() {
    if (document.hidden) return;
    try {
      const response = await fetched(this.urls.state, {
        headers: { "If-None-Match": this.etag },
      });
      if (response.status === 200) {
        this.etag = response.headers.get("ETag");
        this.heard(await response.json());
      } else if (response.status !== 304) {
        throw new Error(String(response.status));
      }
      this.#found();
    } catch {
      this.#lost();
    }
    this.#later();
  }

  // The answer, or null when there is no way to the server.
  async send(body) {
    try {
      const response = await fetched(this.urls.write, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
        body: JSON.stringify(body),
      });
      this.#found();
      if ([401, 403, 404].includes(response.status)) {
        return { unknown: true, match: response.headers.get("X-At-Match") };
      }
      const isJson = response.headers.get("Content-Type")?.includes("json");
      if (!isJson || response.status >= 500) return { failed: true };
      return await response.json();
    } catch {
      this.#lost();
      return null;
    }
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
    if (!was) this.moved();
  }

  #lost() {
    const was = this.isOnline;
    this.wait = Math.min(this.wait * 2, SLOWEST_MS);
    this.isOnline = false;
    if (was) this.moved();
  }
}
