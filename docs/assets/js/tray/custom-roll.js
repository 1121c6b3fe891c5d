/** Dice of the reader's own: tapped together or written, and throws kept by name. */
import { stripDirectionMarks } from "../messages.js";
import { Undo } from "./undo.js";

export class CustomRoll {
  #tray;
  #history;
  #written = ""; // by hand
  #tapped = new Map(); // sides -> how many
  #undo;
  #thrown = false; // what stands there has been thrown: the next tap begins anew

  /** `history` is a promise: dice are thrown while it is not known yet what is kept. */
  constructor(tray, history, signal) {
    this.#tray = tray;
    this.#history = history;
    const on = (part, type, then) => tray.part(part).addEventListener(type, then, { signal });
    const panel = tray.querySelector("#tray-dice");
    panel.addEventListener("click", ({ target }) => this.#tap(target.closest("[data-die]")), { signal });
    on("written", "input", ({ target }) => this.#write(target.value));
    on("clear", "click", () => this.#clear());
    on("own", "submit", (event) => this.#submit(event));
    on("keep", "submit", (event) => this.#keep(event));
    this.#undo = new Undo(
      tray.part("unforget"),
      async (deleted) => (await this.#history).putBack(deleted),
      signal,
    );
    on("named", "click", ({ target }) => this.#pressNamed(target.closest("button")));
  }

  #tap(chip) {
    if (!chip) return;
    if (this.#thrown) this.#write("");
    const sides = chip.dataset.die;
    this.#tapped.set(sides, (this.#tapped.get(sides) ?? 0) + 1);
    const taps = [...this.#tapped].map(([size, count]) => `${count > 1 ? count : ""}d${size}`);
    this.#tray.part("written").value = [this.#written, ...taps].filter(Boolean).join(" + ");
  }

  #write(text) {
    this.#written = text.trim();
    this.#tapped.clear();
    this.#thrown = false;
  }

  #clear() {
    this.#write("");
    this.#tray.part("written").value = "";
  }

  async #submit(event) {
    event.preventDefault();
    const form = this.#tray.part("own");
    const { calculator, input } = form.dataset;
    const inputs = { [input]: this.#tray.part("written").value };
    const reply = await this.#tray.throwNew({ calculator, inputs });
    this.#thrown = reply.ok;
  }

  // kept by name

  async refresh() {
    const rows = (await (await this.#history).named()).map((thrown) => {
      const row = this.#tray.part("one-named").content.cloneNode(true);
      const [again, forget] = row.querySelectorAll("button");
      again.textContent = thrown.name;
      row.querySelector("[data-part=forgotten]").textContent = thrown.name;
      again.dataset.key = forget.dataset.key = thrown.key;
      return row;
    });
    this.#tray.part("named").replaceChildren(...rows);
  }

  async #keep(event) {
    event.preventDefault();
    const name = this.#tray.part("name").value.trim();
    if (!name) return this.#tray.part("name").focus();
    const isKept = await (await this.#history).name({ ...this.#tray.toThrow, name });
    await this.refresh();
    this.#tray.say(this.#tray.words(isKept ? "kept" : "unkept", { name: stripDirectionMarks(name) }));
  }

  async #pressNamed(button) {
    if (!button) return;
    const { key, part } = button.dataset;
    const history = await this.#history;
    const kept = (await history.named()).find((each) => each.key === key);
    if (!kept) return;
    const { name } = kept;
    if (part === "forget-named") {
      this.#undo.offer(await history.forget(key));
      await this.refresh();
      this.#tray.say(this.#tray.words("forgotten", { name: stripDirectionMarks(name) }));
      return this.#tray.part("unforget").focus();
    }
    await this.#tray.throwNew({ ...kept, label: name });
  }
}
