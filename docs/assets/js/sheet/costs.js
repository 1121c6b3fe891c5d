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
function amountDue({ by, when }, outcome) {
  const result = when ? outcome[when] : true;
  if (typeof result === "boolean") return result ? by : 0;
  return Number.isInteger(result) ? Math.sign(by) * result : 0;
}

/**
 * Returns {changes, clipped}: the changes as [field, value], and the clipped costs with the amounts that were
 * due and applied.
 */
export function applyCosts(costs, outcome, valueOf) {
  const after = new Map();
  const clipped = [];
  for (const cost of costs) {
    const [before, amount] = [after.get(cost.field) ?? valueOf(cost.field), amountDue(cost, outcome)];
    // a number outside the limits was entered by the reader: a cost never moves it the other way
    const low = Math.min(cost.low ?? 0, before);
    const high = Math.max(cost.high ?? Infinity, before);
    const now = Math.max(low, Math.min(high, before - amount));
    if (now !== before) after.set(cost.field, now);
    const applied = before - now;
    if (applied !== amount)
      clipped.push({ label: cost.label, part: Math.abs(applied), whole: Math.abs(amount) });
  }
  return { changes: [...after], clipped };
}
