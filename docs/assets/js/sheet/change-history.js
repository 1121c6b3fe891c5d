import { entryAt, setAt, valueAt } from "../form/paths.js";
import { newId } from "../storage/keys.js";
import { canRevert, revertChange, recordChange } from "./change-log.js";
import { showHtml } from "./dom-update.js";

/** The change history of the character in a `<dice-sheet>`: records changes, lists and reverts them. */
export class ChangeHistory {
  log = [];
  #sheet;
  #list; // the collapsible list

  constructor(sheet, signal) {
    this.#sheet = sheet;
    this.#list = sheet.part("change-history");
    const revert = ({ target }) => {
      const button = target.closest("[data-put-back]");
      if (button) this.#revert(this.log.find(({ id }) => id === button.dataset.putBack));
    };
    this.#list.addEventListener("click", revert, { signal });
    this.#list.addEventListener("toggle", () => this.show(), { signal });
  }

  /** Sets fields of the character, given as [path, value], and records the change. */
  apply(values, { why = "", typed = false } = {}) {
    const { item } = this.#sheet;
    const changes = values.map(([field, to]) => {
      const from = structuredClone(valueAt(item, field));
      const entry = structuredClone(entryAt(item, field));
      setAt(item, field, to);
      return { field, from, to: structuredClone(to), ...(entry && { entry }) };
    });
    this.log = recordChange(this.log, { id: newId(), at: Date.now(), why, typed, changes });
  }

  undo() {
    return this.#revert(this.log.at(-1));
  }

  async #revert(entry) {
    if (!entry) return;
    const sheet = this.#sheet;
    const isPossible = canRevert(sheet.item, entry);
    if (isPossible) {
      sheet.item = revertChange(sheet.item, entry);
      this.log = this.log.filter(({ id }) => id !== entry.id);
      sheet.onChange();
    }
    const reply = await this.#describe([entry]);
    if (reply.ok)
      sheet.showMessage(sheet.messageNodes(isPossible ? "undone" : "changed", { what: reply.last }), {
        passing: true,
      });
  }

  /** Shows the last change, and all changes if the list is open. */
  async show() {
    const isOpen = this.#list.open;
    const entries = isOpen ? this.log : this.log.slice(-1);
    const reply = await this.#describe(entries);
    if (!reply.ok) return;
    this.#sheet.querySelector('[data-command="undo"]').disabled = !entries.length;
    this.#sheet.part("last").textContent = reply.last;
    if (!isOpen) return;
    showHtml(this.#sheet.part("changes"), reply.html);
    for (const time of this.#list.querySelectorAll("time")) {
      const at = new Date(Number(time.dataset.at));
      time.textContent = at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    }
  }

  #describe(entries) {
    return this.#sheet.ask({ action: "sheet_changes", game: this.#sheet.dataset.game, entries });
  }
}
