/**
 * The luck report on throws: their odds are counted a few at a time, so that nothing else has to wait for
 * long.
 */

/** The newest are reported on, so many at most. */
const MOST = 400;
const AT_ONCE = 20;

/**
 * The engine's reply to "luck" for these throws, newest first. `tray` asks; `progress(count, all)` hears how
 * many have been counted.
 */
export async function requestLuck(tray, throws, progress) {
  const asked = throws.slice(0, MOST).map(({ calculator, inputs, faces, who }) => {
    return { calculator, inputs, faces, who };
  });
  const compared = [];
  while (compared.length < asked.length) {
    progress(compared.length, asked.length);
    const some = asked.slice(compared.length, compared.length + AT_ONCE);
    const reply = await tray.ask({ action: "rate_rolls", rolls: some });
    compared.push(...(reply.ok ? reply.compared : some.map(() => null)));
  }
  return tray.ask({ action: "luck", compared });
}
