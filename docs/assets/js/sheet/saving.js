import { mergeLogs, readLog } from "./change-log.js";
import { merge, same } from "../storage/merge.js";

/**
 * Saves the character of a `<dice-sheet>` and its change log, and merges them with those that another tab has
 * saved. One state is saved at a time, in the order of the changes.
 */
export class SheetSaving {
  #sheet;
  #history; // the ChangeHistory
  #base = {}; // the character as this tab last saw it saved
  #baseLog = []; // its change log, likewise
  #running = null; // resolves when all changes are saved
  #hasChanged = false; // since the running save started
  #pending = null; // the character that is being saved

  constructor(sheet, history) {
    this.#sheet = sheet;
    this.#history = history;
  }

  /** Starts from a saved character; {} if it isn't saved yet. */
  reset(base) {
    this.#base = structuredClone(base);
    this.#baseLog = this.#history.log;
  }

  /** Whether the character has been saved before. */
  get isSaved() {
    return !same(this.#base, {});
  }

  /** Saves the changes. A blank sheet that isn't saved yet stays unsaved. */
  save() {
    if (!this.#running && this.#sheet.isBlank && !this.isSaved) return;
    this.#hasChanged = true;
    this.#running ??= this.#saveAll().finally(() => (this.#running = null));
  }

  /** A promise for the end of pending saves, or null if there are none. */
  get running() {
    return this.#running;
  }

  /** {item, beside, bases} for `SavedItemsElement`. */
  get unsaved() {
    const bases = [this.#base, this.#pending].filter(Boolean);
    return { item: this.#sheet.item, beside: { changes: this.#history.log }, bases };
  }

  /** Merges the character with the state that another tab has saved. */
  follow(saved) {
    this.#adopt(saved, this.#base, this.#baseLog);
  }

  async #saveAll() {
    while (this.#hasChanged) {
      this.#hasChanged = false;
      await this.#saveOnce();
    }
  }

  async #saveOnce() {
    const { key, version } = this.#sheet;
    const [base, baseLog, { log }] = [this.#base, this.#baseLog, this.#history];
    const mine = structuredClone(this.#sheet.item);
    this.#pending = mine;
    const saved = await this.#sheet.save(key, ({ item, version: theirs, beside }) => {
      if (!item || theirs !== version) return { item: mine, beside: { changes: log } };
      const changes = mergeLogs(baseLog, log, readLog(beside.changes));
      return { item: merge(base, mine, item), beside: { changes } };
    });
    if (saved && key === this.#sheet.key) this.#adopt(saved, mine, log);
  }

  /** Merges a saved character with the changes made here since `base`. */
  #adopt({ item, beside }, base, baseLog) {
    const theirs = readLog(beside.changes);
    this.#history.log = mergeLogs(baseLog, this.#history.log, theirs);
    this.#baseLog = theirs;
    const mergedItem = merge(base, this.#sheet.item, item);
    this.#base = structuredClone(item);
    if (!same(mergedItem, this.#sheet.item)) this.#sheet.replace(structuredClone(mergedItem));
  }
}
