// @ts-check
// A closer look at a part of the board, where its fields are too small for a thumb: the drawing's
// view box becomes smaller. The view follows what is tapped or focused, and can be dragged.

const THUMB = 38; // pixels: smaller fields are missed
const ACROSS = 8; // fields in the closer view, counted by the size of a piece
const NEAR_EDGE = 1.5; // fields: what is tapped closer to the edge than this moves the view
const MOVE_MS = 140;
const DRAG_PX = 8; // less is a tap

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export default function zoom({ board, size }) {
  const { svg, spots } = board;
  const box = svg.viewBox.baseVal;
  const full = { x: box.x, y: box.y, width: box.width, height: box.height };
  const part = Math.min(1, (ACROSS * size) / full.width);
  let view = full;
  let frame = 0;
  let drag = null;

  const isClose = () => view !== full;
  const pixels = () => svg.getBoundingClientRect().width / view.width;

  function put({ x, y, width, height }) {
    svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  function go(to, { isQuick = isCalm() } = {}) {
    const from = { x: box.x, y: box.y, width: box.width, height: box.height };
    view = to;
    svg.style.touchAction = isClose() ? "none" : "";
    cancelAnimationFrame(frame);
    if (isQuick) return put(to);
    const start = performance.now();
    const step = (now) => {
      const done = Math.min(1, (now - start) / MOVE_MS);
      const between = (name) => from[name] + (to[name] - from[name]) * done * (2 - done);
      put({ x: between("x"), y: between("y"), width: between("width"), height: between("height") });
      if (done < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  }

  // The closer view with its middle at a point, as far as the board reaches.
  function around(x, y) {
    const width = full.width * part;
    const height = full.height * part;
    const within = (value, least, most) => Math.max(least, Math.min(most, value));
    return {
      x: within(x - width / 2, full.x, full.x + full.width - width),
      y: within(y - height / 2, full.y, full.y + full.height - height),
      width,
      height,
    };
  }

  function isWithin({ x, y }) {
    const edge = NEAR_EDGE * size;
    return (
      x >= view.x + edge && x <= view.x + view.width - edge &&
      y >= view.y + edge && y <= view.y + view.height - edge
    );
  }

  function look(field) {
    const spot = spots[field] ?? { x: full.x + full.width / 2, y: full.y + full.height / 2 };
    if (isClose() && isWithin(spot)) return;
    go(around(spot.x, spot.y));
  }

  function follow(event) {
    const field = event.target.closest?.("[data-field]")?.dataset.field;
    if (isClose() && field && event.target.matches(":focus-visible")) look(field);
  }

  function press(event) {
    drag = isClose() && event.isPrimary ? { x: event.clientX, y: event.clientY, view, moved: false } : null;
  }

  function move(event) {
    if (!drag || !event.isPrimary) return;
    const right = event.clientX - drag.x;
    const down = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(right, down) < DRAG_PX) return;
    drag.moved = true;
    const unit = 1 / pixels();
    const from = drag.view;
    go(around(from.x + from.width / 2 - right * unit, from.y + from.height / 2 - down * unit), { isQuick: true });
  }

  // What ends a drag is no tap.
  function click(event) {
    if (drag?.moved) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }
    drag = null;
  }

  // Focus is listened to around the drawing: Chromium makes one that listens itself a place to focus.
  const listeners = [
    [svg.parentElement, "focusin", follow],
    [svg, "pointerdown", press],
    [svg, "pointermove", move],
    [svg, "click", click],
  ];
  listeners.forEach(([on, kind, listener]) => on.addEventListener(kind, listener, true));

  return {
    look,
    toggle: (field) => (isClose() ? go(full) : look(field)),
    get isClose() {
      return isClose();
    },
    // Whether the fields of the whole board are too small for a thumb.
    get isNeeded() {
      return (svg.getBoundingClientRect().width / full.width) * size < THUMB;
    },
    free() {
      listeners.forEach(([on, kind, listener]) => on.removeEventListener(kind, listener, true));
      go(full, { isQuick: true });
    },
  };
}
