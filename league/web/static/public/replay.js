// A game played through in the browser: by buttons, keys, swipes, the list and the chart. Without
// this module every button is a plain link.

import { share } from "../arbitr/share.js";
import { Boards } from "./replay_boards.js";

const SWIPE_PX = 40;
const SPEED_KEY = "replay-speed";

class Replay {
  constructor(root) {
    this.root = root;
    this.last = Number(root.dataset.last);
    this.move = Number(root.dataset.move);
    this.wanted = this.move;
    this.isPlaying = false;
    this.timer = null;
    this.boards = new Boards(root.dataset);
    this.board = root.querySelector("[data-board]");
    this.list = root.querySelector("[data-moves]");
    this.said = root.querySelector("[data-said]");
    this.playButton = root.querySelector("[data-play]");
    this.speed = root.querySelector("[data-speed] select");
    this.turns = this.list.querySelector(".is-tried") ? this.last - 1 : this.last;
  }

  start() {
    for (const part of this.root.querySelectorAll("[data-play], [data-speed]")) part.hidden = false;
    this.showPlaying();
    this.showInChart();
    this.scrollTo(this.rowOf(this.move));
    this.boards.prefetch(this.move);
    this.goToHash();
  }

  // Going.

  step(move) {
    this.stop();
    this.go(move);
  }

  async go(move) {
    const asked = Math.min(Math.max(move, 0), this.last);
    this.wanted = asked;
    let drawing;
    try {
      drawing = await this.boards.drawing(asked);
    } catch {
      if (asked === this.wanted) this.sayLost();
      return;
    }
    if (asked !== this.wanted) return; // somebody went on meanwhile
    this.move = asked;
    this.board.innerHTML = drawing;
    this.show();
    this.boards.prefetch(asked);
    if (this.isPlaying) this.playOn();
  }

  sayLost() {
    this.stop();
    this.wanted = this.move;
    this.said.textContent = this.root.dataset.lost;
  }

  goToHash() {
    const named = /^#(\d{1,4})$/.exec(location.hash);
    if (named) this.step(Number(named[1]));
  }

  // Showing.

  rowOf(move) {
    return this.list.querySelector(`[data-at="${move}"]`);
  }

  show() {
    const row = this.rowOf(this.move);
    this.list.querySelector(".is-now")?.classList.remove("is-now");
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    row.classList.add("is-now");
    const link = row.querySelector("[data-go]");
    link.setAttribute("aria-current", "step");
    this.scrollTo(row);
    this.said.textContent = link.getAttribute("aria-label");
    this.board.firstElementChild?.setAttribute("aria-label", this.said.textContent);
    this.root.querySelector("[data-place]").textContent = this.move;
    this.showScores(row);
    this.showControls();
    this.showAddress();
    this.showInChart();
  }

  // The list alone is scrolled: the page stays where the reader has it.
  scrollTo(row) {
    this.list.scrollTop = row.offsetTop - (this.list.clientHeight - row.offsetHeight) / 2;
  }

  // What was tried changes no score.
  showScores(row) {
    const scores = row.querySelectorAll("[data-score]");
    const shown = scores.length ? scores : this.rowOf(this.move - 1).querySelectorAll("[data-score]");
    this.root.querySelectorAll(".replay-sides [data-score]").forEach((score, at) => {
      score.textContent = shown[at].textContent;
    });
  }

  showControls() {
    const back = Math.max(this.move - 1, 0);
    const forward = Math.min(this.move + 1, this.last);
    const targets = { first: 0, back, forward, last: this.last };
    for (const control of this.root.querySelectorAll("[data-step]")) {
      const target = targets[control.dataset.step];
      control.dataset.go = target;
      if (control.tagName === "A") control.href = `?move=${target}#replay`;
      else control.value = target;
    }
  }

  showAddress() {
    const { address } = this.root.dataset;
    const here = address ? `${address}?move=${this.move}` : `#${this.move}`;
    history.replaceState(history.state, "", here);
    const link = document.querySelector("[data-link]");
    if (link) link.href = here;
    const svg = document.querySelector("[data-svg]");
    if (svg?.href) svg.href = svg.href.replace(/\d+\.svg/, `${this.move}.svg`);
    else if (svg) svg.value = this.move;
  }

  showInChart() {
    const line = document.querySelector("[data-chart] [data-now]");
    if (!line) return;
    const at = `${(100 * Math.min(this.move, this.turns)) / this.turns}%`;
    line.setAttribute("x1", at);
    line.setAttribute("x2", at);
    line.setAttribute("visibility", "visible");
  }

  // Playing.

  toggle() {
    if (this.isPlaying) this.stop();
    else this.play();
  }

  play() {
    this.isPlaying = true;
    this.showPlaying();
    this.go(this.move === this.last ? 0 : this.move + 1);
  }

  playOn() {
    clearTimeout(this.timer);
    if (this.move === this.last) this.stop();
    else this.timer = setTimeout(() => this.go(this.move + 1), Number(this.speed.value));
  }

  stop() {
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.showPlaying();
  }

  showPlaying() {
    const { labelPause, labelPlay } = this.playButton.dataset;
    const label = this.isPlaying ? labelPause : labelPlay;
    this.playButton.classList.toggle("is-playing", this.isPlaying);
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
  }
}

// Hands.

function obeySharing(replay) {
  const link = document.querySelector("[data-link]");
  link?.addEventListener("click", async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    replay.stop();
    const done = await share(link.href, link.dataset.copied);
    if (done) replay.said.textContent = done;
  });
}

function obeyClicks(replay) {
  document.addEventListener("click", (event) => {
    const control = event.target.closest("[data-go]");
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    replay.step(Number(control.dataset.go));
    // From the list on a phone the board may be out of sight.
    if (!control.dataset.step) replay.board.scrollIntoView({ block: "nearest" });
  });
  replay.playButton.addEventListener("click", () => replay.toggle());
  document.querySelector("[data-chart] .chart-line")?.addEventListener("click", (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    replay.step(Math.round((replay.turns * (event.clientX - left)) / width));
  });
}

function obeyKeys(replay) {
  const actions = {
    ArrowLeft: () => replay.step(replay.wanted - 1),
    ArrowRight: () => replay.step(replay.wanted + 1),
    Home: () => replay.step(0),
    End: () => replay.step(replay.last),
    " ": () => replay.toggle(),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === " " && event.target.closest("button, summary")) return;
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
}

function obeySwipes(replay) {
  let from = null;
  replay.board.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    from = event.touches.length === 1 ? [touch.clientX, touch.clientY] : null;
  }, { passive: true });
  replay.board.addEventListener("touchend", (event) => {
    if (!from) return;
    const [touch] = event.changedTouches;
    const [x, y] = [touch.clientX - from[0], touch.clientY - from[1]];
    from = null;
    if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return;
    replay.step(x < 0 ? replay.wanted + 1 : replay.wanted - 1);
  });
}

function rememberSpeed({ speed }) {
  try {
    speed.value = localStorage.getItem(SPEED_KEY) || speed.value;
  } catch {
    // Without storage the choice lasts for this page.
  }
  speed.addEventListener("change", () => {
    try {
      localStorage.setItem(SPEED_KEY, speed.value);
    } catch {
      // As above.
    }
  });
}

const root = document.querySelector("[data-replay]");
if (root) {
  const replay = new Replay(root);
  obeyClicks(replay);
  obeySharing(replay);
  obeyKeys(replay);
  obeySwipes(replay);
  rememberSpeed(replay);
  document.addEventListener("visibilitychange", () => document.hidden && replay.stop());
  window.addEventListener("hashchange", () => replay.goToHash());
  replay.start();
}
