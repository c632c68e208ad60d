// @ts-check
// A short sound and a tremble when something was taken or refused; off by choice, kept on this phone.

const NAME = "sheet-feedback";
const SOUNDS = { taken: [660, 0.07], refused: [180, 0.16], yours: [880, 0.12] };
const TREMBLES = { taken: 15, refused: [40, 40, 40], yours: [30, 60, 30] };
let audio = null;

export function isOn() {
  try {
    return localStorage.getItem(NAME) !== "off";
  } catch {
    return true;
  }
}

export function turn(on) {
  try {
    localStorage.setItem(NAME, on ? "on" : "off");
  } catch {
    // It holds for nothing, then.
  }
}

// what: taken, refused, yours (it is the turn of this phone). Browsers allow neither before the page was touched.
export function feel(what) {
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return;
  navigator.vibrate?.(TREMBLES[what]);
  try {
    audio ??= new AudioContext();
    const [pitch, length] = SOUNDS[what];
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.setValueAtTime(0.06, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
    tone.frequency.value = pitch;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + length);
  } catch {
    // A phone without sound.
  }
}
