// The drawn board: touches and keys become names of fields, entries become ghosts.
//
// A touch is one press–slide–release. Its path is the fields it went over; whoever aims anew on the
// way is understood, since what counts are the last fields of the path. Where fields are smaller than
// a finger, a loupe opens under it (loupe.js).

import { drawing, svgEl } from "./dom.js";
import { Loupe } from "./loupe.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FLOAT_MS = 1600;
const MOST = 0.8; // so many of the free fields are nearly all

export class Board {
  constructor(place, { text }) {
    this.place = place;
    this.text = text;
    this.touched = (_path, { isDone: _isDone }) => {}; // while a finger slides, and when it is lifted
    this.spots = {};
    this.current = "";
    this.loupe = new Loupe(this);
    place.addEventListener("pointerdown", (event) => this.#press(event));
    place.addEventListener("pointermove", (event) => this.#slide(event));
    place.addEventListener("pointerup", (event) => this.#release(event));
    place.addEventListener("pointercancel", () => this.#stop());
    // A slide is no scroll: the browser would take the next tap for one that stops it.
    place.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
    // All was said on release: a click after it would fall on whatever has come there since.
    place.addEventListener("touchend", (event) => event.cancelable && event.preventDefault());
    place.addEventListener("keydown", (event) => this.#pressed(event));
  }

  get svg() {
    return this.place.querySelector("svg");
  }

  show(pad) {
    const had = this.place.contains(document.activeElement);
    this.spots = pad.spots;
    this.size = pad.size;
    const drawn = drawing(pad.board);
    drawn.setAttribute("role", "group");
    drawn.setAttribute("aria-label", pad.described ?? "");
    this.place.replaceChildren(drawn);
    this.layer = svgEl("g", { class: "ghosts", "pointer-events": "none" });
    drawn.append(this.layer);
    this.#name();
    if (had) this.#focus(this.current);
  }

  empty() {
    this.spots = {};
    this.place.replaceChildren();
  }

  fieldAt(clientX, clientY) {
    const at = this.point(clientX, clientY);
    let best = null;
    let least = this.size * 0.9;
    for (const [name, spot] of Object.entries(this.spots)) {
      const far = Math.hypot(spot.x - at.x, spot.y - at.y);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  // From the screen to the units of the drawing. While a finger is down the board stays where it was
  // for it, even if words above it come or go.
  point(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.gesture?.toDrawing ?? this.#toDrawing());
  }

  #toDrawing() {
    return this.svg.getScreenCTM().inverse();
  }

  // [{field, symbol, quiet, label, isRefused}]: what is entered, or written and not checked yet.
  ghosts(list) {
    this.layer?.replaceChildren(
      ...list.filter((each) => this.spots[each.field]).map((each) => this.#ghost(each)),
    );
    this.loupe.refresh();
  }

  // Where something can be laid, if that says anything: not when it is everywhere. Where it is nearly
  // everywhere, a game may rather mark the other free fields (`is-mostly-lit`, `is-out`).
  light(fields) {
    const free = Object.values(this.spots).filter((spot) => spot.is_free);
    const lit = new Set(fields.length < free.length ? fields : []);
    this.svg?.classList.toggle("is-mostly-lit", lit.size > free.length * MOST);
    for (const element of this.#fields()) {
      const { field } = element.dataset;
      element.classList.toggle("is-lit", lit.has(field));
      element.classList.toggle("is-out", lit.size > 0 && this.spots[field].is_free && !lit.has(field));
    }
  }

  // What was scored, where it was laid, for a moment.
  float(fields, words) {
    const spots = fields.map((field) => this.spots[field]).filter(Boolean);
    if (!spots.length || !this.svg) return;
    const middle = (axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length;
    const place = { x: middle("x"), y: middle("y"), class: "float", "font-size": this.size * 0.7 };
    const said = svgEl("text", { ...place, "aria-hidden": "true" });
    said.textContent = words;
    this.svg.append(said);
    setTimeout(() => said.remove(), FLOAT_MS);
  }

  // ---- touches

  #press(event) {
    if (!this.svg || !event.isPrimary || event.button || !Object.keys(this.spots).length) return;
    event.preventDefault();
    this.place.setPointerCapture(event.pointerId);
    this.gesture = { path: [], toDrawing: this.#toDrawing() };
    this.loupe.open(event);
    this.#over(event);
  }

  #slide(event) {
    if (!this.gesture || !event.isPrimary) return;
    this.loupe.move({ x: event.clientX, y: event.clientY });
    this.#over(event);
  }

  #over(event) {
    const { x, y } = this.loupe.aim ?? { x: event.clientX, y: event.clientY };
    const field = this.fieldAt(x, y);
    const { path } = this.gesture;
    if (!field || field === path.at(-1)) return;
    path.push(field);
    this.touched(path, { isDone: false });
  }

  #release(event) {
    if (!this.gesture || !event.isPrimary) return;
    const { path } = this.gesture;
    this.gesture = null;
    this.loupe.close();
    if (!path.length) return;
    this.#makeCurrent(path.at(-1));
    this.touched(path, { isDone: true });
  }

  #stop() {
    if (!this.gesture) return;
    this.gesture = null;
    this.loupe.close();
    this.touched([], { isDone: false });
  }

  // ---- drawing

  #ghost({ field, symbol, quiet, label, isRefused }) {
    const { x, y } = this.spots[field];
    const half = this.size / 2;
    const drawn = svgEl("g", { class: quiet ? "ghost is-quiet" : "ghost" });
    if (symbol) {
      const place = { x: x - half, y: y - half, width: this.size, height: this.size };
      drawn.append(svgEl("use", { href: `#${symbol}`, ...place }));
    } else {
      drawn.append(svgEl("circle", { cx: x, cy: y, r: half * 0.8, class: "ghost-ring" }));
    }
    if (label) {
      const written = svgEl("text", { x, y, class: "ghost-label", "font-size": this.size * 0.5 });
      written.textContent = label;
      drawn.append(written);
    }
    if (isRefused) {
      const far = half * 0.6;
      const d = `M${x - far} ${y - far}L${x + far} ${y + far}M${x - far} ${y + far}L${x + far} ${y - far}`;
      drawn.append(svgEl("path", { d, class: "ghost-cross", "stroke-width": this.size * 0.12 }));
    }
    return drawn;
  }

  #fields() {
    return [...this.place.querySelectorAll("[data-field]")];
  }

  #name() {
    const fields = this.#fields();
    if (!this.spots[this.current]) this.current = fields[0]?.dataset.field ?? "";
    for (const element of fields) {
      const { field } = element.dataset;
      const { holds } = this.spots[field] ?? {};
      element.setAttribute("role", "button");
      element.setAttribute("tabindex", field === this.current ? "0" : "-1");
      element.setAttribute(
        "aria-label",
        holds ? this.text("holds", { field, what: holds }) : this.text("free", { field }),
      );
    }
  }

  // ---- keys

  #pressed(event) {
    if (ARROWS[event.key]) {
      event.preventDefault();
      this.#focus(this.#beside(...ARROWS[event.key]));
    } else if (event.key === "Enter" || event.key === " ") {
      const field = event.target.closest?.("[data-field]")?.dataset.field;
      if (!field) return;
      event.preventDefault();
      this.touched([field], { isDone: true });
    }
  }

  // The nearest field that lies more in this direction than across it.
  #beside(right, down) {
    const from = this.spots[this.current];
    let best = this.current;
    let least = Infinity;
    for (const [name, spot] of Object.entries(this.spots)) {
      const along = (spot.x - from.x) * right + (spot.y - from.y) * down;
      const across = Math.abs((spot.x - from.x) * down) + Math.abs((spot.y - from.y) * right);
      if (along <= this.size * 0.1 || across > along * 1.2) continue;
      if (along + across * 2 < least) [best, least] = [name, along + across * 2];
    }
    return best;
  }

  #makeCurrent(field) {
    for (const element of this.#fields()) {
      element.setAttribute("tabindex", element.dataset.field === field ? "0" : "-1");
    }
    this.current = field;
  }

  #focus(field) {
    this.#makeCurrent(field);
    this.#fields()
      .find((element) => element.dataset.field === field)
      ?.focus({ preventScroll: true });
  }
}
