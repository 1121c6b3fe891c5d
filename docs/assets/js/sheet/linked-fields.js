/** Number fields that change with another field. */

/**
 * Returns the new values of the fields linked to the one at `path`, as [path, value]; `linkedFields` are
 * [one, other, sum]. Empty unless the value is a whole number.
 */
export function linkedChanges(linkedFields, path, value) {
  if (!Number.isInteger(value)) return [];
  const pairs = linkedFields.flatMap(([one, other, sum]) => [
    [one, other, sum],
    [other, one, sum],
  ]);
  return pairs.filter(([changed]) => changed === path).map(([, other, sum]) => [other, sum - value]);
}

/**
 * Returns the new value of a number whose maximum has changed from `before` to `after`, so that the same
 * amount stays spent. `now` is its current value, which stays unchanged while the maximum is incomplete.
 */
export function followMaximum(before, after, now) {
  if (!Number.isInteger(after)) return now;
  const isKnown = Number.isInteger(before) && Number.isInteger(now);
  return isKnown ? Math.max(0, Math.min(after, now + after - before)) : after;
}
