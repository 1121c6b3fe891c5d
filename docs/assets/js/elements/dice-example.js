import { EngineElement } from "./engine-element.js";

/**
 * A throw of a worked example, thrown again with the same dice or afresh.
 * Attributes: `data-calculator`, `data-inputs` and `data-dice` (JSON).
 */
export class DiceExample extends EngineElement {
  connected(signal) {
    const replay = () => this.#throw({ action: "resolve", dice: JSON.parse(this.dataset.dice) });
    this.part("replay").addEventListener("click", replay, { signal });
    this.part("roll").addEventListener("click", () => this.#throw({ action: "roll", seed: null }), {
      signal,
    });
  }

  async #throw(request) {
    const inputs = JSON.parse(this.dataset.inputs);
    const reply = await this.ask({ ...request, calculator: this.dataset.calculator, inputs });
    this.part("message").textContent = reply.ok ? "" : reply.message;
    if (!reply.ok) return;
    this.part("result").innerHTML = reply.html;
    this.part("say").textContent = reply.say;
  }
}
