// Kaleidoskop's way of input: two symbols and two hexes, in whatever order one likes; or, for an
// exchange, the tiles that are shown. A half that is tapped is lifted, and the next tap lays it.
// What it composes are the words of the record: whether they are lawful is the server's to say.

import zoom from "../../sheet/zoom.js";
import { el } from "../../sheet/dom.js";
import { half, iconButton, palette, shownTiles } from "./parts.js";

const put = (list, at, value) => list.map((old, place) => (place === at ? value : old));

export default function input({ pad, place, board, text, changed }) {
  const laying = pad.entries.find((entry) => entry.kind === "place");
  const exchange = pad.entries.find((entry) => entry.kind === "swap");
  const symbols = new Map((laying?.parts[0].options ?? []).map((option) => [option.value, option]));
  const tiles = exchange?.parts[0];
  const view = zoom({ board, size: pad.size });
  let letters = ["", ""];
  let fields = ["", ""];
  let shown = []; // the tiles of an exchange
  let isExchange = false;
  let taken = ""; // the field that was tapped in vain

  const label = (letter) => symbols.get(letter)?.label ?? "";
  const symbol = (letter) => symbols.get(letter)?.symbol ?? pad.own.blank;
  const isShown = () => shown.length === tiles.most;

  // ---- what is done

  function done() {
    draw();
    changed();
  }

  function press(letter) {
    taken = "";
    if (isExchange && isShown()) return;
    const free = letters.indexOf("");
    letters = free < 0 ? [letter, ""] : put(letters, free, letter);
    if (isExchange && !letters.includes("")) show();
    done();
  }

  function show() {
    const written = [letters.join(""), [...letters].reverse().join("")];
    shown = [...shown, tiles.options.find((option) => written.includes(option.value))];
    letters = ["", ""];
  }

  function lift(at) {
    letters = put(letters, at, "");
    done();
  }

  function turn() {
    letters = [...letters].reverse();
    done();
  }

  function hide(at) {
    shown = shown.filter((_tile, place) => place !== at);
    done();
  }

  function change() {
    isExchange = !isExchange;
    clear();
  }

  function look() {
    view.toggle(fields.find(Boolean));
    draw();
  }

  function clear() {
    letters = ["", ""];
    fields = ["", ""];
    shown = [];
    taken = "";
    done();
  }

  function tap(field) {
    if (isExchange) return;
    const at = fields.indexOf(field);
    taken = at < 0 && !board.spots[field].is_free ? field : "";
    if (at >= 0) fields = put(fields, at, "");
    else if (!taken) lay(field);
    if (view.isClose) view.look(field);
    done();
  }

  // Beside the other half; elsewhere the tile begins anew.
  function lay(field) {
    const free = fields.indexOf("");
    const other = fields.find(Boolean);
    const isBeside = free >= 0 && (!other || board.spots[other].neighbours.includes(field));
    fields = isBeside ? put(fields, free, field) : [field, ""];
  }

  // ---- what is seen

  const halves = [0, 1].map((at) => half(() => lift(at)));
  const turning = iconButton("turn", turn);
  const looking = iconButton("closer", look);
  const changing = el("button", { type: "button", class: "button", hidden: !exchange, onclick: change });
  const chosen = el("div", { class: "kaleidoskop-shown" });
  const keys = palette([...symbols.values()], { label: text("kaleidoskop.symbols"), press });
  const tile = el("div", { class: "kaleidoskop-tile", role: "group", "aria-label": text("kaleidoskop.tile") });
  tile.append(...halves.map((one) => one.place));
  place.append(
    el(
      "div",
      { class: "kaleidoskop-input" },
      chosen,
      el("div", { class: "kaleidoskop-row" }, tile, turning.place, looking.place, changing),
      keys.place,
    ),
  );

  function draw() {
    halves.forEach((one, at) => {
      const name = letters[at]
        ? text("kaleidoskop.lift", { symbol: label(letters[at]) })
        : text(at ? "kaleidoskop.second_half" : "kaleidoskop.first_half");
      one.show(symbol(letters[at]), { name, isEmpty: !letters[at], isNext: letters.indexOf("") === at });
    });
    turning.show({ name: text("kaleidoskop.turn"), isHidden: isExchange, isOff: !letters.some(Boolean) });
    looking.show({
      name: text(view.isClose ? "kaleidoskop.whole" : "kaleidoskop.closer"),
      icon: view.isClose ? "whole" : "closer",
      isHidden: isExchange || !view.isNeeded,
    });
    changing.textContent = isExchange ? text("kaleidoskop.lay") : (exchange?.label ?? "");
    keys.show({ pressed: letters, isOff: isExchange && isShown() });
    const hideLabel = (option) => text("kaleidoskop.hide", { tile: option.label });
    chosen.hidden = !isExchange;
    chosen.replaceChildren(...shownTiles(shown, { most: tiles?.most ?? 0, label: hideLabel, hide }));
  }

  function says() {
    if (taken) return text("kaleidoskop.taken", { field: taken, symbol: board.spots[taken].holds });
    if (isExchange) return saysOfExchange();
    const next = letters.indexOf("");
    if (next >= 0) return saysOfSymbol(next);
    const open = fields.indexOf("");
    if (open >= 0) return text("kaleidoskop.tap", { symbol: label(letters[open]) });
    const gaps = { one: label(letters[0]), first: fields[0], two: label(letters[1]), second: fields[1] };
    return text("kaleidoskop.laid", gaps);
  }

  function saysOfSymbol(at) {
    if (fields[at]) return text("kaleidoskop.symbol_on", { field: fields[at] });
    return text(at ? "kaleidoskop.second" : "kaleidoskop.first");
  }

  function saysOfExchange() {
    if (isShown()) return text("kaleidoskop.all_shown", { seat: exchange.seats });
    const gaps = { seat: exchange.seats, count: shown.length + 1, most: tiles.most };
    return text("kaleidoskop.show", gaps);
  }

  draw();
  return {
    tap,
    clear,
    free: () => view.free(),
    get entry() {
      if (isExchange) {
        const words = `swap ${shown.map((option) => option.value).join(tiles.joiner)}`;
        return isShown() ? { kind: "swap", words, seat: exchange.seats } : null;
      }
      const isWhole = ![...letters, ...fields].includes("");
      return isWhole ? { kind: "place", words: `${letters.join("")} ${fields.join("-")}` } : null;
    },
    get begun() {
      if (isExchange) return "swap";
      const laid = fields.some(Boolean) ? fields.join("-") : "";
      return `${letters.join("")} ${laid}`.trim();
    },
    get ghosts() {
      return fields
        .map((field, at) => ({ field, symbol: symbol(letters[at]), quiet: !letters[at] }))
        .filter(({ field }) => field);
    },
    get says() {
      return says();
    },
  };
}
