/**
 * Presets that a page of the book adds to a game's tracker: stored until the first tracker takes them.
 *
 *     into:GAME   [{"sample": "brawler", "count": 2}, …]
 */

const keyOf = (game) => `into:${game}`;

/** Adds one of a preset; returns how many of it are waiting. */
export function requestJoin(storage, game, sample) {
  const waiting = read(storage, game);
  const same = waiting.find((each) => each.sample === sample);
  if (same) same.count += 1;
  else waiting.push({ sample, count: 1 });
  storage.set(keyOf(game), JSON.stringify(waiting));
  return (same ?? waiting.at(-1)).count;
}

/** Returns the waiting presets and removes them from the storage. */
export function takePendingJoins(storage, game) {
  const waiting = read(storage, game);
  if (waiting.length) storage.remove(keyOf(game));
  return waiting;
}

function read(storage, game) {
  try {
    const waiting = JSON.parse(storage.get(keyOf(game)));
    const valid = Array.isArray(waiting) ? waiting.filter(isPendingJoin) : [];
    return valid.map(({ sample, count }) => ({ sample, count }));
  } catch {
    return [];
  }
}

function isPendingJoin(each) {
  return typeof each?.sample === "string" && Number.isInteger(each.count) && each.count > 0;
}
