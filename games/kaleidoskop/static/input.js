// Kaleidoskop's way of input: a tile by its key and both fields by one slide, in whatever order one
// likes; or, for an exchange, the tiles that are shown. The tile follows the finger: its second half
// is under it, the first one on the field that the finger came from.
// What it composes are the words of the record: whether they are lawful is the server's to say.

import { el } from "../../sheet/dom.js";
import { exchangeOf } from "./exchange.js";
import { exchangeButton, passButton, shownTiles, tileKeys } from "./parts.js";

export default function input({ pad, names, place, board, text, changed, words, mode = "", fault = "" }) {
  const laying = pad.entries.find((entry) => entry.kind === "place");
  const exchange = exchangeOf(pad);
  const decline = pad.written?.length ? null : pad.entries.find((entry) => entry.kind === "pass"); // a bonus of teams
  const isTileWrong = !fault || pad.own.tile_faults.includes(fault); // else no other tile would do there
  const most = exchange?.parts[0].most ?? 0;
  let tile = "";
  let fields = []; // of its halves, the first one first
  let aimed = null; // the same while a finger is on its way
  let shown = null; // the tiles of an exchange; null: a tile is laid
  let isDeclined = false;
  let isNew = false; // touched since it was refused or since it is changed: only then it is whole
  let vain = ""; // what was touched in vain, and why

  const optionsOf = (entry) => new Map((entry?.parts[0].options ?? []).map((option) => [option.value, option]));
  const tiles = optionsOf(laying ?? exchange);
  const showable = optionsOf(exchange);
  const written = (pad.written ?? []).map((line) => line.words.split(" ")[0]);
  const count = (list, value) => list.filter((each) => each === value).length;
  const leftOf = (value) => (tiles.get(value)?.left ?? 0) - count(written, value);
  const label = (value) => tiles.get(value)?.label ?? value;
  const seatName = () => names[exchange.seats] || exchange.seats;
  const isFree = (field) => board.spots[field]?.is_free;
  const isShown = () => shown?.length === most;

  // ---- what is done

  function done({ isTouch = true } = {}) {
    if (isTouch) isNew = true;
    draw();
    changed();
  }

  function press(value) {
    vain = whyNot(value);
    const isSame = !shown && tile === value; // said once more, and nothing new
    if (!vain && shown) shown = [...shown, value];
    else if (!vain) choose(value);
    done({ isTouch: !vain && !isSame });
  }

  // On the fields that were refused it is not tried again: they are swiped once more.
  function choose(value) {
    tile = value;
    if (mode === "refused" && !isNew && !isTileWrong) fields = [];
  }

  function whyNot(value) {
    if (leftOf(value) <= count(shown ?? [], value)) return text("kaleidoskop.used_up", { tile: label(value) });
    if (!shown) return "";
    if (isShown()) return text("kaleidoskop.all_shown", { seat: seatName() });
    if (!showable.has(value)) return text("kaleidoskop.lowest", { tile: label(value), seat: seatName() });
    return "";
  }

  function change() {
    const isExchange = !shown;
    reset();
    shown = isExchange ? [] : null;
    done();
  }

  function pass() {
    reset();
    isDeclined = true;
    done();
  }

  function hide(at) {
    shown = shown.filter((_tile, place) => place !== at);
    done();
  }

  function reset() {
    [tile, fields, aimed, shown, vain, isDeclined] = ["", [], null, null, "", false];
  }

  function tap(field) {
    aimed = null;
    vain = isFree(field) ? "" : text("kaleidoskop.taken", { field, symbol: board.spots[field].holds });
    if (!vain && !shown) fields = withField(field);
    done({ isTouch: !vain });
  }

  // Beside the one that waits for its other half; elsewhere the tile begins there.
  function withField(field) {
    if (fields.length !== 1) return [field];
    if (fields[0] === field) return [];
    return board.spots[field].neighbours.includes(fields[0]) ? [fields[0], field] : [field];
  }

  function slide(path) {
    if (shown) return;
    aimed = path.length ? pairOn(path) : null;
    vain = "";
    done({ isTouch: false });
  }

  function slid(path) {
    const pair = pairOn(path);
    if (shown || pair.length < 2) {
      tap(path.at(-1));
      return;
    }
    [fields, aimed, vain] = [pair, null, ""];
    done();
  }

  // The last two free fields of the way. A quick finger may have left out the one before the last.
  function pairOn(path) {
    const [second, before] = path.filter(isFree).reverse();
    if (!before) return second ? [second] : [];
    const far = (field) =>
      Math.hypot(board.spots[field].x - board.spots[before].x, board.spots[field].y - board.spots[before].y);
    const [first] = board.spots[second].neighbours.filter(isFree).sort((one, two) => far(one) - far(two));
    return first ? [first, second] : [second];
  }

  // ---- what it begins with

  function begin([kind, rest = ""]) {
    if (kind === "swap" && exchange) shown = rest.split(",").filter((value) => tiles.has(value)).slice(0, most);
    else if (tiles.has(kind)) tile = kind;
    const named = (kind.includes("-") ? kind : rest).split("-");
    if (shown) return;
    // What was refused stays as it was; of what is begun, only what can still be.
    const isWhole = tile && named.every((field) => board.spots[field]);
    fields = isWhole ? named : named.filter(isFree);
  }

  // ---- what is seen

  const strip = el("div", { class: "kaleidoskop-strip" });
  const changing = exchangeButton({ word: text("kaleidoskop.exchange"), name: exchange ? seatName() : "" }, change);
  const declining = decline ? [passButton(decline.label, pass)] : [];
  const name = (value) => text("kaleidoskop.key", { tile: label(value), left: Math.max(leftOf(value), 0) });
  const keys = tileKeys(pad.own.keys, { label: text("kaleidoskop.tiles"), name, press });
  place.append(el("div", { class: "kaleidoskop-input" }, changing, ...declining, strip, keys.place));

  function draw() {
    changing.hidden = Boolean(shown) || !exchange || mode === "editing";
    strip.hidden = !shown;
    const hideName = (value) => text("kaleidoskop.hide", { tile: label(value) });
    const back = el("button", { type: "button", class: "button", onclick: change }, text("kaleidoskop.lay"));
    strip.replaceChildren(...shownTiles(shown ?? [], { most, name: hideName, hide }), mode === "editing" ? "" : back);
    const isOff = (value) => leftOf(value) <= count(shown ?? [], value) || Boolean(shown && !showable.has(value));
    keys.show({ chosen: shown ?? [tile], isOff });
  }

  function says() {
    if (vain) return vain;
    if (mode && !isNew && !aimed) return text(shown ? "kaleidoskop.show_again" : "kaleidoskop.again");
    if (shown) return saysOfExchange();
    const [first, second] = aimed ?? fields;
    if (!tile) {
      if (second) return text("kaleidoskop.which", { first, second });
      return first ? text("kaleidoskop.other_field", { first }) : text("kaleidoskop.choose");
    }
    const [one, two] = [...tile].map((letter) => pad.own.symbols[letter]);
    if (second) return text("kaleidoskop.laid", { one, first, two, second });
    return first ? text("kaleidoskop.beside", { one, first, two }) : text("kaleidoskop.swipe", { one, two });
  }

  function saysOfExchange() {
    if (isShown()) return text("kaleidoskop.all_shown", { seat: seatName() });
    return text("kaleidoskop.show", { count: shown.length + 1, most });
  }

  begin((words || "").split(" "));
  draw();
  return {
    tap,
    slide,
    slid,
    clear() {
      reset();
      done({ isTouch: false });
    },
    // Of an exchange one tile after the other.
    back() {
      if (shown?.length) shown = shown.slice(0, -1);
      else reset();
      done({ isTouch: false });
    },
    get entry() {
      if (!isNew || aimed) return null;
      if (isDeclined) return { kind: "pass", words: "pass", isWhole: true };
      if (shown) {
        return isShown() ? { kind: "swap", words: `swap ${shown}`, seat: exchange.seats, isWhole: true } : null;
      }
      if (!tile || fields.length < 2) return null;
      return { kind: "place", words: `${tile} ${fields.join("-")}`, isWhole: true };
    },
    get begun() {
      if (shown) return `swap ${shown}`.trim();
      const laid = fields.length === 1 ? `${fields[0]}-` : fields.join("-");
      return `${tile} ${laid}`.trim();
    },
    get ghosts() {
      const symbol = (at) => (tile ? `kaleidoskop-${tile[at]}` : "kaleidoskop-blank");
      const label = (at) => (tile ? "" : String(at + 1)); // which half lies where
      return (aimed ?? fields).map((field, at) => ({ field, symbol: symbol(at), label: label(at) }));
    },
    get seat() {
      return shown ? exchange.seats : null;
    },
    get says() {
      return says();
    },
  };
}
