/**
 * Who is sent to a game's desk from a page of the book: noted in the storage, taken by whichever desk comes
 * first.
 *
 *     into:GAME   [{"sample": "brawler", "count": 2}, …]
 */

const keyOf = (game) => `into:${game}`;

/** Notes one more of a sample; gives how many of it are on their way. */
export function requestJoin(storage, game, sample) {
  const waiting = read(storage, game);
  const same = waiting.find((each) => each.sample === sample);
  if (same) same.count += 1;
  else waiting.push({ sample, count: 1 });
  storage.set(keyOf(game), JSON.stringify(waiting));
  return (same ?? waiting.at(-1)).count;
}

/** Those who are on their way; nobody is any more. */
export function takePendingJoins(storage, game) {
  const waiting = read(storage, game);
  if (waiting.length) storage.remove(keyOf(game));
  return waiting;
}

function read(storage, game) {
  try {
    const waiting = JSON.parse(storage.get(keyOf(game)));
    const invited = Array.isArray(waiting) ? waiting.filter(isInvited) : [];
    return invited.map(({ sample, count }) => ({ sample, count }));
  } catch {
    return [];
  }
}

function isInvited(each) {
  return typeof each?.sample === "string" && Number.isInteger(each.count) && each.count > 0;
}
