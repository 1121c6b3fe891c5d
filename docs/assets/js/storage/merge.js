import { isRecord, ownValue } from "../form/paths.js";

/**
 * Merges two sets of changes to the same data: changes of `mine` since `base` are taken from `mine`,
 * everything else from `theirs`. Records are merged value by value, lists as a whole.
 */
export function merge(base, mine, theirs) {
  if (isRecord(mine) && isRecord(theirs)) {
    const before = isRecord(base) ? base : {};
    const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
    const merged = keys.map((key) => [
      key,
      merge(...[before, mine, theirs].map((each) => ownValue(each, key))),
    ]);
    return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
  }
  return same(mine, base) ? theirs : mine;
}

export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
