import { isRecord } from "../form/paths.js";

/**
 * Two sets of changes to the same data in one: what `mine` changed since `base` is taken from `mine`,
 * everything else from `theirs`. Records are merged value by value, lists as a whole.
 */
export function merge(base, mine, theirs) {
  if (isRecord(mine) && isRecord(theirs)) {
    const before = isRecord(base) ? base : {};
    const merged = {};
    for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
      const value = merge(before[key], mine[key], theirs[key]);
      if (value !== undefined) merged[key] = value;
    }
    return merged;
  }
  return same(mine, base) ? theirs : mine;
}

export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
