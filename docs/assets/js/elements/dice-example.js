import { EngineElement } from "./engine-element.js";

/**
 * A throw of a worked example. Readers may throw it themselves: the text then tells of another throw than the one
 * that is shown, which says so, until they go back to the book's.
 * Attributes: `data-calculator`, `data-inputs` and `data-dice` (JSON); `data-own` while the throw is the reader's.
 */
export class DiceExample extends EngineElement {
  connected(signal) {
    this.part("roll").addEventListener("click", () => this.#throw({ action: "roll", seed: null }, true), {
      signal,
    });
    const back = { action: "resolve", dice: JSON.parse(this.dataset.dice) };
    this.part("back").addEventListener("click", () => this.#throw(back, false), { signal });
  }

  async #throw(request, own) {
    const inputs = JSON.parse(this.dataset.inputs);
    const reply = await this.ask({ ...request, calculator: this.dataset.calculator, inputs });
    this.part("message").textContent = reply.ok ? "" : reply.message;
    if (!reply.ok) return;
    this.part("result").innerHTML = reply.html;
    this.#is(own);
    this.part("say").textContent = own ? `${this.part("own").textContent} ${reply.say}` : reply.say;
  }

  #is(own) {
    this.toggleAttribute("data-own", own);
    this.part("own").hidden = !own;
    if (!own) this.part("roll").focus(); // the button that was pressed goes
    this.part("back").hidden = !own;
  }
}
