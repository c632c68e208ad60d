// A phone that lost its cookies is the one at its seat again, by a key that it keeps beside them.
// What that key opens is the server's to say: docs/developers/seats.md.

import { renew } from "./session.js";

const NAME = "phone";
let asking = null; // one question for all who want to know

function kept() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    return {}; // without storage it has to ask for its seat
  }
}

// The seat of this phone stands on the page: the newest one is kept.
export function keepKey() {
  const { phoneKey: key, phoneAt: match } = document.querySelector("[data-phone-key]")?.dataset ?? {};
  if (!key) return;
  try {
    localStorage.setItem(NAME, JSON.stringify({ key, match }));
  } catch {
    // As above.
  }
}

// Whether this phone is known again at the match, or where it sat last.
export async function comeBack(match = kept().match) {
  const { key } = kept();
  if (!key || !match) return false;
  asking ??= ask({ match, key });
  const isBack = await asking;
  asking = null;
  return isBack;
}

async function ask(said) {
  try {
    await renew(); // the mark that the request needs
    const response = await fetch(document.body.dataset.againPhone, {
      method: "POST",
      headers: { "X-Requested-With": "phone", ...JSON.parse(document.body.getAttribute("hx-headers")) },
      body: new URLSearchParams(said),
    });
    return response.ok && (await response.json()).is_back;
  } catch {
    return false;
  }
}

async function findSeatAgain(place) {
  if (await comeBack(place.dataset.phoneBack || undefined)) location.reload();
}

keepKey();
const place = document.querySelector("[data-phone-back]");
if (place) findSeatAgain(place);
