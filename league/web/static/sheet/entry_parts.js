// @ts-check
// Input by the parts of an entry, for games that have no way of input of their own; and a set-up that is
// typed.

import { el } from "./dom.js";

const LISTS = ["fields", "options", "pairs"];

// The words of an action, by the entry's pattern; what stands in brackets only with its parts.
export function composed(entry, values) {
  const optional = (_whole, inner) => [...inner.matchAll(/\{(\w+)\}/g)].some(([, name]) => values[name]) ? inner : "";
  return entry.pattern
    .replace(/\[([^\]]*)\]/g, optional)
    .replace(/\{(\w+)\}/g, (_whole, name) => values[name] ?? "")
    .trim();
}

const isWhole = (entry, values) => entry.parts.every((part) => part.least === 0 || values[part.name]);

// Tapping: options as buttons, fields on the board, one part after the other.
export default function input({ pad, place, text, changed }) {
  let entry = pad.entries[0];
  let given = {};

  const next = () => entry?.parts.find((part) => !isFull(part)) ?? null;
  const isFull = (part) => (given[part.name]?.length ?? 0) >= (LISTS.includes(part.kind) ? part.most : 1);
  const values = () =>
    Object.fromEntries(
      Object.entries(given).map(([name, list]) => {
        const part = entry.parts.find((each) => each.name === name);
        return [name, list.join(part.joiner)];
      }),
    );
  const give = (part, value) => {
    given[part.name] = [...(given[part.name] ?? []), value];
    draw();
    changed();
  };

  function chooser() {
    if (pad.entries.length < 2) return null;
    const buttons = pad.entries.map((each) =>
      el("button", {
        type: "button",
        class: "button",
        "aria-pressed": String(each === entry),
        onclick: () => choose(each),
      }, each.label)
    );
    return el("div", { class: "pad-row", role: "group" }, ...buttons);
  }

  function palette() {
    const part = next();
    if (!part?.options.length) return null;
    const buttons = part.options.map((option) =>
      el("button", {
        type: "button",
        class: "button",
        disabled: option.left === 0,
        onclick: () => give(part, option.value),
      }, option.label)
    );
    return el("div", { class: "pad-row", role: "group", "aria-label": part.label }, ...buttons);
  }

  function draw() {
    place.replaceChildren(...[chooser(), palette()].filter(Boolean));
  }

  function choose(each) {
    entry = each;
    given = {};
    draw();
    changed();
  }

  draw();
  return {
    tap(field) {
      const part = entry?.parts.find((each) => ["field", "fields"].includes(each.kind) && !isFull(each));
      if (part) give(part, field);
    },
    clear() {
      given = {};
      draw();
      changed();
    },
    get entry() {
      if (!entry || !isWhole(entry, values())) return null;
      return { kind: entry.kind, words: composed(entry, values()) };
    },
    get begun() {
      return Object.keys(given).length ? composed(entry, values()) : "";
    },
    get ghosts() {
      return (entry?.parts ?? [])
        .filter((part) => ["field", "fields"].includes(part.kind))
        .flatMap((part) => (given[part.name] ?? []).map((field) => ({ field, symbol: symbolOf(part) })));
    },
    get says() {
      return next()?.label ?? text("taps");
    },
  };

  function symbolOf(part) {
    const chosen = entry.parts.find((each) => each.name === part.symbols);
    const value = chosen && given[chosen.name]?.[0];
    return chosen?.options.find((option) => option.value === value)?.symbol ?? "";
  }
}

// The form of a set-up: its tags as they stand in a record. send(text)
export function tagForm({ tags, text, send }) {
  const fields = tags.map((tag) =>
    el("div", { class: "field" }, el("label", { for: `tag-${tag}` }, tag), el("input", { id: `tag-${tag}`, name: tag }))
  );
  const made = el(
    "form",
    { class: "pad-form" },
    ...fields,
    el("button", { class: "button", type: "submit" }, text("start")),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    send(tagLines(Object.fromEntries(new FormData(made))));
  });
  return made;
}

export const tagLines = (tags) =>
  Object.entries(tags)
    .map(([name, value]) => `${name} ${value.trim()}`)
    .join("\n");
