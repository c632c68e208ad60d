// A turn of Twisty: tap square after square where the pawn lands; when another pawn stands on the
// last one, the corner where that goes. Whether a step is lawful is the server's to say.

import { button, disable, element, name, press, row, wayLine } from "./twisty-parts.js";

export default function input(given) {
  return new Turn(given);
}

class Turn {
  constructor({ pad, seat, place, board, text, changed }) {
    Object.assign(this, { seat, board, text, changed, ...pad.own });
    // Actions that wait for the network have moved pawns which the pad still shows elsewhere.
    this.isBehind = Boolean(pad.behind) || seat !== pad.order[0];
    this.others = Object.keys(this.pawns).filter((each) => each !== seat).sort();
    this.forget();
    this.makeControls(place);
    this.refresh();
  }

  forget() {
    this.way = [];
    this.corner = ""; // where the pawn goes that is hit
    this.told = ""; // whose that is, where the pad cannot know it
    this.passes = false;
  }

  get last() {
    return this.way[this.way.length - 1];
  }

  get victim() {
    if (!this.way.length) return "";
    return this.told || this.others.find((each) => this.pawns[each] === this.last) || "";
  }

  /** The squares of the way, from where the pawn stands if that is known. */
  get path() {
    return this.isBehind ? this.way : [this.pawns[this.seat], ...this.way];
  }

  tap(field) {
    this.passes = false;
    const isPickedUp = !this.way.length && !this.isBehind && field === this.pawns[this.seat];
    if (field === this.last) this.takeBack();
    else if (this.victim) this.sendTo(field);
    else if (!isPickedUp) this.way.push(field);
    this.done();
  }

  takeBack() {
    this.way.pop();
    this.corner = this.told = "";
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

  tell(victim) {
    this.told = this.told === victim ? "" : victim;
    this.corner = "";
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
    }));
    if (this.way.length) found.push({ field: this.last, symbol: `twisty-pawn-${this.seat}` });
    if (this.corner) found.push({ field: this.corner, symbol: `twisty-pawn-${this.victim}` });
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
    this.shownPath = element("p", "twisty-path");
    this.cornerButtons = this.corners.map((square) =>
      button(() => this.tap(square), { text: square, label: text("twisty.corner-name", { square }) }),
    );
    this.cornerRow = row("twisty-row", "", this.cornerButtons);
    this.hitButtons = this.others.map((victim) =>
      button(() => this.tell(victim), {
        symbol: `pawn-${victim}`,
        label: text("twisty.hits", { victim }),
      }),
    );
    const question = element("span", "twisty-question", text("twisty.whose"));
    this.hitRow = row("twisty-row", text("twisty.whose"), [question, ...this.hitButtons]);
    this.backButton = button(() => this.stepBack(), { text: text("twisty.step-back") });
    this.passButton = button(() => this.pass(), { text: text("twisty.pass") });
    const usual = row("twisty-row", "", [this.backButton, this.passButton]);
    place.append(this.shownPath, this.hitRow, this.cornerRow, usual);
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
    this.hitRow.hidden = !this.isBehind || !this.way.length;
    this.hitButtons.forEach((each, index) => press(each, this.others[index] === victim));
    disable(this.backButton, !this.way.length);
    press(this.passButton, this.passes);
    this.drawWay();
  }

  /** The way over the squares but under what is laid on them; the pawn that left its square pale. */
  drawWay() {
    this.free();
    if (!this.way.length) return;
    const field = (name) => this.board.svg.querySelector(`[data-field="${name}"]`);
    this.line = wayLine(this.board, this.path);
    field(this.last).parentNode.after(this.line);
    if (this.isBehind) return;
    this.left = field(this.pawns[this.seat]);
    this.left.classList.add("twisty-left");
  }

  free() {
    this.line?.remove();
    this.left?.classList.remove("twisty-left");
  }
}
