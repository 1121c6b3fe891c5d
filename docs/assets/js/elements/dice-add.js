import { requestJoin } from "../tracker/pending-join.js";
import { openStorage } from "../storage/local-storage.js";

/** A button that adds an opponent of the book to the game's tracker, one more at each press. */
export class DiceAdd extends HTMLElement {
  #abortController = null;

  connectedCallback() {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    this.querySelector("button").addEventListener("click", () => this.#send(), { signal });
  }

  disconnectedCallback() {
    this.#abortController.abort();
  }

  #send() {
    const { game, sample } = this.dataset;
    const message = this.querySelector('[data-part="sent"]');
    const storage = openStorage();
    if (!storage.lasting) return; // in memory only: the tracker's page wouldn't receive it
    try {
      const count = requestJoin(storage, game, sample);
      this.querySelector('[data-part="count"]').textContent = count;
      message.hidden = false;
    } catch {
      // the storage is full: nothing is confirmed
    }
  }
}
