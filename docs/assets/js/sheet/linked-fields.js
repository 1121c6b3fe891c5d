/** Number fields that always come to one sum: as the reader moves one, the other moves too. */

/**
 * What the fields tied to the one at `path` now hold, as [path, value]; `tied` lists [one, other, sum].
 * Nothing moves while the value is no whole number, half typed as it may be.
 */
export function linkedChanges(tied, path, value) {
  if (!Number.isInteger(value)) return [];
  const pairs = tied.flatMap(([one, other, sum]) => [
    [one, other, sum],
    [other, one, sum],
  ]);
  return pairs.filter(([moved]) => moved === path).map(([, other, sum]) => [other, sum - value]);
}
