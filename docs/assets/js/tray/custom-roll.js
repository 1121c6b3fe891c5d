/** Quick dice, tapped or typed, and rolls saved by name. */
import { stripDirectionMarks } from "../messages.js";
import { keptDice, readNotation, writeNotation } from "./quick-dice.js";
import { Undo } from "./undo.js";

export class CustomRoll {
  #tray;
  #history;
  #typed = ""; // notation before the tapped dice
  #tapped = readNotation("");
  #undo;
  #isRolled = false; // whether the next tap starts another roll

  /** `history` is a promise, so that dice can be rolled before it is loaded. */
  constructor(tray, history, signal) {
    this.#tray = tray;
    this.#history = history;
    const on = (part, type, then) => tray.part(part).addEventListener(type, then, { signal });
    on("own", "click", ({ target }) => this.#press(target.closest("button")?.dataset ?? {}));
    on("written", "input", ({ target }) => this.#write(target.value));
    on("own", "submit", (event) => this.#submit(event));
    on("message", "click", (event) => this.#suggested(event));
    on("result", "click", (event) => this.#suggested(event));
    on("keep", "submit", (event) => this.#keep(event));
    this.#undo = new Undo(
      tray.part("unforget"),
      async (deleted) => (await this.#history).putBack(deleted),
      signal,
    );
    on("named", "click", ({ target }) => this.#pressNamed(target.closest("button")));
  }

  #press({ die, modify, mode, keepMore, part }) {
    if (die) this.#add(die);
    else if (modify) this.#tapped.modifier += Number(modify);
    else if (mode)
      this.#tapped = { ...this.#tapped, mode: this.#tapped.mode === mode ? "" : mode, keep: null };
    else if (keepMore) this.#keepMore(Number(keepMore));
    else if (part === "clear") this.#write("");
    else return;
    if (!die) this.#isRolled = false;
    const field = this.#tray.part("written");
    field.value = joinNotations(this.#typed, writeNotation(this.#tapped));
    this.#tray.readAloud(field.value || this.#tray.message("cleared"));
    this.#draw();
  }

  /** Replaces the notation by one that the engine suggests. */
  #suggested({ target }) {
    const suggestion = target.closest("[data-suggest]")?.dataset.suggest;
    if (!suggestion) return;
    const field = this.#tray.part("written");
    field.value = suggestion;
    this.#write(suggestion);
    field.focus();
  }

  #add(die) {
    if (this.#isRolled) this.#write("");
    const { dice } = this.#tapped;
    dice.set(die, (dice.get(die) ?? 0) + 1);
  }

  #keepMore(by) {
    const { kept: count, of } = keptDice(this.#tapped);
    this.#tapped.keep = Math.min(of - 1, Math.max(1, count + by));
  }

  /** Writes a notation into the field, and focuses it. */
  write(notation) {
    const field = this.#tray.part("written");
    field.value = notation;
    this.#write(notation);
    field.focus();
  }

  #write(text) {
    const read = readNotation(text);
    this.#typed = read ? "" : text.trim();
    this.#tapped = read ?? readNotation("");
    this.#isRolled = false;
    this.#draw();
  }

  /** Shows the tapped dice on the keys. */
  #draw() {
    const { dice, mode } = this.#tapped;
    const form = this.#tray.part("own");
    for (const key of form.querySelectorAll("[data-die]"))
      key.querySelector("[data-part=chosen]").textContent = dice.get(key.dataset.die) ?? "";
    for (const key of form.querySelectorAll("[data-mode]"))
      key.setAttribute("aria-pressed", String(key.dataset.mode === mode));
    const counts = keptDice(this.#tapped);
    this.#tray.part("kept-dice").hidden = !counts;
    if (counts) this.#tray.part("kept-count").textContent = this.#tray.message("kept-count", counts);
  }

  async #submit(event) {
    event.preventDefault();
    const { calculator, input } = this.#tray.part("own").dataset;
    const inputs = { [input]: this.#tray.part("written").value };
    const reply = await this.#tray.reroll({ calculator, inputs });
    this.#isRolled = reply.ok;
  }

  // rolls saved by name

  async refresh() {
    const rows = (await (await this.#history).named()).map((roll) => {
      const row = this.#tray.part("one-named").content.cloneNode(true);
      const [again, forget] = row.querySelectorAll("button");
      again.textContent = roll.name;
      row.querySelector("[data-part=forgotten]").textContent = roll.name;
      again.dataset.key = forget.dataset.key = roll.key;
      return row;
    });
    this.#tray.part("named").replaceChildren(...rows);
  }

  async #keep(event) {
    event.preventDefault();
    const name = this.#tray.part("name").value.trim();
    if (!name) return this.#tray.part("name").focus();
    const isKept = await (await this.#history).name({ ...this.#tray.currentRoll, name });
    await this.refresh();
    this.#tray.readAloud(this.#tray.message(isKept ? "kept" : "unkept", { name: stripDirectionMarks(name) }));
  }

  async #pressNamed(button) {
    if (!button) return;
    const { key, part } = button.dataset;
    const history = await this.#history;
    const roll = (await history.named()).find((each) => each.key === key);
    if (!roll) return;
    const { name } = roll;
    if (part === "forget-named") {
      this.#undo.offer(await history.forget(key));
      await this.refresh();
      this.#tray.readAloud(this.#tray.message("forgotten", { name: stripDirectionMarks(name) }));
      return this.#tray.part("unforget").focus();
    }
    await this.#tray.reroll({ ...roll, label: name });
  }
}

function joinNotations(notation, addition) {
  if (!notation || !addition) return notation || addition;
  return addition.startsWith("-") ? `${notation} - ${addition.slice(1)}` : `${notation} + ${addition}`;
}
