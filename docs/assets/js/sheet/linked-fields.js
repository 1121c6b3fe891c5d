/** Number fields that move with one that the reader changes. */

/**
 * Returns the values of the fields linked to the one at `path`, as [path, value]; `tied` lists [one, other,
 * sum]. Empty while the value isn't a whole number.
 */
export function linkedChanges(tied, path, value) {
  if (!Number.isInteger(value)) return [];
  const pairs = tied.flatMap(([one, other, sum]) => [
    [one, other, sum],
    [other, one, sum],
  ]);
  return pairs.filter(([moved]) => moved === path).map(([, other, sum]) => [other, sum - value]);
}

/**
 * The value of a number that follows its maximum, once that has changed from `before` to `after`: what is
 * spent stays spent. `now` is its value so far. Nothing moves while the maximum is half typed.
 */
export function followMaximum(before, after, now) {
  if (!Number.isInteger(after)) return now;
  const isKnown = Number.isInteger(before) && Number.isInteger(now);
  return isKnown ? Math.max(0, Math.min(after, now + after - before)) : after;
}
