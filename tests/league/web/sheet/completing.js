// How typed words can go on: reads [{pad, words}] and prints what does not lead there, as JSON.
// Run by test_completing.py.

import { completions, whole } from "../../../../league/web/static/sheet/completing.js";

const wrong = [];

// From nothing, step by step, by what is proposed; then, in capitals, as somebody types it.
for (const { pad, words } of JSON.parse(await new Response(Deno.stdin.readable).text())) {
  let typed = "";
  while (typed !== words) {
    const steps = completions(pad, typed).map((each) => each.words).filter((each) => words.startsWith(each));
    if (!steps.length) break;
    typed = steps.toSorted((one, two) => one.length - two.length).at(-1);
  }
  const found = whole(pad, words.toUpperCase());
  if (typed !== words || found?.words !== words) wrong.push({ words, typed, found: found?.words ?? null });
}

console.log(JSON.stringify(wrong));
