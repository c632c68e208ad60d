// @ts-check
// Plain scorekeeping: whose points, which figure, how many.

import { el } from "./dom.js";
import { nameOf } from "./scoreboard.js";

export default function plain({ state, names, place, text, changed, chosen }) {
  const sides = state.standings.map((side) => side.seats[0]);
  let seat = sides.includes(chosen.seat) ? chosen.seat : sides[0];
  let field = state.fields.find((each) => each.name === chosen.field) ?? state.fields[0];
  let digits = "";
  let isMinus = false;

  const totalOf = (side, name) => state.totals[side.side]?.[name] ?? 0;

  function table() {
    const head = state.fields.map((each) => el("th", { scope: "col" }, each.label));
    const rows = state.standings.map((side) =>
      el(
        "tr",
        {},
        el("th", { scope: "row" }, el("bdi", {}, side.seats.map((one) => nameOf(names, one)).join(" + "))),
        ...state.fields.map((each) => el("td", { class: "num" }, String(totalOf(side, each.name)))),
      )
    );
    return el(
      "div",
      { class: "table-box", tabindex: "0", role: "group", "aria-label": text("total") },
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, el("td", {}), ...head)),
        el("tbody", {}, ...rows),
      ),
    );
  }

  const pressed = (isOn) => ({ type: "button", class: "button", "aria-pressed": String(isOn) });
  const group = (label, buttons) => el("div", { class: "pad-row", role: "group", "aria-label": label }, ...buttons);

  function keys() {
    const press = (key) => () => {
      if (key === "−") isMinus = !isMinus;
      else if (key === "⌫") digits = digits.slice(0, -1);
      else if (digits.length < 5) digits = (digits + key).replace(/^0+(?=\d)/, "");
      draw();
      place.querySelector(`[data-key="${key}"]`).focus({ preventScroll: true });
    };
    const named = { "−": text("minus"), "⌫": text("erase") };
    return [..."123456789", "−", "0", "⌫"].map((key) =>
      el(
        "button",
        { type: "button", class: "button key", "data-key": key, "aria-label": named[key], onclick: press(key) },
        key,
      )
    );
  }

  function draw() {
    const people = state.standings.map((side) =>
      el(
        "button",
        { ...pressed(side.seats[0] === seat), onclick: () => ((seat = side.seats[0]), draw()) },
        side.seats.map((one) => nameOf(names, one)).join(" + "),
      )
    );
    const figures = state.fields.map((each) =>
      el("button", { ...pressed(each === field), onclick: () => ((field = each), draw()) }, each.label)
    );
    place.replaceChildren(
      table(),
      group(text("for_whom"), people),
      state.fields.length > 1 ? group(text("what"), figures) : "",
      el("output", { class: "pad-number" }, `${isMinus ? "−" : ""}${digits || "0"}`),
      el("div", { class: "number-pad" }, ...keys()),
    );
    changed();
  }

  draw();
  return {
    tap() {},
    clear() {
      [digits, isMinus] = ["", false];
      draw();
    },
    get entry() {
      if (!digits) return null;
      Object.assign(chosen, { seat, field: field.name });
      return { kind: "score", seat, words: `${field.name} ${Number(digits) * (isMinus ? -1 : 1)}` };
    },
    begun: "",
    ghosts: [],
    says: "",
  };
}
