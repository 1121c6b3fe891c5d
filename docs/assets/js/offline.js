/**
 * The book without a network, as a page sees it: registers the service worker that stores the pages, offers
 * to keep the dice engine as well, and tells of new versions. Where service workers are refused there is no
 * offer and everything else works.
 *
 * The markup of `<dice-offline>` comes with the page; a page without it, as in an author's preview, gets no
 * service worker either.
 */
import { engine } from "./engine.js";
import { isFramed } from "./storage/framed.js";
import { ROOT } from "./site.js";
import { scriptAt } from "./trusted.js";

const SCOPE = new URL(ROOT).pathname;
const ENGINE_STORE = `diceleaf-engine ${SCOPE}`;
/** How long storing the book is left alone after a failure, each time within a visit, in milliseconds. */
const PAUSES = [2000, 4000, 8000, 16_000, 32_000];
/**
 * How long nothing may be heard of a worker that stores the book, in milliseconds: longer than one file may
 * take.
 */
const STUCK = 45_000;

const NO_ROOM = "Not enough storage, or your browser blocked it.";
/** What is told of a book that could not be stored, by the reason the service worker gives. */
const REFUSALS = {
  room: () => NO_ROOM,
  network: () => "Connection lost. The download will resume when you’re back online.",
  altered: (path) => notAsPublished(`${nameOf(path)} doesn’t match what was published`),
  missing: (path) => notAsPublished(`${nameOf(path)} is missing from the site`),
};

function notAsPublished(what) {
  return `Couldn’t save the book: ${what}. The site may be updating; we’ll try again.`;
}

function nameOf(path) {
  return path ? `the page or file “${path}”` : "the first page";
}

/**
 * One for the whole visit: {registration, waiting: a new version stands by, storing: {stored, total} files
 * while a version is being stored, refused: why the last try to store one failed, else ""}. Fires "change",
 * and "progress" for `storing`.
 */
class Offline extends EventTarget {
  registration = null;
  waiting = false;
  storing = null;
  refused = "";
  #begun = false;
  #coming = null; // the worker that is storing a version
  #heard = 0; // when it last told of itself

  /** Registers the service worker once the page is at rest. */
  begin() {
    const { serviceWorker } = navigator;
    if (this.#begun || !serviceWorker || isFramed || location.protocol === "file:") return;
    this.#begun = true;
    serviceWorker.addEventListener("message", ({ data }) => this.#hear(data));
    serviceWorker.startMessages();
    // A page that was put aside while it was left has heard nothing meanwhile.
    addEventListener("pageshow", ({ persisted }) => persisted && this.registration && this.#look());
    addEventListener("online", () => (this.registration?.active ? this.#seek() : this.#register()));
    if (document.readyState === "complete") this.#register();
    else addEventListener("load", () => this.#register(), { once: true });
  }

  async #register(pauses = PAUSES) {
    try {
      this.registration = await navigator.serviceWorker.register(scriptAt(ROOT + "sw.js"), { scope: SCOPE });
    } catch {
      return; // refused, as in private windows
    }
    const { registration } = this;
    const watch = (coming) => {
      if (!coming || coming === this.#coming) return;
      this.#coming = coming;
      this.#heard = performance.now();
      coming.addEventListener("statechange", () => this.#look());
      coming.addEventListener("statechange", () => this.#storedOrLost(coming, pauses), { once: true });
      setTimeout(() => this.#free(coming, pauses), STUCK);
    };
    registration.addEventListener("updatefound", () => watch(registration.installing));
    watch(registration.installing);
    this.#look();
  }

  /** Looks for a new version, as browsers do with each page that is opened. */
  #seek() {
    this.registration.update().catch(() => {}); // the network is gone again
  }

  #look() {
    // Without a controller this is the first visit, and the worker that was stored is of this very version.
    this.waiting = Boolean(this.registration.waiting && navigator.serviceWorker.controller);
    this.#change();
  }

  #change() {
    this.dispatchEvent(new Event("change"));
  }

  /** What the worker that stores a version tells of it. */
  #hear({ type, why, path, stored, total }) {
    this.#heard = performance.now();
    if (type === "storing") {
      this.storing = { stored, total };
      this.dispatchEvent(new Event("progress"));
    } else if (type === "refused") {
      this.refused = REFUSALS[why](path);
      this.#change();
    }
  }

  /**
   * Begins again where a first version could not be stored, perhaps before this page was opened. What had
   * arrived by then is kept.
   */
  #storedOrLost(coming, [pause, ...longer]) {
    this.storing = null;
    if (coming.state !== "redundant") this.refused = "";
    else if (!this.registration.active && pause) setTimeout(() => this.#register(longer), pause);
    this.#change();
  }

  /**
   * Begins again where a worker was left in the middle of its work, as WebKit does when a page is loaded anew
   * at its start: it never goes on, and no other may take its place.
   */
  async #free(coming, [, ...longer]) {
    if (coming.state !== "installing" || this.registration.active || !longer.length) return;
    const left = this.#heard + STUCK - performance.now();
    if (left > 0) {
      setTimeout(() => this.#free(coming, [0, ...longer]), left);
      return;
    }
    await this.registration.unregister();
    await this.#register(longer);
  }

  /** Stores all of the book, engine included. Rejects with a sentence for the reader. */
  async keep() {
    navigator.storage?.persist?.(); // not waited for: Firefox asks the reader, who may look away
    await Promise.all([this.#pagesStored(), engineStored()]);
  }

  async #pagesStored() {
    this.refused = "";
    if (!this.registration.active && !this.registration.installing) await this.#register();
    await when(this, "change", () => {
      if (this.refused) throw new Error(this.refused);
      return this.registration.active;
    });
  }

  /** Whether pages and engine are both stored. */
  async isKept() {
    const storing = engine.status === "loading" || (engine.status === "ready" && engine.stored === null);
    if (storing) return false; // some of its files may lie there, and not yet the last
    try {
      if (!this.registration?.active || !(await caches.has(ENGINE_STORE))) return false;
      return (await (await caches.open(ENGINE_STORE)).keys()).length > 0;
    } catch {
      return false;
    }
  }

  /** Removes all that was stored, and the service worker until the next visit. Characters stay. */
  async forget() {
    for (const name of await caches.keys()) {
      if (name === ENGINE_STORE || name.startsWith(`diceleaf-pages ${SCOPE} `)) await caches.delete(name);
    }
    await this.registration?.unregister();
  }

  /** Lets the version that stands by wait until the next visit. */
  postpone() {
    this.waiting = false;
    this.#change();
  }

  /** Lets the version that stands by take over, and shows it. */
  update() {
    const reload = () => location.reload();
    const { waiting } = this.registration;
    navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
    if (waiting) waiting.postMessage("take over");
    else reload(); // another tab had it take over
  }
}

function engineStored() {
  engine.start();
  return when(engine, "status", () => {
    if (engine.status === "error") throw new Error(engine.state.message);
    if (engine.stored === false) throw new Error(NO_ROOM);
    return engine.stored;
  });
}

/**
 * Resolves once `look` returns something true, now or after an event of this type; rejects with what it
 * throws.
 */
function when(target, type, look) {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const again = () => {
      try {
        if (!look()) return;
        resolve();
      } catch (error) {
        reject(error);
      }
      over.abort();
    };
    target.addEventListener(type, again, { signal: over.signal });
    again();
  });
}

export const offline = new Offline();

/** The offer at the foot of each page, and the news of a new version. */
export class DiceOffline extends HTMLElement {
  #quiet = null;

  connectedCallback() {
    offline.begin();
    this.#quiet = new AbortController();
    const { signal } = this.#quiet;
    offline.addEventListener("change", () => this.#show(), { signal });
    engine.addEventListener("status", () => this.#show(), { signal });
    for (const each of [offline, engine])
      each.addEventListener("progress", () => this.#progress(), { signal });
    this.#part("keep").addEventListener("click", () => this.#keep(), { signal });
    this.#part("forget").addEventListener("click", () => this.#forget(), { signal });
    this.#part("update").addEventListener("click", () => offline.update(), { signal });
    this.#part("later").addEventListener("click", () => offline.postpone(), { signal });
    this.#show();
  }

  disconnectedCallback() {
    this.#quiet.abort();
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  async #show() {
    this.hidden = !offline.registration;
    this.#part("news").hidden = !offline.waiting;
    this.#progress();
    const kept = await offline.isKept();
    this.#part("keep").hidden = kept;
    this.#part("forget").hidden = !kept;
    const told = [kept && "Saved for offline use.", offline.refused].filter(Boolean).join(" ");
    if (told) this.#part("state").textContent = told;
  }

  async #keep() {
    const [keep, progress, state] = ["keep", "progress", "state"].map((name) => this.#part(name));
    keep.disabled = true;
    progress.hidden = false;
    state.textContent = "Saving…";
    try {
      await offline.keep();
      await this.#show();
    } catch (error) {
      state.textContent = error.message;
    } finally {
      keep.disabled = false;
      progress.hidden = true;
    }
  }

  async #forget() {
    await offline.forget();
    this.#part("state").textContent = "Removed. Pages will be saved again on your next visit.";
    this.#part("forget").hidden = true;
  }

  /** How much is stored: of the pages by their number, and as much again for the engine by its bytes. */
  #progress() {
    const { loaded, total } = engine.state;
    const { storing, registration } = offline;
    const pages = storing ? storing.stored / storing.total : Number(Boolean(registration?.active));
    this.#part("progress").value = (pages + (engine.stored ? 1 : total && loaded / total)) / 2;
  }
}
