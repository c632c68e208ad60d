// The page as things stand now: what is entered, whose turn it is, what was played, what waits.

import { el } from "./dom.js";
import { button, data, now, part, root, store, text } from "./page.js";
import * as queued from "./queue.js";
import * as shown from "./scoreboard.js";
import { newKey } from "./store.js";

const ENTERED = ["playing", "set_up", "plain"]; // stages in which something can be confirmed
const { names } = data;

export function drawer({ board, link, edit, renew, keep, flush }) {
  // What depends on the entry alone.
  function drawEntry() {
    const { state, input } = now;
    if (state.pad) {
      board.ghosts(queued.ghosts(queued.actions(store.queue), input?.ghosts ?? []));
    } else if (input) board.ghosts(input.ghosts);
    const says = input?.says ?? (state.stage === "closed" ? text("closed") : "");
    part("say").textContent = now.told || now.hinted || says;
    part("say").classList.toggle("is-refused", Boolean(now.told) && store.queue.some((note) => note.why));
    drawBar();
  }

  function draw() {
    const { state } = now;
    const isOver = ["over", "closed"].includes(state.stage);
    drawEntry();
    drawTurn();
    const stands = state.finding ? [text("stands", { reason: state.finding })] : [];
    part("notices").replaceChildren(...[...(state.pad?.notices ?? []), ...stands].map((notice) => el("p", {}, notice)));
    part("seats").replaceChildren(...shown.seats({ state, names }));
    const isOpen = data.canWrite && state.stage === "playing";
    part("log").replaceChildren(...shown.log({ state, names, text, edit, isOpen, signs: data.urls.signs }));
    part("tried").replaceChildren(...shown.tried({ state, names, text }));
    part("result").hidden = !isOver || !state.standings;
    if (isOver && state.standings) {
      part("result").replaceChildren(...shown.result({ state, names, text, signs: data.urls.signs }));
    }
    drawQueue();
    drawStatus();
  }

  // Without network nobody can say whose turn it is: the next in order is proposed.
  function drawTurn() {
    const isPlaying = now.state.stage === "playing" && now.seat;
    const isOpen = isPlaying && !link.isOnline && now.input;
    const chosenSeat = (event) => {
      renew({ as: event.target.value });
      part("turn").querySelector("select").focus();
    };
    const options = Object.keys(names).map((each) =>
      el("option", { value: each, selected: each === now.seat }, shown.nameOf(names, each))
    );
    const select = () => el("label", {}, `${text("next_seat")}: `, el("select", { onchange: chosenSeat }, ...options));
    const said = isPlaying ? text("turn", { name: shown.nameOf(names, now.seat) }) : "";
    part("turn").replaceChildren(isOpen ? select() : said);
  }

  function drawQueue() {
    const isRefused = store.queue.some((note) => note.why);
    part("refused").hidden = !isRefused;
    part("waiting").hidden = isRefused || link.isOnline || !store.queue.length;
    const box = part(isRefused ? "refused" : "waiting");
    box.replaceChildren(...queued.shown(store.queue, { text, names, seats: Object.keys(names), ...queueActions }));
  }

  // What the table does with what waits or was refused.
  const queueActions = {
    drop: (key) => changeQueue(store.queue.filter((note) => note.key !== key)),
    again: () => changeQueue(store.queue.map(queued.unjudged)),
    letStand: ({ key, seat, text: words }) => {
      const stands = { key: newKey(), kind: "let_stand", seat, text: words };
      changeQueue(store.queue.map((note) => (note.key === key ? stands : note)));
    },
    changeSeat: (key, seat) => changeQueue(queued.withSeat(store.queue, { key, seat })),
  };

  function changeQueue(queue) {
    keep(queue);
    now.told = "";
    renew();
    flush();
  }

  function drawBar() {
    if (!data.canWrite) return;
    const { stage, last } = now.state;
    const isReady = Boolean(stage === "set_up" ? now.input?.tags : now.input?.entry);
    button("confirm").disabled = !isReady;
    button("confirm").hidden = !ENTERED.includes(stage);
    button("confirm").textContent = text({ set_up: "start", plain: "add" }[stage] ?? "confirm");
    button("clear").hidden = !["playing", "set_up"].includes(stage); // points have a key for it
    button("undo").hidden = stage === "set_up"; // nothing is played yet
    button("undo").disabled = !last && !store.queue.length;
    const handIn = root.querySelector(".sheet-hand-in");
    if (handIn) handIn.hidden = stage !== "over" || store.queue.length > 0;
  }

  function drawStatus() {
    const time = link.seen.toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
    const status = part("status");
    status.classList.toggle("is-lost", !link.isOnline);
    if (!link.isOnline) status.textContent = `${text("offline")} ${text("lost", { time })}`;
    else if (now.isSending) status.textContent = text("sending");
    else status.textContent = text(store.queue.length ? "waiting" : "saved");
  }

  return { draw, drawEntry, drawStatus };
}
