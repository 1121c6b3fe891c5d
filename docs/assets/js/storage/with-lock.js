/**
 * Runs one function per name at a time in all tabs of the site, with a Web Lock. Without locks, as on an
 * insecure connection, only in this page.
 */
let last = Promise.resolve();

/**
 * Returns the result of `work`. The lock, or the place in its queue, is released when `signal` is aborted as
 * the page is left: the browser may freeze such a page with its locks.
 */
export async function withLock(name, work, signal) {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return afterTheLast(work);
  let working = null;
  try {
    await locks.request(name, { signal }, () => {
      working = work();
      return Promise.race([working, untilAborted(signal)]);
    });
  } catch (error) {
    if (!working && !signal.aborted) return afterTheLast(work); // locks are blocked here
    if (!working) throw error;
  }
  return working;
}

function untilAborted(signal) {
  return new Promise((leaving) => signal.addEventListener("abort", leaving, { once: true }));
}

function afterTheLast(work) {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}
