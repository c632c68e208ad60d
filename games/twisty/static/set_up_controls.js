// The keys of Twisty's set-up, one step at a time: how to begin, a palette of tokens, the seats with
// their corners, their series; and all of it, to be copied onto the table.

import { el } from "../../sheet/dom.js";
import { button, disable, name, picture, press, row } from "./parts.js";

export const STEPS = ["tokens", "pawns", "series"];

export class Controls {
  constructor(setUp, place) {
    this.setUp = setUp;
    this.text = setUp.text;
    this.dealers = [];
    this.steps = this.makeSteps();
    this.palette = this.makePalette();
    this.seats = this.makeSeats();
    this.series = this.makeSeries();
    this.shown = {
      choose: [this.makeChoice()],
      tokens: [this.palette.row, this.steps.row],
      pawns: [this.seats.row, this.steps.row],
      series: [this.series.row, this.steps.row],
      ready: [this.seats.row, this.makeReady()],
    };
    this.place = el("div", { class: "twisty-controls" });
    place.append(this.place);
    this.refresh();
  }

  // --- Made once ----------------------------------------------------------------------------------

  makeChoice() {
    const deal = this.dealer("twisty.shuffle", "button primary twisty-deal");
    deal.append(el("small", {}, this.text("twisty.shuffle-how")));
    const lay = button(() => this.setUp.goTo("tokens"), { text: this.text("twisty.by-hand") });
    return row("twisty-choose", "", [deal, lay]);
  }

  makeReady() {
    const change = button(() => this.setUp.goTo("tokens"), { text: this.text("twisty.change") });
    return row("twisty-row", "", [this.dealer("twisty.shuffle-again", "button"), change]);
  }

  makeSteps() {
    const buttons = STEPS.map((step) => button(() => this.setUp.goTo(step), { text: this.text(`twisty.${step}`) }));
    const counts = buttons.map((each) => each.appendChild(el("small")));
    const deal = this.dealer("twisty.shuffle-rest", "button twisty-quiet");
    return { row: row("twisty-steps", "", [...buttons, deal]), buttons, counts };
  }

  makePalette() {
    const buttons = this.setUp.options.map(({ value }) =>
      button(() => this.setUp.tapToken(value), { look: "twisty-choice", symbol: `token-${value}` })
    );
    const counts = buttons.map((each) => each.appendChild(el("small")));
    const manner = button(() => this.setUp.changeManner(), {
      look: "button twisty-manner",
      text: this.text("twisty.by-kind"),
    });
    const made = row("twisty-palette", this.text("twisty.tokens"), [...buttons, manner]);
    return { row: made, buttons, counts, manner };
  }

  makeSeats() {
    const buttons = this.setUp.seats.map((seat) =>
      button(() => this.setUp.chooseSeat(seat), { look: "button", symbol: `pawn-${seat}` })
    );
    const notes = buttons.map((each) => each.appendChild(el("span", { class: "twisty-note" })));
    return { row: row("twisty-seats", "", buttons), buttons, notes };
  }

  /** A row for every seat: the colours, with their places in its series. */
  makeSeries() {
    const { seats, colours } = this.setUp;
    const keys = seats.map((seat) =>
      colours.map((colour) =>
        button(() => this.setUp.tapColour(seat, colour), { look: "twisty-choice", symbol: `cube-${colour}` })
      )
    );
    const places = keys.map((each) => each.map((key) => key.appendChild(el("small"))));
    const rows = seats.map((seat, at) =>
      row("twisty-colours", this.text("twisty.series-name", { seat }), [picture(`pawn-${seat}`), ...keys[at]])
    );
    return { row: row("twisty-all-series", "", rows), keys, places };
  }

  /** A key that has the rest dealt; it waits for the answer. */
  dealer(key, look) {
    const made = button(() => this.waitForDeal(), { look, text: this.text(key), label: this.text(key) });
    this.dealers.push(made);
    return made;
  }

  async waitForDeal() {
    if (this.isDealing) return;
    this.isDealing = true;
    this.dealers.forEach((each) => disable(each, true));
    await this.setUp.deal();
    this.isDealing = false;
    this.dealers.forEach((each) => disable(each, false));
  }

  // --- As things stand ----------------------------------------------------------------------------

  refresh() {
    const { step } = this.setUp;
    this.refreshSteps();
    this.refreshTokens();
    this.refreshSeats();
    this.refreshSeries();
    if (this.at !== step) this.place.replaceChildren(...this.shown[step]);
    this.at = step;
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
    const { buttons, counts, manner } = this.palette;
    setUp.options.forEach(({ value, label }, index) => {
      const count = setUp.left(value);
      counts[index].textContent = String(count);
      buttons[index].classList.toggle("is-gone", count === 0);
      buttons[index].classList.toggle("is-odd", count < 0 || (setUp.isUnusual && count !== 0));
      name(buttons[index], this.text("twisty.left", { token: label, count }));
      press(buttons[index], value === setUp.chosen);
    });
    press(manner, !setUp.isByRow);
  }

  refreshSeats() {
    const { step, seats, state } = this.setUp;
    seats.forEach((seat, index) => {
      const [made, note] = [this.seats.buttons[index], this.seats.notes[index]];
      const square = state.pawns[seat];
      const series = [...state.series[seat]];
      const starts = this.text(square ? "twisty.starts" : "twisty.no-corner", { seat, square });
      const colours = series.map((colour) => this.setUp.label(colour)).join(", ") || "–";
      const isReady = step === "ready";
      press(made, !isReady && seat === this.setUp.seat);
      name(made, isReady ? this.text("twisty.series-of", { seat, colours }) : starts);
      note.replaceChildren(...(isReady ? series.map((colour) => picture(`cube-${colour}`)) : [square || "–"]));
    });
  }

  refreshSeries() {
    const { seats, colours, state } = this.setUp;
    seats.forEach((seat, at) =>
      colours.forEach((colour, index) => {
        const place = state.series[seat].indexOf(colour) + 1;
        const [key, shown] = [this.series.keys[at][index], this.series.places[at][index]];
        const token = this.setUp.label(colour);
        shown.textContent = place ? String(place) : "";
        key.classList.toggle("is-placed", place > 0);
        name(key, this.text(place ? "twisty.placed" : "twisty.not-placed", { seat, token, place }));
      })
    );
  }
}
