/**
 * Whether the page is active. A browser may freeze a page that was left, with its transactions and locks, and
 * other pages would wait for them. Work that others may wait for is therefore aborted before, and restarted
 * when the page is shown again.
 */
export class PageLifecycle {
  #abortController = new AbortController();
  #whenShown = Promise.resolve(); // resolves when a page that was left is shown again

  /** `page` dispatches "pagehide" and "pageshow"; other global scopes, as in tests, are always active. */
  constructor(page = globalThis) {
    page.addEventListener?.("pagehide", () => {
      this.#whenShown = new Promise((resolve) => page.addEventListener("pageshow", resolve, { once: true }));
      this.#abortController.abort();
      this.#abortController = new AbortController();
    });
  }

  /**
   * Returns the result of `work`, which gets a signal that is aborted when the page is left. If it fails for
   * that reason, it is restarted when the page is shown.
   */
  async runWhileShown(work) {
    for (;;) {
      await this.#whenShown;
      const { signal } = this.#abortController;
      try {
        return await work(signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  }
}
