import { isShareable } from "../roller-url.js";
import { copyText } from "../clipboard.js";
import { followTable } from "../house/table.js";
import { NewerDatabaseError, DatabaseTimeoutError } from "../storage/database.js";
import { download, fileName } from "../storage/download.js";
import { writeLink } from "../storage/share-link.js";
import { isBackupDue, mayEvictData } from "../storage/backup-reminder.js";
import { openStorage } from "../storage/local-storage.js";
import { Collection, nameOf, ReaderError } from "../storage/collection.js";
import { Importing } from "../saved-items/importing.js";
import { connectMenu } from "../tool-menu.js";
import { MessageElement } from "./message-element.js";

/**
 * An element that saves a game's character sheets or encounters in this browser under names. They can be
 * exported and imported as a file, and shared as a link. The markup comes from
 * `rules_py.present.saved_items`.
 * Attributes: `data-game`; `data-version`; and `data-file`, the head of a file and the key of its items.
 *
 * Subclasses define:
 *
 *     kind, field, oldest     as in `Collection`; `kind` is also the name of a link's parameter
 *     fileAction              the request that parses a file
 *     show(id, item, saved)  shows an item of the current version; `saved` is the result of
 *                             `Collection.read`, or null if it isn't saved
 *     validate(item)         throws ReaderError if the item can't be opened
 *     create(item)           shows a new item, and saves it
 *     showNew()               shows a new item, which is saved once it is changed
 *     unsaved                 {item, beside, bases} of the unsaved changes, or null; `bases` are the states
 *                             of the item that may be saved by now
 *     pendingChanges()        a promise for the end of pending changes, or null if there are none
 *     upgrade(item, version) returns a saved item in the current version; throws ReaderError
 *     changedElsewhere()      called when another tab has saved items
 *     followRules()           called when the house rules in force have changed
 *     onLinkShown()           called when an unsaved item of a link is shown
 */
export class SavedItemsElement extends MessageElement {
  key = ""; // the key of the current item
  item = null; // the current item
  collection = null; // all saved items
  loading = null; // a promise while saved items are loading
  opened = null; // resolves when the last item is shown
  storage = openStorage();
  saveFailed = false; // whether the last change couldn't be saved
  #listedItems = []; // [id, name] of each option in the list
  #importing = null;

  /** The functions of the buttons with `data-command`. */
  commands = {
    copy: () => this.#copy(),
    remove: () => this.#remove(),
    export: () => download(fileName(nameOf(this.item), this.dataset.game), this.toFile([this.item])),
    share: () => this.#share(),
    print: () => window.print(),
    rescue: () => this.#exportUnreadable(),
    forget: () => this.#deleteUnreadable(),
    "put-back": () => this.undo(),
    keep: () => this.#importing.saveSample(),
  };

  connected(signal) {
    super.connected(signal);
    const { kind, field, oldest } = this;
    const { game } = this.dataset;
    const version = Number(this.dataset.version);
    this.collection = new Collection({ kind, field, game, version, oldest });
    this.#listen(signal);
    this.#importing = new Importing(this, signal);
    const loading = this.#load(signal).finally(() => this.loading === loading && (this.loading = null));
    this.loading = loading;
  }

  async #load(signal) {
    await Promise.all([this.collection.opened, followTable(this.dataset.game)]);
    if (signal.aborted) return;
    this.collection.listen(signal, () => this.#onExternalChange());
    const { list } = this.collection;
    const last = list.find(({ id }) => id === this.collection.open) ?? list[0];
    const saved = last && (await this.collection.read(last.id));
    if (signal.aborted) return;
    if (saved?.item) this.opened = this.#openLast(saved);
    else await this.showNew();
    this.updateList();
    if (!this.collection.lasting) this.showMessage(this.message("unlasting"));
    else if (this.collection.unreadReason) this.showMessage(this.message(this.collection.unreadReason));
    else if (this.collection.waiting) this.showMessage(this.message("waiting"));
    this.part("due").hidden = !isBackupDue(this.storage);
    this.part("forgetful").hidden = !mayEvictData();
    this.querySelector('[data-command="share"]').hidden = !isShareable();
    this.#importing.importLink();
  }

  #listen(signal) {
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    connectMenu(this.part("menu"), signal);
    on(this, "click", ({ target }) => this.#press(target.closest("[data-command]")));
    on(this.part("items"), "change", ({ target }) => this.attempt(() => this.open(target.value)));
    on(globalThis, "diceleaf:house", ({ detail }) => this.#onRulesChange(detail));
    on(globalThis, "beforeunload", (event) => this.saveFailed && event.preventDefault());
    on(globalThis, "pagehide", () => this.#saveOnLeave());
  }

  async #onRulesChange({ game }) {
    if (game !== this.dataset.game) return;
    await followTable(game);
    this.followRules();
  }

  /** Runs a command after loading and pending changes. */
  async #press(button) {
    const command = this.commands[button?.dataset.command];
    if (!command) return;
    await this.loading;
    await this.pendingChanges();
    await this.attempt(command);
  }

  /** Leaves unsaved changes for the next visit to save. */
  #saveOnLeave() {
    const { unsaved } = this;
    if (unsaved) this.collection.leave(this.key, unsaved, unsaved.bases);
  }

  /** Runs a command, and shows a message if it fails. */
  async attempt(command) {
    try {
      await command?.();
    } catch (error) {
      this.showMessage(this.explain(error));
    }
  }

  /** Returns the message of an error; rethrows programming errors. */
  explain(error) {
    if (error instanceof ReaderError) return error.message;
    if (error instanceof NewerDatabaseError) return this.message("newer-database");
    if (error instanceof DOMException || error instanceof DatabaseTimeoutError)
      return this.message("unanswered");
    throw error;
  }

  // saving

  pendingChanges() {
    return null;
  }

  #openLast({ id, item }) {
    this.key = id;
    this.item = item;
    return this.attempt(async () => {
      try {
        await this.open(id);
      } catch (error) {
        await this.showNew();
        this.part("items").value = id; // there it can be deleted
        throw error;
      }
    });
  }

  async open(id) {
    let saved;
    do {
      await this.pendingChanges();
      saved = await this.collection.read(id);
    } while (this.pendingChanges()); // read again if it was changed in the meantime
    if (!saved.item) return;
    if (!this.saveFailed) this.clearUntilSaved();
    await this.show(id, await this.upgrade(saved.item, saved.version), saved);
    this.collection.open = id;
    this.updateList();
  }

  /**
   * Saves an item like `Collection.save`, and returns the result. If the browser can't save it, shows a
   * message and returns undefined.
   */
  async save(id, join) {
    this.toggleAttribute("data-keeping", true);
    try {
      const saved = await this.collection.save(id, join);
      this.clearUntilSaved();
      this.saveFailed = !this.collection.lasting;
      if (saved) this.collection.open = id;
      return saved;
    } catch (error) {
      if (error instanceof TypeError) throw error; // a programming error
      this.saveFailed = true;
      this.showMessage(this.message(error instanceof NewerDatabaseError ? "outdated" : "full"), {
        untilSaved: true,
      });
    } finally {
      this.toggleAttribute("data-keeping", false);
      this.updateList();
    }
  }

  #onExternalChange() {
    if (!this.saveFailed && this.#isSaved(this.key)) this.clearUntilSaved();
    this.changedElsewhere();
    this.updateList();
  }

  #isSaved(key) {
    return this.collection.list.some(({ id }) => id === key);
  }

  #copy() {
    const name = nameOf(this.item).slice(0, 60);
    return this.create({ ...structuredClone(this.item), name: name && this.message("copy", { name }) });
  }

  /** Deletes the item selected in the list, even if it can't be opened. */
  async #remove() {
    await this.pendingChanges();
    const id = this.part("items").value;
    const item = this.collection.list.find((each) => each.id === id);
    const deleted = item && (await this.collection.remove(id));
    const [next] = this.collection.list;
    if (id === this.key) await (next ? this.open(next.id) : this.showNew());
    this.updateList();
    const name = item?.name || this.message("nameless");
    if (item) this.#showDeleted(this.messageNodes("deleted", { name }), deleted);
  }

  #showDeleted(message, deleted) {
    this.showUndoable(message, "undo-delete", () => this.#undelete(deleted));
  }

  async #undelete(deleted) {
    const [first] = await this.collection.undelete(deleted);
    this.showMessage(this.message("put-back"), { passing: true });
    this.updateList();
    if (this.#isSaved(first)) await this.open(first);
  }

  /** Updates the list of saved items. Its options are replaced only if needed, as the list may be open. */
  updateList() {
    const select = this.part("items");
    const saved = this.collection.list.map(({ id, name }) => [id, name || this.message("nameless")]);
    if (!saved.some(([id]) => id === this.key)) saved.push([this.key, this.labelOf(this.item)]);
    const before = this.#listedItems;
    this.#listedItems = saved;
    if (saved.length !== before.length || saved.some(([id], place) => id !== before[place][0])) {
      select.replaceChildren(...saved.map(([id, name]) => new Option(name, id)));
    } else {
      saved.forEach(([, name], place) => name !== before[place][1] && (select.options[place].text = name));
    }
    select.value = this.key;
    this.part("keep").hidden = !this.#importing.isSample(this.key) || this.#isSaved(this.key);
    this.part("unreadable").hidden = !this.collection.anyUnreadable;
  }

  /** Returns the name of an item, or a placeholder for an unnamed one. */
  labelOf(item) {
    return nameOf(item) || this.message("nameless");
  }

  // files and links

  /** Returns the text of a file with these items. */
  toFile(items) {
    const { head, among } = JSON.parse(this.dataset.file);
    return `${JSON.stringify({ ...head, [among]: items.map((each) => this.toFileItem(each)) }, null, 2)}\n`;
  }

  /** Returns an item in the form for files and links. */
  toFileItem(item) {
    return item;
  }

  /** Returns the items of a file, in the current version. Throws ReaderError. */
  async parseFile(text) {
    const reply = await this.ask({ action: this.fileAction, game: this.dataset.game, text });
    if (!reply.ok) throw new ReaderError(reply.message);
    return reply[JSON.parse(this.dataset.file).among];
  }

  async #share() {
    if (await copyText(await writeLink(this.toFile([this.item]), this.kind)))
      this.showMessage(this.message("copied"), { passing: true });
  }

  onLinkShown() {}

  async validate() {}

  async #exportUnreadable() {
    const unreadable = await this.collection.unreadable();
    download(`${this.dataset.game}-unreadable.json`, JSON.stringify(unreadable, null, 2));
  }

  async #deleteUnreadable() {
    const deleted = await this.collection.forgetUnreadable();
    this.updateList();
    this.#showDeleted(this.message("forgotten"), deleted);
  }
}
