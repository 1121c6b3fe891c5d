import { copyText } from "../copying.js";
import { DeskStore } from "../desk/store.js";
import { valueAt } from "../form/paths.js";
import { showProblems } from "../form/problems.js";
import { readForm, writeForm } from "../form/values.js";
import { wireForm } from "../form/wiring.js";
import { download, fileName } from "../sheet/downloading.js";
import { readLink, writeLink } from "../sheet/link.js";
import { same } from "../sheet/merge.js";
import { openStorage } from "../sheet/storage.js";
import { nameOf, SheetStore } from "../sheet/store.js";
import { EngineElement } from "./engine-element.js";

/** The name of a desk's link and the format of its file, as `rules_py.desk` reads it. */
const LINK = "desk";
const FORMAT = "diceleaf-desk";

/**
 * A game's desk: a scene, kept as its start and a log of events, and played on with each event.
 * Attributes: `data-game`, `data-version`, `data-scene`, the scene as printed, `data-words`, what the page says.
 *
 * The engine is told the whole scene each time and gives back all that changes: nothing of the game is known here.
 */
export class DiceDesk extends EngineElement {
  #store = null;
  #storage = null;
  #id = "";
  #scene = null;
  #turn = "";
  #acting = false;
  #answer = null;

  #deeds = {
    new: () => this.#begin({ start: this.part("starts").value }),
    copy: () => this.#begin({ scene: { ...this.#scene, name: this.#say("copy", { name: this.#scene.name }) } }),
    remove: () => this.#remove(),
    export: () => download(fileName(this.#scene.name, this.dataset.game), this.#file([this.#scene])),
    share: () => this.#share(),
    seat: () => this.#seat(),
  };

  connected(signal) {
    this.#storage = openStorage();
    this.#store = new DeskStore(this.dataset.game, Number(this.dataset.version), this.#storage);
    this.#scene = JSON.parse(this.dataset.scene);
    this.#listen(signal);
    this.#showOwnDice(this.#store.ownDice);
    this.#offerSheets();
    const kept = this.#store.list();
    const last = kept.find(({ id }) => id === this.#store.open) ?? kept[0];
    this.#id = last?.id ?? this.#store.newId();
    if (last) this.#open(last.id);
    else this.#showScenes();
    if (!this.#storage.lasting) this.#tell(this.#say("unlasting"));
    this.#takeLink();
  }

  #listen(signal) {
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    for (const name of ["head", "turn", "setup"]) wireForm(this.part(name), signal);
    on(this, "submit", (event) => this.#submitted(event));
    on(this, "click", ({ target }) => this.#pressed(target.closest("button")));
    on(this.part("scenes"), "change", ({ target }) => this.#open(target.value));
    on(this.part("import"), "change", ({ target }) => this.#importFile(target));
    on(this.part("own-dice"), "change", ({ target }) => this.#keepOwnDice(target.checked));
    on(this.part("yes"), "click", () => this.#answer?.(true));
    on(this.part("no"), "click", () => this.#answer?.(false));
    on(globalThis, "storage", ({ key }) => this.#changedElsewhere(key));
    on(globalThis, "hashchange", () => this.#takeLink());
  }

  #pressed(button) {
    if (!button) return;
    const { turn, at } = button.dataset;
    if (button.dataset.do) this.#deeds[button.dataset.do]?.();
    else if (turn !== undefined) this.#look(turn);
    else if (at) this.#goTo(Number(at), button.id);
  }

  // the scene

  /** Asks for a scene, or for one event more of it, and shows what comes of it. Says whether it was granted. */
  async #ask(request, focus) {
    if (this.#acting) return null;
    this.#acting = true;
    try {
      const reply = await this.ask({ action: "desk", game: this.dataset.game, turn: this.#turn, ...request });
      if (reply.ok) this.#show(reply, focus);
      return reply;
    } finally {
      this.#acting = false;
    }
  }

  #show(reply, focus) {
    this.#scene = reply.scene;
    this.#turn = reply.turn;
    for (const [name, html] of Object.entries(reply.html)) {
      const part = this.part(name);
      if (part.innerHTML !== html) part.innerHTML = html;
    }
    this.part("message").textContent = "";
    this.part("say").textContent = reply.say;
    if (focus) this.#focus(focus);
    this.#fillSetup();
    this.#showScenes();
  }

  /** Where the reader goes on: the element of this id, else the title of the part of this name. */
  #focus(place) {
    const found = document.getElementById(place);
    const next = found && !found.disabled ? found : (this.part(place) ?? this.part("head")).querySelector("[tabindex]");
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: "nearest" });
  }

  async #open(id) {
    const scene = this.#store.read(id);
    if (!scene) return;
    this.#id = id;
    this.#turn = "";
    const reply = await this.#ask({ scene });
    if (reply?.ok) this.#keep();
    else if (reply) this.#tell(`${this.#say("unreadable")} ${reply.message}`);
  }

  async #begin(request) {
    this.#turn = "";
    const reply = await this.#ask(request, "head");
    if (!reply?.ok) return;
    this.#id = this.#store.newId();
    this.#keep();
  }

  #look(turn) {
    this.#turn = turn;
    this.#ask({ scene: this.#scene }, "turn");
  }

  async #goTo(at, focus) {
    this.#turn = "";
    if ((await this.#ask({ scene: { ...this.#scene, at } }, focus))?.ok) this.#keep();
  }

  #submitted(event) {
    event.preventDefault();
    const form = event.target;
    if (form === this.part("setup")) this.#setUp(form);
    else if (form.dataset.event) this.#act(form, "allow" in (event.submitter?.dataset ?? {}));
  }

  async #act(form, allow) {
    const event = { ...JSON.parse(form.dataset.event), ...readForm(form), ...(allow ? { allow } : {}) };
    const reply = await this.#ask({ scene: this.#scene, event }, "last");
    if (!reply) return;
    if (reply.ok && reply.applied) this.#keep();
    else if (reply.ok) this.part("message").textContent = reply.say;
    else {
      const left = showProblems(form, [reply]);
      this.part("message").textContent = left.length ? left[0].message : "";
    }
  }

  // the table

  async #setUp(form) {
    const reply = await this.#ask({ scene: { ...this.#scene, ...readForm(form) } }, "head");
    if (!reply) return;
    showProblems(form, reply.ok ? [] : [reply]);
    if (!reply.ok) return;
    this.#keep();
    this.#tell(this.#say("changed"));
  }

  #fillSetup() {
    const form = this.part("setup");
    if (!same(readForm(form).start, this.#scene.start)) writeForm(form, { start: this.#scene.start }, { whole: true });
  }

  #sheets() {
    const version = Number(this.dataset.sheetVersion);
    return version ? new SheetStore(this.dataset.game, version, this.#storage).list() : [];
  }

  #offerSheets() {
    const kept = this.#sheets();
    if (!this.part("seating") || !kept.length) return;
    this.part("seating").hidden = false;
    this.part("sheets").replaceChildren(...kept.map(({ id, sheet }) => new Option(nameOf(sheet) || id, id)));
  }

  /** Puts a character of the reader's sheets into the form; the table is set when the form is sent. */
  async #seat() {
    const { game } = this.dataset;
    const kept = this.#sheets().find(({ id }) => id === this.part("sheets").value);
    if (!kept) return;
    const upgraded = await this.ask({ action: "upgrade", game, version: kept.version, sheet: kept.sheet });
    const reply = upgraded.ok ? await this.ask({ action: "desk_seat", game, sheet: upgraded.sheet }) : upgraded;
    if (!reply.ok) {
      this.#tell(reply.message);
      return;
    }
    const form = this.part("setup");
    const data = readForm(form);
    valueAt(data, `start.${reply.list}`).push(reply.seat);
    writeForm(form, data, { whole: true });
  }

  // keeping

  #keep() {
    try {
      this.#store.keep(this.#id, this.#scene);
    } catch {
      this.#tell(this.#say("full"));
    }
    this.#showScenes();
  }

  #changedElsewhere(key) {
    if (!this.#store.concerns(key, this.#id)) return;
    const scene = this.#store.read(this.#id);
    if (scene && !same(scene, this.#scene)) this.#ask({ scene });
  }

  async #remove() {
    const { name } = this.#scene;
    if (!(await this.#question(this.#say("delete", { name })))) return;
    this.#store.remove(this.#id);
    const [next] = this.#store.list();
    if (next) await this.#open(next.id);
    else await this.#begin({ start: this.part("starts").value });
    this.#tell(this.#say("deleted", { name }));
  }

  #keepOwnDice(own) {
    try {
      this.#store.ownDice = own;
    } catch {
      // a full storage forgets it, nothing worse
    }
    this.#showOwnDice(own);
  }

  #showOwnDice(own) {
    this.part("own-dice").checked = own;
    this.toggleAttribute("data-own-dice", own);
  }

  #showScenes() {
    const kept = this.#store.list();
    const all = kept.some(({ id }) => id === this.#id) ? kept : [...kept, { id: this.#id, scene: this.#scene }];
    const options = all.map(({ id, scene }) => new Option(scene.name, id, false, id === this.#id));
    this.part("scenes").replaceChildren(...options);
  }

  // in and out

  #file(scenes) {
    const { game, version } = this.dataset;
    return `${JSON.stringify({ format: FORMAT, version: Number(version), game, scenes })}\n`;
  }

  async #share() {
    const link = await writeLink(this.#file([this.#scene]), LINK);
    if (await copyText(link)) this.#tell(this.#say("copied"));
  }

  async #importFile(control) {
    const [file] = control.files;
    if (!file) return;
    await this.#take(await file.text());
    control.value = ""; // so that the same file may be chosen again
  }

  async #takeLink() {
    const text = await readLink(location.href, LINK);
    if (text === null) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    if (text) await this.#take(text, (name) => this.#question(this.#say("keep", { name })));
    else this.#tell(this.#say("damaged"));
  }

  /** Takes in all scenes of a file's text, or none. `agreed` is asked once they are known to be sound. */
  async #take(text, agreed = () => true) {
    const reply = await this.ask({ action: "desk_file", game: this.dataset.game, text });
    if (!reply.ok) {
      this.#tell(this.#say("refused", { why: reply.message }));
      return;
    }
    const name = reply.scenes.map((scene) => scene.name).join(", ");
    if (!(await agreed(name))) return;
    for (const scene of reply.scenes) await this.#begin({ scene });
    this.#tell(this.#say("imported", { name }));
  }

  // what the page says

  #say(word, filled = {}) {
    const text = JSON.parse(this.dataset.words)[word];
    return Object.entries(filled).reduce((said, [name, value]) => said.replace(`{${name}}`, () => value), text);
  }

  #tell(text) {
    this.part("told").textContent = text;
  }

  /** Puts a question to the reader; another one meanwhile counts as a no. */
  #question(text) {
    this.#answer?.(false);
    this.part("question").textContent = text;
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
