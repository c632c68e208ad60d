// An earlier line is entered again on the board as it was; the rest is replayed after it.

import { choose } from "./dialogs.js";
import { draw } from "./drawing.js";
import { renew } from "./entering.js";
import { write } from "./outbox.js";
import { data, link, now, text } from "./page.js";
import * as side from "./side.js";

const lines = () => [...now.state.log, ...now.state.scores];

export async function edit(number) {
  const line = lines().find((each) => each.number === number);
  const answers = [["edit", text("edit_anew")], ["back", text("go_back")]];
  const way = await choose(text("edit_agreed"), answers);
  if (!way) return;
  side.close();
  if (way === "back") goBack(line);
  else await begin(line);
}

async function begin(line) {
  try {
    const before = now.state.stage === "plain" ? {} : await link.get(`${data.urls.before}${line.number}/`);
    now.editing = { line, ...before };
    now.told = now.scored = null;
    renew();
  } catch {
    now.told = text("broken");
    draw();
  }
}

// Everything from this line on is undone, the last first.
function goBack(line) {
  const numbers = lines().map(({ number }) => number).filter((number) => number >= line.number);
  for (const target of numbers.reverse()) write({ kind: "undo", target });
}

export function stopEditing() {
  now.editing = null;
  now.told = "";
  renew();
}
