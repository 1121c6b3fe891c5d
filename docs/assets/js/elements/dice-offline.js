import { engine } from "../engine.js";
import { ALL } from "../offline/choice.js";
import { offline } from "../offline/offline-copy.js";

const INCOMPLETE =
  "The pages are saved, but files of the dice engine are missing. Reload this page when you’re online to download them.";

/** Scrolls to the offer, which has just been opened. */
function bringIntoView(offer) {
  offer.scrollIntoView({ block: "center" });
}

/**
 * The offer to save this book or all for offline use, at the foot of each page, and the notice of a new
 * version. If the browser blocks service workers, the offer says so. A page without the element, as in an
 * author's preview, registers no service worker.
 */
export class DiceOffline extends HTMLElement {
  #disconnect = null;
  #latestShow = 0;

  connectedCallback() {
    offline.start();
    this.#disconnect = new AbortController();
    const { signal } = this.#disconnect;
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
    const links = 'a[href="#offline"], [data-offline]';
    document.addEventListener("click", ({ target }) => target.closest(links) && this.#open(), { signal });
    for (const later of this.#all("later"))
      later.addEventListener("click", () => offline.postpone(), { signal });
    this.#show();
  }

  disconnectedCallback() {
    this.#disconnect.abort();
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  #all(name) {
    return this.querySelectorAll(`[data-part="${name}"]`);
  }

  /** The books of the first offer: that of the page, or all. */
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
    const show = (this.#latestShow += 1);
    const hasEngine = await offline.hasEngine();
    if (show !== this.#latestShow) return; // the copy has changed meanwhile
    for (const { dataset, parentElement } of this.#all("save"))
      parentElement.hidden = hasEngine && offline.includes(dataset.books);
    this.#part("forget").hidden = !hasEngine && !offline.registration;
    const messages = [this.#savedText(hasEngine), offline.failure].filter(Boolean).join(" ");
    if (messages) this.#part("state").textContent = messages;
  }

  #savedText(hasEngine) {
    if (!this.#part("progress").hidden) return "";
    if (!offline.stored) return hasEngine ? "Only the dice engine is saved." : "";
    if (!offline.includes(this.#books))
      return this.#books === ALL ? "Some of the books are saved." : "This book isn’t saved.";
    if (!hasEngine) return offline.isEngineStuck ? INCOMPLETE : "";
    return offline.waiting ? "Saved. Update now to use it offline." : "Saved for offline use.";
  }

  /** Opens the offer from a link elsewhere on the page. */
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
    const failure = await offline.save(books).then(
      () => "",
      ({ message }) => message,
    );
    for (const button of buttons) button.disabled = false;
    progress.hidden = true;
    await this.#show();
    if (failure) state.textContent = failure;
  }

  async #forget() {
    await offline.forget();
    this.#part("choices").hidden = this.#part("forget").hidden = true;
    this.#part("state").textContent =
      "Removed. Pages won’t be saved again unless you ask. The dice engine will, when you next use it.";
  }

  /** Shows the progress: half of it is for the pages, by their number, and half for the engine, by bytes. */
  #progress() {
    const { loaded, total } = engine.state;
    const { storing } = offline;
    const pages = storing ? storing.stored / storing.total : Number(Boolean(offline.stored));
    this.#part("progress").value = (pages + (engine.stored ? 1 : total && loaded / total)) / 2;
  }
}
