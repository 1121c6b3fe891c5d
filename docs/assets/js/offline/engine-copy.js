import { engine } from "../engine.js";
import { nameOfPage, newestName, storeEngine } from "../engine/source.js";
import { openStorage } from "../storage/local-storage.js";
import { gamesOf, includes } from "./choice.js";
import { untilTrue } from "./condition.js";
import { NO_ROOM } from "./failures.js";
import { ENGINE_CACHE, PAGE_CACHES } from "./caches.js";

/** The setting with the engine's worker and the choice, `NAME CHOICE`, for which everything is saved. */
const COMPLETE = "offline-engine";
/**
 * How long a version must have been waiting before its engine is saved, in milliseconds. A version that takes
 * over at once waits until the previous worker is idle.
 */
const SETTLING = 3000;

/** The copy of the dice engine that belongs to an `OfflineCopy`. */
export class EngineCopy {
  #copy;
  #storage = openStorage();
  #attempted = ""; // the engine and the choice of the last attempt

  constructor(copy) {
    this.#copy = copy;
  }

  /** Completes the copy even if the last attempt failed. */
  retry() {
    this.#attempted = "";
    this.complete();
  }

  /**
   * Saves the missing files for the saved books: if the reader left the page too early, if more books have
   * been saved since, and for a waiting version, which may take over without a network.
   */
  async complete() {
    const { stored, isSaving } = this.#copy;
    const isBusy = isSaving || engine.status === "loading" || document.readyState !== "complete";
    if (!stored || isBusy || !navigator.onLine) return;
    const { waiting } = this.#copy.registration;
    if (waiting) await new Promise((resolve) => setTimeout(resolve, SETTLING));
    if (this.#copy.registration?.waiting !== waiting) return;
    const name = waiting ? await newestName().catch(() => "") : nameOfPage();
    const attempt = `${name} ${stored}`;
    if (!name || attempt === this.#attempted) return;
    this.#attempted = attempt;
    if (attempt === this.#storage.get(COMPLETE) && (await hasFiles())) return;
    const names = await caches.keys(); // without pages, the site has withdrawn its offline copy
    if (!names.some((each) => each.startsWith(PAGE_CACHES))) return;
    if (await storeEngine(name, gamesOf(stored))) this.note(name, stored);
  }

  /** Loads the engine and saves it with the games of a choice. Rejects with a message for the reader. */
  async save(choice) {
    engine.start();
    await untilTrue(engine, "status", () => {
      if (engine.status === "error") throw new Error(engine.state.message);
      if (engine.stored === false) throw new Error(NO_ROOM);
      return engine.stored;
    });
    if (!(await engine.store(gamesOf(choice)))) throw new Error(NO_ROOM);
  }

  /** Notes that an engine is saved with the games of a choice. */
  note(name, choice) {
    this.#storage.note(COMPLETE, `${name} ${choice}`);
    this.#copy.changed();
  }

  /** Returns whether the engine is saved with the games of the saved books. */
  async isComplete() {
    const { stored, waiting } = this.#copy;
    if (stored) {
      const [name, choice = ""] = (this.#storage.get(COMPLETE) ?? "").split(" ");
      return (name === nameOfPage() || waiting) && includes(choice, stored) && hasFiles();
    }
    const isStoring = engine.status === "loading" || (engine.status === "ready" && engine.stored === null);
    return !isStoring && hasFiles(); // while storing, its cache may already contain some of the files
  }

  forget() {
    this.#storage.remove(COMPLETE);
  }
}

/** Returns whether any file of the engine is saved. */
async function hasFiles() {
  try {
    if (!(await caches.has(ENGINE_CACHE))) return false;
    return (await (await caches.open(ENGINE_CACHE)).keys()).length > 0;
  } catch {
    return false;
  }
}
