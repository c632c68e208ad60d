// Tiles on squares: a number is dragged onto its square, or tapped; then it lies on the square that is
// proposed or was touched before, and a touch on another one moves it there. A tile that cannot be of
// this turn is the first of the next one, if that is entered on this phone, too.

import { carry } from "../../sheet/carry.js";
import { keyPad } from "./keys.js";
import { Turn } from "./turn.js";

export function laying({ pad, part, board, isOwn, text, update, words, mode, others }) {
  const { here, joker } = pad.own;
  const options = new Map(part.options.map((option) => [option.value, option]));
  const turn = new Turn({ pad, most: part.most });
  const keys = keyPad({ options: part.options, joker, text, press, carried, others });
  let chosen = null; // a free square that was touched
  let picked = null; // the square of a tile that the next touch moves or changes
  let isLoose = false; // it was picked by lying where it was proposed: the next number is another tile's
  let waiting = null; // a number whose square is not known yet
  let isJoker = false;
  let over = null; // { field, value }: a tile on its way
  let then = ""; // what the next turn begins with
  let isNew = !mode; // not what was written before

  const isFree = (field) => Boolean(board.spots[field]?.is_free);
  const label = (value) => options.get(value).label;
  const tile = (field, value) => ({ field, symbol: options.get(value).symbol });
  const held = () => (isLoose ? null : picked);
  const aim = () => held() ?? chosen ?? (waiting ? null : turn.next); // where the next number goes

  // What was refused stays, also on a square that another phone has filled meanwhile: to be moved.
  const mayLie = (field) => (mode === "refused" ? field in board.spots : isFree(field));

  function begin() {
    for (const word of words.split(" ")) {
      const [field, value] = word.split("=");
      if (!mayLie(field) || turn.isFull) continue;
      if (options.has(value)) turn.laid.set(field, value);
      else if (!value) chosen = field;
    }
    if (mode && turn.size === 1) [picked] = turn.laid.keys();
  }

  // Whether a tile on this square is of the next turn.
  const isNext = (field) => !turn.mayHave(field) && (!isOwn || turn.isAgain);

  function lay(field, value, { isMoved = false } = {}) {
    chosen = picked = waiting = null;
    isJoker = isLoose = false;
    const isOther = !isMoved && isNext(field);
    if (isOther && (!isNew || mode === "editing")) turn.laid.clear(); // entered once more
    else if (isOther || (turn.isFull && !turn.laid.has(field))) {
      then = `${field}=${value}`;
      return;
    }
    isNew = true;
    turn.laid.set(field, value);
  }

  function move(from, field, how) {
    const value = turn.laid.get(from);
    turn.laid.delete(from);
    lay(field, value, how);
  }

  function number(value) {
    const field = aim();
    const isProposed = !held() && !chosen;
    isJoker = false;
    if (!field) waiting = waiting === value ? null : value;
    else lay(field, value);
    if (field && isProposed) [picked, isLoose] = [field, true];
  }

  function press(key) {
    if (key === joker) {
      isJoker = !isJoker;
      waiting = null;
    } else number(isJoker ? joker + key : key);
    update();
  }

  // A key in the hand: over a square, and let go there. A joker still needs its number.
  function carried(key, value) {
    const meant = () => (isJoker && value !== joker ? joker + value : value);
    carry(key, {
      board,
      over(field) {
        over = isFree(field) && value !== joker ? { field, value: meant() } : null;
        update();
      },
      dropped(field) {
        over = null;
        if (isFree(field)) drop(field, meant());
        update();
      },
    });
  }

  function drop(field, value) {
    if (value !== joker) return lay(field, value);
    [chosen, picked, waiting, isJoker] = [field, null, null, true];
    return null;
  }

  function tapFree(field) {
    if (waiting) lay(field, waiting);
    else if (picked) move(picked, field, { isMoved: !isLoose });
    else if (isNew && mode !== "editing" && isNext(field)) then = field;
    else chosen = chosen === field ? null : field;
  }

  function tapLaid(field) {
    if (waiting) return lay(field, waiting);
    chosen = null;
    if (picked !== field) picked = field;
    else if (isLoose) picked = null; // it was tapped, and then its square
    else takeBack(field);
    isLoose = false;
    return null;
  }

  function takeBack(field) {
    turn.laid.delete(field);
    picked = null;
    isNew = true;
  }

  function tap(field) {
    over = null;
    if (turn.laid.has(field)) tapLaid(field);
    else if (isFree(field)) tapFree(field);
    update();
  }

  // The tile that a finger on the board moves: the one it came down on, or one that needs a square.
  function slide(path) {
    const value = turn.laid.get(path[0]) ?? waiting ?? turn.laid.get(picked);
    const field = path.at(-1);
    over = value && isFree(field) && !turn.laid.has(field) ? { field, value } : null;
    update();
  }

  function slid(path) {
    const [from, field] = [path[0], path.at(-1)];
    over = null;
    if (!turn.laid.has(from) || turn.laid.has(field)) return tap(field);
    if (isFree(field)) move(from, field, { isMoved: true });
    return update();
  }

  // The last thing touched is as before; what is begun is seen by `begun`.
  function back() {
    if (chosen || waiting || isJoker) [chosen, waiting, isJoker] = [null, null, false];
    else takeBack([...turn.laid.keys()].at(-1));
    isLoose = false;
    picked = null;
    update();
  }

  function says() {
    if (isJoker) return text("triolet.joker_number");
    if (waiting) return text("triolet.where", { tile: label(waiting) });
    if (held()) return text("triolet.move", { tile: label(turn.laid.get(picked)) });
    if (chosen) return text("triolet.number", { field: chosen });
    if (mode === "editing" && !isNew) return text("triolet.change");
    return text(turn.size ? "triolet.more" : "triolet.first");
  }

  begin();
  return {
    place: keys.place,
    learn: (newer) => turn.learn(newer),
    tap,
    slide,
    slid,
    back,
    show() {
      const value = waiting ?? turn.laid.get(held()) ?? "";
      const chosen = [value.replace(joker, ""), isJoker || value.startsWith(joker) ? joker : ""];
      keys.show({ chosen, wanted: aim() && turn.wanted(aim()) });
    },
    // Something else begins: of the next turn, if this one has tiles.
    leave(next) {
      then = next;
      update();
    },
    get words() {
      return turn.size ? turn.words.join(part.joiner) : null;
    },
    get isWhole() {
      return isNew && (turn.isFull || then !== "");
    },
    get isAgain() {
      return turn.isAgain;
    },
    get then() {
      return then;
    },
    get begun() {
      return [...turn.words, ...(chosen ? [chosen] : [])].join(part.joiner);
    },
    get ghosts() {
      const tiles = [...turn.laid];
      if (over) tiles.push([over.field, over.value]);
      const ring = !over && aim();
      return [...tiles.map(([field, value]) => tile(field, value)), ...(ring ? [{ field: ring, symbol: here }] : [])];
    },
    get says() {
      return says();
    },
  };
}
