import { engine } from "../engine.js";
import { formatMessage } from "../messages.js";
import { markup } from "../trusted.js";

/** The result of the last roll, in the place of the tray where a calculator stands alone on its page. */
export class DiceResult extends HTMLElement {
  #shown = null;

  /** The reply of the engine to a request, through the calculator around. */
  ask(request) {
    return this.closest("[data-calculator]").ask(request);
  }

  /** Show and announce the roll of an engine's reply, and return the reply. */
  async tell(reply) {
    this.#shown = reply;
    this.#part("shown").innerHTML = markup(reply.html);
    this.#part("chance").textContent = "";
    this.#part("say").textContent = reply.say;
    this.#addChance(reply);
    return reply;
  }

  /** Show a roll as the engine makes it, which was shown before the engine had arrived. */
  correct(_, reply) {
    return this.tell(reply);
  }

  async #addChance(reply) {
    await engine.whenReady();
    const { calculator, inputs, faces } = reply.roll;
    const found = await this.ask({ action: "chance", calculator, inputs, dice: faces });
    if (found.chance && this.#shown === reply)
      this.#part("chance").textContent = formatMessage(this, "chance", found);
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }
}
