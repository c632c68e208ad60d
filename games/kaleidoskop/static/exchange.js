// The exchange that is open to whoever laid last: as the rules say; or, while that waits on this phone
// and they have not seen it, of all tiles that can be in the hand.

export function exchangeOf(pad) {
  const last = pad.written?.at(-1);
  if (!last) return pad.entries.find((entry) => entry.kind === "swap");
  const laying = pad.entries.find((entry) => entry.kind === "place");
  const most = pad.own.rack - laidBy(last.seat, pad);
  if (!laying || last.words.startsWith("swap") || most < 1) return null;
  return { kind: "swap", seats: last.seat, parts: [{ ...laying.parts[0], most }] };
}

// In the turn that is not over: what waits, and what stood before if all of that is the same seat's.
function laidBy(seat, pad) {
  const since = pad.written.length - 1 - pad.written.findLastIndex((line) => line.seat !== seat);
  return since + (since === pad.written.length && seat === pad.order[0] ? pad.own.laid : 0);
}
