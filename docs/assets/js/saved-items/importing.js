import { newId } from "../storage/keys.js";
import { ReaderError } from "../storage/collection.js";
import { readFile, readLink } from "../storage/share-link.js";

/** The most items that a message names; the rest are counted. */
const MAX_NAMES = 6;

/** The items that come to a `SavedItemsElement` from files, links and the site's samples. */
export class Importing {
  #element;
  #sampleKey = ""; // of the last sample that was shown

  constructor(element, signal) {
    this.#element = element;
    const readChosen = ({ target }) => this.#importFile(target);
    element.part("import").addEventListener("change", readChosen, { signal });
    globalThis.addEventListener("hashchange", () => this.importLink(), { signal });
  }

  async #importFile(control) {
    const [file] = control.files;
    if (!file) return;
    this.#element.part("menu").open = false;
    await this.#element.loading;
    await this.#import(await readFile(file), "file");
    control.value = ""; // otherwise choosing the same file again would fire no event
  }

  /** Imports the items of the page's address, and removes them from it. */
  async importLink() {
    const { hash } = location;
    const element = this.#element;
    const text = await readLink(location.href, element.kind);
    if (text === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    await element.loading; // otherwise the first item would replace that of the link
    if (!text) element.showMessage(element.messageNodes("refused", { why: element.message("damaged") }));
    else if (this.#isSampleLink(hash)) await this.#showSample(text);
    else await this.#import(text, "link");
  }

  #isSampleLink(hash) {
    return [...this.#element.querySelectorAll(".saved__ready a")].some((link) => link.hash === hash);
  }

  /** Shows a sample of the site. It is saved when the reader changes it, or on request. */
  #showSample(text) {
    const element = this.#element;
    return element.attempt(async () => {
      element.part("items").focus({ preventScroll: true }); // the link may be scrolled out of view
      const [item] = await element.parseFile(text);
      await element.pendingChanges();
      this.#sampleKey = newId();
      await element.show(this.#sampleKey, item, null);
      element.onLinkShown();
      element.showMessage(element.message("sample"), { passing: true });
    });
  }

  /** Returns whether the item with this key is a sample. */
  isSample(key) {
    return key === this.#sampleKey;
  }

  async saveSample() {
    const element = this.#element;
    await this.#saveAll([{ id: element.key, item: element.item }]);
    await element.open(element.key);
    const name = element.labelOf(element.item);
    element.showMessage(element.messageNodes("kept", { name }), { passing: true });
    element.part("items").focus({ preventScroll: true });
  }

  /** Offers the items of a text that came `from` a "link" or a "file", and saves all or none of them. */
  async #import(text, from) {
    const element = this.#element;
    try {
      const things = await element.parseFile(text);
      const offered = things.map((item) => ({ id: newId(), item }));
      if (!(await this.#confirm(offered, from))) return;
      await this.#saveAll(offered);
      await element.open(element.key);
      element.updateList();
      element.showMessage(element.messageNodes("imported", { name: this.#names(offered) }), {
        passing: true,
      });
    } catch (error) {
      element.showMessage(element.messageNodes("refused", { why: element.explain(error) }));
    }
  }

  #names(offered) {
    const names = offered.slice(0, MAX_NAMES).map(({ item }) => this.#element.labelOf(item));
    const others = offered.length - names.length;
    return [...names, ...(others ? [this.#element.message("others", { count: others })] : [])];
  }

  /** Shows the offered items one by one, as selected; returns whether the reader wants to save them. */
  async #confirm(offered, from) {
    const element = this.#element;
    await element.pendingChanges();
    const { key, item: before } = element;
    const select = element.part("offered");
    select.replaceChildren(...offered.map(({ id, item }) => new Option(element.labelOf(item), id)));
    select.closest("label").hidden = offered.length < 2;
    const showItem = async ({ id, item }) => element.show(id, item, null);
    const showSelected = () => element.attempt(() => showItem(offered.find(({ id }) => id === select.value)));
    try {
      for (const { item } of offered.slice(1)) await element.validate(item);
      await showItem(offered[0]);
      if (from === "link") element.onLinkShown();
      element.toggleAttribute("data-deciding", true); // hides the rest of the box: the question is in view
      select.addEventListener("change", showSelected);
      const isWanted = await element.question(
        element.messageNodes(`keep-${from}`, { name: this.#names(offered) }),
      );
      if (!isWanted) await this.#restore(key, before, offered);
      return isWanted;
    } catch (error) {
      await this.#restore(key, before, offered);
      throw error;
    } finally {
      select.removeEventListener("change", showSelected);
      element.toggleAttribute("data-deciding", false);
    }
  }

  /** Shows the item that was on the page before the offer, unless the reader has opened another. */
  async #restore(key, before, offered) {
    const element = this.#element;
    if (!offered.some(({ id }) => id === element.key)) return;
    const saved = await element.collection.read(key);
    await element.show(key, before, saved.item ? saved : null);
  }

  async #saveAll(offered) {
    try {
      await this.#element.collection.saveAll(offered);
    } catch (error) {
      if (error instanceof TypeError) throw error;
      throw new ReaderError(this.#element.message("full"));
    }
  }
}
