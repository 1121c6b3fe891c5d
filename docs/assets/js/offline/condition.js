/**
 * Resolves once `condition` returns a true value: now, or after an event of this type. Rejects with the error
 * that it throws.
 */
export function waitFor(target, type, condition) {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const check = () => {
      try {
        if (!condition()) return;
        resolve();
      } catch (error) {
        reject(error);
      }
      listening.abort();
    };
    target.addEventListener(type, check, { signal: listening.signal });
    check();
  });
}
