import { onEdit } from "../form/editing.js";
import { messages, showProblems } from "../form/problems.js";
import { readForm, writeForm } from "../form/values.js";
import { connectForm } from "../form/form-controls.js";
import { openStorage } from "../storage/local-storage.js";
import { coalesce } from "../coalesce.js";
import { rollForButton } from "../roll-to-tray.js";
import { EngineElement } from "./engine-element.js";
import { markup } from "../trusted.js";

const storage = openStorage();

/**
 * Entries with roll buttons, such as those of a list or an example, which roll into the tray. Attribute:
 * `data-list`, the id of a list with inputs, which are saved and change the rolls of its entries.
 */
export class DiceRollButtons extends EngineElement {
  /** Requests the current rolls of the entries, at most once a frame. */
  refresh = coalesce(() => this.#update());

  connected(signal) {
    this.addEventListener("click", ({ target }) => this.#press(target.closest("button")), { signal });
    if (!this.dataset.list) return;
    connectForm(this.#form, signal);
    onEdit(this.#form, this.refresh, signal);
    this.#form.addEventListener("submit", (event) => event.preventDefault(), { signal });
    this.#restoreInputs();
  }

  get near() {
    return this.dataset.list ? this.querySelector("table, .entries-list") : this;
  }

  get #form() {
    return this.part("inputs");
  }

  async #press(button) {
    if (button?.dataset.calculator) await rollForButton(this, button);
  }

  get #key() {
    return `asked:${this.dataset.list}`;
  }

  #restoreInputs() {
    const saved = storage.read(this.#key);
    if (!saved) return;
    writeForm(this.#form, saved);
    this.refresh();
  }

  #saveInputs(inputs) {
    storage.note(this.#key, JSON.stringify(inputs));
  }

  async #update() {
    const inputs = readForm(this.#form);
    const { list, house = "{}" } = this.dataset;
    const reply = await this.ask({ action: "roll_options", list, inputs, house: JSON.parse(house) });
    this.classList.toggle("is-stale", !reply.ok);
    if (!this.className) this.removeAttribute("class"); // the build writes no empty attribute
    this.part("message").textContent = messages(showProblems(this.#form, reply.ok ? [] : reply.problems));
    if (!reply.ok) return;
    this.#saveInputs(inputs);
    this.part("values").innerHTML = markup(reply.given);
    for (const [id, parts] of Object.entries(reply.offers)) {
      const entry = this.querySelector(`[id="${CSS.escape(id)}"]`);
      for (const [part, html] of Object.entries(parts)) {
        entry.querySelector(`[data-part="${part}"]`).innerHTML = markup(html);
      }
    }
  }
}
