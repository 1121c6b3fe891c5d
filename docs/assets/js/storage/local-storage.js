/**
 * The browser's plain storage, which answers at once and holds little: comforts, such as which colours were
 * chosen. What a reader makes is kept in `records.js`.
 *
 * Each name is this site's own, as others on the same host have books of their own: `place:dichotomy` lies
 * under `diceleaf:place:SITE:dichotomy`, SITE being its name. What was noted before names bore a
 * site is read until this site notes something else.
 */
import { STORAGE } from "../site.js";
import { isFramed } from "./framed.js";
import { parseSetting } from "./settings.js";

/**
 * The storage of a site, the one at hand unless named: where the browser refuses, a memory that lasts as long
 * as the page.
 */
export function openStorage(site = STORAGE, raw = openRawStorage()) {
  const place = (name) => {
    const [kind, ...rest] = name.split(":");
    return ["diceleaf", kind, site, ...rest].join(":");
  };
  const get = (name) => raw.get(place(name)) ?? raw.get(`diceleaf:${name}`);
  return {
    lasting: raw.lasting,
    /** The names that begin so, up to a colon: `place:`. */
    keys(start) {
      const before = place(start);
      const found = raw.keys().filter((key) => key.startsWith(before));
      return found.map((key) => start + key.slice(before.length));
    },
    /** {name: text} of all that a backup holds of it. */
    get notes() {
      const found = raw.keys().map((key) => /^diceleaf:([^:]+):(.+)$/.exec(key));
      const names = found.filter(Boolean).map(([, kind, rest]) => {
        if (rest === site) return kind;
        return rest.startsWith(`${site}:`) ? `${kind}:${rest.slice(site.length + 1)}` : "";
      });
      const notes = names.map((name) => [name, raw.get(place(name))]);
      return Object.fromEntries(notes.filter(([name, text]) => parseSetting(name, text) !== null));
    },
    get,
    /** What a name of `notes.js` says; null where nothing is noted, or nothing that can be read. */
    read: (name) => parseSetting(name, get(name)),
    set: (name, text) => raw.set(place(name), text),
    remove(name) {
      raw.remove(place(name));
      raw.remove(`diceleaf:${name}`);
    },
    /** Notes what nobody misses where the storage is full. */
    note(name, text) {
      try {
        raw.set(place(name), text);
      } catch {
        // it keeps what it has
      }
    },
  };
}

/** The whole of it, whoever's it is, or of `sessionStorage`; none inside another site. */
export function openRawStorage(which = "localStorage") {
  try {
    if (isFramed) return memory();
    const storage = globalThis[which];
    storage.getItem("diceleaf");
    return {
      lasting: true,
      keys: () => Object.keys(storage),
      get: (key) => storage.getItem(key),
      set: (key, text) => storage.setItem(key, text),
      remove: (key) => storage.removeItem(key),
    };
  } catch {
    return memory();
  }
}

function memory() {
  const kept = new Map();
  return {
    lasting: false,
    keys: () => [...kept.keys()],
    get: (key) => kept.get(key) ?? null,
    set: (key, text) => kept.set(key, text),
    remove: (key) => kept.delete(key),
  };
}
