// What this phone keeps of a sheet: the last state that it saw, and what is not sent yet.
//
// It survives a reload and an empty battery. Without storage it lasts as long as the page.

const PREFIX = "sheet:";
const KEPT_SHEETS = 12;

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Store {
  constructor(id) {
    this.name = PREFIX + id;
    this.kept = this.#read() ?? { state: null, queue: [], after: 0, at: 0 };
  }

  get queue() {
    return this.kept.queue;
  }

  get after() {
    return this.kept.after;
  }

  get state() {
    return this.kept.state;
  }

  keepState(state) {
    this.#keep({ ...this.kept, state });
  }

  // `after`: the number of the sheet's last act that was known when the queue was begun.
  keepQueue(queue, { after }) {
    this.#keep({ ...this.kept, queue, after });
  }

  #read() {
    try {
      return JSON.parse(localStorage.getItem(this.name));
    } catch {
      return null;
    }
  }

  #keep(kept) {
    this.kept = { ...kept, at: Date.now() };
    try {
      localStorage.setItem(this.name, JSON.stringify(this.kept));
    } catch {
      this.#makeRoom();
    }
  }

  // Sheets with nothing to send are the first to go.
  #makeRoom() {
    try {
      const others = Object.keys(localStorage)
        .filter((name) => name.startsWith(PREFIX) && name !== this.name)
        .map((name) => [name, JSON.parse(localStorage.getItem(name))])
        .filter(([, kept]) => !kept?.queue?.length)
        .sort(([, one], [, two]) => (one?.at ?? 0) - (two?.at ?? 0));
      for (const [name] of others.slice(0, Math.max(1, others.length - KEPT_SHEETS))) {
        localStorage.removeItem(name);
      }
      localStorage.setItem(this.name, JSON.stringify(this.kept));
    } catch {
      // Then it lasts as long as the page.
    }
  }
}
