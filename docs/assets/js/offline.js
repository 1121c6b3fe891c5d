/**
 * The book without a network, as a page sees it: registers the service worker that stores the pages, offers
 * to keep the dice engine as well, and tells of new versions. Where service workers are refused there is no
 * offer and everything else works.
 *
 * The markup of `<dice-offline>` comes with the page; a page without it, as in an author's preview, gets no
 * service worker either.
 */
import { engine } from "./engine.js";

const ROOT = new URL("../../", import.meta.url);
const NO_ROOM = "Your browser has no room for the book, or refuses to store it.";
/** How long storing the book is left alone where the network broke off, each time within a visit, in milliseconds. */
const PAUSES = [2000, 4000, 8000, 16_000, 32_000];
/** How long a worker may take to begin, in milliseconds. */
const STUCK = 15_000;

/** One for the whole visit: {registration, waiting: a new version stands by}. Fires "change". */
class Offline extends EventTarget {
  registration = null;
  waiting = false;
  #begun = false;
  #coming = null; // the worker that is storing a version

  /** Registers the service worker once the page is at rest. */
  begin() {
    if (this.#begun || !navigator.serviceWorker || location.protocol === "file:") return;
    this.#begun = true;
    if (document.readyState === "complete") this.#register();
    else addEventListener("load", () => this.#register(), { once: true });
  }

  async #register(pauses = PAUSES) {
    try {
      this.registration = await navigator.serviceWorker.register(new URL("sw.js", ROOT), {
        scope: ROOT.pathname,
      });
    } catch {
      return; // refused, as in private windows
    }
    const { registration } = this;
    const look = () => {
      // Without a controller this is the first visit, and the worker that was stored is of this very version.
      this.waiting = Boolean(registration.waiting && navigator.serviceWorker.controller);
      this.dispatchEvent(new Event("change"));
    };
    const watch = (coming) => {
      if (!coming || coming === this.#coming) return;
      this.#coming = coming;
      coming.addEventListener("statechange", look);
      coming.addEventListener("statechange", () => this.#storedOrLost(coming, pauses), { once: true });
      setTimeout(() => this.#free(coming, pauses), STUCK);
    };
    registration.addEventListener("updatefound", () => watch(registration.installing));
    watch(registration.installing);
    look();
  }

  /**
   * Begins again where the network broke off while a first version was stored, perhaps before this page was
   * opened. What had arrived by then is kept.
   */
  #storedOrLost(coming, [pause, ...longer]) {
    if (coming.state !== "redundant" || this.registration.active || !pause) return;
    setTimeout(() => this.#register(longer), pause);
  }

  /**
   * Begins again where a worker was left in the middle of its start, as WebKit does when a page is loaded anew at
   * that moment: it never gets to open a store, and no other may take its place.
   */
  async #free(coming, [, ...longer]) {
    const begun = (await caches.keys()).some((name) => name.startsWith("diceleaf-site-"));
    if (coming.state !== "installing" || this.registration.active || begun || !longer.length) return;
    await this.registration.unregister();
    await this.#register(longer);
  }

  /** Stores all of the book, engine included. Rejects with a sentence for the reader. */
  async keep() {
    navigator.storage?.persist?.(); // not waited for: Firefox asks the reader, who may look away
    const started = new Promise((resolve, reject) => {
      const look = () => {
        if (engine.status === "error") reject(new Error(engine.state.message));
        else if (engine.kept === false) reject(new Error(NO_ROOM));
        else if (engine.kept) resolve();
        else return;
        engine.removeEventListener("status", look);
      };
      engine.addEventListener("status", look);
      engine.wake();
      look();
    });
    await Promise.all([navigator.serviceWorker.ready, started]);
  }

  /** Whether pages and engine are both stored. */
  async isKept() {
    try {
      if (!this.registration?.active || !(await caches.has("diceleaf-engine"))) return false;
      return (await (await caches.open("diceleaf-engine")).keys()).length > 0;
    } catch {
      return false;
    }
  }

  /** Removes all that was stored, and the service worker until the next visit. Characters stay. */
  async forget() {
    for (const name of await caches.keys()) if (name.startsWith("diceleaf-")) await caches.delete(name);
    await this.registration?.unregister();
  }

  /** Lets the version that stands by wait until the next visit. */
  postpone() {
    this.waiting = false;
    this.dispatchEvent(new Event("change"));
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

export const offline = new Offline();

/** The offer at the foot of each page, and the news of a new version. */
export class DiceOffline extends HTMLElement {
  #quiet = null;

  connectedCallback() {
    offline.begin();
    this.#quiet = new AbortController();
    const { signal } = this.#quiet;
    offline.addEventListener("change", () => this.#show(), { signal });
    engine.addEventListener("progress", () => this.#progress(), { signal });
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
    const kept = await offline.isKept();
    this.#part("keep").hidden = kept;
    this.#part("forget").hidden = !kept;
    if (kept) this.#part("state").textContent = "The book is kept on this device.";
  }

  async #keep() {
    const [keep, progress, state] = ["keep", "progress", "state"].map((name) => this.#part(name));
    keep.disabled = true;
    progress.hidden = false;
    state.textContent = "Storing…";
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
    this.#part("state").textContent = "Removed. The pages are stored again on your next visit.";
    this.#part("forget").hidden = true;
  }

  #progress() {
    const { loaded, total } = engine.state;
    const bar = this.#part("progress");
    bar.max = total || 1;
    bar.value = loaded;
  }
}
