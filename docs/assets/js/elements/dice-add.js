import { requestJoin } from "../tracker/pending-join.js";
import { openStorage } from "../storage/local-storage.js";

/** Adds an opponent of the book to the game's tracker, one more at each press. */
export class DiceAdd extends HTMLElement {
  #leaving = null;

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.querySelector("button").addEventListener("click", () => this.#send(), { signal });
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  #send() {
    const { game, sample } = this.dataset;
    const said = this.querySelector('[data-part="sent"]');
    const storage = openStorage();
    if (!storage.lasting) return; // nobody would arrive
    try {
      const count = requestJoin(storage, game, sample);
      this.querySelector('[data-part="count"]').textContent = count;
      said.hidden = false;
    } catch {
      // a full storage sends nobody, and nothing is said of it
    }
  }
}
