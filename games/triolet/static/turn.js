// The tiles of a turn that is being entered. Which squares may be filled in one turn, in what order
// they are proposed, and what numbers on them must sum to is known from the rules, as `pad.own.lines`;
// only not while something waits that they have not seen.

export class Turn {
  constructor({ pad, most }) {
    this.joker = pad.own.joker;
    this.learn(pad);
    this.most = most;
    this.laid = new Map(); // square -> value, in the order of laying
  }

  learn(pad) {
    const { lines, begin, extra } = pad.own;
    this.extra = extra;
    this.lines = pad.written?.length ? null : lines.map(([squares, sum]) => ({ squares: squares.split(" "), sum }));
    this.begin = this.lines && begin;
  }

  get size() {
    return this.laid.size;
  }

  // Whether the same player goes on after it.
  get isAgain() {
    return this.extra.some((square) => this.laid.has(square));
  }

  get isFull() {
    return this.size >= this.most;
  }

  get words() {
    return [...this.laid].map(([field, value]) => `${field}=${value}`);
  }

  // Whether a tile on this square may be of the turn; where nobody knows, it is.
  mayHave(field) {
    if (!this.lines || !this.size || this.laid.has(field)) return true;
    const isTurn = this.size === 1 || this.#with().length > 0;
    return !isTurn || this.#with(field).length > 0;
  }

  // Where the next tile lies most likely.
  get next() {
    if (!this.lines || this.isFull) return null;
    if (!this.size) return this.begin || null;
    const goesOn = this.#with().find(({ squares }) => squares.length > this.size);
    return goesOn?.squares.find((field) => !this.laid.has(field)) ?? null;
  }

  // The number that completes a run on this square.
  wanted(field) {
    const others = [...this.laid.keys()].filter((square) => square !== field);
    const line = this.lines?.find(({ squares, sum }) =>
      sum !== null && squares.length === others.length + 1 && [field, ...others].every((one) => squares.includes(one))
    );
    if (!line) return null;
    return String(others.reduce((rest, square) => rest - this.#number(square), line.sum));
  }

  // The lines that have what is laid, and this.
  #with(...more) {
    const fields = [...this.laid.keys(), ...more];
    return this.lines.filter(({ squares }) => fields.every((field) => squares.includes(field)));
  }

  #number(square) {
    return Number(this.laid.get(square).replace(this.joker, ""));
  }
}
