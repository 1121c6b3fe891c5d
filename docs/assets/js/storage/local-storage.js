/**
 * The browser's local storage, which is synchronous and small. It contains settings, such as the colours;
 * `records.js` stores what readers create.
 *
 * Names are specific to the site, as other sites may be on the same host: `place:dichotomy` is stored under
 * `diceleaf:place:SITE:dichotomy`, where SITE is the name of the site. Values of earlier versions, without a
 * site, are read until this site writes its own.
 */
import { STORAGE } from "../site.js";
import { isFramed } from "./framed.js";
import { parseSetting } from "./settings.js";

/**
 * Returns the storage of a site, by default the current one. If the browser blocks it, the storage is in
 * memory and lasts as long as the page.
 */
export function openStorage(site = STORAGE, raw = openRawStorage()) {
  const place = (name) => {
    const [kind, ...rest] = name.split(":");
    return ["diceleaf", kind, site, ...rest].join(":");
  };
  const get = (name) => raw.get(place(name)) ?? raw.get(`diceleaf:${name}`);
  return {
    lasting: raw.lasting,
    /** Returns the names with this start, up to a colon: `place:`. */
    keys(start) {
      const before = place(start);
      const matching = raw.keys().filter((key) => key.startsWith(before));
      return matching.map((key) => start + key.slice(before.length));
    },
    /** Returns {name: text} of everything that a backup contains. */
    get notes() {
      const matches = raw.keys().map((key) => /^diceleaf:([^:]+):(.+)$/.exec(key));
      const names = matches.filter(Boolean).map(([, kind, rest]) => {
        if (rest === site) return kind;
        return rest.startsWith(`${site}:`) ? `${kind}:${rest.slice(site.length + 1)}` : "";
      });
      const notes = names.map((name) => [name, raw.get(place(name))]);
      return Object.fromEntries(notes.filter(([name, text]) => parseSetting(name, text) !== null));
    },
    get,
    /** Returns the value of a name in `settings.js`, or null if it is missing or invalid. */
    read: (name) => parseSetting(name, get(name)),
    set: (name, text) => raw.set(place(name), text),
    remove(name) {
      raw.remove(place(name));
      raw.remove(`diceleaf:${name}`);
    },
    /** Saves a setting; does nothing if the storage is full. */
    note(name, text) {
      try {
        raw.set(place(name), text);
      } catch {
        // the earlier value stays
      }
    },
  };
}

/** Returns the whole local storage of the host, or the session storage; null in a frame on another site. */
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
  const values = new Map();
  return {
    lasting: false,
    keys: () => [...values.keys()],
    get: (key) => values.get(key) ?? null,
    set: (key, text) => values.set(key, text),
    remove: (key) => values.delete(key),
  };
}
