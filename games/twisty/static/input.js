// A turn of Twisty: tap the square where the pawn stays. The rules have said by which ways it gets
// there; where there are several, the table chooses one, or slides over the squares. Where a pawn is
// hit, the corner where that goes. What the rules did not say is entered square by square.

import { MOST_OFFERED, TurnControls } from "./turn_controls.js";
import { drawWays } from "./way_lines.js";

export default function input(given) {
  return new Turn(given);
}

class Turn {
  constructor({ pad, seat, place, board, text, changed, words }) {
    const { ways, free_corners: freeCorners, ...own } = pad.own;
    Object.assign(this, { seat, board, text, changed, freeCorners, ...own });
    const written = pad.written ?? [];
    this.drawn = this.pawns;
    this.pawns = pawnsAfter(this.pawns, written);
    this.isKnown = !written.length && seat === pad.order[0]; // what the rules said is about this turn
    this.ways = this.isKnown ? waysIn(ways) : [];
    this.canPass = !this.isKnown || pad.entries.some(({ kind }) => kind === "pass");
    this.forget();
    this.takeUp(words);
    this.controls = new TurnControls(this, place);
    this.refresh();
  }

  forget() {
    this.way = [];
    this.victim = ""; // whose pawn is hit
    this.corner = ""; // where that goes
    this.offered = []; // ways to choose from
    this.passes = false;
    this.isByStep = !this.isKnown;
    this.isEnded = false; // the pawn stays, though it could go on
    this.isOnTheWay = false; // a finger is still sliding
    this.isRefused = false; // taken up, and not lawful as it is: it waits for the next touch
  }

  // ---- what was entered before: of a refused entry or an earlier line all, of what was begun what fits

  takeUp(words = "") {
    const [path, hit] = words.split("x");
    if (words === "pass") this.passes = true;
    else if (words.startsWith("?")) this.offer(this.waysTo(words.slice(1)));
    else if (words.startsWith("-")) this.stepOnFrom(path.split("-").filter(Boolean));
    else if (words.endsWith(">")) this.take(this.ways.find((way) => way.join("-") === path) ?? []);
    else if (words && path.split("-").every((square) => this.board.spots[square])) {
      this.way = path.split("-");
      [this.victim, this.corner] = hit?.split(">") ?? ["", ""];
      this.isRefused = this.isKnown && !this.ways.some((way) => way.join("-") === path);
    }
  }

  stepOnFrom(begun) {
    const isFitting = this.ways.some((way) => begun.every((square, at) => way[at] === square));
    if (!begun.length || !isFitting) return;
    this.isByStep = true;
    this.way = begun;
  }

  // ---- touches

  tap(field) {
    const isStop = this.last === field;
    this.passes = this.isOnTheWay = false;
    if (this.isHitOpen && this.freeCorners.includes(field)) this.corner = field;
    else if (this.isByStep) this.step(field);
    else if (isStop && this.offered.length) this.take(this.offered[0]); // twice: the shortest way
    else this.choose(field);
    this.done();
  }

  /** Where the pawn stays. */
  choose(field) {
    const ways = this.waysTo(field);
    const isHome = field === this.home; // perhaps only picked up
    this.forget();
    if (ways.length > 1 || (isHome && ways.length)) this.offer(ways);
    else if (ways.length) this.take(ways[0]);
    else if (!isHome) this.way = [field]; // the service says why not
  }

  offer(ways) {
    this.offered = ways;
    this.way = ways[0] ?? [];
  }

  take(way) {
    this.offered = [];
    this.way = way;
    this.hit();
  }

  hit() {
    const others = Object.keys(this.pawns).filter((each) => each !== this.seat);
    this.victim = others.find((each) => this.pawns[each] === this.last) ?? "";
    this.corner = this.victim && this.isKnown && this.freeCorners.length === 1 ? this.freeCorners[0] : "";
  }

  /** The next square of a way that is entered square by square. */
  step(field) {
    if (field === this.last) this.isEnded = true;
    else if (this.way.length || field !== this.home) this.way = [...this.way, field];
    this.hit();
  }

  /** Square by square, or by the square where it stays. */
  stepwise() {
    const isByStep = !this.isByStep;
    this.forget();
    this.isByStep = isByStep;
    this.done();
  }

  pass() {
    this.forget();
    this.passes = true;
    this.done();
  }

  /** By this way, of those that lead there. */
  go(way) {
    this.take(way);
    this.done();
  }

  slide(path) {
    if (path.length === 1 || this.isHitOpen || this.isByStep) return;
    this.forget();
    this.way = this.along(path) ?? path.slice(-1);
    this.isOnTheWay = true;
    this.done();
  }

  slid(path) {
    const way = this.isByStep || this.isHitOpen ? null : this.along(path);
    if (!way) return this.tap(path.at(-1));
    this.forget();
    this.take(way);
    return this.done();
  }

  /** The way that a finger drew: it also goes over squares between those where the pawn lands. */
  along(path) {
    const isPartOf = (way) => {
      let at = -1;
      return way.every((square) => (at = path.indexOf(square, at + 1)) >= 0);
    };
    const drawn = this.waysTo(path.at(-1)).filter(isPartOf);
    return drawn.sort((one, two) => two.length - one.length)[0] ?? null;
  }

  /** One touch back, while the move is not written. */
  back() {
    const before = this.isByStep ? this.way.slice(0, -1) : [];
    const staysByStep = this.isByStep && this.way.length > 0;
    this.forget();
    this.way = before;
    this.isByStep ||= staysByStep;
    this.done();
  }

  clear() {
    this.forget();
    this.done();
  }

  done() {
    this.refresh();
    this.changed();
  }

  // ---- what the page asks

  get home() {
    return this.pawns[this.seat];
  }

  get last() {
    return this.way.at(-1);
  }

  get isHitOpen() {
    return Boolean(this.victim) && !this.corner;
  }

  waysTo(field) {
    return this.ways.filter((way) => way.at(-1) === field);
  }

  get words() {
    return this.way.join("-") + (this.victim ? `x${this.victim}>${this.corner}` : "");
  }

  get begun() {
    if (this.passes) return "pass";
    if (this.offered.length) return `?${this.last}`;
    if (this.isByStep && !this.victim && (this.way.length || this.isKnown)) return `-${this.words}-`;
    return this.words;
  }

  get entry() {
    if (this.passes) return { kind: "pass", words: "pass", isWhole: true };
    const isOpen = this.offered.length || this.isHitOpen || this.isOnTheWay || this.isRefused;
    if (!this.way.length || isOpen) return null;
    const couldGoOn = this.isByStep && !this.isEnded && !this.victim && this.onward.includes(this.last);
    return { kind: "move", words: this.words, isWhole: !couldGoOn };
  }

  get ghosts() {
    const steps = new Map(); // of a square landed on twice the later number shows
    const shown = this.offered.length ? [] : this.way.slice(0, -1);
    shown.forEach((field, index) => steps.set(field, index + 1));
    const found = [...steps].map(([field, number]) => ({
      field,
      symbol: number > this.numbered ? "twisty-step" : `twisty-step-${number}`,
      isBrief: true,
    }));
    if (this.way.length) found.push(pawnOn(this.last, this.seat));
    if (this.corner) found.push(pawnOn(this.corner, this.victim));
    return found;
  }

  get says() {
    const { seat, victim, text } = this;
    if (this.passes) return text("twisty.passes", { seat });
    if (this.offered.length) return text("twisty.which-way", { square: this.last });
    if (this.isHitOpen) return text("twisty.corner", { victim });
    if (this.isByStep) return text(this.way.length ? "twisty.on" : "twisty.first", { seat });
    if (this.isKnown && this.canPass) return text("twisty.stuck", { seat });
    return text("twisty.jump", { seat });
  }

  // ---- drawing

  refresh() {
    this.controls.refresh();
    this.drawWay();
  }

  /** The way over the squares but under what is laid on them; pawns that left their squares pale. */
  drawWay() {
    this.free();
    const field = (square) => this.board.svg.querySelector(`[data-field="${square}"]`);
    const moving = this.way.length ? [this.seat, this.victim] : [];
    const hasLeft = (seat) => moving.includes(seat) || this.drawn[seat] !== this.pawns[seat];
    const seats = Object.keys(this.drawn).filter(hasLeft);
    this.left = seats.map((seat) => field(this.drawn[seat]));
    this.left.forEach((each) => each.classList.add("twisty-left"));
    if (!this.way.length) return;
    const ways = this.offered.length ? this.offered : [this.way];
    this.lines = drawWays(this.board, ways.slice(0, MOST_OFFERED).map((way) => [this.home, ...way]));
    field(this.last).parentNode.after(this.lines);
  }

  free() {
    this.lines?.remove();
    this.left?.forEach((each) => each.classList.remove("twisty-left"));
  }
}

/** A pawn stands on one square only, also when it moves again before the network is back. */
function pawnOn(field, seat) {
  const symbol = `twisty-pawn-${seat}`;
  return { field, symbol, piece: symbol };
}

/** The ways of a tree like `c1(a2e2(g1))b2`, in which every square ends one: the nearest first. */
function waysIn(tree) {
  const found = [];
  let begun = [];
  for (const [sign] of tree.matchAll(/[()]|[^()]{2}/g)) {
    if (sign === "(") begun = found.at(-1);
    else if (sign === ")") begun = begun.slice(0, -1);
    else found.push([...begun, sign]);
  }
  return found.sort((one, other) => one.length - other.length);
}

/** Where the pawns stand after what waits on this phone, by its words. */
function pawnsAfter(pawns, written) {
  const found = { ...pawns };
  for (const { seat, words } of written.filter((line) => line.words !== "pass")) {
    const [path, hit] = words.split("x");
    const [victim, corner] = hit?.split(">") ?? [];
    if (victim) found[victim] = corner;
    found[seat] = path.split("-").pop();
  }
  return found;
}
