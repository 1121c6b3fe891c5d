import { engine } from "../engine.js";
import { nameOfPage, newestName, storeEngine } from "../engine/source.js";
import { openStorage } from "../storage/local-storage.js";
import { gamesOf, includes } from "./choice.js";
import { waitFor } from "./condition.js";
import { NO_ROOM } from "./failures.js";
import { ENGINE_CACHE, PAGE_CACHES } from "./caches.js";

/**
 * The setting with the engine's worker, the choice and the files, `NAME CHOICE PATH…`, for which everything
 * is saved. Earlier versions of the site saved it without the files.
 */
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
  hasFailed = false; // whether the last attempt to complete the copy failed

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
    this.hasFailed = false;
    const saved = this.#savedFiles;
    const isNoted = attempt === `${saved.name} ${saved.choice}` && saved.files.length;
    if (isNoted && (await hasFiles(saved.files))) return;
    const names = await caches.keys(); // without pages, the site has withdrawn its offline copy
    if (!names.some((each) => each.startsWith(PAGE_CACHES))) return;
    const files = await storeEngine(name, gamesOf(stored));
    this.hasFailed = !files;
    if (files) this.note(name, stored, files);
    else this.#copy.changed();
  }

  get #savedFiles() {
    const [name = "", choice = "", ...files] = (this.#storage.get(COMPLETE) ?? "").split(" ");
    return { name, choice, files };
  }

  /**
   * Loads the engine and saves it with the games of a choice. Resolves to the paths of the files; rejects
   * with a message for the reader.
   */
  async save(choice) {
    engine.start();
    await waitFor(engine, "status", () => {
      if (engine.status === "error") throw new Error(engine.state.message);
      if (engine.stored === false) throw new Error(NO_ROOM);
      return engine.stored;
    });
    const files = await engine.store(gamesOf(choice));
    if (!files) throw new Error(NO_ROOM);
    return files;
  }

  /** Notes that these files are saved: an engine with the games of a choice. */
  note(name, choice, files) {
    this.#storage.note(COMPLETE, [name, choice, ...files].join(" "));
    this.#copy.changed();
  }

  /** Returns whether the engine is saved with the games of the saved books. */
  async isComplete() {
    const { stored, waiting } = this.#copy;
    if (stored) {
      const { name, choice, files } = this.#savedFiles;
      return (name === nameOfPage() || waiting) && includes(choice, stored) && hasFiles(files);
    }
    const isStoring = engine.status === "loading" || (engine.status === "ready" && engine.stored === null);
    return !isStoring && hasFiles(); // while storing, its cache may already contain some of the files
  }

  forget() {
    this.#storage.remove(COMPLETE);
  }
}

/** Returns whether files of the engine are saved: those with these paths, or without paths any. */
async function hasFiles(paths = []) {
  try {
    if (!(await caches.has(ENGINE_CACHE))) return false;
    const saved = (await (await caches.open(ENGINE_CACHE)).keys()).map(({ url }) => url);
    return saved.length > 0 && paths.every((path) => saved.some((url) => url.endsWith(`/${path}`)));
  } catch {
    return false;
  }
}
