import { copyText } from "../copying.js";
import { onEdit } from "../form/editing.js";
import { setAt, valueAt } from "../form/paths.js";
import { showProblems } from "../form/problems.js";
import { changedPath, readForm, writeForm } from "../form/values.js";
import { wireForm } from "../form/wiring.js";
import { latest } from "../latest.js";
import { download, fileName } from "../sheet/downloading.js";
import { readFile, Refused, writeFile } from "../sheet/file.js";
import { readLink, writeLink } from "../sheet/link.js";
import { merge, same } from "../sheet/merge.js";
import { openStorage } from "../sheet/storage.js";
import { nameOf, SheetStore } from "../sheet/store.js";
import { movedWith } from "../sheet/tied.js";
import { EngineElement } from "./engine-element.js";

/**
 * Character sheets of one game, kept in this browser at each keystroke.
 * Attributes: `data-game`, `data-version` of the sheet, `data-blank`, a new character as JSON, and `data-tied`, the
 * fields that move together.
 *
 * The form is a view: the character is `#sheet`, and an edit changes in it only what was edited, so that values the
 * form has no place for survive.
 */
export class DiceSheet extends EngineElement {
  #store = null;
  #id = "";
  #sheet = {};
  #base = {}; // the character as this tab last knew it to be kept
  #unkept = false; // whether the browser refused to keep the last edit
  #answer = null;

  /** Asks what the rules make of the character, at most once a frame. */
  #check = latest(() => this.#checkNow());

  #deeds = {
    new: () => this.#begin(this.#blank()),
    copy: () => this.#begin(structuredClone(this.#sheet)),
    remove: () => this.#remove(),
    export: () => this.#export(fileName(nameOf(this.#sheet), this.#game), [this.#sheet]),
    "export-all": () => this.#exportAll(),
    share: () => this.#share(),
    print: () => window.print(),
    rescue: () => this.#rescue(),
    forget: () => this.#forget(),
  };

  connected(signal) {
    const storage = openStorage();
    this.#store = new SheetStore(this.#game, this.#version, storage);
    this.#listen(signal);
    wireForm(this.#form, signal);
    const kept = this.#store.list();
    const last = kept.find(({ id }) => id === this.#store.open) ?? kept[0];
    if (last) this.#do(() => this.#open(last.id));
    else this.#show(this.#store.newId(), this.#blank(), {});
    this.#showUnreadable();
    if (!storage.lasting) this.#tell("This browser keeps nothing for this site. Export the character before you leave.");
    this.#takeLink();
  }

  get #game() {
    return this.dataset.game;
  }

  get #version() {
    return Number(this.dataset.version);
  }

  get #form() {
    return this.part("form");
  }

  get #tied() {
    return JSON.parse(this.dataset.tied ?? "[]");
  }

  #blank() {
    return JSON.parse(this.dataset.blank);
  }

  #listen(signal) {
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    onEdit(this.#form, ({ target }) => this.#edited(target), signal);
    on(this.#form, "submit", (event) => event.preventDefault());
    on(this.part("characters"), "change", ({ target }) => this.#do(() => this.#open(target.value)));
    on(this.part("import"), "change", ({ target }) => this.#importFile(target));
    on(this.part("report"), "click", ({ target }) => this.#throw(target.closest("button[data-calculator]")));
    on(this.part("close"), "click", () => (this.part("throw").hidden = true));
    on(this.part("yes"), "click", () => this.#answer?.(true));
    on(this.part("no"), "click", () => this.#answer?.(false));
    on(this, "click", ({ target }) => this.#do(this.#deeds[target.closest("[data-do]")?.dataset.do]));
    on(globalThis, "storage", ({ key }) => this.#changedElsewhere(key));
    on(globalThis, "hashchange", () => this.#takeLink());
    on(globalThis, "beforeunload", (event) => this.#unkept && event.preventDefault());
  }

  /** Does something for the reader, and says why where it can't be done. */
  async #do(deed) {
    try {
      await deed?.();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#tell(error.message);
    }
  }

  // the character at hand

  async #open(id) {
    const kept = this.#store.read(id);
    if (!kept.sheet) return;
    const sheet = await this.#upgraded(kept.sheet, kept.version);
    this.#show(id, sheet, sheet);
    this.#remember();
  }

  /** A character that is kept from now on. */
  #begin(sheet) {
    this.#show(this.#store.newId(), sheet, {});
    this.#keep();
    this.#form.querySelector("input, textarea, select").focus();
  }

  #show(id, sheet, base) {
    this.#id = id;
    this.#sheet = structuredClone(sheet);
    this.#base = structuredClone(base);
    writeForm(this.#form, this.#sheet, { whole: true });
    this.part("throw").hidden = true;
    this.#showCharacters();
    this.#check();
  }

  #edited(target) {
    const path = changedPath(target);
    if (!path) return;
    const value = valueAt(readForm(this.#form), path);
    setAt(this.#sheet, path, value);
    if (target.checkValidity?.()) this.#moveTied(path, value); // a list has no validity, and moves nothing
    this.#keep();
    this.#check();
  }

  #moveTied(path, value) {
    const moved = {};
    for (const [other, rest] of movedWith(this.#tied, path, value)) {
      setAt(this.#sheet, other, rest);
      setAt(moved, other, rest);
    }
    writeForm(this.#form, moved);
  }

  #keep() {
    try {
      const now = this.#store.keep(this.#id, this.#sheet, this.#base);
      this.#base = structuredClone(now);
      this.#adopt(now);
      this.#remember();
      if (this.#unkept) this.#tell("");
      this.#unkept = false;
    } catch {
      this.#unkept = true;
      this.#tell("This browser refuses to keep the character: its storage is full or switched off. Export it before you leave.");
    }
    this.#showCharacters();
    this.#showUnreadable();
  }

  /** Takes over what another tab changed. */
  #adopt(sheet) {
    if (same(sheet, this.#sheet)) return;
    this.#sheet = structuredClone(sheet);
    writeForm(this.#form, this.#sheet, { whole: true });
    this.#check();
  }

  #changedElsewhere(key) {
    if (key !== null && this.#store.idOf(key) === null) return;
    const kept = this.#store.read(this.#id);
    if (kept.sheet && kept.version === this.#version) {
      this.#adopt(merge(this.#base, this.#sheet, kept.sheet));
      this.#base = structuredClone(kept.sheet);
    } else if (!kept.sheet && !kept.broken && !same(this.#base, {})) {
      this.#base = {};
      this.#tell("This character was deleted in another tab. It is kept again as soon as you change it here.");
    }
    this.#showCharacters();
    this.#showUnreadable();
  }

  #remember() {
    try {
      this.#store.open = this.#id;
    } catch {
      // a full storage forgets which character was open, nothing worse
    }
  }

  async #remove() {
    const name = nameOf(this.#sheet) || "this character";
    if (!(await this.#ask(`Delete ${name} for good?`))) return;
    this.#store.remove(this.#id);
    const [next] = this.#store.list();
    if (next) await this.#open(next.id);
    else this.#show(this.#store.newId(), this.#blank(), {});
    this.#tell(`Deleted: ${name}.`);
  }

  // what the rules say

  async #checkNow() {
    const reply = await this.ask({ action: "sheet", game: this.#game, sheet: this.#sheet });
    showProblems(this, reply.ok ? reply.problems : [reply]);
    if (reply.ok && this.part("report").innerHTML !== reply.html) this.part("report").innerHTML = reply.html;
  }

  async #upgraded(sheet, version) {
    if (version === this.#version) return sheet;
    const reply = await this.ask({ action: "upgrade", game: this.#game, version, sheet });
    if (!reply.ok) throw new Refused(reply.message);
    return reply.sheet;
  }

  async #throw(button) {
    if (!button) return;
    const { calculator, inputs, label } = button.dataset;
    const reply = await this.ask({ action: "roll", calculator, inputs: JSON.parse(inputs), seed: null });
    this.part("label").textContent = label;
    this.part("throw").hidden = false;
    if (reply.ok) this.part("result").innerHTML = reply.html;
    else this.part("result").textContent = reply.message;
    this.part("say").textContent = reply.say ?? reply.message;
  }

  // in and out

  #export(name, sheets) {
    download(name, writeFile(this.#game, this.#version, sheets));
    this.#unkept = false; // the reader has it now
  }

  async #exportAll() {
    const kept = this.#store.list().filter(({ id }) => id !== this.#id);
    const others = await Promise.all(kept.map(({ sheet, version }) => this.#upgraded(sheet, version)));
    this.#export(`${this.#game}-characters.json`, [this.#sheet, ...others]);
  }

  async #importFile(control) {
    const [file] = control.files;
    if (!file) return;
    await this.#take(await file.text(), "The file");
    control.value = ""; // so that the same file may be chosen again
  }

  async #takeLink() {
    const text = await readLink(location.href);
    if (text === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    await this.#take(text, "The link", (names) => this.#ask(`Keep ${names} from this link among your characters?`));
  }

  /** Takes in all characters of a file's text, or none. `agreed` is asked once they are known to be sound. */
  async #take(text, from, agreed = () => true) {
    try {
      const sheets = await this.#soundSheets(text);
      const names = sheets.map((sheet) => nameOf(sheet) || "a character without a name").join(", ");
      if (!(await agreed(names))) return;
      const [first] = this.#keepAll(sheets);
      await this.#open(first);
      this.#tell(`Imported: ${names}.`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#tell(`${from} was refused, and nothing was changed. ${error.message}`);
    }
  }

  async #soundSheets(text) {
    const { version, sheets } = readFile(text, this.#game, this.#version);
    const sound = [];
    for (const sheet of sheets) {
      const upgraded = await this.#upgraded(sheet, version);
      const reply = await this.ask({ action: "sheet", game: this.#game, sheet: upgraded });
      if (!reply.ok) throw new Refused(reply.message);
      sound.push(upgraded);
    }
    return sound;
  }

  #keepAll(sheets) {
    const ids = [];
    try {
      for (const sheet of sheets) {
        ids.push(this.#store.newId());
        this.#store.keep(ids.at(-1), sheet, {});
      }
    } catch {
      ids.forEach((id) => this.#store.remove(id));
      throw new Refused("This browser's storage is full or switched off.");
    }
    return ids;
  }

  async #share() {
    const link = await writeLink(writeFile(this.#game, this.#version, [this.#sheet]));
    if (await copyText(link)) this.#tell("The link is copied. It holds the character itself: whoever opens it gets a copy of their own.");
  }

  #rescue() {
    download(`${this.#game}-unreadable.json`, JSON.stringify(this.#store.unreadable(), null, 2));
  }

  async #forget() {
    if (await this.#ask("Delete for good what can't be read?")) this.#store.forgetUnreadable();
    this.#showUnreadable();
  }

  // what the shelf shows

  #showCharacters() {
    const select = this.part("characters");
    const kept = this.#store.list();
    const all = kept.some(({ id }) => id === this.#id) ? kept : [...kept, { id: this.#id, sheet: this.#sheet }];
    const options = all.map(({ id, sheet }) => new Option(nameOf(sheet) || "Without a name", id, false, id === this.#id));
    const shown = (list) => JSON.stringify(Array.from(list, (option) => [option.value, option.text]));
    // a list that the reader has just opened must not be replaced by its like
    if (shown(options) !== shown(select.options)) select.replaceChildren(...options);
    else select.value = this.#id;
  }

  #showUnreadable() {
    this.part("unreadable").hidden = !this.#store.unreadable().length;
  }

  #tell(text) {
    this.part("told").textContent = text;
  }

  /** Puts a question to the reader; another one meanwhile counts as a no. */
  #ask(question) {
    this.#answer?.(false);
    this.part("question").textContent = question;
    this.part("asked").hidden = false;
    this.part("yes").focus();
    return new Promise((answered) => {
      this.#answer = (yes) => {
        this.#answer = null;
        this.part("asked").hidden = true;
        answered(yes);
      };
    });
  }
}
