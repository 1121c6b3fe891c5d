import { freeName } from "../storage/collection.js";
import { same } from "../storage/merge.js";

/** The longest name that leaves room for a number. */
const MAX_NAME = 80;

/** Saves the encounter of a `<dice-tracker>`, and notices when another tab has changed it. */
export class EncounterSaving {
  #tracker;
  #base = null; // the encounter as this tab last saw it saved
  #pending = null; // the encounter that is being saved

  constructor(tracker) {
    this.#tracker = tracker;
  }

  /** Starts from a saved encounter; null if it isn't saved yet. */
  reset(base) {
    this.#base = base;
  }

  get isSaved() {
    return this.#base !== null;
  }

  /** {item, bases} for `SavedItemsElement`. */
  get unsaved() {
    return this.#pending && { item: this.#pending, bases: this.#base ? [this.#base] : [] };
  }

  /** Saves the changed encounter; returns false and follows another tab if that has changed it since. */
  async save(scene) {
    const { key } = this.#tracker;
    const base = this.#base;
    if (scene.name !== base?.name) scene.name = this.#freeName(scene.name);
    this.#pending = scene;
    let other = null;
    const saved = await this.#tracker.save(key, ({ item }) => {
      other = item && !same(item, base) ? item : null;
      return other ? null : { item: scene };
    });
    if (!this.#tracker.saveFailed) this.#pending = null;
    if (key !== this.#tracker.key) return false;
    if (other) this.#showOther(other, "elsewhere");
    else if (saved) this.#base = saved.item;
    return !other;
  }

  /** Returns the name, with a number if another encounter has it. */
  #freeName(name) {
    const others = this.#tracker.collection.list.filter(({ id }) => id !== this.#tracker.key);
    return freeName(name, new Set(others.map((each) => each.name)), MAX_NAME);
  }

  /** Shows what another tab has saved. */
  async changedElsewhere() {
    const tracker = this.#tracker;
    const { key } = tracker;
    const { item } = await tracker.collection.read(key);
    if (key !== tracker.key) return;
    if (item && !same(item, this.#base)) this.#showOther(item, "followed");
    if (item || !this.#base) return;
    this.#base = null;
    tracker.showMessage(tracker.message("gone"), { untilSaved: true });
  }

  #showOther(scene, word) {
    const tracker = this.#tracker;
    tracker.attempt(async () => {
      await tracker.show(tracker.key, scene, scene);
      tracker.showMessage(tracker.message(word));
    });
  }
}
