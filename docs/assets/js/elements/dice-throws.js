import { throwFor } from "../throwing.js";
import { EngineElement } from "./engine-element.js";

/** Things with a throw each, such as the entries of a list; the last throw is told below them. */
export class DiceThrows extends EngineElement {
  connected(signal) {
    this.addEventListener("click", ({ target }) => this.#press(target.closest("button")), { signal });
  }

  async #press(button) {
    if (button?.dataset.part === "close") this.part("throw").hidden = true;
    else if (button?.dataset.calculator) await throwFor(this, button);
  }
}
