import { copyText } from "../copying.js";
import { download, fileName } from "../kept/downloading.js";
import { readLink, writeLink } from "../kept/link.js";
import { openStorage } from "../kept/storage.js";
import { KeptThings, nameOf, Refused } from "../kept/things.js";
import { phrase } from "../words.js";
import { EngineElement } from "./engine-element.js";

/**
 * An element whose things, a game's character sheets or the scenes of its desk, are kept in this browser
 * under names: several side by side, exported and imported as a file, shared as a link. Its markup is made by
 * `rules_py.present.keeping`.
 * Attributes: `data-game`, `data-version` of the things, `data-words`, what the page says, and `data-file`, how a
 * file of them begins and among what they stand in it.
 *
 * A kind of element says what its things are:
 *
 *     kind, field, oldest as `KeptThings` has them; links bear the kind, too
 *     show(id, thing, base)   puts a thing of the present version on the page; `base` is as much of it as is
 *                         kept, all unless given
 *     begin(thing)        puts a thing on the page that is kept from now on
 *     fresh()             puts a new thing on the page that is not kept yet
 *     upgraded(thing, version)   a kept thing in the present version; throws Refused
 *     changedElsewhere()  looks at what another tab has kept
 */
export class KeptElement extends EngineElement {
  key = ""; // the key under which what is on the page is kept
  thing = null; // and itself
  things = null; // all that are kept
  storage = null;
  #unkept = false; // whether the browser refused to keep the last change
  #answer = null;

  /** What the buttons with `data-do` do. */
  deeds = {
    copy: () => this.#copy(),
    remove: () => this.#remove(),
    export: () => this.#export(fileName(nameOf(this.thing), this.dataset.game), [this.thing]),
    "export-all": () => this.#exportAll(),
    share: () => this.#share(),
    print: () => window.print(),
    rescue: () => this.#rescue(),
    forget: () => this.#forget(),
  };

  connected(signal) {
    const storage = openStorage();
    const { kind, field, oldest } = this;
    const { game } = this.dataset;
    const version = Number(this.dataset.version);
    this.storage = storage;
    this.things = new KeptThings({ kind, field, game, version, oldest, storage });
    this.#listen(signal);
    const kept = this.things.list();
    const last = kept.find(({ id }) => id === this.things.open) ?? kept[0];
    if (last) this.#openLast(last);
    else this.fresh();
    this.showKept();
    if (!storage.lasting) this.tell(this.say("unlasting"));
    this.#takeLink();
  }

  #listen(signal) {
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    on(this, "click", ({ target }) => this.do(this.deeds[target.closest("[data-do]")?.dataset.do]));
    on(this.part("kept"), "change", ({ target }) => this.do(() => this.open(target.value)));
    on(this.part("import"), "change", ({ target }) => this.#importFile(target));
    on(this.part("yes"), "click", () => this.#answer?.(true));
    on(this.part("no"), "click", () => this.#answer?.(false));
    on(globalThis, "storage", ({ key }) => this.things.concerns(key) && this.#heard());
    on(globalThis, "hashchange", () => this.#takeLink());
    on(globalThis, "beforeunload", (event) => this.#unkept && event.preventDefault());
  }

  /** Does something for the reader, and says why where it can't be done. */
  async do(deed) {
    try {
      await deed?.();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell(error.message);
    }
  }

  // keeping

  #openLast({ id, thing }) {
    this.key = id;
    this.thing = thing;
    this.do(async () => {
      try {
        await this.open(id);
      } catch (error) {
        this.fresh();
        throw error;
      }
    });
  }

  async open(id) {
    const kept = this.things.read(id);
    if (!kept.thing) return;
    await this.show(id, await this.upgraded(kept.thing, kept.version));
    this.#remember(id);
  }

  /** Keeps what is on the page. Says whether the browser did, and tells the reader where it refuses. */
  keep() {
    try {
      this.things.keep(this.key, this.thing);
      if (this.#unkept) this.tell("");
      this.#unkept = false;
      this.#remember(this.key);
    } catch {
      this.#unkept = true;
      this.tell(this.say("full"));
    }
    this.showKept();
    return !this.#unkept;
  }

  #remember(id) {
    try {
      this.things.open = id;
    } catch {
      // a full storage forgets which was open, nothing worse
    }
  }

  #heard() {
    this.changedElsewhere();
    this.showKept();
  }

  #copy() {
    const name = nameOf(this.thing).slice(0, 60);
    return this.begin({ ...structuredClone(this.thing), name: name && this.say("copy", { name }) });
  }

  async #remove() {
    const name = this.#named(this.thing);
    if (!(await this.question(this.say("delete", { name })))) return;
    this.things.remove(this.key);
    const [next] = this.things.list();
    await (next ? this.open(next.id) : this.fresh());
    this.showKept();
    this.tell(this.say("deleted", { name }));
  }

  /** The list of what is kept. One that the reader has just opened must not be replaced by its like. */
  showKept() {
    const select = this.part("kept");
    const kept = this.things.list();
    const shownToo = kept.some(({ id }) => id === this.key) ? [] : [{ id: this.key, thing: this.thing }];
    const all = [...kept, ...shownToo];
    const options = all.map(({ id, thing }) => new Option(this.#named(thing), id, false, id === this.key));
    const shown = (list) => JSON.stringify(Array.from(list, ({ value, text }) => [value, text]));
    if (shown(options) === shown(select.options)) select.value = this.key;
    else select.replaceChildren(...options);
    this.part("unreadable").hidden = !this.things.unreadable().length;
  }

  #named(thing) {
    return nameOf(thing) || this.say("nameless");
  }

  // in and out

  /** The text of a file of these things. */
  fileOf(things) {
    const { head, among } = JSON.parse(this.dataset.file);
    return `${JSON.stringify({ ...head, [among]: things }, null, 2)}\n`;
  }

  /** The things of a file's text, brought to the present version; throws Refused. */
  async soundOf(text) {
    const reply = await this.ask({ action: `${this.kind}_file`, game: this.dataset.game, text });
    if (!reply.ok) throw new Refused(reply.message);
    return reply[JSON.parse(this.dataset.file).among];
  }

  #export(name, things) {
    download(name, this.fileOf(things));
    this.#unkept = false; // the reader has it now
  }

  async #exportAll() {
    const kept = this.things.list().filter(({ id }) => id !== this.key);
    const others = await Promise.all(kept.map(({ thing, version }) => this.upgraded(thing, version)));
    this.#export(`${this.dataset.game}-${this.say("all")}.json`, [this.thing, ...others]);
  }

  async #share() {
    if (await copyText(await writeLink(this.fileOf([this.thing]), this.kind))) this.tell(this.say("copied"));
  }

  async #importFile(control) {
    const [file] = control.files;
    if (!file) return;
    await this.#take(await file.text());
    control.value = ""; // so that the same file may be chosen again
  }

  async #takeLink() {
    const text = await readLink(location.href, this.kind);
    if (text === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    if (text) await this.#take(text, (name, [first]) => this.#shownFirst(first, name));
    else this.tell(this.say("refused", { why: this.say("damaged") }));
  }

  /** Whether the reader wants to keep what a link holds, with the first of it on the page meanwhile. */
  async #shownFirst(thing, name) {
    const { key, thing: before } = this;
    const seen = this.things.newId();
    await this.show(seen, thing, {});
    const wanted = await this.question(this.say("keep", { name }));
    if (!wanted && this.key === seen) await this.show(key, before, {});
    return wanted;
  }

  /** Takes in all things of a file's text, or none. `agreed` is asked once they are known to be sound. */
  async #take(text, agreed = () => true) {
    try {
      const things = await this.soundOf(text);
      const name = things.map((thing) => this.#named(thing)).join(", ");
      if (!(await agreed(name, things))) return;
      const [first] = this.#keepAll(things);
      await this.open(first);
      this.showKept();
      this.tell(this.say("imported", { name }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell(this.say("refused", { why: error.message }));
    }
  }

  #keepAll(things) {
    const ids = things.map(() => this.things.newId());
    try {
      things.forEach((thing, place) => this.things.keep(ids[place], thing));
    } catch {
      ids.forEach((id) => this.things.remove(id));
      throw new Refused(this.say("full"));
    }
    return ids;
  }

  #rescue() {
    download(`${this.dataset.game}-unreadable.json`, JSON.stringify(this.things.unreadable(), null, 2));
  }

  async #forget() {
    if (await this.question(this.say("forget"))) this.things.forgetUnreadable();
    this.showKept();
  }

  // what the page says

  say(word, filled) {
    return phrase(this, word, filled);
  }

  tell(text) {
    this.part("told").textContent = text;
  }

  /** Puts a question to the reader; another one meanwhile counts as a no. */
  question(text) {
    this.#answer?.(false);
    this.part("question").textContent = text;
    this.part("asked").hidden = false;
    const before = document.activeElement;
    this.part("yes").focus();
    return new Promise((answered) => {
      this.#answer = (yes) => {
        this.#answer = null;
        this.part("asked").hidden = true;
        before?.focus();
        answered(yes);
      };
    });
  }
}
