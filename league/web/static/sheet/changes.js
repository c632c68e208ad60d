// @ts-check
// What the server says has changed in a state, applied to the state that this phone knows. The kinds
// of changes are listed in league/sheets/changes.py. What is old stays as it was: nothing is written
// into it.

export function applied(old, change) {
  if (change === undefined || change === null) return old;
  if (!Array.isArray(change)) return change;
  const [kind, ...how] = change;
  if (kind === "{") return withKeys(old, how[0], new Set(how[1]));
  if (kind === "#") return old.map((item, at) => applied(item, how[0][at]));
  if (kind === "[") return cut(old, how);
  if (kind === "<" || kind === " ") return text(old.split(kind), how).join(kind);
  if (kind === "=") return how[0];
  throw new Error(`no such change: ${kind}`);
}

function withKeys(old, changed, gone) {
  const kept = Object.entries(old).filter(([key]) => !gone.has(key));
  const made = Object.entries(changed).map(([key, change]) => [key, under(old, key, change)]);
  return Object.fromEntries([...kept, ...made]);
}

function under(old, key, change) {
  const [kind, from, how] = Array.isArray(change) ? change : [];
  return kind === "@" ? applied(old[from], how) : applied(old[key], change);
}

// A number is a piece of the old text.
function text(old, cuts) {
  return cut(old, cuts).map((piece) => (typeof piece === "number" ? old[piece] : piece));
}

// Cuts are [at, gone, come]: counted in the old list, and in its order.
function cut(old, cuts) {
  let done = 0;
  const made = cuts.flatMap(([at, gone, come = []]) => {
    const stays = old.slice(done, at);
    done = at + gone;
    return [...stays, ...come];
  });
  return [...made, ...old.slice(done)];
}
