/**
 * The site without a network, as a page sees it: offers to store this book or all, registers the service
 * worker that does so, and reports new versions. Where service workers are refused the offer says so and
 * everything else works.
 *
 * The markup of `<dice-offline>` comes with the page; a page without it, as in an author's preview, gets no
 * service worker either.
 */
import { engine } from "./engine.js";
import { nameOfPage, newestName, storeEngine } from "./engine/source.js";
import { isFramed } from "./storage/framed.js";
import { openStorage } from "./storage/local-storage.js";
import { onPage } from "./shell/page-navigation.js";
import { IN_FOLDER, ROOT } from "./site.js";
import { scriptAt } from "./trusted.js";

const SCOPE = new URL(ROOT).pathname;
const ENGINE_STORE = `diceleaf-engine ${SCOPE}`;
const PAGE_STORES = `diceleaf-pages ${SCOPE} `;
/** How long storing is left alone after a failure, each time within a visit, in milliseconds. */
const PAUSES = [2000, 4000, 8000, 16_000, 32_000];
/**
 * How long nothing may be heard of a worker that stores a version, in milliseconds: longer than one file may
 * take.
 */
const STUCK = 45_000;
/** How long the reader must have asked for nothing before everything is stored unasked, in milliseconds. */
const QUIET = 5000;
/** Milliseconds within which a worker of the same version has taken over. */
const TAKES_OVER = 2000;

const ALL = "all";
/**
 * How long a version has to stand by until its engine is stored, in milliseconds. One that takes over at once
 * waits for the worker before it to do nothing more.
 */
const STANDS_BY = 3000;

/** In the plain storage: the choice that the reader asked for, or NOTHING. No backup holds it. */
const WISH = "offline";
const NOTHING = "nothing";
/** In the plain storage: the engine's worker and the choice, `NAME CHOICE`, for which all is stored. */
const ENGINE = "offline-engine";
const storage = openStorage();

const NO_ROOM = "Not enough storage, or your browser blocked it.";
/** The messages of a version that could not be stored, by the reason the service worker gives. */
const REFUSALS = {
  room: () => NO_ROOM,
  network: () => "Connection lost. The download will resume when you’re back online.",
  altered: (path) => notAsPublished(`${nameOf(path)} doesn’t match what was published`),
  missing: (path) => notAsPublished(`${nameOf(path)} is missing from the site`),
};

function notAsPublished(what) {
  return `Couldn’t save the pages: ${what}. The site may be updating; we’ll try again.`;
}

function nameOf(path) {
  return path ? `the page or file “${path}”` : "the first page";
}

/** A choice is "all", or the folders of books joined by commas; "" is none. A worker's is in its address. */
function choiceOf(worker) {
  return worker ? (new URL(worker.scriptURL).searchParams.get("books") ?? ALL) : "";
}

function addressOf(choice) {
  return choice === ALL ? `${ROOT}sw.js` : `${ROOT}sw.js?books=${choice}`;
}

function covers(choice, books) {
  const chosen = choice.split(",");
  return choice === ALL || books.split(",").every((book) => chosen.includes(book));
}

function joined(choice, books) {
  if (covers(choice, books)) return choice;
  return books === ALL || !choice ? books : [choice, books].join(",").split(",").sort().join(",");
}

/**
 * One for the whole visit: {available: whether anything can be stored, registration, waiting: a new version
 * stands by, postponed: one was left where it is, to save data, storing: {stored, total} files while a
 * version is being stored, refused: why the last try to store one failed, else ""}. Fires "change", and
 * "progress" for `storing`.
 */
class Offline extends EventTarget {
  available = false;
  registration = null;
  waiting = false;
  postponed = false;
  storing = null;
  refused = "";
  #begun = false;
  #coming = null; // the worker that is storing a version
  #heard = 0; // when it last told of itself
  #isSaving = false; // the reader waits for it
  #tried = ""; // the engine and the choice that were to be completed last

  /** Finds what an earlier visit stored, and goes on with it where the reader asked for more. */
  async begin() {
    const { serviceWorker } = navigator;
    if (this.#begun || !serviceWorker || isFramed || IN_FOLDER) return;
    this.#begun = true;
    serviceWorker.addEventListener("message", ({ data }) => this.#hear(data));
    serviceWorker.startMessages();
    // A page that was put aside while it was left has heard nothing meanwhile.
    addEventListener("pageshow", ({ persisted }) => persisted && this.registration && this.#look());
    addEventListener("online", () => {
      this.#tried = "";
      this.#completeEngine();
      return this.#resume() || this.#seek();
    });
    try {
      const found = await serviceWorker.getRegistration(ROOT);
      if (found?.scope === ROOT) this.#adopt(found); // another site's may lie above this one
    } catch {
      // refused, as in private windows: whoever asks is told
    }
    this.available = true;
    this.#change();
    const goOn = () => {
      this.#resume();
      this.#completeEngine();
    };
    if (document.readyState === "complete") goOn();
    else addEventListener("load", goOn, { once: true });
    this.#storeWhenQuiet();
    this.addEventListener("change", () => this.#completeEngine());
    engine.addEventListener("status", () => this.#completeEngine());
  }

  get #wish() {
    return storage.get(WISH);
  }

  /** The books that are stored; those of a version that stands by are the latest choice. */
  get stored() {
    return choiceOf(this.registration?.waiting ?? this.registration?.active);
  }

  /** Whether books are stored: "all", or one. */
  holds(books) {
    return covers(this.stored, books);
  }

  /** Whether everything would be stored unasked: where the browser says that it costs nothing. */
  get isAutomatic() {
    const { type, saveData } = navigator.connection ?? {};
    return ["wifi", "ethernet"].includes(type) && !saveData && !this.#wish && !this.registration;
  }

  #storeWhenQuiet() {
    let timer = 0;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => engine.stored && this.isAutomatic && this.#register(ALL), QUIET);
    };
    for (const type of ["status", "call"]) engine.addEventListener(type, wait);
    onPage(wait);
  }

  /**
   * Stores what the engine lacks for the stored books: where a page was left before it was there, where more
   * books are stored than before, and of a version that stands by, which may take over without a network.
   */
  async #completeEngine() {
    const { stored } = this;
    const isBusy = this.#isSaving || engine.status === "loading" || document.readyState !== "complete";
    if (!stored || isBusy || !navigator.onLine) return;
    const { waiting } = this.registration;
    if (waiting) await new Promise((resolve) => setTimeout(resolve, STANDS_BY));
    if (this.registration?.waiting !== waiting) return;
    const name = waiting ? await newestName().catch(() => "") : nameOfPage();
    const whole = `${name} ${stored}`;
    if (!name || whole === this.#tried || whole === storage.get(ENGINE)) return;
    this.#tried = whole;
    const stores = await caches.keys(); // without pages the site took back what was stored
    if (!stores.some((each) => each.startsWith(PAGE_STORES))) return;
    if (await storeEngine(name, gamesOf(stored))) this.#noteEngine(name, stored);
  }

  #noteEngine(name, choice) {
    storage.note(ENGINE, `${name} ${choice}`);
    this.#change();
  }

  /** Stores what the reader asked for and doesn't have yet. Says whether there is such. */
  #resume() {
    const wish = this.#wish;
    const lacks = wish && wish !== NOTHING && !this.holds(wish);
    if (lacks) this.#register(wish);
    return lacks;
  }

  async #register(choice, pauses = PAUSES) {
    try {
      const address = scriptAt(addressOf(choice));
      this.#adopt(await navigator.serviceWorker.register(address, { scope: SCOPE }), pauses);
    } catch (error) {
      this.refused = error instanceof TypeError ? REFUSALS.network() : NO_ROOM;
      this.#change();
    }
  }

  #adopt(registration, pauses = PAUSES) {
    this.registration = registration;
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
    this.registration?.update().catch(() => {}); // the network is gone again
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
      return;
    }
    if (type === "refused") this.refused = REFUSALS[why](path);
    if (type === "postponed") this.postponed = true;
    this.#change();
  }

  /** Begins again where what was asked for could not be stored. What had arrived by then is kept. */
  #storedOrLost(coming, [pause, ...longer]) {
    this.storing = null;
    const choice = choiceOf(coming);
    if (coming.state !== "redundant") this.refused = "";
    else if (this.registration && !this.holds(choice) && pause)
      setTimeout(() => this.#register(choice, longer), pause);
    this.#change();
  }

  /**
   * Begins again where a worker was left in the middle of its work, as WebKit does when a page is loaded anew
   * at its start: it never goes on, and no other may take its place.
   */
  async #free(coming, [, ...longer]) {
    if (coming.state !== "installing" || this.registration?.active || !longer.length) return;
    const left = this.#heard + STUCK - performance.now();
    if (left > 0) {
      setTimeout(() => this.#free(coming, [0, ...longer]), left);
      return;
    }
    await this.registration?.unregister();
    await this.#register(choiceOf(coming), longer);
  }

  /** Stores books, "all" or one, and the engine. Rejects with a sentence for the reader. */
  async save(books) {
    const choice = joined(this.stored, books);
    storage.note(WISH, choice);
    navigator.storage?.persist?.(); // not waited for: Firefox asks the reader, who may look away
    this.#isSaving = true;
    try {
      await Promise.all([this.#pagesStored(choice), engineStored(choice)]);
      this.#noteEngine(nameOfPage(), choice);
    } finally {
      this.#isSaving = false;
    }
    // More books of the same version take over by themselves; another version waits for the reader.
    const tookOver = when(this, "change", () => !this.waiting);
    await Promise.race([tookOver, new Promise((resolve) => setTimeout(resolve, TAKES_OVER))]);
  }

  async #pagesStored(choice) {
    this.refused = "";
    if (!this.holds(choice)) await this.#register(choice);
    await when(this, "change", () => {
      if (this.refused) throw new Error(this.refused);
      return this.holds(choice);
    });
  }

  /** Whether the engine is stored, with the games of the stored books. */
  async hasEngine() {
    const { stored } = this;
    if (stored) {
      const [name, choice = ""] = (storage.get(ENGINE) ?? "").split(" ");
      return (name === nameOfPage() || this.waiting) && covers(choice, stored);
    }
    const storing = engine.status === "loading" || (engine.status === "ready" && engine.stored === null);
    if (storing) return false; // some of its files may lie there, and not yet the last
    try {
      if (!(await caches.has(ENGINE_STORE))) return false;
      return (await (await caches.open(ENGINE_STORE)).keys()).length > 0;
    } catch {
      return false;
    }
  }

  /** Stores nothing unless the reader asks. */
  decline() {
    storage.note(WISH, NOTHING);
    this.#change();
  }

  /** Removes all that was stored, and the service worker. Characters stay. */
  async forget() {
    this.decline();
    storage.remove(ENGINE);
    for (const name of await caches.keys()) {
      if (name === ENGINE_STORE || name.startsWith(PAGE_STORES)) await caches.delete(name);
    }
    const { registration } = this;
    this.registration = null;
    this.waiting = this.postponed = false;
    await registration?.unregister();
  }

  /** Lets a new version wait until the next visit. */
  postpone() {
    this.waiting = this.postponed = false;
    this.#change();
  }

  /** Downloads the version that was left where it is. */
  async download() {
    this.postpone();
    await caches.open(`${PAGE_STORES}asked`); // where its worker looks whether the reader asked for it
    this.#seek();
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

async function engineStored(choice) {
  engine.start();
  await when(engine, "status", () => {
    if (engine.status === "error") throw new Error(engine.state.message);
    if (engine.stored === false) throw new Error(NO_ROOM);
    return engine.stored;
  });
  if (!(await engine.store(gamesOf(choice)))) throw new Error(NO_ROOM);
}

/** The games of a choice, null for all. */
function gamesOf(choice) {
  return choice === ALL ? null : choice.split(",");
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

/** Shows all of what was opened at the foot of the page. */
function bringIntoView(opened) {
  opened.scrollIntoView({ block: "center" });
}

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
    for (const button of this.#all("save"))
      button.addEventListener("click", () => this.#save(button.dataset.books), { signal });
    this.#part("decline").addEventListener("click", () => offline.decline(), { signal });
    this.#part("forget").addEventListener("click", () => this.#forget(), { signal });
    this.#part("update").addEventListener("click", () => offline.update(), { signal });
    this.#part("download").addEventListener("click", () => offline.download(), { signal });
    this.#part("offer").addEventListener("toggle", ({ target }) => target.open && bringIntoView(target), {
      signal,
    });
    const leads = 'a[href="#offline"], [data-offline]';
    document.addEventListener("click", ({ target }) => target.closest(leads) && this.#open(), { signal });
    for (const later of this.#all("later"))
      later.addEventListener("click", () => offline.postpone(), { signal });
    this.#show();
  }

  disconnectedCallback() {
    this.#quiet.abort();
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  #all(name) {
    return this.querySelectorAll(`[data-part="${name}"]`);
  }

  /** The books whose offer comes first: that of the page, or all. */
  get #books() {
    return this.#part("save").dataset.books;
  }

  async #show() {
    this.hidden = !offline.available;
    document.documentElement.toggleAttribute("data-can-save", offline.available);
    this.#part("news").hidden = !offline.waiting;
    this.#part("postponed").hidden = !offline.postponed;
    this.#part("automatic").hidden = !offline.isAutomatic;
    this.#progress();
    const hasEngine = await offline.hasEngine();
    for (const { dataset, parentElement } of this.#all("save"))
      parentElement.hidden = hasEngine && offline.holds(dataset.books);
    this.#part("forget").hidden = !hasEngine && !offline.registration;
    const told = [this.#stored(hasEngine), offline.refused].filter(Boolean).join(" ");
    if (told) this.#part("state").textContent = told;
  }

  #stored(hasEngine) {
    if (!this.#part("progress").hidden) return "";
    if (!offline.stored) return hasEngine ? "Only the dice engine is saved." : "";
    if (!offline.holds(this.#books))
      return this.#books === ALL ? "Some of the books are saved." : "This book isn’t saved.";
    if (!hasEngine) return "";
    return offline.waiting ? "Saved. Update now to use it offline." : "Saved for offline use.";
  }

  /** Leads to the offer from elsewhere on the page. */
  #open() {
    const offer = this.#part("offer");
    offer.open = true;
    offer.querySelector("summary").focus({ preventScroll: true });
    bringIntoView(offer);
  }

  async #save(books) {
    const [progress, state] = ["progress", "state"].map((name) => this.#part(name));
    const buttons = this.#all("save");
    for (const button of buttons) button.disabled = true;
    progress.hidden = false;
    state.textContent = "Saving…";
    const why = await offline.save(books).then(
      () => "",
      ({ message }) => message,
    );
    for (const button of buttons) button.disabled = false;
    progress.hidden = true;
    await this.#show();
    if (why) state.textContent = why;
  }

  async #forget() {
    await offline.forget();
    this.#part("choices").hidden = this.#part("forget").hidden = true;
    this.#part("state").textContent =
      "Removed. Pages won’t be saved again unless you ask. The dice engine will, when you next use it.";
  }

  /** How much is stored: of the pages by their number, and as much again for the engine by its bytes. */
  #progress() {
    const { loaded, total } = engine.state;
    const { storing } = offline;
    const pages = storing ? storing.stored / storing.total : Number(Boolean(offline.stored));
    this.#part("progress").value = (pages + (engine.stored ? 1 : total && loaded / total)) / 2;
  }
}
