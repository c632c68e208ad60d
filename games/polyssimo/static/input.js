// Polyssimo Challenge: in the draft a tap takes a piece. Then a piece is tapped and laid by a touch on
// the board, or dragged there: it lies as it fits on free squares, and where it fits in several ways
// small pictures ask for one. Whether that is lawful is the server's to say.

import { deskOf, labelsOf, offerOf, pieceKey, pieceShown } from "./parts.js";
import placing from "./placing.js";

export default function input(given) {
  const now = piecesNow(given.pad);
  return now.toTake > 0 ? draft({ ...given, now }) : placing({ ...given, now });
}

/** What there is to look at while somebody else enters. */
export function waiting({ pad, seat, place, text }) {
  const now = piecesNow(pad);
  const labels = labelsOf(pad);
  const shown = (name) => pieceShown(name, { label: labels.get(name) });
  const inHand = (name) => (now.hands.get(seat).has(name) ? shown(name) : null);
  place.append(now.toTake > 0 ? offerOf({ pad, now, text }, shown) : deskOf({ pad, seat, text }, inHand));
}

/** Who has which pieces, with what this phone has written and the server has not seen yet. */
function piecesNow({ own, written = [] }) {
  const offer = new Set(own.offer);
  const hands = new Map(Object.entries(own.hands).map(([seat, names]) => [seat, new Set(names)]));
  let toTake = own.to_take;
  for (const { seat, words } of written) {
    const [first, second] = words.split(" ");
    if (first !== "take") hands.get(seat)?.delete(first);
    else if (offer.delete(second)) {
      hands.get(seat)?.add(second);
      toTake -= 1;
    }
  }
  return { offer, hands, toTake };
}

function draft({ pad, now, place, text, changed, words, mode }) {
  const labels = labelsOf(pad);
  const before = words.replace("take ", ""); // what was refused, or is changed
  let chosen = null;

  const keys = new Map([...now.offer].map((name) => [name, offered(name)]));
  const refused = mode === "refused" ? before : "";
  const keyOf = (name) => keys.get(name) ?? pieceShown(name, { label: labels.get(name) });
  place.append(offerOf({ pad, now, text, refused }, keyOf));
  place.querySelector(`[data-piece="${refused}"]`)?.classList.add("is-refused");
  mark();

  function offered(name) {
    return pieceKey(name, { label: labels.get(name), act: () => choose(name) });
  }

  function choose(name) {
    chosen = name;
    mark();
    changed();
  }

  function mark() {
    for (const [name, key] of keys) key.setAttribute("aria-pressed", String(name === (chosen ?? before)));
  }

  return {
    tap() {},
    clear: () => choose(null),
    get entry() {
      return chosen && { kind: "take", words: `take ${chosen}`, isWhole: true };
    },
    get begun() {
      return chosen ? `take ${chosen}` : "";
    },
    ghosts: [],
    get says() {
      return chosen ? text("polyssimo.chosen", { piece: chosen }) : text("polyssimo.take");
    },
  };
}
