// The keys of a turn of Twisty, in one row that is always there: ways to choose from, corners for a pawn
// that is hit, a way that is entered square by square, or what else can be done.

import { el } from "../../sheet/dom.js";
import { button, press } from "./parts.js";

export const MOST_OFFERED = 3; // more would not be told apart on the board

export class TurnControls {
  constructor(turn, place) {
    this.turn = turn;
    this.text = turn.text;
    this.row = el("div", { class: "twisty-keys", role: "group" });
    place.append(this.row);
  }

  refresh() {
    const { turn } = this;
    if (turn.offered.length) this.show(this.ways(), this.text("twisty.which-way", { square: turn.last }));
    else if (turn.isHitOpen) this.show(this.corners(), this.text("twisty.corners", { victim: turn.victim }));
    else if (turn.isByStep) this.show(this.steps());
    else this.show(this.others());
  }

  show(keys, label = "") {
    this.row.setAttribute("aria-label", label);
    this.row.replaceChildren(...keys);
  }

  ways() {
    const { turn, text } = this;
    const chips = turn.offered.slice(0, MOST_OFFERED).map((way, index) => {
      const between = way.slice(0, -1).join(" ");
      const made = button(() => turn.go(way), { look: "button twisty-chip", text: between || text("twisty.straight") });
      made.dataset.way = String(index + 1);
      made.setAttribute("aria-label", text("twisty.way", { way: way.join(" → ") }));
      return made;
    });
    return [...chips, this.stepwise(text("twisty.another-way"))];
  }

  corners() {
    const { turn, text } = this;
    const squares = turn.isKnown ? turn.freeCorners : turn.corners;
    return squares.map((square) =>
      button(() => turn.tap(square), {
        look: "button twisty-corner",
        text: `${arrow(turn.board.spots, square)} ${square}`,
        label: text("twisty.corner-name", { square }),
      })
    );
  }

  steps() {
    const { turn } = this;
    const way = [turn.home, ...turn.way, "…"].join(" → ");
    const keys = [el("output", { class: "twisty-path" }, way)];
    if (!turn.isKnown && !turn.way.length) keys.push(this.pass());
    if (turn.isKnown) keys.push(this.stepwise(this.text("twisty.by-step")));
    return keys;
  }

  others() {
    return this.turn.canPass ? [this.pass()] : [this.stepwise(this.text("twisty.by-step"))];
  }

  pass() {
    const look = this.turn.isKnown ? "button primary" : "button";
    return button(() => this.turn.pass(), { look, text: this.text("twisty.pass") });
  }

  stepwise(words) {
    const made = button(() => this.turn.stepwise(), { look: "button twisty-switch", text: words });
    press(made, this.turn.isByStep);
    return made;
  }
}

/** Towards which end of the board a corner lies. */
function arrow(spots, square) {
  const all = Object.values(spots);
  const isLeft = spots[square].x === Math.min(...all.map(({ x }) => x));
  const isAbove = spots[square].y === Math.min(...all.map(({ y }) => y));
  if (isAbove) return isLeft ? "↖" : "↗";
  return isLeft ? "↙" : "↘";
}
