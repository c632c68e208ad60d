// A magnifier for fields that are smaller than a finger: pressing opens it above the finger, sliding
// moves the aim in it, at its own scale, and releasing sets. One touch, and nothing to close.

import { el } from "./dom.js";

const FINGER_PX = 36; // smaller fields are missed
const FIELD_PX = 48; // how large a field is in the loupe
const SIDE_PX = 176; // of the loupe
const GAP_PX = 56; // between the finger and the loupe

export class Loupe {
  constructor(board) {
    this.board = board;
    this.place = null;
    this.aim = null; // on the screen; null: closed
  }

  get fieldPx() {
    const { svg, size } = this.board;
    return svg.getScreenCTM().a * size; // it is as large as its room is wide or high
  }

  // Only for a finger: a mouse is fine enough. A key that is carried has its aim above the finger.
  open(event, { aim = null } = {}) {
    if (event.pointerType !== "touch" || this.fieldPx >= FINGER_PX) return;
    this.scale = aim ? 1 : this.fieldPx / FINGER_PX; // the finger goes further than the aim
    this.from = { x: event.clientX, y: event.clientY };
    this.pressed = aim ?? this.from;
    this.finger = { ...this.from };
    this.aim = { ...this.pressed };
    this.place = el("div", { class: "loupe", "aria-hidden": "true" });
    document.body.append(this.place);
    this.refresh();
  }

  move(to) {
    if (!this.aim) return;
    this.finger = to;
    if (this.scale === 1) this.aim = to;
    else {
      const { from, pressed, scale } = this;
      this.aim = { x: pressed.x + (to.x - from.x) * scale, y: pressed.y + (to.y - from.y) * scale };
    }
    this.#look();
  }

  close() {
    this.place?.remove();
    this.place = this.aim = null;
  }

  // The board as it is now, with what is being laid.
  refresh() {
    if (!this.aim || !this.board.svg) return;
    const shown = this.board.svg.cloneNode(true);
    shown.removeAttribute("aria-label");
    this.place.replaceChildren(shown);
    this.#look();
  }

  #look() {
    const { size } = this.board;
    const shown = this.place.firstElementChild;
    const across = (SIDE_PX / FIELD_PX) * size;
    const { x, y } = this.board.point(this.aim.x, this.aim.y);
    shown.setAttribute("viewBox", `${x - across / 2} ${y - across / 2} ${across} ${across}`);
    const within = (value, most) => Math.max(4, Math.min(most - SIDE_PX - 4, value));
    const above = this.finger.y - GAP_PX - SIDE_PX;
    const beside = this.finger.x > innerWidth / 2 ? this.finger.x - GAP_PX - SIDE_PX : this.finger.x + GAP_PX;
    this.place.style.left = `${within(above >= 4 ? this.finger.x - SIDE_PX / 2 : beside, innerWidth)}px`;
    this.place.style.top = `${within(above, innerHeight)}px`;
  }
}
