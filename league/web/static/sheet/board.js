// The drawn board: taps and keys become names of fields, entries become ghosts.

import { drawing, svgEl } from "./dom.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  constructor(place, { text, tapped }) {
    this.place = place;
    this.text = text;
    this.tapped = tapped;
    this.spots = {};
    this.current = "";
    place.addEventListener("click", (event) => this.#clicked(event));
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
    const at = this.#point(clientX, clientY);
    let best = null;
    let least = this.size * 0.9;
    for (const [name, spot] of Object.entries(this.spots)) {
      const far = Math.hypot(spot.x - at.x, spot.y - at.y);
      if (far < least) [best, least] = [name, far];
    }
    return best;
  }

  // [{field, symbol, isQuiet, label}]: what is entered, or written and not checked yet.
  ghosts(list) {
    this.layer?.replaceChildren(
      ...list.filter((each) => this.spots[each.field]).map((each) => this.#ghost(each)),
    );
  }

  light(fields) {
    const lit = new Set(fields);
    for (const element of this.#fields()) {
      element.classList.toggle("is-lit", lit.has(element.dataset.field));
    }
  }

  #ghost({ field, symbol, quiet, label }) {
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
    return drawn;
  }

  #fields() {
    return [...this.place.querySelectorAll("[data-field]")];
  }

  #point(clientX, clientY) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.svg.getScreenCTM().inverse());
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

  #clicked(event) {
    if (!this.svg) return;
    const direct = event.target.closest?.("[data-field]")?.dataset.field;
    const field = direct ?? this.fieldAt(event.clientX, event.clientY);
    if (!field) return;
    this.#makeCurrent(field);
    this.tapped(field);
  }

  #pressed(event) {
    if (ARROWS[event.key]) {
      event.preventDefault();
      this.#focus(this.#beside(...ARROWS[event.key]));
    } else if (event.key === "Enter" || event.key === " ") {
      const field = event.target.closest?.("[data-field]")?.dataset.field;
      if (!field) return;
      event.preventDefault();
      this.tapped(field);
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
