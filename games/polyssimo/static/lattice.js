// Where a piece can lie: the squares of the board as columns and rows, counted from the top left, and
// which of them a piece covers, turned in one way or another. Of rules only this is known here: that a
// piece covers squares of the board, and free ones.

// turned: of each piece, its cells in all eight ways, counted from the one in its middle.
export function latticeOf(spots, { size, turned }) {
  const places = Object.entries(spots);
  const left = Math.min(...places.map(([, spot]) => spot.x));
  const top = Math.min(...places.map(([, spot]) => spot.y));
  const squares = new Map(
    places.map(([name, { x, y }]) => [name, [Math.round((x - left) / size), Math.round((y - top) / size)]]),
  );
  const names = new Map([...squares].map(([name, square]) => [String(square), name]));
  const last = [0, 1].map((axis) => Math.max(...[...squares.values()].map((square) => square[axis])));

  /** The ways that look different; a piece that is its own mirror image has fewer than eight. */
  function sides(piece) {
    const seen = new Map(turned[piece].map((cells, side) => [shapeOf(cells), side]).reverse());
    return [...seen.values()].sort((one, other) => one - other);
  }

  // How it lies with one of its cells on a square, its middle unless told: { side, fields, fits }.
  function way(piece, field, side, grip = 0) {
    const cells = turned[piece][side];
    const [column, row] = squares.get(field);
    const [right, down] = cells[grip];
    const covered = within(cells.map(([x, y]) => [column + x - right, row + y - down]));
    const fields = covered.map((square) => names.get(String(square)));
    const isThere = covered.some(([x, y]) => x === column && y === row);
    return { side, fields, fits: isThere && fields.every((name) => spots[name].is_free) };
  }

  /** All ways to lie on free squares with the middle here; if there is none, any that covers it. */
  function ways(piece, field) {
    const all = (grip) => sides(piece).map((side) => way(piece, field, side, grip));
    const over = all(0).filter(({ fits }) => fits);
    if (over.length) return over;
    const others = turned[piece][0].flatMap((_cell, grip) => all(grip)).filter(({ fits }) => fits);
    return others.filter(({ side }, at) => others.findIndex((one) => one.side === side) === at);
  }

  /** How it lies on just these squares. */
  function found(piece, fields) {
    const wanted = String(inOrder(fields));
    const all = sides(piece).flatMap((side) =>
      fields.filter((name) => spots[name]).map((name) => way(piece, name, side))
    );
    return all.find((one) => String(inOrder(one.fields)) === wanted) ?? null;
  }

  /** Pushed onto the board where it would stick out. */
  function within(cells) {
    const by = [0, 1].map((axis) => {
      const along = cells.map((cell) => cell[axis]);
      return Math.max(0, -Math.min(...along)) - Math.max(0, Math.max(...along) - last[axis]);
    });
    return cells.map(([column, row]) => [column + by[0], row + by[1]]);
  }

  /** To draw it, square by square; crossed where something lies already. */
  function ghosts(piece, { side, fields }, symbols) {
    return fields.map((field, number) => {
      const [x, y] = turned[piece][side][number];
      return { field, symbol: symbols[Math.abs(x + y) % symbols.length], isRefused: !spots[field].is_free };
    });
  }

  return { sides, way, ways, found, ghosts };
}

/** As a record has them: by column, then row. */
export function inOrder(fields) {
  return [...fields].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

function shapeOf(cells) {
  const [left, top] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells.map(([x, y]) => `${x - left},${y - top}`).sort().join(" ");
}
