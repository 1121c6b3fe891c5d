/** Quick dice, tapped or typed, and rolls saved by name. */
import { stripDirectionMarks } from "../messages.js";
import { keptDice, readNotation, writeNotation } from "./quick-dice.js";
import { Undo } from "./undo.js";

export class CustomRoll {
  #tray;
  #history;
  #typedNotation = ""; // notation before the tapped dice
  #tappedDice = readNotation("");
  #undo;
  #isRolled = false; // whether the next tap starts another roll

  /** `history` is a promise, so that dice can be rolled before it is loaded. */
  constructor(tray, history, signal) {
    this.#tray = tray;
    this.#history = history;
    const on = (part, type, then) => tray.part(part).addEventListener(type, then, { signal });
    on("own", "click", ({ target }) => this.#press(target.closest("button")?.dataset ?? {}));
    on("written", "input", ({ target }) => this.#setNotation(target.value));
    on("own", "submit", (event) => this.#submit(event));
    on("message", "click", (event) => this.#fillInSuggestion(event));
    on("result", "click", (event) => this.#fillInSuggestion(event));
    on("keep", "submit", (event) => this.#saveRoll(event));
    this.#undo = new Undo(
      tray.part("unforget"),
      async (deleted) => (await this.#history).undelete(deleted),
      signal,
    );
    on("named", "click", ({ target }) => this.#pressNamed(target.closest("button")));
  }

  #press({ die, modify, mode, keepMore, part }) {
    if (die) this.#add(die);
    else if (modify) this.#tappedDice.modifier += Number(modify);
    else if (mode)
      this.#tappedDice = {
        ...this.#tappedDice,
        mode: this.#tappedDice.mode === mode ? "" : mode,
        keep: null,
      };
    else if (keepMore) this.#changeKeep(Number(keepMore));
    else if (part === "clear") this.#setNotation("");
    else return;
    if (!die) this.#isRolled = false;
    const field = this.#tray.part("written");
    field.value = joinNotations(this.#typedNotation, writeNotation(this.#tappedDice));
    this.#tray.readAloud(field.value || this.#tray.message("cleared"));
    this.#showTapped();
  }

  /** Replaces the notation by one that the engine suggests. */
  #fillInSuggestion({ target }) {
    const suggestion = target.closest("[data-suggest]")?.dataset.suggest;
    if (!suggestion) return;
    const field = this.#tray.part("written");
    field.value = suggestion;
    this.#setNotation(suggestion);
    field.focus();
  }

  #add(die) {
    if (this.#isRolled) this.#setNotation("");
    const { dice } = this.#tappedDice;
    dice.set(die, (dice.get(die) ?? 0) + 1);
  }

  #changeKeep(by) {
    const { kept: count, of } = keptDice(this.#tappedDice);
    this.#tappedDice.keep = Math.min(of - 1, Math.max(1, count + by));
  }

  /** Writes a notation into the field, and focuses it. */
  write(notation) {
    const field = this.#tray.part("written");
    field.value = notation;
    this.#setNotation(notation);
    field.focus();
  }

  #setNotation(text) {
    const tapped = readNotation(text);
    this.#typedNotation = tapped ? "" : text.trim();
    this.#tappedDice = tapped ?? readNotation("");
    this.#isRolled = false;
    this.#showTapped();
  }

  /** Shows the tapped dice on the keys. */
  #showTapped() {
    const { dice, mode } = this.#tappedDice;
    const form = this.#tray.part("own");
    for (const key of form.querySelectorAll("[data-die]"))
      key.querySelector("[data-part=chosen]").textContent = dice.get(key.dataset.die) ?? "";
    for (const key of form.querySelectorAll("[data-mode]"))
      key.setAttribute("aria-pressed", String(key.dataset.mode === mode));
    const counts = keptDice(this.#tappedDice);
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

  async #saveRoll(event) {
    event.preventDefault();
    const name = this.#tray.part("name").value.trim();
    if (!name) return this.#tray.part("name").focus();
    const isSaved = await (await this.#history).name({ ...this.#tray.currentRoll, name });
    await this.refresh();
    this.#tray.readAloud(
      this.#tray.message(isSaved ? "kept" : "unkept", { name: stripDirectionMarks(name) }),
    );
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
