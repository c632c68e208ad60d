// Where the table wants help: on which fields what was begun can go on, and what an entry would score.
// Without network there is none.

import { draw } from "./drawing.js";
import { board, data, link, now, store, text } from "./page.js";

const ASKED_AFTER_MS = 150;
let timer = null;

const isWanted = () => now.state.help === "full" && !now.editing && !store.queue.length;

const fieldsFor = async (begun) => (await link.get(data.urls.hints, { begun })).fields;

export function hint() {
  clearTimeout(timer);
  const asking = now.input;
  if (!asking || now.state.stage !== "playing" || !isWanted()) return;
  const { begun, entry } = asking;
  const isOther = () => now.input !== asking || asking.begun !== begun; // the board or the entry
  timer = setTimeout(async () => {
    try {
      const fields = await fieldsFor(begun);
      if (isOther()) return;
      board.light(fields);
      if (entry) await foretell(entry);
    } catch {
      // Without network.
    }
  }, ASKED_AFTER_MS);
}

async function foretell(entry) {
  const found = await link.get(data.urls.try, { seat: now.seat, text: entry.words });
  if (now.input?.entry?.words !== entry.words) return;
  now.hinted = found.why ?? (found.points ? text("would_score", { points: found.points }) : text("allowed"));
  draw();
}

// For words that are typed.
export async function hintsFor(begun) {
  try {
    return isWanted() ? await fieldsFor(begun) : [];
  } catch {
    return [];
  }
}
