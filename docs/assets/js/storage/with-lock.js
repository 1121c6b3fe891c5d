/**
 * Does one work of this name at a time, over all tabs of the site, by a Web Lock. Where there is none, as on
 * a page without an encrypted connection, over this page alone.
 */
let last = Promise.resolve();

/**
 * What `work` gives. The lock, or the place among those who wait for it, is given back as soon as `signal`
 * tells that the page is left: the browser may keep such a page, and whatever it holds, for as long as it
 * likes.
 */
export async function withLock(name, work, signal) {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return afterTheLast(work);
  let working = null;
  try {
    await locks.request(name, { signal }, () => {
      working = work();
      return Promise.race([working, told(signal)]);
    });
  } catch (error) {
    if (!working && !signal.aborted) return afterTheLast(work); // locks are refused here
    if (!working) throw error;
  }
  return working;
}

function told(signal) {
  return new Promise((leaving) => signal.addEventListener("abort", leaving, { once: true }));
}

function afterTheLast(work) {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}
