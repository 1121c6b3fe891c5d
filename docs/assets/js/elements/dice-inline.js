/**
 * Dice in a line of text, as `rules_py.present.inline_dice` writes them: a tap rolls them, and shows the
 * result beside them and in the tray. Without scripts they are words of the sentence.
 */
import { engine } from "../engine.js";
import { rollForButton, tray } from "../roll-to-tray.js";

/** After how many milliseconds a wait for the engine is shown. */
const LATE = 150;

export class DiceInline extends HTMLElement {
  #abortController = null;
  #isRolling = false;

  connectedCallback() {
    if (!this.dataset.calculator) return; // in a printed book
    this.#abortController = new AbortController();
    if (!this.#button) this.#addButton();
    this.addEventListener("click", () => this.#roll(), { signal: this.#abortController.signal });
  }

  disconnectedCallback() {
    this.#abortController?.abort();
  }

  get #button() {
    return this.querySelector("button");
  }

  #addButton() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "inline-dice__roll";
    button.ariaLabel = this.dataset.name;
    button.append(...this.childNodes);
    const result = document.createElement("span");
    result.className = "inline-dice__result";
    this.append(button, result);
  }

  async #roll() {
    if (this.#isRolling) return;
    this.#isRolling = true;
    const timer = setTimeout(() => this.#wait(), LATE);
    try {
      const rolling = rollForButton(tray(), this);
      engine.start(true);
      const reply = await rolling;
      this.#show(reply.ok ? reply.entry.verdict : "");
    } finally {
      clearTimeout(timer);
      this.#isRolling = false;
    }
  }

  #show(text) {
    this.querySelector(".inline-dice__result").textContent = text;
  }

  /** Shows that the roll is waiting for the engine; the tray shows the engine's progress. */
  #wait() {
    if (engine.status === "ready") return;
    this.#show("…");
    tray().open();
    tray().readAloud(engine.state.message);
  }
}
