import { engine } from "../engine.js";
import { formatMessage } from "../messages.js";
import { markup } from "../trusted.js";

/** The result of the last roll, instead of the tray, on the page of a single calculator. */
export class DiceResult extends HTMLElement {
  #reply = null;

  /** Sends a request through the surrounding calculator, and returns the engine's reply. */
  ask(request) {
    return this.closest("[data-calculator]").ask(request);
  }

  /** Shows and announces the roll of an engine's reply, and returns the reply. */
  async showRoll(reply) {
    this.#reply = reply;
    this.#part("result").innerHTML = markup(reply.html);
    this.#part("chance").textContent = "";
    this.#part("say").textContent = reply.say;
    this.#addChance(reply);
    return reply;
  }

  /** Replaces a compiled roll by the engine's reply. */
  correct(_, reply) {
    return this.showRoll(reply);
  }

  async #addChance(reply) {
    await engine.whenReady();
    const { calculator, inputs, faces } = reply.roll;
    const result = await this.ask({ action: "chance", calculator, inputs, dice: faces });
    if (result.chance && this.#reply === reply)
      this.#part("chance").textContent = formatMessage(this, "chance", result);
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }
}
