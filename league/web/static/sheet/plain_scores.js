// @ts-check
// Points alone: what a turn brought, by keys that the rules propose. Which they are, and what a turn
// can bring, is the service's to say; a turn without anything is one touch on the bar.

import { el } from "./dom.js";
import { picture } from "./scoreboard.js";

const NOTHING = "0";
const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number)}`;

// `words`: of a turn that was refused, or is changed.
export default function plain({ pad, seat, names, totals, place, text, changed, words, signs }) {
  let digits = "";
  let isMinus = false;
  let amounts = {}; // of each row, what was touched so far
  let ready = ""; // the words of a key that says all
  let isTyped = false; // the last touch was on a digit

  function begin() {
    const pairs = [...words.matchAll(/(?:^| )([a-z_]+) (-?\d+)/g)].map(([, name, change]) => [name, Number(change)]);
    for (const [name, change] of pairs) {
      if (name === pad.digits) [digits, isMinus] = [String(Math.abs(change)), change < 0];
      if (pad.rows.some((row) => row.name === name)) amounts[name] = change;
    }
  }

  const typed = () => Number(digits) * (isMinus ? -1 : 1);
  const sum = () => typed() + Object.values(amounts).reduce((all, each) => all + each, 0);
  const touched = () => {
    draw();
    changed();
  };

  const key = (label, { onclick, ...more }) =>
    el("button", { type: "button", class: "button key", ...more, onclick }, label);

  const keys = () =>
    pad.keys.map(({ label, words: says, sign, seat: other }) =>
      el(
        "button",
        {
          type: "button",
          class: "button point-key",
          disabled: Boolean(digits),
          onclick: () => ((ready = says), changed()),
        },
        sign ? picture(sign, signs) : null,
        label,
        other ? el("small", {}, el("bdi", {}, names[other] ?? "")) : null,
      )
    );

  // Touches add up; the figure itself takes back what was touched of it.
  function row({ name, label, amounts: offered, sign }) {
    const brought = amounts[name] ?? 0;
    const head = el(
      "button",
      {
        type: "button",
        class: "button row-head",
        "aria-label": `${label} ${totals[name] ?? 0} ${brought ? signed(brought) : ""}`,
        onclick: () => {
          delete amounts[name];
          touched();
        },
      },
      sign ? picture(sign, signs) : label,
      el("span", { class: brought ? "is-brought" : "" }, brought ? signed(brought) : String(totals[name] ?? 0)),
    );
    const add = (amount) =>
      key(String(amount), {
        "aria-label": `${label} ${signed(amount)}`,
        onclick: () => {
          amounts[name] = (amounts[name] ?? 0) + amount;
          touched();
        },
      });
    return el("div", { class: "point-row", role: "group", "aria-label": label }, head, ...offered.map(add));
  }

  function press(pressed) {
    if (pressed === "−") isMinus = !isMinus;
    else if (pressed === "⌫") digits = digits.slice(0, -1);
    else if (digits.length < 5) digits = (digits + pressed).replace(/^0+(?=\d)/, "");
    isTyped = /\d/.test(pressed);
    touched();
    place.querySelector(`[data-key="${pressed}"]`)?.focus({ preventScroll: true });
  }

  function numberPad() {
    const named = { "−": text("minus"), "⌫": text("erase") };
    const all = [..."123456789", "−", "0", "⌫"].map((each) =>
      key(each, {
        "data-key": each,
        "aria-label": named[each],
        disabled: each === "−" && !pad.has_minus,
        onclick: () => press(each),
      })
    );
    return [
      el("output", { class: "pad-number" }, digits ? signed(typed()) : isMinus ? "−" : "0"),
      el("div", { class: "number-pad" }, ...all),
    ];
  }

  // With one more digit it would be more than a turn can bring.
  const isFull = () => isTyped && Boolean(pad.bounds) && Number(digits) * 10 > Math.abs(pad.bounds[isMinus ? 0 : 1]);

  function draw() {
    place.replaceChildren(
      ...(pad.keys.length ? [el("div", { class: "point-keys", "data-many": pad.keys.length > 5 }, ...keys())] : []),
      ...(pad.rows.length ? [el("div", { class: "point-rows" }, ...pad.rows.map(row))] : []),
      ...(pad.digits ? numberPad() : []),
    );
  }

  function said() {
    const changes = Object.entries(amounts).map(([name, change]) => `${name} ${change}`);
    if (digits) changes.push(`${pad.digits} ${typed()}`);
    return changes.join(" ");
  }

  begin();
  draw();
  return {
    tap() {},
    clear() {
      [digits, isMinus, amounts, ready] = ["", false, {}, ""];
      draw();
    },
    get entry() {
      const brought = ready || said();
      if (brought) {
        const label = ready ? undefined : `${text("add")} ${signed(sum())}`;
        return { kind: "score", seat, words: brought, isWhole: Boolean(ready) || isFull(), label };
      }
      return pad.nothing ? { kind: "score", seat, words: NOTHING, isWhole: false, label: pad.nothing } : null;
    },
    get begun() {
      return said();
    },
    ghosts: [],
    says: pad.says,
  };
}
