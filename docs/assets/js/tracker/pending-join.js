/**
 * Presets that a page of the book adds to a game's tracker: stored until the first tracker takes them.
 *
 *     into:GAME   [{"sample": "brawler", "count": 2}, …]
 */

const keyOf = (game) => `into:${game}`;

/** Adds one of a preset; returns the number of it that are waiting. */
export function requestJoin(storage, game, sample) {
  const joins = read(storage, game);
  const same = joins.find((each) => each.sample === sample);
  if (same) same.count += 1;
  else joins.push({ sample, count: 1 });
  storage.set(keyOf(game), JSON.stringify(joins));
  return (same ?? joins.at(-1)).count;
}

/** Returns the waiting presets and removes them from the storage. */
export function takePendingJoins(storage, game) {
  const joins = read(storage, game);
  if (joins.length) storage.remove(keyOf(game));
  return joins;
}

function read(storage, game) {
  try {
    const joins = JSON.parse(storage.get(keyOf(game)));
    const valid = Array.isArray(joins) ? joins.filter(isPendingJoin) : [];
    return valid.map(({ sample, count }) => ({ sample, count }));
  } catch {
    return [];
  }
}

function isPendingJoin(each) {
  return typeof each?.sample === "string" && Number.isInteger(each.count) && each.count > 0;
}
