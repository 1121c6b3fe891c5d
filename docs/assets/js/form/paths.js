/**
 * Values in nested data by dotted paths: `challenges.0.situation`. A number is a place in a list. Only what
 * the data holds itself counts, whatever its keys are: `constructor` and `__proto__` are keys like any
 * other.
 */

const keysOf = (path) => path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** The value at a path, undefined where there is none. */
export function valueAt(data, path) {
  return keysOf(path).reduce(ownValue, data);
}

/** The entry of a list that a path leads into, undefined where it leads into none. */
export function entryAt(data, path) {
  const keys = path.split(".");
  const place = keys.findLastIndex((key) => /^\d+$/.test(key));
  return place < 0 ? undefined : valueAt(data, keys.slice(0, place + 1).join("."));
}

/** Puts a value at a path, making lists and records on the way to it that are missing or something else. */
export function setAt(data, path, value) {
  const keys = keysOf(path);
  const last = keys.pop();
  let place = data;
  keys.forEach((key, depth) => {
    const inList = typeof (keys[depth + 1] ?? last) === "number";
    const found = ownValue(place, key);
    const fits = inList ? Array.isArray(found) : isRecord(found);
    if (!fits) setOwn(place, key, inList ? [] : {});
    place = ownValue(place, key);
  });
  setOwn(place, last, value);
}

/** The value that data holds itself under a key, undefined where it holds none. */
export function ownValue(data, key) {
  return data !== undefined && data !== null && Object.hasOwn(data, key) ? data[key] : undefined;
}

function setOwn(data, key, value) {
  Object.defineProperty(data, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * What a form holds, laid over the data that it shows: what the form has no place for stays, entry by entry
 * of a list.
 */
export function laidOver(before, held) {
  if (Array.isArray(held)) {
    return Array.isArray(before) ? held.map((value, place) => laidOver(before[place], value)) : held;
  }
  if (!isRecord(held) || !isRecord(before)) return held;
  const laid = Object.entries(held).map(([key, value]) => [key, laidOver(ownValue(before, key), value)]);
  return { ...before, ...Object.fromEntries(laid) };
}

export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
