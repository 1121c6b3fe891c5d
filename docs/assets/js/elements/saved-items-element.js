import { isShareable } from "../roller-url.js";
import { copyText } from "../clipboard.js";
import { followTable } from "../house/table.js";
import { NewerDatabaseError, DatabaseTimeoutError } from "../storage/database.js";
import { download, fileName } from "../storage/download.js";
import { readFile, readLink, writeLink } from "../storage/share-link.js";
import { newId } from "../storage/keys.js";
import { isBackupDue, mayEvictData } from "../storage/backup-reminder.js";
import { openStorage } from "../storage/local-storage.js";
import { Collection, nameOf, ReaderError } from "../storage/collection.js";
import { formatMessage, formatMessageNodes, stripDirectionMarks } from "../messages.js";
import { connectMenu } from "../tool-menu.js";
import { EngineElement } from "./engine-element.js";

/** The most items that a message names; the rest are counted. */
const NAMED = 6;

/**
 * An element whose things, a game's character sheets or the scenes of its desk, are kept in this browser
 * under names: several side by side, exported and imported as a file, shared as a link. Its markup is made by
 * `rules_py.present.saved_items`. Attributes: `data-game`, `data-version`, `data-messages`, what the
 * page says, and `data-file`, how a file of them begins and among what they stand in it.
 *
 * A kind of element says what its things are:
 *
 *     kind, field, oldest as `Collection` has them; links bear the kind, too
 *     fileAction          the request that reads a file
 *     show(id, thing, kept)   puts a thing of the present version on the page; `kept` is as `Collection.read`
 *                         gives it, null where it is not kept
 *     opens(thing)        whether it can be opened; throws Refused
 *     begin(thing)        puts a thing on the page that is kept from now on
 *     fresh()             puts a new thing on the page that is not kept yet
 *     unkept              {thing, beside, bases} of what is not kept yet of the thing on the page, or null;
 *                         `bases` are the states of it that may be kept by now
 *     quiet()             resolves when nothing is being changed or kept any more; null where nothing is
 *     upgraded(thing, version)   a kept thing in the present version; throws Refused
 *     changedElsewhere()  looks at what another tab has kept
 *     followRules()       looks at the house rules in force, which have changed
 */
export class SavedItemsElement extends EngineElement {
  key = ""; // the key of the current item
  thing = null; // and itself
  things = null; // all saved items
  begun = null; // a promise while saved items are loading
  opened = null; // resolves when what was open last is on the page
  storage = openStorage();
  refused = false; // whether the last change couldn't be saved
  #takeBack = null; // undoes what was just done
  #sample = ""; // the key of the sample that was opened last
  #listed = []; // [id, name] as the list shows them
  #answer = null;
  #untilKept = false; // whether the message disappears when the item is saved

  /** The functions of the buttons with `data-command`. */
  commands = {
    copy: () => this.#copy(),
    remove: () => this.#remove(),
    export: () => download(fileName(nameOf(this.thing), this.dataset.game), this.fileOf([this.thing])),
    share: () => this.#share(),
    print: () => window.print(),
    rescue: () => this.#rescue(),
    forget: () => this.#forget(),
    "put-back": () => this.#takeBack(),
    keep: () => this.#keepSample(),
  };

  connected(signal) {
    const { kind, field, oldest } = this;
    const { game } = this.dataset;
    const version = Number(this.dataset.version);
    this.things = new Collection({ kind, field, game, version, oldest });
    this.#listen(signal);
    const beginning = this.#begin(signal).finally(() => this.begun === beginning && (this.begun = null));
    this.begun = beginning;
  }

  async #begin(signal) {
    await Promise.all([this.things.opened, followTable(this.dataset.game)]);
    if (signal.aborted) return;
    this.things.listen(signal, () => this.#heard());
    const { list } = this.things;
    const last = list.find(({ id }) => id === this.things.open) ?? list[0];
    const kept = last && (await this.things.read(last.id));
    if (signal.aborted) return;
    if (kept?.thing) this.opened = this.#openLast(kept);
    else await this.fresh();
    this.showKept();
    if (!this.things.lasting) this.tell(this.say("unlasting"));
    else if (this.things.unread) this.tell(this.say(this.things.unread));
    else if (this.things.waiting) this.tell(this.say("waiting"));
    this.part("due").hidden = !isBackupDue(this.storage);
    this.part("forgetful").hidden = !mayEvictData();
    this.querySelector('[data-command="share"]').hidden = !isShareable();
    this.#takeLink();
  }

  #listen(signal) {
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    connectMenu(this.part("menu"), signal);
    on(this, "click", ({ target }) => this.#press(target.closest("[data-command]")));
    on(this.part("kept"), "change", ({ target }) => this.do(() => this.open(target.value)));
    on(this.part("import"), "change", ({ target }) => this.#importFile(target));
    on(this.part("yes"), "click", () => this.#answer?.(true));
    on(this.part("no"), "click", () => this.#answer?.(false));
    on(globalThis, "diceleaf:house", ({ detail }) => this.#heardRules(detail));
    on(globalThis, "hashchange", () => this.#takeLink());
    on(globalThis, "beforeunload", (event) => this.refused && event.preventDefault());
    on(globalThis, "pagehide", () => this.#leave());
  }

  async #heardRules({ game }) {
    if (game !== this.dataset.game) return;
    await followTable(game);
    this.followRules();
  }

  /** Runs a command after loading and pending changes. */
  async #press(button) {
    const command = this.commands[button?.dataset.command];
    if (!command) return;
    await this.begun;
    await this.quiet();
    await this.do(command);
  }

  /** Leaves unsaved changes for the next visit to save. */
  #leave() {
    const { unkept } = this;
    if (unkept) this.things.leave(this.key, unkept, unkept.bases);
  }

  /** Does something for the reader, and says why where it can't be done. */
  async do(command) {
    try {
      await command?.();
    } catch (error) {
      this.tell(this.#why(error));
    }
  }

  /** Returns the message of an error; rethrows programming errors. */
  #why(error) {
    if (error instanceof ReaderError) return error.message;
    if (error instanceof NewerDatabaseError) return this.say("newer-database");
    if (error instanceof DOMException || error instanceof DatabaseTimeoutError) return this.say("unanswered");
    throw error;
  }

  // keeping

  /** Returns a promise for the end of pending changes, or null if there are none. */
  quiet() {
    return null;
  }

  #openLast({ id, thing }) {
    this.key = id;
    this.thing = thing;
    return this.do(async () => {
      try {
        await this.open(id);
      } catch (error) {
        await this.fresh();
        this.part("kept").value = id; // there it can be deleted
        throw error;
      }
    });
  }

  async open(id) {
    let kept;
    do {
      await this.quiet();
      kept = await this.things.read(id);
    } while (this.quiet()); // read again if it was changed in the meantime
    if (!kept.thing) return;
    if (!this.refused) this.#isKeptNow(); // or it was about what is left now
    await this.show(id, await this.upgraded(kept.thing, kept.version), kept);
    this.things.open = id;
    this.showKept();
  }

  /**
   * Saves what `join` makes of the saved item, like `Collection.keep`, and returns it, or null if `join`
   * returns nothing. If the browser can't save it, shows a message and returns undefined.
   */
  async keep(id, join) {
    this.toggleAttribute("data-keeping", true);
    try {
      const kept = await this.things.keep(id, join);
      this.#isKeptNow();
      this.refused = !this.things.lasting;
      if (kept) this.things.open = id;
      return kept;
    } catch (error) {
      if (error instanceof TypeError) throw error; // a mistake of ours, not of the browser's
      this.refused = true;
      this.tell(this.say(error instanceof NewerDatabaseError ? "outdated" : "full"), { untilKept: true });
    } finally {
      this.toggleAttribute("data-keeping", false);
      this.showKept();
    }
  }

  #heard() {
    if (!this.refused && this.things.list.some(({ id }) => id === this.key)) this.#isKeptNow();
    this.changedElsewhere();
    this.showKept();
  }

  /** Removes a message that is shown until the item is saved. */
  #isKeptNow() {
    if (this.#untilKept) this.tell("");
  }

  #copy() {
    const name = nameOf(this.thing).slice(0, 60);
    return this.begin({ ...structuredClone(this.thing), name: name && this.say("copy", { name }) });
  }

  /** Deletes what the list shows, whether it can be opened or not. */
  async #remove() {
    await this.quiet();
    const id = this.part("kept").value;
    const found = this.things.list.find((each) => each.id === id);
    const deleted = found && (await this.things.remove(id));
    const [next] = this.things.list;
    if (id === this.key) await (next ? this.open(next.id) : this.fresh());
    this.showKept();
    const name = found?.name || this.say("nameless");
    if (found) this.#tellDeleted(this.sayNodes("deleted", { name }), deleted);
  }

  #tellDeleted(words, deleted) {
    this.tellUndoable(words, "undo-delete", () => this.#putBack(deleted));
  }

  /** Says what was done, beside a button with these words that takes it back. */
  tellUndoable(words, button, takeBack) {
    this.tell(words, { passing: true });
    this.#takeBack = takeBack;
    this.part("put-back").textContent = this.say(button);
    this.part("put-back").hidden = false;
  }

  async #putBack(deleted) {
    const [first] = await this.things.putBack(deleted);
    this.tell(this.say("put-back"), { passing: true });
    this.showKept();
    if (this.things.list.some(({ id }) => id === first)) await this.open(first);
  }

  /** Updates the list of saved items. Its options are replaced only if needed, as the list may be open. */
  showKept() {
    const select = this.part("kept");
    const kept = this.things.list.map(({ id, name }) => [id, name || this.say("nameless")]);
    if (!kept.some(([id]) => id === this.key)) kept.push([this.key, this.#named(this.thing)]);
    const before = this.#listed;
    this.#listed = kept;
    if (kept.length !== before.length || kept.some(([id], place) => id !== before[place][0])) {
      select.replaceChildren(...kept.map(([id, name]) => new Option(name, id)));
    } else {
      kept.forEach(([, name], place) => name !== before[place][1] && (select.options[place].text = name));
    }
    select.value = this.key;
    this.part("keep").hidden =
      this.key !== this.#sample || this.things.list.some(({ id }) => id === this.key);
    this.part("unreadable").hidden = !this.things.anyUnreadable;
  }

  #named(thing) {
    return nameOf(thing) || this.say("nameless");
  }

  // in and out

  /** The text of a file of these things. */
  fileOf(things) {
    const { head, among } = JSON.parse(this.dataset.file);
    return `${JSON.stringify({ ...head, [among]: things.map((each) => this.outgoing(each)) }, null, 2)}\n`;
  }

  /** A thing as it is in files and links. */
  outgoing(thing) {
    return thing;
  }

  /** Returns the items of a file, in the current version. Throws ReaderError. */
  async soundOf(text) {
    const reply = await this.ask({ action: this.fileAction, game: this.dataset.game, text });
    if (!reply.ok) throw new ReaderError(reply.message);
    return reply[JSON.parse(this.dataset.file).among];
  }

  async #share() {
    if (await copyText(await writeLink(this.fileOf([this.thing]), this.kind)))
      this.tell(this.say("copied"), { passing: true });
  }

  async #importFile(control) {
    const [file] = control.files;
    if (!file) return;
    this.part("menu").open = false;
    await this.begun;
    await this.#take(await readFile(file), "file");
    control.value = ""; // so that the same file may be chosen again
  }

  async #takeLink() {
    const { hash } = location;
    const text = await readLink(location.href, this.kind);
    if (text === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    await this.begun; // otherwise the first item would replace that of the link
    if (text) await (this.#isSample(hash) ? this.#showSample(text) : this.#take(text, "link"));
    else this.tell(this.say("refused", { why: this.say("damaged") }));
  }

  #isSample(hash) {
    return [...this.querySelectorAll(".saved__ready a")].some((link) => link.hash === hash);
  }

  /** Shows a sample of the site. It is saved when the reader changes it, or on request. */
  #showSample(text) {
    return this.do(async () => {
      this.part("kept").focus({ preventScroll: true }); // the link may go out of sight
      const [thing] = await this.soundOf(text);
      await this.quiet();
      this.#sample = newId();
      await this.show(this.#sample, thing, null);
      this.shownFirst();
      this.tell(this.say("sample"), { passing: true });
    });
  }

  async #keepSample() {
    await this.#keepAll([{ id: this.key, thing: this.thing }]);
    await this.open(this.key);
    this.tell(this.sayNodes("kept", { name: this.#named(this.thing) }), { passing: true });
    this.part("kept").focus({ preventScroll: true });
  }

  /** Called when an unsaved item of a link is shown. */
  shownFirst() {}

  /** Shows the items of a text that came `from` a link or a file, and saves all or none of them. */
  async #take(text, from) {
    try {
      const sound = await this.soundOf(text);
      const offered = sound.map((thing) => ({ id: newId(), thing }));
      if (!(await this.#agreed(offered, from))) return;
      await this.#keepAll(offered);
      await this.open(this.key);
      this.showKept();
      this.tell(this.sayNodes("imported", { name: this.#names(offered) }), { passing: true });
    } catch (error) {
      this.tell(this.sayNodes("refused", { why: this.#why(error) }));
    }
  }

  #names(offered) {
    const names = offered.slice(0, NAMED).map(({ thing }) => this.#named(thing));
    const others = offered.length - names.length;
    return [...names, ...(others ? [this.say("others", { count: others })] : [])];
  }

  /**
   * Returns whether the reader wants to save the offered items. Each is opened first; the selected one is
   * shown.
   */
  async #agreed(offered, from) {
    await this.quiet();
    const { key, thing: before } = this;
    const select = this.part("offered");
    select.replaceChildren(...offered.map(({ id, thing }) => new Option(this.#named(thing), id)));
    select.closest("label").hidden = offered.length < 2;
    const seen = async ({ id, thing }) => this.show(id, thing, null);
    const look = () => this.do(() => seen(offered.find(({ id }) => id === select.value)));
    try {
      for (const { thing } of offered.slice(1)) await this.opens(thing);
      await seen(offered[0]);
      if (from === "link") this.shownFirst();
      // hide the rest of the box, so that the question is in view
      this.toggleAttribute("data-deciding", true);
      select.addEventListener("change", look);
      const wanted = await this.question(this.sayNodes(`keep-${from}`, { name: this.#names(offered) }));
      if (!wanted) await this.#back(key, before, offered);
      return wanted;
    } catch (error) {
      await this.#back(key, before, offered);
      throw error;
    } finally {
      select.removeEventListener("change", look);
      this.toggleAttribute("data-deciding", false);
    }
  }

  /**
   * Shows again what was on the page before something was offered, unless the reader has gone on to something
   * else.
   */
  async #back(key, before, offered) {
    if (!offered.some(({ id }) => id === this.key)) return;
    const kept = await this.things.read(key);
    await this.show(key, before, kept.thing ? kept : null);
  }

  /** Tries to open an item. Throws ReaderError. */
  async opens() {}

  async #keepAll(offered) {
    try {
      await this.things.keepAll(offered);
    } catch (error) {
      if (error instanceof TypeError) throw error;
      throw new ReaderError(this.say("full"));
    }
  }

  async #rescue() {
    const unreadable = await this.things.unreadable();
    download(`${this.dataset.game}-unreadable.json`, JSON.stringify(unreadable, null, 2));
  }

  async #forget() {
    const deleted = await this.things.forgetUnreadable();
    this.showKept();
    this.#tellDeleted(this.say("forgotten"), deleted);
  }

  // what the page says

  say(word, filled) {
    return formatMessage(this, word, filled);
  }

  /** The same as nodes: names in it change nothing of the sentence around them. */
  sayNodes(word, filled) {
    return formatMessageNodes(this, word, filled);
  }

  /**
   * Shows a message, a text or nodes, until the next one. With `untilKept`, it disappears when the item is
   * saved; with `passing`, at the next command.
   */
  tell(words, { passing = false, untilKept = false } = {}) {
    this.#untilKept = untilKept;
    const nodes = [words].flat().map((each) => (typeof each === "string" ? stripDirectionMarks(each) : each));
    this.part("told").replaceChildren(...nodes);
    this.part("told").parentElement.toggleAttribute("data-told", words.length > 0);
    this.part("told").parentElement.toggleAttribute("data-passing", passing);
    this.part("put-back").hidden = true;
  }

  hush() {
    if (this.querySelector(".saved__said[data-passing]")) this.tell("");
  }

  /** Asks the reader a question; asking another one answers the first with no. */
  question(words) {
    this.#answer?.(false);
    this.part("question").replaceChildren(...words);
    this.part("asked").hidden = false;
    const before = document.activeElement;
    this.part("yes").focus();
    return new Promise((answered) => {
      this.#answer = (yes) => {
        this.#answer = null;
        this.part("asked").hidden = true;
        // a link that led here has lost the focus
        const back = before === document.body ? this.part("kept") : before;
        back?.focus({ preventScroll: true });
        answered(yes);
      };
    });
  }
}
