/**
 * The luck report of past rolls. The odds are requested for a few rolls at a time, so that other requests
 * needn't wait.
 */

/** The most rolls in a report, newest first. */
const MOST = 400;
const AT_ONCE = 20;

/**
 * Returns the engine's reply to "luck" for these rolls, newest first. `tray` sends the requests;
 * `progress(count, all)` is called with the number of rolls so far.
 */
export async function requestLuck(tray, throws, progress) {
  const rolls = throws.slice(0, MOST).map(({ calculator, inputs, faces, who }) => {
    return { calculator, inputs, faces, who };
  });
  const compared = [];
  while (compared.length < rolls.length) {
    progress(compared.length, rolls.length);
    const some = rolls.slice(compared.length, compared.length + AT_ONCE);
    const reply = await tray.ask({ action: "rate_rolls", rolls: some });
    compared.push(...(reply.ok ? reply.compared : some.map(() => null)));
  }
  return tray.ask({ action: "luck", compared });
}
