/** Values in nested data by dotted paths: `challenges.0.situation`. A number is a place in a list. */

const keysOf = (path) => path.split(".").map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** The value at a path, undefined where there is none. */
export function valueAt(data, path) {
  return keysOf(path).reduce((value, key) => value?.[key], data);
}

/** The entry of a list that a path leads into, undefined where it leads into none. */
export function entryAt(data, path) {
  const keys = path.split(".");
  const place = keys.findLastIndex((key) => /^\d+$/.test(key));
  return place < 0 ? undefined : valueAt(data, keys.slice(0, place + 1).join("."));
}

/**
 * Puts a value at a path, making lists and records on the way to it that are missing or something else. An
 * undefined value takes away what is there.
 */
export function setAt(data, path, value) {
  const keys = keysOf(path);
  const last = keys.pop();
  let place = data;
  keys.forEach((key, depth) => {
    const inList = typeof (keys[depth + 1] ?? last) === "number";
    const fits = inList ? Array.isArray(place[key]) : isRecord(place[key]);
    if (!fits) place[key] = inList ? [] : {};
    place = place[key];
  });
  if (value === undefined) delete place[last];
  else place[last] = value;
}

export function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
