/**
 * Whether the page is there. A browser may put a page that is left aside as it stands, with its steps and its
 * locks, and each other page would wait for them. So whatever others may wait for is given up before, and
 * done when the page is shown again.
 */
export class PageLifecycle {
  #leaving = new AbortController();
  #shown = Promise.resolve(); // resolves once the page that was left is shown again

  /** `page` tells when it is left and when it is shown; a global scope that tells nothing is always there. */
  constructor(page = globalThis) {
    page.addEventListener?.("pagehide", () => {
      this.#shown = new Promise((shown) => page.addEventListener("pageshow", shown, { once: true }));
      this.#leaving.abort();
      this.#leaving = new AbortController();
    });
  }

  /**
   * What `work` gives. It is told by a signal when the page is left; where it fails for that, it is begun
   * again from its beginning once the page is shown.
   */
  async whileHere(work) {
    for (;;) {
      await this.#shown;
      const { signal } = this.#leaving;
      try {
        return await work(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }
}
