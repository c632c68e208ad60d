// The set-up of Twisty: tokens on the board, a corner and a series for every seat. It is laid as it
// lies on the table, or dealt by the server to be copied; whether it is right is the server's to say.

import { Controls, STEPS } from "./set_up_controls.js";

export default function setUp(given) {
  return new SetUp(given);
}

class SetUp {
  constructor({ setup, seats, place, board, text, changed, shuffle }) {
    Object.assign(this, { board, text, changed, shuffle, options: setup.options });
    const { rows, empty, places, colours, corners } = setup.own;
    Object.assign(this, { rows, empty, places, colours: [...colours], corners });
    this.seats = [...seats];
    const { laid, pawns, series } = setup.own;
    this.state = { laid, pawns, series };
    this.before = []; // the states before this one, to go back to
    this.isByRow = true;
    this.chosen = ""; // the token that is laid kind by kind, and by sliding over squares
    this.painted = []; // the squares under a finger that slides
    this.dealt = ""; // "shuffled" or "not-shuffled" until the next tap
    this.step = this.firstStep;
    this.seat = this.openSeat(this.step) ?? this.seats[0];
    this.cursor = this.places.find((field) => !laid[field]);
    this.controls = new Controls(this, place);
    this.nameFields();
  }

  // --- What is there ----------------------------------------------------------------------------

  done(step) {
    const { laid, pawns } = this.state;
    if (step === "tokens") return this.places.filter((field) => laid[field]).length;
    if (step === "pawns") return this.seats.filter((seat) => pawns[seat]).length;
    return this.seats.filter((seat) => this.isWhole(seat)).length;
  }

  all(step) {
    return step === "tokens" ? this.places.length : this.seats.length;
  }

  isWhole(seat) {
    return this.state.series[seat].length === this.colours.length;
  }

  get firstOpen() {
    return STEPS.find((step) => this.done(step) < this.all(step)) ?? "series";
  }

  /** Shuffling is offered first; laying it out, to those who have begun with it. */
  get firstStep() {
    if (this.isDone) return "ready";
    return STEPS.some((step) => this.done(step)) ? this.firstOpen : "choose";
  }

  get isDone() {
    return STEPS.every((step) => this.done(step) === this.all(step));
  }

  left(kind) {
    const option = this.options.find((each) => each.value === kind);
    return option.left - Object.values(this.state.laid).filter((token) => token === kind).length;
  }

  /** All squares are covered, but not with the tokens of the box. */
  get isUnusual() {
    const isFull = this.done("tokens") === this.places.length;
    return isFull && this.options.some(({ value }) => this.left(value) !== 0);
  }

  label(kind) {
    return this.options.find((each) => each.value === kind).label;
  }

  // --- What is tapped ---------------------------------------------------------------------------

  tap(field) {
    if (this.step === "ready") return; // it is being copied
    if (this.corners.includes(field)) this.tapCorner(field);
    else if (this.places.includes(field)) this.tapPlace(field);
  }

  tapPlace(field) {
    this.step = "tokens";
    const { [field]: token, ...laid } = this.state.laid;
    if (token && (this.isByRow || token === this.chosen)) this.change({ laid }, { at: field });
    else if (this.isByRow) this.changeView({ cursor: field });
    else this.lay(this.chosen, field);
  }

  /** One token on all squares that a finger goes over. */
  slid(path) {
    this.painted = [];
    const fields = this.canPaint ? path.filter((field) => this.places.includes(field)) : [];
    if (!fields.length) return this.tap(path.at(-1));
    const painted = Object.fromEntries(fields.map((field) => [field, this.chosen]));
    return this.change({ laid: { ...this.state.laid, ...painted } }, { after: fields.at(-1) });
  }

  slide(path) {
    if (!this.canPaint) return;
    this.painted = path.length > 1 ? path.filter((field) => this.places.includes(field)) : [];
    this.changed();
  }

  get canPaint() {
    return this.step === "tokens" && Boolean(this.chosen);
  }

  tapCorner(field) {
    const { pawns } = this.state;
    const holder = this.seats.find((seat) => pawns[seat] === field);
    const isOpen = !pawns[this.seat];
    const moved = this.step === "pawns" ? this.seat : ""; // when none is open, the chosen one moves
    const seat = holder ?? (isOpen ? this.seat : (this.openSeat("pawns") ?? moved));
    this.step = "pawns";
    if (seat) this.change({ pawns: { ...pawns, [seat]: holder ? "" : field } }, { seat: holder });
    else this.changeView({});
  }

  /** A token of the palette: it lies on the square that comes next, or is to be laid from now on. */
  tapToken(kind) {
    if (!this.isByRow) this.changeView({ chosen: kind });
    else if (this.cursor) this.lay(kind, this.cursor);
  }

  lay(kind, field) {
    this.chosen = kind;
    this.change({ laid: { ...this.state.laid, [field]: kind } }, { after: field });
  }

  /** The next colour of a series, or one that is taken back. The seventh follows from the six. */
  tapColour(seat, colour) {
    const series = this.state.series[seat];
    if (this.isWhole(seat) && series.endsWith(colour)) return;
    const kept = series.replace(colour, "");
    const rest = this.colours.filter((each) => !(kept + colour).includes(each));
    const added = kept + colour + (rest.length === 1 ? rest[0] : "");
    const changed = kept === series ? added : kept;
    this.change({ series: { ...this.state.series, [seat]: changed } });
  }

  // --- How it changes ---------------------------------------------------------------------------

  change(part, { at = "", after = "", seat = "" } = {}) {
    this.before.push(this.state);
    this.state = { ...this.state, ...part };
    this.dealt = "";
    this.cursor = at || this.nextPlace(after);
    if (after && !this.isByRow && this.left(this.chosen) <= 0) this.chosen = this.nextKind;
    this.goOn(seat);
    this.show();
  }

  get nextKind() {
    return this.options.find((each) => this.left(each.value) > 0)?.value ?? this.chosen;
  }

  changeManner() {
    this.changeView({ isByRow: !this.isByRow, chosen: this.chosen || this.nextKind });
  }

  changeView(part) {
    this.dealt = "";
    Object.assign(this, part);
    this.show();
  }

  /** From one seat to the next that is open, and from a step that is done to the next one. */
  goOn(seat) {
    const { step } = this;
    if (STEPS.includes(step) && this.done(step) === this.all(step)) this.step = this.firstOpen;
    const isOpen = step === this.step && this.openSeats(step).includes(this.seat);
    this.seat = seat || (isOpen ? this.seat : (this.openSeat(this.step) ?? this.seat));
  }

  openSeats(step) {
    const { pawns } = this.state;
    return this.seats.filter((seat) => (step === "pawns" ? !pawns[seat] : !this.isWhole(seat)));
  }

  openSeat(step) {
    return this.openSeats(step)[0];
  }

  /** The first bare square after this one in reading order, round the end. */
  nextPlace(field) {
    const from = this.places.indexOf(field || this.cursor) + (field ? 1 : 0);
    const round = [...this.places.slice(from), ...this.places.slice(0, Math.max(from, 0))];
    return round.find((each) => !this.state.laid[each]);
  }

  /** Whose pawn is put into a corner next. */
  chooseSeat(seat) {
    if (this.step === "pawns") this.changeView({ seat });
  }

  goTo(step) {
    this.changeView({ step, seat: this.openSeat(step) ?? this.seats[0] });
  }

  /** For the bar's undo: what is laid last, then the choice to lay it out at all. */
  get begun() {
    return this.step === "choose" ? "" : "laid";
  }

  back() {
    if (!this.before.length) return this.changeView({ step: "choose" });
    this.state = this.before.pop();
    const step = this.isDone || this.step === "ready" ? this.firstStep : this.step;
    return this.changeView({ step, cursor: this.nextPlace("") });
  }

  clear() {
    const none = Object.fromEntries(this.seats.map((seat) => [seat, ""]));
    this.step = "tokens";
    [this.cursor] = this.places;
    this.change({ laid: {}, pawns: none, series: none }, { at: this.cursor, seat: this.seats[0] });
  }

  /** What is not done yet is dealt; when all is, all of it anew. */
  async deal() {
    let tags;
    try {
      tags = await this.shuffle();
    } catch {
      return this.changeView({ dealt: "not-shuffled" });
    }
    const open = this.isDone ? STEPS : STEPS.filter((step) => this.done(step) < this.all(step));
    const dealt = this.read(tags);
    const part = {};
    if (open.includes("tokens")) part.laid = dealt.laid;
    if (open.includes("pawns")) part.pawns = dealt.pawns;
    if (open.includes("series")) part.series = dealt.series;
    this.change(part);
    return this.changeView({ dealt: "shuffled", step: "ready" });
  }

  read(tags) {
    const laid = {};
    tags.Board.split("/").forEach((tokens, row) => {
      [...tokens].forEach((token, column) => {
        if (token !== this.empty) laid[this.rows[row][column]] = token;
      });
    });
    const each = (tag) => Object.fromEntries(this.seats.map((seat) => [seat, tags[tag + seat]]));
    return { laid, pawns: each("Corner"), series: each("Series") };
  }

  show() {
    this.controls.refresh();
    this.nameFields();
    this.changed();
  }

  /** For those who do not see what lies there. */
  nameFields() {
    const { laid, pawns } = this.state;
    for (const element of this.board.svg.querySelectorAll("[data-field]")) {
      const { field } = element.dataset;
      const seat = this.seats.find((each) => pawns[each] === field);
      const what = laid[field] ? this.label(laid[field]) : this.board.spots[field].holds;
      const named = this.text("holds", { field, what });
      element.setAttribute("aria-label", seat ? this.text("twisty.starts", { seat, square: field }) : named);
    }
  }

  // --- What the page asks -----------------------------------------------------------------------

  get tags() {
    if (!this.isDone) return null;
    const { laid, pawns, series } = this.state;
    const rows = this.rows.map((row) => row.map((field) => laid[field] ?? this.empty).join(""));
    const tags = { Board: rows.join("/") };
    for (const seat of this.seats) {
      tags[`Corner${seat}`] = pawns[seat];
      tags[`Series${seat}`] = series[seat];
    }
    return tags;
  }

  get ghosts() {
    const { laid, pawns } = this.state;
    const found = Object.entries(laid).map(([field, token]) => ({
      field,
      symbol: `twisty-token-${token}`,
    }));
    for (const seat of this.seats) {
      if (pawns[seat]) found.push({ field: pawns[seat], symbol: `twisty-pawn-${seat}` });
    }
    for (const field of this.painted) found.push({ field, symbol: `twisty-token-${this.chosen}` });
    if (this.step === "tokens" && this.isByRow && this.cursor) {
      found.push({ field: this.cursor, symbol: "twisty-here" });
    }
    return found;
  }

  get says() {
    const { seat, text } = this;
    if (this.dealt) return text(`twisty.${this.dealt}`);
    if (this.isUnusual) return text("twisty.other-counts");
    if (this.isDone) return text("twisty.ready");
    if (this.step === "choose") return text("twisty.choose");
    if (this.step === "pawns") return text("twisty.seat-corner", { seat });
    if (this.step === "series") return text("twisty.every-series");
    if (this.isByRow) return text("twisty.which", { square: this.cursor });
    return text("twisty.where", { token: this.label(this.chosen) });
  }
}
