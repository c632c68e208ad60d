// The controls of Twisty's set-up: a palette of tokens, the seats with their corners and series.

import { el } from "../../sheet/dom.js";
import { button, disable, name, picture, press, row, show } from "./parts.js";

export const STEPS = ["tokens", "pawns", "series"];

export class Controls {
  constructor(setUp, place) {
    this.setUp = setUp;
    this.text = setUp.text;
    this.steps = this.makeSteps();
    this.palette = this.makePalette();
    this.manners = this.makeManners();
    this.seats = this.makeSeats();
    this.cards = this.makeCards();
    this.colours = this.makeColours();
    this.undo = button(() => setUp.undo(), { text: this.text("twisty.step-back") });
    this.deal = button(() => this.waitForDeal(), { text: this.text("twisty.shuffle") });
    const last = row("twisty-row", "", [this.undo, this.deal]);
    const { steps, palette, seats, cards, colours, manners } = this;
    const rows = [steps, palette, seats, cards, colours].map((each) => each.row);
    place.append(el("div", { class: "twisty-controls" }, ...rows, last, manners.row));
    this.refresh();
  }

  makeSteps() {
    const buttons = STEPS.map((step) => button(() => this.setUp.goTo(step), { text: this.text(`twisty.${step}`) }));
    const counts = buttons.map((each) => each.appendChild(el("small")));
    return { row: row("twisty-steps", "", buttons), buttons, counts };
  }

  makePalette() {
    const buttons = this.setUp.options.map(({ value }) =>
      button(() => this.setUp.tapToken(value), { look: "twisty-choice", symbol: `token-${value}` })
    );
    const counts = buttons.map((each) => each.appendChild(el("small")));
    return { row: row("twisty-palette", this.text("twisty.tokens"), buttons), buttons, counts };
  }

  makeManners() {
    const buttons = [true, false].map((isByRow) =>
      button(() => this.setUp.changeView({ isByRow }), {
        look: "button small",
        text: this.text(isByRow ? "twisty.by-row" : "twisty.by-kind"),
      })
    );
    return { row: row("twisty-row", this.text("twisty.how"), buttons), buttons };
  }

  makeSeats() {
    const buttons = this.setUp.seats.map((seat) =>
      button(() => this.setUp.changeView({ seat }), { look: "button", symbol: `pawn-${seat}` })
    );
    const notes = buttons.map((each) => each.appendChild(el("span", { class: "twisty-note" })));
    return { row: row("twisty-seats", "", buttons), buttons, notes };
  }

  /** The series of the seat that is chosen; a tap takes a card back. */
  makeCards() {
    const buttons = this.setUp.colours.map((_, index) =>
      button(() => this.takeColour(index), { look: "twisty-choice twisty-card", symbol: "shield" })
    );
    return { row: row("twisty-colours", this.text("twisty.series"), buttons), buttons };
  }

  makeColours() {
    const buttons = this.setUp.colours.map((colour) =>
      button(() => this.setUp.tapColour(colour), {
        look: "twisty-choice",
        symbol: `cube-${colour}`,
        label: this.setUp.label(colour),
      })
    );
    return { row: row("twisty-colours", "", buttons), buttons };
  }

  takeColour(index) {
    const { seat, state } = this.setUp;
    if (index < state.series[seat].length) this.setUp.takeColour(index);
  }

  async waitForDeal() {
    if (this.isDealing) return;
    this.isDealing = true;
    disable(this.deal, true);
    await this.setUp.deal();
    this.isDealing = false;
    disable(this.deal, false);
  }

  refresh() {
    const { setUp } = this;
    this.refreshSteps();
    this.refreshTokens();
    this.refreshSeats();
    this.refreshSeries();
    disable(this.undo, !setUp.before.length);
    const key = setUp.isDone ? "twisty.shuffle-again" : "twisty.shuffle";
    this.deal.firstChild.textContent = this.text(key);
  }

  refreshSteps() {
    STEPS.forEach((step, index) => {
      const [done, all] = [this.setUp.done(step), this.setUp.all(step)];
      const { buttons, counts } = this.steps;
      press(buttons[index], step === this.setUp.step);
      buttons[index].classList.toggle("is-done", done === all);
      counts[index].textContent = done === all ? "✓" : `${done}/${all}`;
      const title = this.text(`twisty.${step}`);
      name(buttons[index], `${title}: ${this.text("twisty.done-of", { done, all })}`);
    });
  }

  refreshTokens() {
    const { setUp } = this;
    const { row: palette, buttons, counts } = this.palette;
    palette.hidden = this.manners.row.hidden = setUp.step !== "tokens";
    setUp.options.forEach(({ value, label }, index) => {
      const count = setUp.left(value);
      counts[index].textContent = String(count);
      buttons[index].classList.toggle("is-gone", count === 0);
      buttons[index].classList.toggle("is-odd", count < 0 || (setUp.isUnusual && count !== 0));
      name(buttons[index], this.text("twisty.left", { token: label, count }));
      if (setUp.isByRow) buttons[index].removeAttribute("aria-pressed");
      else press(buttons[index], value === setUp.chosen);
    });
    this.manners.buttons.forEach((each, index) => press(each, setUp.isByRow === (index === 0)));
  }

  refreshSeats() {
    const { step, seats, state } = this.setUp;
    this.seats.row.hidden = step === "tokens";
    seats.forEach((seat, index) => {
      const made = this.seats.buttons[index];
      const note = this.seats.notes[index];
      const series = [...state.series[seat]];
      press(made, seat === this.setUp.seat);
      if (step === "pawns") {
        const square = state.pawns[seat];
        note.replaceChildren(square || "–");
        name(made, this.text(square ? "twisty.starts" : "twisty.no-corner", { seat, square }));
      } else {
        note.replaceChildren(...series.map((colour) => picture(`cube-${colour}`)));
        if (!series.length) note.replaceChildren("–");
        const colours = series.map((colour) => this.setUp.label(colour)).join(", ") || "–";
        name(made, this.text("twisty.series-of", { seat, colours }));
      }
    });
  }

  refreshSeries() {
    const { step, seat, state, colours } = this.setUp;
    this.cards.row.hidden = this.colours.row.hidden = step !== "series";
    const series = state.series[seat];
    colours.forEach((colour, index) => {
      const [card, choice] = [this.cards.buttons[index], this.colours.buttons[index]];
      const laid = series[index];
      show(card.firstChild, laid ? `card-${laid}` : "");
      disable(card, !laid);
      const token = laid && this.setUp.label(laid);
      name(card, laid ? this.text("twisty.take-back", { token }) : String(index + 1));
      disable(choice, series.includes(colour));
    });
  }
}
