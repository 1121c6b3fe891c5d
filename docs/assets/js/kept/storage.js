/**
 * The browser's storage in four verbs. Where it is switched off, a memory that lasts as long as the page;
 * `lasting` says which.
 */
export function openStorage() {
  try {
    const { localStorage } = globalThis;
    localStorage.getItem("diceleaf");
    return {
      lasting: true,
      keys: () => Object.keys(localStorage),
      get: (key) => localStorage.getItem(key),
      set: (key, text) => localStorage.setItem(key, text),
      remove: (key) => localStorage.removeItem(key),
    };
  } catch {
    const kept = new Map();
    return {
      lasting: false,
      keys: () => [...kept.keys()],
      get: (key) => kept.get(key) ?? null,
      set: (key, text) => kept.set(key, text),
      remove: (key) => kept.delete(key),
    };
  }
}
