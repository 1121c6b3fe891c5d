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
  if (!locks) return runAfterLast(work);
  let running = null;
  try {
    await locks.request(name, { signal }, () => {
      running = work();
      return Promise.race([running, whenAborted(signal)]);
    });
  } catch (error) {
    if (!running && !signal.aborted) return runAfterLast(work); // locks are blocked here
    if (!running) throw error;
  }
  return running;
}

function whenAborted(signal) {
  return new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

function runAfterLast(work) {
  const result = last.then(work);
  last = result.catch(() => {});
  return result;
}
