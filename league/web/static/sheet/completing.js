// @ts-check
// How begun words of a record can go on, by the patterns and parts of the entries (games/pads.py).
//
// A pattern becomes items: text that has to stand there, parts with what may be chosen (`atoms`), and
// lists that may grow (`more`). What is typed is followed item by item; upper and lower case are one.

const LISTS = ["fields", "options", "pairs"];

const field = (name) => ({ value: name, label: "", field: name });

function fieldsOf(part, spots) {
  const free = Object.keys(spots).filter((name) => spots[name].is_free);
  return { atoms: (part.fields ?? free).map(field) };
}

function optionsOf(part) {
  const left = part.options.filter((option) => option.left !== 0);
  return { atoms: left.map(({ value, label }) => ({ value, label })) };
}

function numbersOf({ least, most }) {
  const length = Math.max(0, most - least + 1);
  return { atoms: Array.from({ length }, (_none, at) => ({ value: String(least + at), label: "" })) };
}

// One of a list, or the only one.
function unit(part, spots) {
  if (part.kind === "pairs") return [fieldsOf(part, spots), "=", optionsOf(part)];
  if (part.kind === "number") return [numbersOf(part)];
  return [part.options.length ? optionsOf(part) : fieldsOf(part, spots)];
}

function itemsOf(part, spots) {
  const made = unit(part, spots);
  return LISTS.includes(part.kind) ? [...made, { more: part, made, count: 1 }] : made;
}

// With what stands in brackets, and without it.
function patternsOf({ pattern }) {
  const without = pattern.replace(/\[[^\]]*\]/g, "");
  const whole = pattern.replace(/[[\]]/g, "");
  return whole === without ? [whole] : [without, whole];
}

function sequence(entry, pattern, spots) {
  const pieces = pattern.split(/(\{\w+\})/).filter(Boolean);
  return pieces.flatMap((piece) => {
    const part = entry.parts.find((each) => `{${each.name}}` === piece);
    return part ? itemsOf(part, spots) : [piece];
  });
}

const begins = (long, short) => long.toLowerCase().startsWith(short.toLowerCase());

// Yields { words, label, field } one step further than typed, and { words, isAll } for what is whole.
function* goOn(items, typed, head) {
  if (!items.length) {
    if (!typed) yield { words: head, isAll: true };
    return;
  }
  const [item, ...rest] = items;
  if (typeof item === "string") yield* pastText(item, rest, typed, head);
  else if (item.more) yield* pastMore(item, rest, typed, head);
  else yield* pastAtoms(item, rest, typed, head);
}

function* pastText(item, rest, typed, head) {
  if (begins(typed, item)) yield* goOn(rest, typed.slice(item.length), head + item);
  else if (!begins(item, typed)) return;
  else if (rest.length) yield* goOn(rest, "", head + item);
  else yield { words: head + item, label: "" };
}

function* pastMore(item, rest, typed, head) {
  const { more, made, count } = item;
  if (count >= more.least) yield* goOn(rest, typed, head);
  if (count < more.most) yield* goOn([more.joiner, ...made, { ...item, count: count + 1 }, ...rest], typed, head);
}

function* pastAtoms(item, rest, typed, head) {
  for (const { value, label, field: name } of item.atoms) {
    if (begins(typed, value)) yield* goOn(rest, typed.slice(value.length), head + value);
    else if (begins(value, typed)) yield { words: head + value, label, field: name, isBegun: Boolean(typed) };
  }
}

function* all(pad, typed) {
  for (const entry of pad.entries) {
    for (const pattern of patternsOf(entry)) {
      for (const found of goOn(sequence(entry, pattern, pad.spots), typed, "")) yield { ...found, entry };
    }
  }
}

const isBeside = (pad, { words, field: name }) => {
  const before = words.slice(0, -name.length).match(/\w+/g)?.findLast((word) => pad.spots[word]);
  return Boolean(before && pad.spots[before].neighbours.includes(name));
};

// How it can go on: what is begun comes first, then what is beside the field that was named last.
export function completions(pad, typed) {
  const found = [...all(pad, typed)].filter((each) => !each.isAll);
  const once = found.filter(({ words }, at) => found.findIndex((other) => other.words === words) === at);
  const place = (each) => (each.isBegun ? 0 : each.field && isBeside(pad, each) ? 1 : 2);
  return once.toSorted((one, two) => place(one) - place(two));
}

// The kind of entry that words begin with, also if they are not whole.
export const entryOf = (pad, typed) =>
  pad.entries.find(({ kind, pattern }) => begins(pattern, kind) && begins(typed, kind)) ?? null;

// Tiles and fields as they are written, also in words that are not whole.
export function inCase(pad, typed) {
  const options = pad.entries.flatMap(({ parts }) => parts).flatMap((part) => part.options.map(({ value }) => value));
  const written = new Map([...options, ...Object.keys(pad.spots)].map((name) => [name.toLowerCase(), name]));
  return typed.replace(/[^\s,=-]+/g, (word) => written.get(word.toLowerCase()) ?? word);
}

// The words as they stand in a record, and the entry that they are of; null: not whole, or unknown.
export function whole(pad, typed) {
  return [...all(pad, typed)].find((each) => each.isAll) ?? null;
}
