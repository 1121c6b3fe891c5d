/** The few browser features that the scripts under test use and Node lacks. */

/** Sets `values` as globals until the test `t` ends. */
export function withGlobals(t, values) {
  for (const [name, value] of Object.entries(values)) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
    t.after(() => {
      if (before) Object.defineProperty(globalThis, name, before);
      else delete globalThis[name];
    });
  }
}

/** A fake clock: `pass(milliseconds)` advances it. */
export function withClock(t) {
  let now = 0;
  let last = 0;
  const timers = new Map();
  const setTimeout = (then, after = 0, ...args) => {
    timers.set((last += 1), { at: now + after, then: () => then(...args) });
    return last;
  };
  withGlobals(t, { setTimeout, clearTimeout: (id) => timers.delete(id) });
  return async (milliseconds) => {
    const end = now + milliseconds;
    for (;;) {
      await settled();
      const [next] = [...timers].filter(([, { at }]) => at <= end).sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      timers.delete(next[0]);
      now = next[1].at;
      next[1].then();
    }
    now = end;
  };
}

/** Resolves when everything that doesn't depend on the clock is done. */
export async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
}

/** A fake `localStorage`, as `openRawStorage` returns it; `room` is its capacity in characters. */
export function memory(room = Infinity) {
  const values = new Map();
  const sizeOf = (key) => values.get(key)?.length ?? 0;
  let size = 0;
  return {
    room,
    lasting: true,
    keys: () => [...values.keys()],
    get: (key) => values.get(key) ?? null,
    set(key, text) {
      const newSize = size - sizeOf(key) + text.length;
      if (newSize > this.room) throw new Error("QuotaExceededError");
      size = newSize;
      values.set(key, text);
    },
    remove(key) {
      size -= sizeOf(key);
      values.delete(key);
    },
  };
}
