/**
 * The costs of a roll, each { field, by, when, clips, label, low, high }: `by` less at a field, or more if
 * it is negative. `held` gives the number that the character has at a field.
 */

/** The first cost that the character can't pay in full and that doesn't clip, if there is one. */
export function findUnpayable(costs, held) {
  return costs.find(({ field, by, clips, low = 0, high = Infinity }) => {
    const after = held(field) - by;
    return !clips && (by > 0 ? after < low : after > high);
  });
}

/** What is due for an outcome that came so: `by`, none of it, or the amount that the outcome says. */
function due({ by, when }, came) {
  const said = when ? came[when] : true;
  if (typeof said === "boolean") return said ? by : 0;
  return Number.isInteger(said) ? Math.sign(by) * said : 0;
}

/**
 * What the outcome changes: `changes` as [field, value], and the costs that were `clipped`, each with the
 * amount that was due and the part of it that was applied.
 */
export function applyCosts(costs, came, held) {
  const after = new Map();
  const clipped = [];
  for (const cost of costs) {
    const [before, whole] = [after.get(cost.field) ?? held(cost.field), due(cost, came)];
    // a number beyond the limits is the reader's own: a cost never moves it the other way
    const low = Math.min(cost.low ?? 0, before);
    const high = Math.max(cost.high ?? Infinity, before);
    const now = Math.max(low, Math.min(high, before - whole));
    if (now !== before) after.set(cost.field, now);
    const part = before - now;
    if (part !== whole) clipped.push({ label: cost.label, part: Math.abs(part), whole: Math.abs(whole) });
  }
  return { changes: [...after], clipped };
}
