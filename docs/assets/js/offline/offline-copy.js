/**
 * The site's offline copy, as a page sees it: registers the service worker that saves books, retries, and
 * reports new versions. `elements/dice-offline.js` offers it to the reader.
 */
import { engine } from "../engine.js";
import { nameOfPage } from "../engine/source.js";
import { isFramed } from "../storage/framed.js";
import { openStorage } from "../storage/local-storage.js";
import { onPage } from "../shell/page-navigation.js";
import { IN_FOLDER, ROOT } from "../site.js";
import { scriptAt } from "../trusted.js";
import { ENGINE_CACHE, PAGE_CACHES, SCOPE } from "./caches.js";
import { addBooks, ALL, choiceOf, includes, workerAddress } from "./choice.js";
import { waitFor } from "./condition.js";
import { EngineCopy } from "./engine-copy.js";
import { FAILURES, NO_ROOM } from "./failures.js";

/** Milliseconds before each further attempt after a failure. */
const PAUSES = [2000, 4000, 8000, 16_000, 32_000];
/** Milliseconds without a message after which a worker counts as stuck: longer than one file can take. */
const STUCK_TIMEOUT = 45_000;
/** Milliseconds without a request from the reader before everything is saved automatically. */
const IDLE_TIME = 5000;
/** Milliseconds within which a worker of the same version takes over. */
const TAKEOVER_TIMEOUT = 2000;

/** The setting with the choice that the reader made, or NOTHING. No backup contains it. */
const SETTING = "offline";
const NOTHING = "nothing";
const storage = openStorage();

/**
 * One object per visit. Fires "change", and "progress" for `storing`:
 *
 *     available     whether anything can be saved
 *     registration  the service worker's registration, or null
 *     waiting       whether a new version is waiting to take over
 *     postponed     whether a new version wasn't downloaded, to save data
 *     storing       {stored, total} files while a version is being saved, else null
 *     failure       the message of the last failed attempt, else ""
 *     isSaving      whether the reader is waiting for `save`
 */
class OfflineCopy extends EventTarget {
  available = false;
  registration = null;
  waiting = false;
  postponed = false;
  storing = null;
  failure = "";
  isSaving = false;
  #isStarted = false;
  #installing = null; // the worker that is saving a version
  #lastMessage = 0; // when it last sent a message
  #engine = new EngineCopy(this);

  /** Finds the copy of earlier visits, and continues an unfinished download. */
  async start() {
    const { serviceWorker } = navigator;
    if (this.#isStarted || !serviceWorker || isFramed || IN_FOLDER) return;
    this.#isStarted = true;
    serviceWorker.addEventListener("message", ({ data }) => this.#receive(data));
    serviceWorker.startMessages();
    // a page in the back/forward cache receives no messages
    addEventListener("pageshow", ({ persisted }) => persisted && this.registration && this.#update());
    addEventListener("online", () => {
      this.#engine.retry();
      return this.#resume() || this.#checkForUpdate();
    });
    addEventListener("offline", () => this.changed());
    try {
      const registration = await serviceWorker.getRegistration(ROOT);
      if (registration?.scope === ROOT) this.#setRegistration(registration); // another site's may be registered above this one
    } catch {
      // blocked, as in private windows; `save` reports it
    }
    this.available = true;
    this.changed();
    const resume = () => {
      this.#resume();
      this.#engine.complete();
    };
    if (document.readyState === "complete") resume();
    else addEventListener("load", resume, { once: true });
    this.#saveWhenQuiet();
    this.addEventListener("change", () => this.#engine.complete());
    engine.addEventListener("status", () => this.#engine.complete());
  }

  get #savedChoice() {
    return storage.get(SETTING);
  }

  /** The choice that is saved; that of a waiting version is newer. */
  get stored() {
    return choiceOf(this.registration?.waiting ?? this.registration?.active);
  }

  /** Returns whether books are saved: "all", or one. */
  includes(books) {
    return includes(this.stored, books);
  }

  /** Whether everything will be saved automatically: the browser reports a connection without costs. */
  get isAutomatic() {
    const { type, saveData } = navigator.connection ?? {};
    return ["wifi", "ethernet"].includes(type) && !saveData && !this.#savedChoice && !this.registration;
  }

  #saveWhenQuiet() {
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => engine.stored && this.isAutomatic && this.#register(ALL), IDLE_TIME);
    };
    for (const type of ["status", "call"]) engine.addEventListener(type, wait);
    onPage(wait);
  }

  /** Saves the books of the reader's choice that are missing; returns whether there are any. */
  #resume() {
    const choice = this.#savedChoice;
    const isMissing = choice && choice !== NOTHING && !this.includes(choice);
    if (isMissing) this.#register(choice);
    return isMissing;
  }

  async #register(choice, pauses = PAUSES) {
    try {
      const address = scriptAt(workerAddress(choice));
      this.#setRegistration(await navigator.serviceWorker.register(address, { scope: SCOPE }), pauses);
    } catch (error) {
      this.failure = error instanceof TypeError ? FAILURES.network() : NO_ROOM;
      this.changed();
    }
  }

  #setRegistration(registration, pauses = PAUSES) {
    this.registration = registration;
    const watch = (worker) => {
      if (!worker || worker === this.#installing) return;
      this.#installing = worker;
      this.#lastMessage = performance.now();
      worker.addEventListener("statechange", () => this.#update());
      worker.addEventListener("statechange", () => this.#finishOrRetry(worker, pauses), { once: true });
      setTimeout(() => this.#replaceStuck(worker, pauses), STUCK_TIMEOUT);
    };
    registration.addEventListener("updatefound", () => watch(registration.installing));
    watch(registration.installing);
    this.#update();
  }

  /** Checks for a new version, as browsers do when a page is opened. */
  #checkForUpdate() {
    this.registration?.update().catch(() => {}); // the network is gone again
  }

  #update() {
    // without a controller this is the first visit, and the saved worker is of this very version
    this.waiting = Boolean(this.registration.waiting && navigator.serviceWorker.controller);
    this.changed();
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Receives a message from the worker that is saving a version. */
  #receive({ type, why, path, stored, total }) {
    this.#lastMessage = performance.now();
    if (type === "storing") {
      this.storing = { stored, total };
      this.dispatchEvent(new Event("progress"));
      return;
    }
    if (type === "refused") this.failure = FAILURES[why](path);
    if (type === "postponed") this.postponed = true;
    this.changed();
  }

  /** Retries after a pause if a worker failed. The files that had arrived are preserved. */
  #finishOrRetry(worker, [pause, ...longer]) {
    this.storing = null;
    const choice = choiceOf(worker);
    if (worker.state !== "redundant") this.failure = "";
    else if (this.registration && !this.includes(choice) && pause)
      setTimeout(() => this.#register(choice, longer), pause);
    this.changed();
  }

  /**
   * Restarts a worker that stopped while installing, as in WebKit when a page is reloaded during its start:
   * such a worker never continues, and blocks others.
   */
  async #replaceStuck(worker, [, ...longer]) {
    if (worker.state !== "installing" || this.registration?.active || !longer.length) return;
    const left = this.#lastMessage + STUCK_TIMEOUT - performance.now();
    if (left > 0) {
      setTimeout(() => this.#replaceStuck(worker, [0, ...longer]), left);
      return;
    }
    await this.registration?.unregister();
    await this.#register(choiceOf(worker), longer);
  }

  /** Saves books, "all" or one, and the engine. Rejects with a message for the reader. */
  async save(books) {
    const choice = addBooks(this.stored, books);
    storage.note(SETTING, choice);
    navigator.storage?.persist?.(); // not awaited: Firefox asks the reader, who may not answer
    this.isSaving = true;
    try {
      const [, files] = await Promise.all([this.#savePages(choice), this.#engine.save(choice)]);
      this.#engine.note(nameOfPage(), choice, files);
    } finally {
      this.isSaving = false;
    }
    // more books of the same version take over by themselves; another version waits for the reader
    const hasTakenOver = waitFor(this, "change", () => !this.waiting);
    await Promise.race([hasTakenOver, new Promise((resolve) => setTimeout(resolve, TAKEOVER_TIMEOUT))]);
  }

  async #savePages(choice) {
    this.failure = "";
    if (!this.includes(choice)) await this.#register(choice);
    await waitFor(this, "change", () => {
      if (this.failure) throw new Error(this.failure);
      return this.includes(choice);
    });
  }

  /** Returns whether the engine is saved, with the games of the saved books. */
  hasEngine() {
    return this.#engine.isComplete();
  }

  /** Whether an engine that isn't complete stays so for now: without a network, or after a failed attempt. */
  get isEngineStuck() {
    return !navigator.onLine || this.#engine.hasFailed;
  }

  /** Stops saving automatically. */
  decline() {
    storage.note(SETTING, NOTHING);
    this.changed();
  }

  /** Removes the offline copy and the service worker, but no characters. */
  async forget() {
    this.decline();
    this.#engine.forget();
    for (const name of await caches.keys()) {
      if (name === ENGINE_CACHE || name.startsWith(PAGE_CACHES)) await caches.delete(name);
    }
    const { registration } = this;
    this.registration = null;
    this.waiting = this.postponed = false;
    await registration?.unregister();
  }

  /** Leaves a new version waiting until the next visit. */
  postpone() {
    this.waiting = this.postponed = false;
    this.changed();
  }

  /** Downloads a version that was postponed to save data. */
  async download() {
    this.postpone();
    await caches.open(`${PAGE_CACHES}asked`); // tells its worker that the reader wants it
    this.#checkForUpdate();
  }

  /** Activates the waiting version and reloads the page. */
  update() {
    const reload = () => location.reload();
    const { waiting } = this.registration;
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    if (waiting) waiting.postMessage("take over");
    else reload(); // another tab has activated it
  }
}

export const offline = new OfflineCopy();
