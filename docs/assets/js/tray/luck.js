/**
 * The luck report of past rolls. The odds are requested for a few rolls at a time, so that other requests
 * needn't wait.
 */

/** The most rolls in a report, newest first. */
const MAX_ROLLS = 400;
const BATCH_SIZE = 20;

/**
 * Returns the engine's reply to "luck" for these rolls, newest first. `tray` sends the requests;
 * `progress(count, all)` is called with the number of rolls so far.
 */
export async function requestLuck(tray, allRolls, progress) {
  const rolls = allRolls.slice(0, MAX_ROLLS).map(({ calculator, inputs, faces, who }) => {
    return { calculator, inputs, faces, who };
  });
  const ratings = [];
  while (ratings.length < rolls.length) {
    progress(ratings.length, rolls.length);
    const some = rolls.slice(ratings.length, ratings.length + BATCH_SIZE);
    const reply = await tray.ask({ action: "rate_rolls", rolls: some });
    ratings.push(...(reply.ok ? reply.compared : some.map(() => null)));
  }
  return tray.ask({ action: "luck", compared: ratings });
}
