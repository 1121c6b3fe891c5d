/**
 * The costs of a roll, each {field, by, when, clips, label, low, high}: a field decreases by `by`, or
 * increases if it is negative. `valueOf` returns the value of a field.
 */

/** Returns the first cost that doesn't clip and that the character can't pay in full. */
export function findUnpayable(costs, valueOf) {
  return costs.find(({ field, by, clips, low = 0, high = Infinity }) => {
    const after = valueOf(field) - by;
    return !clips && (by > 0 ? after < low : after > high);
  });
}

/** Returns the amount due for an outcome: `by`, 0, or the amount in the outcome. */
function due({ by, when }, came) {
  const result = when ? came[when] : true;
  if (typeof result === "boolean") return result ? by : 0;
  return Number.isInteger(result) ? Math.sign(by) * result : 0;
}

/**
 * Returns {changes, clipped}: the changes as [field, value], and the clipped costs with the amounts that were
 * due and applied.
 */
export function applyCosts(costs, came, valueOf) {
  const after = new Map();
  const clipped = [];
  for (const cost of costs) {
    const [before, whole] = [after.get(cost.field) ?? valueOf(cost.field), due(cost, came)];
    // a number outside the limits was entered by the reader: a cost never moves it the other way
    const low = Math.min(cost.low ?? 0, before);
    const high = Math.max(cost.high ?? Infinity, before);
    const now = Math.max(low, Math.min(high, before - whole));
    if (now !== before) after.set(cost.field, now);
    const part = before - now;
    if (part !== whole) clipped.push({ label: cost.label, part: Math.abs(part), whole: Math.abs(whole) });
  }
  return { changes: [...after], clipped };
}
