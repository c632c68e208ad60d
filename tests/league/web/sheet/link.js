// The phone's link to the server, on a clock and a network of its own: prints what it did, as JSON.
// Run by test_link.py.

const clock = { now: 1_000_000, timers: new Map(), next: 1 };
Date.now = () => clock.now;
Math.random = () => 0.5;
globalThis.setTimeout = (work, wait = 0) => {
  clock.timers.set(clock.next, { at: clock.now + wait, work });
  return clock.next++;
};
globalThis.clearTimeout = (timer) => clock.timers.delete(timer);
const heardOf = {};
globalThis.document = {
  hidden: false,
  cookie: "",
  querySelector: () => null,
  addEventListener: (name, work) => (heardOf[name] = work),
};
globalThis.window = { addEventListener: (name, work) => (heardOf[name] = work) };

const log = [];
const answers = []; // of the network, in order; empty: nothing new
globalThis.fetch = (address, { method = "GET", body } = {}) => {
  const since = new URL(address, "http://host").searchParams.get("since");
  log.push({ at: clock.now - 1_000_000, method, ...(method === "GET" ? { since } : { knows: JSON.parse(body).knows }) });
  const answer = answers.shift() ?? { status: 204 };
  if (answer === "lost") return Promise.reject(new Error("lost"));
  const { status, json } = { status: 200, ...answer };
  const text = json === undefined ? null : JSON.stringify(json);
  return Promise.resolve(new Response(text, { status, headers: { "Content-Type": "application/json" } }));
};

const settle = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  await new Promise((done) => queueMicrotask(done));
};

async function pass(ms) {
  const end = clock.now + ms;
  for (;;) {
    await settle();
    const due = [...clock.timers].filter(([, { at }]) => at <= end).sort(([, one], [, two]) => one.at - two.at)[0];
    if (!due) break;
    clock.timers.delete(due[0]);
    clock.now = Math.max(clock.now, due[1].at);
    due[1].work();
  }
  clock.now = end;
}

const { Link } = await import("../../../../league/web/static/sheet/connection.js");

let state = { number: 1, version: "1-v" };
const said = [];
const link = new Link({
  urls: { state: "/state/", write: "/write/" },
  known: () => state,
});

const steps = {
  async pass(ms) {
    await pass(ms);
  },
  answer(answer) {
    answers.push(answer);
  },
  async send() {
    said.push((await sent())?.state?.number ?? null);
  },
  async show() {
    heardOf.visibilitychange();
    await settle();
  },
};

async function sent() {
  let answer;
  link.send({ after: 1, notes: [] }).then((found) => (answer = found));
  await settle();
  return answer;
}

link.start({
  heard: (newer) => (state = newer),
  moved: () => said.push(link.isOnline ? "found" : "lost"),
  strange: () => said.push("strange"),
});
for (const [name, given] of JSON.parse(Deno.args[0])) await steps[name](given);
console.log(JSON.stringify({ log, said, state }));
