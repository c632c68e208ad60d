// The clock of a round counts on the page; the server says when it ends.
//
//   <div data-clock="running" data-ends="1760000000000" data-warn="300">   milliseconds; seconds
//   <div data-clock="paused" data-left="1200">                             or "standing"
//     <span data-clock-face>20:00</span>
//     <span data-clock-up hidden>Time is up</span>
//   </div>
//   <button data-clock-sound aria-pressed="false" hidden>Sound</button>
//   <p data-clock-say role="status" data-warning="Five minutes left" data-end="Time is up"></p>
//
// Clocks may come and go with a swap: each beat looks for those that are there. Without JavaScript
// a page shows the time left when it was made.

const BEAT_MS = 250;
let skewMs = 0; // what to add to this device's clock
let audio = null;
const told = new Map(); // by end: "warning", then "end"

export function learnServerTime(ms) {
  if (Number.isFinite(ms)) skewMs = ms - Date.now();
}

export function leftSeconds(clock) {
  if (clock.dataset.clock !== "running") return Number(clock.dataset.left);
  return Math.ceil((Number(clock.dataset.ends) - Date.now() - skewMs) / 1000);
}

export function face(seconds) {
  const past = Math.abs(seconds);
  const parts = [Math.floor(past / 3600), Math.floor(past / 60) % 60, past % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  const text = shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part)));
  return (seconds < 0 ? "+" : "") + text.join(":");
}

function beep(times) {
  if (!audio) return;
  for (let at = 0; at < times; at += 1) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 880;
    volume.gain.value = 0.3;
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at * 0.5);
    tone.stop(audio.currentTime + at * 0.5 + 0.25);
  }
}

function tell(clock, seconds) {
  const phase = seconds <= 0 ? "end" : seconds <= Number(clock.dataset.warn || 0) ? "warning" : "";
  const before = told.get(clock.dataset.ends);
  told.set(clock.dataset.ends, phase);
  if (before === undefined || !phase || before === phase) return; // a page opened late is no bell
  beep(phase === "end" ? 3 : 1);
  for (const place of document.querySelectorAll("[data-clock-say]")) {
    place.textContent = place.getAttribute(`data-${phase}`) || "";
  }
}

function show(clock) {
  const seconds = leftSeconds(clock);
  const text = face(seconds);
  const shown = clock.querySelector("[data-clock-face]");
  if (shown && shown.textContent !== text) shown.textContent = text;
  clock.classList.toggle("is-short", seconds > 0 && seconds <= Number(clock.dataset.warn || 0));
  clock.classList.toggle("is-over", seconds <= 0);
  const up = clock.querySelector("[data-clock-up]");
  if (up) up.hidden = seconds > 0;
  if (clock.dataset.clock === "running") tell(clock, seconds);
}

function beat() {
  for (const clock of document.querySelectorAll("[data-clock]")) show(clock);
  for (const button of document.querySelectorAll("[data-clock-sound]")) {
    button.hidden = !window.AudioContext;
    button.setAttribute("aria-pressed", String(Boolean(audio)));
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-clock-sound]")) return;
  // Browsers let a page sound only after somebody has touched it.
  if (audio) audio.close();
  audio = audio ? null : new AudioContext();
  beep(1);
  beat();
});
beat();
setInterval(beat, BEAT_MS);
