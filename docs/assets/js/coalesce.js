/**
 * Makes work that is asked for many times a second happen once a frame and never twice at once: while one run
 * is under way only the newest wish is kept.
 */
export function coalesce(work) {
  let wish = null;
  let running = false;
  return async (...given) => {
    wish = given;
    if (running) return;
    running = true;
    try {
      await frame();
      while (wish) {
        const next = wish;
        wish = null;
        await work(...next);
      }
    } finally {
      running = false;
    }
  };
}

/** The next frame; a page in the background has none, so it waits no longer than that. */
function frame() {
  return new Promise((done) => {
    const late = setTimeout(done, 60);
    requestAnimationFrame(() => {
      clearTimeout(late);
      done();
    });
  });
}
