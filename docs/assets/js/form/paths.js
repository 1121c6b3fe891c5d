/**
 * Values in nested data by dotted paths, such as `challenges.0.situation`, in which a number is the index in
 * a list. Only own keys count: `constructor` and `__proto__` are ordinary keys.
 */

const keysOf = (path) => path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** Returns the value at a path, or undefined. */
export function valueAt(data, path) {
  return keysOf(path).reduce(ownValue, data);
}

/** Returns the entry of a list that a path leads into, or undefined. */
export function entryAt(data, path) {
  const keys = path.split(".");
  const place = keys.findLastIndex((key) => /^\d+$/.test(key));
  return place < 0 ? undefined : valueAt(data, keys.slice(0, place + 1).join("."));
}

/**
 * Sets the value at a path, creating missing lists and records, and replacing other values on the way.
 * `undefined` deletes the value.
 */
export function setAt(data, path, value) {
  const keys = keysOf(path);
  const last = keys.pop();
  let place = data;
  keys.forEach((key, depth) => {
    const inList = typeof (keys[depth + 1] ?? last) === "number";
    const value = ownValue(place, key);
    const fits = inList ? Array.isArray(value) : isRecord(value);
    if (!fits) setOwn(place, key, inList ? [] : {});
    place = ownValue(place, key);
  });
  if (value === undefined) delete place[last];
  else setOwn(place, last, value);
}

/** Returns the value of an own key, or undefined. */
export function ownValue(data, key) {
  return data !== undefined && data !== null && Object.hasOwn(data, key) ? data[key] : undefined;
}

function setOwn(data, key, value) {
  Object.defineProperty(data, key, { value, writable: true, enumerable: true, configurable: true });
}

export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
