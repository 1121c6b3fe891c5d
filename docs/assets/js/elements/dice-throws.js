import { throwFor } from "../throwing.js";
import { EngineElement } from "./engine-element.js";

/** Things with a throw each, such as the entries of a list or an example: their buttons throw into the tray. */
export class DiceThrows extends EngineElement {
  connected(signal) {
    this.addEventListener("click", ({ target }) => this.#press(target.closest("button")), { signal });
  }

  async #press(button) {
    if (button?.dataset.calculator) await throwFor(this, button);
  }
}
