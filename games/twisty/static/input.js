// A turn of Twisty: tap square after square where the pawn lands; when another pawn stands on the
// last one, the corner where that goes. Whether a step is lawful is the server's to say.

import { el } from "../../sheet/dom.js";
import { button, disable, name, press, row, wayLine } from "./parts.js";

export default function input(given) {
  return new Turn(given);
}

class Turn {
  constructor({ pad, seat, place, board, text, changed }) {
    Object.assign(this, { seat, board, text, changed, ...pad.own });
    this.drawn = this.pawns;
    this.pawns = pawnsAfter(this.pawns, pad.written ?? []);
    this.forget();
    this.makeControls(place);
    this.refresh();
  }

  forget() {
    this.way = [];
    this.corner = ""; // where the pawn goes that is hit
    this.passes = false;
  }

  get last() {
    return this.way[this.way.length - 1];
  }

  get victim() {
    const others = Object.keys(this.pawns).filter((each) => each !== this.seat);
    return others.find((each) => this.pawns[each] === this.last) ?? "";
  }

  /** The squares of the way, from where the pawn stands. */
  get path() {
    return [this.pawns[this.seat], ...this.way];
  }

  tap(field) {
    this.passes = false;
    const isPickedUp = !this.way.length && field === this.pawns[this.seat];
    if (field === this.last) this.takeBack();
    else if (this.victim) this.sendTo(field);
    else if (!isPickedUp) this.way.push(field);
    this.done();
  }

  takeBack() {
    this.way.pop();
    this.corner = "";
  }

  sendTo(field) {
    if (this.corners.includes(field)) this.corner = field === this.corner ? "" : field;
  }

  clear() {
    this.forget();
    this.done();
  }

  pass() {
    const passes = !this.passes;
    this.forget();
    this.passes = passes;
    this.done();
  }

  done() {
    this.refresh();
    this.changed();
  }

  get begun() {
    if (this.passes) return "pass";
    return this.way.join("-") + (this.victim ? `x${this.victim}>${this.corner}` : "");
  }

  get entry() {
    if (this.passes) return { kind: "pass", words: "pass" };
    const isWhole = this.way.length && (!this.victim || this.corner);
    return isWhole ? { kind: "move", words: this.begun } : null;
  }

  get ghosts() {
    const steps = new Map(); // of a square landed on twice the later number shows
    this.way.slice(0, -1).forEach((field, index) => steps.set(field, index + 1));
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
    const { seat, victim, corner } = this;
    if (this.passes) return this.text("twisty.passes", { seat });
    if (!this.way.length) return this.text("twisty.jump", { seat });
    if (!victim) return this.text("twisty.on");
    return this.text(corner ? "twisty.hit-done" : "twisty.corner", { victim, corner });
  }

  makeControls(place) {
    const { text } = this;
    this.shownPath = el("p", { class: "twisty-path" });
    this.cornerButtons = this.corners.map((square) =>
      button(() => this.tap(square), { text: square, label: text("twisty.corner-name", { square }) })
    );
    this.cornerRow = row("twisty-row", "", this.cornerButtons);
    this.backButton = button(() => this.stepBack(), { text: text("twisty.step-back") });
    this.passButton = button(() => this.pass(), { text: text("twisty.pass") });
    const usual = row("twisty-row", "", [this.backButton, this.passButton]);
    const controls = [this.shownPath, this.cornerRow, usual];
    place.append(el("div", { class: "twisty-controls" }, ...controls));
  }

  stepBack() {
    if (!this.way.length) return;
    this.takeBack();
    this.done();
  }

  refresh() {
    const { victim, corner } = this;
    const path = this.way.length ? this.path : [...this.path, "…"];
    this.shownPath.textContent = path.join(" → ") + (corner ? `; ${victim} → ${corner}` : "");
    this.cornerRow.hidden = !victim;
    name(this.cornerRow, this.text("twisty.corners", { victim }));
    this.cornerButtons.forEach((each, index) => press(each, this.corners[index] === corner));
    disable(this.backButton, !this.way.length);
    press(this.passButton, this.passes);
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
    this.line = wayLine(this.board, this.path);
    field(this.last).parentNode.after(this.line);
  }

  free() {
    this.line?.remove();
    this.left?.forEach((each) => each.classList.remove("twisty-left"));
  }
}

/** A pawn stands on one square only, also when it moves again before the network is back. */
function pawnOn(field, seat) {
  const symbol = `twisty-pawn-${seat}`;
  return { field, symbol, piece: symbol };
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
