// A game played through in the browser: boards come in packs, many at once, and neighbours are
// fetched before they are asked for. Without this module every button is a plain link.

const SWIPE_PX = 40;
const NEAR_EDGE = 4; // moves from the end of a pack at which the next one is fetched
const SPEED_KEY = "replay-speed";

const place = document.querySelector("[data-replay]");

// The boards.

class Boards {
  constructor({ drawings, tag, atOnce }) {
    this.address = drawings;
    this.tag = tag;
    this.atOnce = Number(atOnce);
    this.packs = new Map();
  }

  packOf(move) {
    return Math.floor(move / this.atOnce);
  }

  pack(number) {
    if (!this.packs.has(number)) {
      const asked = this.fetched(number);
      this.packs.set(number, asked);
      asked.catch(() => this.packs.delete(number)); // asked again when it is needed again
    }
    return this.packs.get(number);
  }

  // A pasted record is stored nowhere, so it is sent along.
  async fetched(number) {
    const address = this.address.replace(/0\/$/, `${number}/`);
    const form = document.querySelector("[data-viewer]");
    const answer = this.tag
      ? await fetch(`${address}?v=${this.tag}`)
      : await fetch(address, { method: "POST", body: written(form) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  }

  async drawing(move) {
    const { first, pieces, moves } = await this.pack(this.packOf(move));
    return moves[move - first].map((piece) => pieces[piece]).join("");
  }

  prefetch(move, last) {
    for (const near of [move + NEAR_EDGE, move - NEAR_EDGE]) {
      if (near >= 0 && near <= last) this.pack(this.packOf(near)).catch(() => {});
    }
  }
}

function written(form) {
  const data = new FormData();
  data.set("record", form.dataset.shown);
  data.set("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
  return data;
}

// The page.

function replay(root) {
  const last = Number(root.dataset.last);
  const boards = new Boards(root.dataset);
  const find = (selector) => root.querySelector(selector);
  const board = find("[data-board]");
  const list = find("[data-moves]");
  const playButton = find("[data-play]");
  const speed = find("[data-speed] select");
  let move = Number(root.dataset.move);
  let wanted = move;
  let timer = null;

  const rowOf = (number) => list.querySelector(`[data-at="${number}"]`);
  const within = (number) => Math.min(Math.max(number, 0), last);

  async function go(number) {
    wanted = within(number);
    const asked = wanted;
    let drawing;
    try {
      drawing = await boards.drawing(asked);
    } catch {
      if (asked === wanted) {
        stop();
        wanted = move;
        find("[data-said]").textContent = root.dataset.lost;
      }
      return;
    }
    if (asked !== wanted) return; // somebody went on meanwhile
    move = asked;
    board.innerHTML = drawing;
    show();
    boards.prefetch(move, last);
    if (timer) playOn();
  }

  function show() {
    const row = rowOf(move);
    list.querySelector(".is-now")?.classList.remove("is-now");
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    row.classList.add("is-now");
    const link = row.querySelector("[data-go]");
    link.setAttribute("aria-current", "step");
    scrollTo(row);
    find("[data-said]").textContent = link.getAttribute("aria-label");
    find("[data-place]").textContent = move;
    showScores(row);
    showControls();
    showAddress();
    showInChart();
  }

  // The list alone is scrolled: the page stays where the reader has it.
  function scrollTo(row) {
    list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
  }

  // What was tried changes no score.
  function showScores(row) {
    const scores = row.querySelectorAll("[data-score]");
    const shown = scores.length ? scores : rowOf(move - 1).querySelectorAll("[data-score]");
    root.querySelectorAll(".replay-sides [data-score]").forEach((score, at) => {
      score.textContent = shown[at].textContent;
    });
  }

  function showControls() {
    const targets = { first: 0, back: within(move - 1), forward: within(move + 1), last };
    for (const control of root.querySelectorAll("[data-step]")) {
      const target = targets[control.dataset.step];
      control.dataset.go = target;
      if (control.tagName === "A") control.href = `?move=${target}#replay`;
      else control.value = target;
    }
  }

  function showAddress() {
    const { address } = root.dataset;
    history.replaceState(history.state, "", address ? `${address}?move=${move}` : `#${move}`);
    const link = document.querySelector("[data-link]");
    if (link) link.href = `${address}?move=${move}`;
    const svg = document.querySelector("[data-svg]");
    if (svg?.href) svg.href = svg.href.replace(/\d+\.svg/, `${move}.svg`);
    else if (svg) svg.value = move;
  }

  function showInChart() {
    const line = document.querySelector("[data-chart] [data-now]");
    if (!line || !last) return;
    const turns = list.querySelector(".is-tried") ? last - 1 : last;
    const at = `${(100 * Math.min(move, turns)) / turns}%`;
    line.setAttribute("x1", at);
    line.setAttribute("x2", at);
    line.setAttribute("visibility", "visible");
  }

  // Playing.

  function play() {
    timer = setTimeout(() => {}, 0);
    showPlaying();
    if (move === last) go(0);
    else go(move + 1);
  }

  function playOn() {
    clearTimeout(timer);
    if (move === last) stop();
    else timer = setTimeout(() => go(move + 1), Number(speed.value));
  }

  function stop() {
    clearTimeout(timer);
    timer = null;
    showPlaying();
  }

  function showPlaying() {
    playButton.classList.toggle("is-playing", Boolean(timer));
    const label = timer ? playButton.dataset.labelPause : playButton.dataset.labelPlay;
    playButton.setAttribute("aria-label", label);
    playButton.title = label;
  }

  const toggle = () => (timer ? stop() : play());

  function step(number) {
    stop();
    go(number);
  }

  // Hands.

  document.addEventListener("click", (event) => {
    const control = event.target.closest("[data-go]");
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    step(Number(control.dataset.go));
    // From the list on a phone the board may be out of sight.
    if (!control.dataset.step) board.scrollIntoView({ block: "nearest" });
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === " " && event.target.closest("button, summary")) return;
    const deeds = {
      ArrowLeft: () => step(wanted - 1),
      ArrowRight: () => step(wanted + 1),
      Home: () => step(0),
      End: () => step(last),
      " ": toggle,
    };
    if (!deeds[event.key]) return;
    event.preventDefault();
    deeds[event.key]();
  });

  let from = null;
  board.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    from = event.touches.length === 1 ? [touch.clientX, touch.clientY] : null;
  }, { passive: true });
  board.addEventListener("touchend", (event) => {
    if (!from) return;
    const [touch] = event.changedTouches;
    const [x, y] = [touch.clientX - from[0], touch.clientY - from[1]];
    from = null;
    if (Math.abs(x) < SWIPE_PX || Math.abs(x) < 2 * Math.abs(y)) return;
    step(x < 0 ? wanted + 1 : wanted - 1);
  });

  playButton.addEventListener("click", toggle);
  document.querySelector("[data-chart] .chart-line")?.addEventListener("click", (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    step(Math.round((last * (event.clientX - left)) / width));
  });
  document.addEventListener("visibilitychange", () => document.hidden && stop());
  window.addEventListener("hashchange", goToHash);

  function goToHash() {
    const named = /^#(\d{1,4})$/.exec(location.hash);
    if (named) step(Number(named[1]));
  }

  // The speed lasts.

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

  for (const part of root.querySelectorAll("[data-play], [data-speed]")) part.hidden = false;
  showPlaying();
  showInChart();
  scrollTo(rowOf(move));
  goToHash();
  boards.prefetch(move, last);
  boards.pack(boards.packOf(move)).catch(() => {});
}

if (place) {
  const form = document.querySelector("[data-viewer]");
  // What is typed afterwards is another record.
  if (form) form.dataset.shown = form.elements.record.value;
  replay(place);
}
