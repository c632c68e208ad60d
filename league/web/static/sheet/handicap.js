// The handicap that a table agrees on: how many each takes, and who takes in which order. Not all of it goes
// together: the server says what does. What it refuses is asked again as it was tapped, with the reason.

import { question } from "./dialogs.js";
import { el } from "./dom.js";
import { write } from "./outbox.js";
import { data, text } from "./page.js";
import * as side from "./side.js";

const GROUPS = /.{1,6}/g; // of letters, to be read at a glance

const seats = Object.keys(data.names);

let tapped = null; // {numbers, order}: kept until the page is left

export async function agree({ why = "" } = {}) {
  tapped ??= { numbers: Object.fromEntries(seats.map((seat) => [seat, data.handicap.usual])), order: "" };
  const buttons = [{ label: text("handicap_agreed"), answer: () => true, isPrimary: true }];
  const attributes = { class: "sheet-dialog handicap", "aria-describedby": "handicap-why" };
  if (!(await question(text("handicap"), content(why), buttons, attributes))) return;
  side.close();
  write({ kind: "set_up", text: lines(tapped).join("\n") });
}

// What the server would not take, perhaps long after it was tapped.
export function refused({ kind, text: words }, why) {
  if (kind !== "set_up" || !data.handicap) return;
  tapped = read(words);
  agree({ why });
}

function read(words) {
  const { tag, order } = data.handicap;
  const own = Object.fromEntries(words.split("\n").map((line) => line.split(/ (.*)/)));
  const numbers = own[tag].split(" ").map((word) => word.split("="));
  return {
    numbers: Object.fromEntries(numbers.map(([seat, number]) => [seat, Number(number)])),
    order: own[order] ?? "",
  };
}

function lines({ numbers, order }) {
  const agreed = `${data.handicap.tag} ${seats.map((seat) => `${seat}=${numbers[seat]}`).join(" ")}`;
  return order ? [agreed, `${data.handicap.order} ${order}`] : [agreed];
}

function content(why) {
  const { place, draw } = orderAsked();
  return [
    el("h2", {}, text("handicap")),
    el("p", { id: "handicap-why", class: "handicap-why", hidden: !why }, why),
    numbersAsked({ changed: draw }),
    place,
  ];
}

const who = (seat) => [el("span", { class: "seat-letter" }, seat), el("bdi", {}, data.names[seat])];

const asked = (key, ...fields) => el("fieldset", {}, el("legend", {}, text(key)), ...fields);

function numbersAsked({ changed }) {
  const { least, most } = data.handicap;
  const offered = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  const option = (number, seat) =>
    el("option", { value: number, selected: number === tapped.numbers[seat] }, String(number));
  const choose = (seat) => ({ target }) => {
    tapped.numbers[seat] = Number(target.value);
    changed();
  };
  const fields = seats.map((seat) => {
    const numbers = offered.map((number) => option(number, seat));
    return el("label", {}, ...who(seat), el("select", { onchange: choose(seat) }, ...numbers));
  });
  return asked("handicap_numbers", el("div", { class: "handicap-seats" }, ...fields));
}

// Tapped seat by seat; nothing tapped: the usual order. The buttons stay the same ones, so that the keyboard
// stays on them.
function orderAsked() {
  const told = el("output");
  const key = (seat) => {
    const content = [...who(seat), el("span", { class: "meta" })];
    return el("button", { type: "button", class: "button", onclick: () => take(tapped.order + seat) }, ...content);
  };
  const keys = Object.fromEntries(seats.map((seat) => [seat, key(seat)]));
  const back = el("button", {
    type: "button",
    class: "button",
    "aria-label": text("handicap_back"),
    onclick: () => take(tapped.order.slice(0, -1)),
  }, "⌫");

  function take(order) {
    tapped.order = order;
    draw();
  }

  function draw() {
    const { numbers, order } = tapped;
    told.textContent = order.match(GROUPS)?.join(" ") ?? text("handicap_usual");
    back.disabled = !order;
    for (const [seat, made] of Object.entries(keys)) {
      const left = numbers[seat] - order.split(seat).length + 1;
      made.disabled = left <= 0;
      made.lastChild.textContent = text("handicap_left", { count: Math.max(left, 0) });
    }
  }

  draw();
  const takers = el("div", { class: "handicap-seats" }, ...Object.values(keys));
  const place = asked("handicap_order", el("div", { class: "handicap-order" }, told, back), takers);
  return { place, draw };
}
