/**
 * Does one work of this name at a time, over all tabs of the site, by a Web Lock. Where there is none, as on a page
 * without an encrypted connection, over this page alone.
 */
let last = Promise.resolve();

export async function exclusively(name, work) {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return afterTheLast(work);
  let begun = false;
  try {
    return await locks.request(name, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (begun) throw error;
    return afterTheLast(work); // locks are refused here
  }
}

function afterTheLast(work) {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}
