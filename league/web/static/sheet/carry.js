// A key that can be dragged onto the board: one press–slide–release lays what it stands for.

const DRAG_PX = 10; // moved less, it was tapped: then it is clicked as any other key
const ABOVE_PX = 44; // what is carried is held above the finger, which would hide it

const aimOf = ({ clientX, clientY, pointerType }) => ({
  x: clientX,
  y: clientY - (pointerType === "touch" ? ABOVE_PX : 0),
});

// over(field): while it is held there; dropped(field): let go. Null: not on the board.
export function carry(key, { board, over, dropped }) {
  let from = null; // where the finger came down
  let isCarried = false;
  let field = null;

  function press(event) {
    if (!event.isPrimary || event.button) return;
    from = { x: event.clientX, y: event.clientY };
    [isCarried, field] = [false, null];
    key.setPointerCapture(event.pointerId);
  }

  function move(event) {
    if (!from) return;
    if (!isCarried && Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG_PX) return;
    const aim = aimOf(event);
    if (isCarried) board.loupe.move(aim);
    else board.loupe.open(event, { aim });
    const next = board.fieldAt(aim.x, aim.y);
    if (isCarried && next === field) return;
    isCarried = true;
    field = next;
    over(field);
  }

  function end(at) {
    if (!from) return;
    from = null;
    board.loupe.close();
    if (isCarried) dropped(at);
  }

  key.classList.add("can-be-carried");
  key.addEventListener("pointerdown", press);
  key.addEventListener("pointermove", move);
  key.addEventListener("pointerup", () => end(field));
  key.addEventListener("pointercancel", () => end(null));
  // Else the browser may take a quick drag for a fling, and swallow the next tap.
  key.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
  // Soon after a drag browsers take a tap for the end of it, and no click comes: so it is made here.
  key.addEventListener("touchend", (event) => {
    if (event.cancelable) event.preventDefault();
    if (!isCarried) key.click();
  });
  // The click that ends a drag is no tap.
  key.addEventListener("click", (event) => isCarried && event.stopImmediatePropagation(), true);
}
