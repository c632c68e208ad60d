// Dragging a piece: from the strip onto the board, or over the board. Under a finger the piece is
// lifted so that it can be seen; a mouse holds it where it took it.

import { el } from "../../sheet/dom.js";

const FAR = 8; // px: less is a tap
const AIR = 22; // px between the finger and the piece above it

export function followFinger({ svg, strip, lattice, cells, holds, grip, pick, put, dropped }) {
  let held = null; // { pointer, x, y, from, isDragged, offset }
  let floating = null; // the piece while it is not over the board

  function down(event) {
    const one = event.target.closest(".polyssimo-piece");
    if (held || !event.isPrimary || event.button || !(one || holds())) return;
    held = { pointer: event.pointerId, x: event.clientX, y: event.clientY, from: one, isDragged: false };
  }

  function moved(event) {
    if (event.pointerId !== held?.pointer) return;
    if (!held.isDragged) {
      const [right, lower] = [event.clientX - held.x, event.clientY - held.y].map(Math.abs);
      if (Math.max(right, lower) < FAR) return;
      if (held.from && event.pointerType === "touch" && right > lower) return end(); // the strip scrolls
      begin(event);
    }
    follow(event);
  }

  function begin(event) {
    held.isDragged = true;
    if (held.from) pick(held.from);
    held.offset = event.pointerType === "touch" ? lifted() : gripped();
    document.documentElement.classList.add("is-dragging-piece");
  }

  /** From the finger to the middle of the piece, in squares. */
  function lifted() {
    const lowest = Math.max(...cells().map(([, y]) => y));
    return [0, -(lowest + 0.5) - AIR / squareWidth()];
  }

  function gripped() {
    const number = held.from ? -1 : grip(squareUnder(held.x, held.y, [0, 0]));
    return number < 0 ? [0, 0] : cells()[number].map((each) => -each);
  }

  function follow(event) {
    const square = squareUnder(event.clientX, event.clientY, held.offset);
    const isOver = lattice.isNear(square);
    put(isOver ? square : null);
    floating ??= float();
    floating.classList.toggle("is-over", isOver);
    const side = squareWidth();
    const [x, y] = [event.clientX + held.offset[0] * side, event.clientY + held.offset[1] * side];
    floating.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  }

  function float() {
    const drawing = strip.querySelector("[aria-pressed=true] .polyssimo-drawn").cloneNode(true);
    const one = el("div", { class: "polyssimo-float" }, drawing);
    one.style.width = `${squareWidth() * 5}px`;
    document.body.append(one);
    return one;
  }

  function up(event) {
    if (event.pointerId !== held?.pointer) return;
    if (held.isDragged) dropped();
    end();
  }

  function end() {
    held = null;
    floating?.remove();
    floating = null;
    document.documentElement.classList.remove("is-dragging-piece");
  }

  function squareWidth() {
    return svg.getScreenCTM().a * lattice.size;
  }

  function squareUnder(clientX, clientY, [right, lower]) {
    const point = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    return lattice.squareAt(point.x + right * lattice.size, point.y + lower * lattice.size);
  }

  const listeners = [
    [svg, "pointerdown", down],
    [strip, "pointerdown", down],
    [window, "pointermove", moved],
    [window, "pointerup", up],
    [window, "pointercancel", up],
  ];
  for (const [target, name, act] of listeners) target.addEventListener(name, act);

  return {
    free() {
      end();
      for (const [target, name, act] of listeners) target.removeEventListener(name, act);
    },
  };
}
