/**
 * Returns a function that runs `work` at most once a frame and never twice at once. While a run is under way,
 * only the arguments of the latest call are remembered.
 */
export function coalesce(work) {
  let latest = null;
  let running = false;
  return async (...args) => {
    latest = args;
    if (running) return;
    running = true;
    try {
      await frame();
      while (latest) {
        const next = latest;
        latest = null;
        await work(...next);
      }
    } finally {
      running = false;
    }
  };
}

/** Resolves at the next frame. A page in the background has none, so a timer limits the wait. */
function frame() {
  return new Promise((done) => {
    const late = setTimeout(done, 60);
    requestAnimationFrame(() => {
      clearTimeout(late);
      done();
    });
  });
}
