// @ts-check
// What this phone keeps of a sheet: the last state that it saw, and what is not sent yet.
//
// It survives a reload and an empty battery. Without storage it lasts as long as the page.

const PREFIX = "sheet:";
const CODE = ":code";
const HANDS = ":hands";
const STATE = ":state"; // apart from what waits: another tab must not write over that

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Store {
  constructor(id) {
    this.name = PREFIX + id;
    this.kept = this.#read(this.name) ?? { queue: [], after: 0 };
    this.lastState = this.#read(this.name + STATE);
  }

  get queue() {
    return this.kept.queue;
  }

  get after() {
    return this.kept.after;
  }

  get state() {
    return this.lastState;
  }

  keepState(state) {
    this.lastState = state;
    this.#keep(this.name + STATE, state);
  }

  // `after`: the number of the sheet's last act that was known when the queue was begun.
  keepQueue(queue, { after }) {
    this.kept = { queue, after };
    this.#keep(this.name, this.kept);
  }

  // Of a practice sheet: by it this phone writes on it, also after it lost its cookies.
  get code() {
    return this.#read(this.name + CODE) ?? "";
  }

  keepCode(code) {
    this.#keep(this.name + CODE, code);
  }

  // Whose moves are entered here: { isOwn, seats }; null: nobody has said.
  get hands() {
    return this.#read(this.name + HANDS);
  }

  keepHands(hands) {
    this.#keep(this.name + HANDS, hands);
  }

  #read(name) {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "null");
    } catch {
      return null;
    }
  }

  #keep(name, value) {
    const written = JSON.stringify(value);
    try {
      localStorage.setItem(name, written);
    } catch {
      this.#makeRoom(name, written);
    }
  }

  // Boards of other sheets are the first to go: they can be fetched again, what waits cannot.
  #makeRoom(name, written) {
    try {
      Object.keys(localStorage)
        .filter((other) => other.startsWith(PREFIX) && other.endsWith(STATE) && !other.startsWith(this.name))
        .forEach((other) => localStorage.removeItem(other));
      localStorage.setItem(name, written);
    } catch {
      // Then it lasts as long as the page.
    }
  }
}
