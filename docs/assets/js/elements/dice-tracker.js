import { copyText } from "../clipboard.js";
import { Forecast } from "../tracker/forecast.js";
import { ActionForecast } from "../tracker/action-forecast.js";
import { takePendingJoins } from "../tracker/pending-join.js";
import { Setting } from "../tracker/setup.js";
import { Window, isPlayerView } from "../tracker/player-view-channel.js";
import { Drawing } from "../dom-update.js";
import { messages, showProblems } from "../form/problems.js";
import { optionsOf } from "../house/in-force.js";
import { readForm } from "../form/values.js";
import { connectForm } from "../form/form-controls.js";
import { newId } from "../storage/keys.js";
import { same } from "../storage/merge.js";
import { Collection, nameOf, ReaderError } from "../storage/collection.js";
import { coalesce } from "../coalesce.js";
import { stripDirectionMarks } from "../messages.js";
import { SavedItemsElement } from "./saved-items-element.js";

/** How the desk is used, by the part that asks for it: under these names the storage notes it. */
const WAYS = { "own-dice": "own-dice", bare: "only-count" };

/** Leaves room for a number within the longest name of a scene. */
const LONGEST_BARE_NAME = 72;

/**
 * A game's desk: a scene, kept as its start and a log of events, and played on with each event.
 * Attributes, besides those of everything kept: `data-scene`, the scene as printed, and `data-sheet-version`
 * where characters may be seated.
 *
 * The engine is told the whole scene each time and gives back all that changes: nothing of the game is known
 * here.
 */
export class DiceTracker extends SavedItemsElement {
  kind = "desk";
  field = "scene";
  takesAWhile = "Replaying the log from the start…";
  #base = null; // the scene as this tab last knew it to be kept
  #underWay = null; // the scene that is being kept
  #turn = ""; // whose acts are shown
  #printed = true; // whether the page still shows what was printed
  #changes = new Set(); // what is under way, each from what the engine is asked for to what is kept and shown
  #from = null; // what had the focus when that was pressed which the engine was asked for last
  #drawings = {}; // by the names of the parts that the engine draws
  #setting = null; // how the table is set
  #forecast = null;
  #foretold = null;
  #window = null; // the players' window
  #sheets = null; // the reader's characters

  connectedCallback() {
    if (!isPlayerView()) super.connectedCallback();
  }

  get oldest() {
    return Number(this.dataset.version);
  }

  connected(signal) {
    const parts = [...this.querySelectorAll("[data-part]")];
    this.#drawings = Object.fromEntries(parts.map((part) => [part.dataset.part, new Drawing(part)]));
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    for (const name of ["turn", "setting"]) connectForm(this.part(name), signal);
    this.#setting = new Setting(this, (request) => this.#set(request), signal);
    this.#forecast = new Forecast(this, () => this.thing, signal);
    this.#foretold = new ActionForecast(this, () => this.thing, signal);
    this.#window = new Window(this.dataset.game, signal);
    this.#window.onasked = () => this.#window.show(this.thing);
    on(this, "submit", (event) => this.#submitted(event));
    on(this, "click", ({ target }) => this.#pressed(target.closest("button")));
    on(this, "change", ({ target }) => this.#tellChosen(target.closest(".tracker__options")));
    on(this.part("setup"), "toggle", () => this.#arrange());
    const map = this.part("map-fold");
    if (map) map.open = globalThis.matchMedia?.("(min-width: 60em)").matches ?? false;
    for (const way of Object.keys(WAYS)) {
      on(this.part(way), "change", ({ target }) => this.#keepWay(way, target.checked));
    }
    this.deeds.new = () => this.#begin({ start: this.part("starts").value });
    this.deeds.blank = () => this.#beginAt({ action: "desk_new" });
    this.deeds.party = () => this.#beginAt({ action: "desk_new", scene: this.thing });
    this.deeds.back = () => this.#back();
    this.deeds["set-up"] = () => this.#openSetup();
    this.deeds.begin = () => this.#play();
    this.deeds.odds = () => this.#showOdds();
    this.deeds["table-rules"] = () => this.#useTableRules();
    this.deeds.log = () => this.#copyLog();
    on(
      globalThis,
      "diceleaf:house",
      ({ detail: { game } }) => game === this.dataset.game && this.#heardRules(),
    );
    super.connected(signal);
    for (const [way, name] of Object.entries(WAYS)) this.#showWay(way, this.storage.read(name) ?? false);
    this.#sheets = this.#openSheets();
    this.#sheets?.opened.then(() => signal.aborted || this.#setting.offer(this.#sheets));
    on(globalThis, "storage", ({ key }) => key?.startsWith("diceleaf:into:") && this.#invite());
    this.#invite();
  }

  async #pressed(button) {
    if (!button || this.quiet()) return;
    const from = document.activeElement;
    if (this.begun && !(await this.#begunAndFree())) return;
    const { turn, at, whole } = button.dataset;
    if (turn !== undefined) this.#look({ turn }, "turn", from);
    else if (whole !== undefined) this.#look({ turn: this.#turn, log: "whole" }, "log", from);
    else if (at) this.#changing(() => this.#goTo(Number(at), button.id, from));
  }

  /**
   * What is pressed before it is known what is kept waits for that; what is pressed twice is done once then,
   * too.
   */
  async #begunAndFree() {
    await this.begun;
    return !this.quiet();
  }

  async #submitted(event) {
    event.preventDefault();
    if (this.quiet()) return; // what is pressed twice is done once
    const from = document.activeElement;
    if (this.begun && !(await this.#begunAndFree())) return;
    const form = event.target;
    const allow = "override" in (event.submitter?.dataset ?? {});
    if (form.dataset.event) this.#changing(() => this.#act(form, allow, from));
  }

  // the scene

  show(id, scene, kept) {
    return this.#changing(async () => {
      const reply = await this.#legible({ scene, turn: id === this.key ? this.#turn : "" });
      this.key = id;
      this.#base = kept ? scene : null;
      this.#show(reply);
    });
  }

  async opens(scene) {
    await this.#changing(() => this.#legible({ scene, turn: "" }));
  }

  async #legible(request) {
    const reply = await this.#ask(request);
    if (!reply.ok) throw new ReaderError(this.say("unreadable", { why: reply.message }));
    return reply;
  }

  /** The scene that was printed stands there already when the page opens. */
  async fresh() {
    this.key = newId();
    this.thing = JSON.parse(this.dataset.scene);
    const house = optionsOf(this.dataset.game);
    if (Object.keys(house).length) {
      this.thing.start.house = house;
      this.#printed = false;
    }
    this.#base = null;
    const asked = { scene: this.thing, turn: "" };
    if (this.#printed) this.prewarm(this.#request(asked));
    else await this.#changing(async () => this.#show(await this.#ask(asked), "head"));
  }

  begin(scene) {
    return this.#begin({ scene });
  }

  #begin(request) {
    return this.#changing(async () => {
      const reply = await this.#ask({ ...request, turn: "" });
      if (!reply.ok) throw new ReaderError(reply.message);
      this.key = newId();
      this.#base = null;
      await this.#take(reply, "head");
    });
  }

  /**
   * Changes nothing, so it keeps no act that is pressed meanwhile from being done: the engine answers in
   * turn.
   */
  async #look(at, focus, from) {
    const reply = await this.#ask({ scene: this.thing, ...at }, from);
    if (reply.ok) this.#show(reply, focus);
    else this.#complain(reply.message);
  }

  async #goTo(at, focus, from) {
    const scene = { ...this.thing, at };
    const reply = await this.#ask({ scene, turn: "", from: this.thing.at }, from);
    this.hush();
    if (reply.ok) await this.#take(reply, focus);
    else this.#complain(reply.message);
  }

  async #act(form, allow, from) {
    const event = { ...JSON.parse(form.dataset.event), ...readForm(form), ...(allow ? { allow } : {}) };
    const reply = await this.#ask({ scene: this.thing, event, turn: this.#turn }, from);
    if (!reply.ok) showProblems(form, reply.problems);
    else if (!reply.applied) showProblems(form, [{ field: "", message: reply.say }]);
    else {
      this.#drawings.turn.forget(); // its forms begin anew, also where the next act asks for the same
      this.part("setup").open = false;
      this.hush();
      const isClock = this.part("clocks").contains(form); // which may be ticked again at once
      await this.#take(reply, isClock ? form.querySelector("button").id : "turn");
    }
  }

  /**
   * A change to the table; gives the reply, whose problems are told where it was asked for. The table comes
   * first, as one taps on there; the rest of the desk follows.
   */
  async #set(request) {
    await this.begun;
    const first = this.#setting.looked ? "setting" : "";
    const asked = { action: "desk_set", scene: this.thing, turn: this.#turn, first, ...request };
    return this.#changing(async () => {
      const reply = await this.#ask(asked);
      if (reply.ok && (await this.#take(reply)) && first) this.#showRest();
      return reply;
    });
  }

  #showRest = coalesce(async () => {
    const scene = this.thing;
    const reply = await this.#ask({ scene, turn: this.#turn, setting: null });
    const { textContent: say } = this.part("say"); // what was just said of the table stays said
    if (reply.ok && same(scene, this.thing)) this.#show({ ...reply, say });
  });

  /**
   * Says by which rules the encounter goes, now that the table has others; one not begun is begun by them.
   */
  async #heardRules() {
    await this.begun;
    await this.quiet();
    const start = { ...this.thing.start, house: undefined };
    const isNew = !this.#base && same({ ...this.thing, start }, JSON.parse(this.dataset.scene));
    if (isNew) await this.fresh();
    else await this.#look({ turn: this.#turn });
  }

  /** Puts the encounter under the rules of the table, its log included. */
  async #useTableRules() {
    const { key } = this;
    const { house = {} } = this.thing.start;
    if (!(await this.#setRules(optionsOf(this.dataset.game)))) return;
    this.tellUndoable(this.say("rules"), "undo-rules", async () => {
      if (key !== this.key) await this.open(key);
      if (await this.#setRules(house)) this.tell(this.say("put-back"), { passing: true });
      this.#focus("head");
    });
    this.part("put-back").focus();
  }

  /** Whether the encounter goes by these rules then: another tab may have gone on with it. */
  async #setRules(house) {
    const reply = await this.#set({ change: { set: "house", house } });
    if (!reply.ok) throw new ReaderError(messages(reply.problems));
    return same(house, this.thing.start.house ?? {});
  }

  /** A new scene, whose table is to be set. */
  async #beginAt(request) {
    this.part("setup").open = true;
    await this.#begin(request);
    if (!this.#setting.focused) this.#openSetup();
  }

  #openSetup() {
    const setup = this.part("setup");
    setup.open = true;
    this.#arrange();
    setup.querySelector("summary").focus({ preventScroll: true });
    setup.scrollIntoView();
  }

  /** Leads to the odds, with the forecast open. */
  #showOdds() {
    const ahead = this.part("ahead");
    const forecast = this.part("forecasting");
    if (forecast) forecast.open = true;
    const title = ahead.querySelector("[tabindex], summary");
    title.focus({ preventScroll: true });
    title.scrollIntoView();
  }

  /** Ends the setup: what follows is played. */
  #play() {
    this.part("setup").open = false;
    this.#arrange();
    this.#focus("turn");
  }

  /** Until the first event the open setup stands alone; then it is one part among others. */
  #arrange() {
    this.toggleAttribute("data-begun", this.thing?.at > 0);
    this.toggleAttribute("data-setting", this.part("setup").open && !this.thing?.at);
  }

  /** Puts those on the table whom a page of the book was asked to send. */
  #invite() {
    this.do(async () => {
      await this.begun;
      for (const { sample, count } of takePendingJoins(this.storage, this.dataset.game)) {
        const reply = await this.#set({ change: { set: "add", sample, count } });
        if (!reply.ok) throw new ReaderError(messages(reply.problems));
      }
    });
  }

  /** Does a change from its beginning to its end: no press comes in between. */
  async #changing(work) {
    const change = work();
    this.#changes.add(change);
    try {
      return await change;
    } finally {
      this.#changes.delete(change);
    }
  }

  quiet() {
    return this.#changes.size ? Promise.allSettled(this.#changes) : null;
  }

  #ask(request, from = document.activeElement) {
    this.#from = from;
    return this.ask(this.#request(request));
  }

  #request(request) {
    const { game } = this.dataset;
    return { action: "desk", game, house: optionsOf(game), setting: this.#setting.looked, ...request };
  }

  // two tabs

  /**
   * Shows and keeps what became of the scene, unless another tab has gone on with it meanwhile: then that is
   * shown, and the reader told that nothing was done here. Says which of the two.
   */
  async #take(reply, focus) {
    const { key } = this;
    const base = this.#base;
    if (reply.scene.name !== base?.name) reply.scene.name = this.#freeName(reply.scene.name);
    this.#underWay = reply.scene;
    let elsewhere = null;
    const kept = await this.keep(key, ({ thing }) => {
      elsewhere = thing && !same(thing, base) ? thing : null;
      return elsewhere ? null : { thing: reply.scene };
    });
    if (!this.refused) this.#underWay = null;
    if (key !== this.key) return false;
    if (elsewhere) {
      this.#follow(elsewhere, "elsewhere");
      return false;
    }
    if (kept) this.#base = kept.thing;
    this.#show(reply, focus);
    return true;
  }

  /** The name, with a number if another scene is called the same. */
  #freeName(name) {
    const taken = new Set(this.things.list.filter(({ id }) => id !== this.key).map((each) => each.name));
    const bare = name.replace(/ \(\d+\)$/, "").slice(0, LONGEST_BARE_NAME);
    for (let number = 1; ; number++) {
      const free = number > 1 ? `${bare} (${number})` : name;
      if (!taken.has(free)) return free;
    }
  }

  get unkept() {
    return this.#underWay && { thing: this.#underWay, bases: this.#base ? [this.#base] : [] };
  }

  async changedElsewhere() {
    const { key } = this;
    const { thing } = await this.things.read(key);
    if (key !== this.key) return;
    if (thing && !same(thing, this.#base)) this.#follow(thing, "followed");
    if (thing || !this.#base) return;
    this.#base = null;
    this.tell(this.say("gone"), { untilKept: true });
  }

  #follow(scene, words) {
    this.do(async () => {
      await this.show(this.key, scene, scene);
      this.tell(this.say(words));
    });
  }

  // what the page shows

  #show(reply, focus) {
    this.thing = reply.scene;
    this.#turn = reply.turn;
    this.#printed = false;
    const waited = document.activeElement === this.#from;
    const { setting, ...parts } = reply.html;
    for (const [name, html] of Object.entries(parts)) this.#drawings[name].show(html);
    if (setting) this.#setting.show(setting);
    this.#arrange();
    this.#complain("");
    this.part("say").textContent = reply.say;
    if (focus && waited) this.#focus(focus); // who has gone on meanwhile isn't called back
    this.showKept();
    this.#window.show(this.thing);
    this.#foretold.follow();
    this.#forecast.follow();
  }

  #complain(text) {
    this.part("message").textContent = stripDirectionMarks(text);
  }

  /**
   * Where the reader goes on: the element of this id, else the part of this name, from its title on. The turn
   * is at the top of the page, which returns there if the turn is out of view or its first action low in it.
   */
  #focus(place) {
    const found = document.getElementById(place);
    if (found && !found.disabled) {
      found.focus({ preventScroll: true });
      return;
    }
    const part = this.part(place) ?? this.part("head");
    const title = part.querySelector("[tabindex]");
    title.focus({ preventScroll: true });
    if (place === "turn") {
      const head = this.part("head").getBoundingClientRect();
      const { top } = part.parentElement.getBoundingClientRect();
      const next = part.querySelector("[type=submit]") ?? title;
      if (top < head.bottom || next.getBoundingClientRect().bottom > innerHeight / 2) this.scrollIntoView();
    } else {
      const { top, bottom } = part.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) title.scrollIntoView();
    }
  }

  /** Says in the line above the options of an action what is chosen. */
  #tellChosen(options) {
    if (!options) return;
    const fields = [...options.querySelectorAll(".field")];
    options.querySelector("summary").textContent = fields.map(describe).join(" · ");
  }

  // the table

  #openSheets() {
    const { game, sheetVersion } = this.dataset;
    if (!sheetVersion) return null;
    return new Collection({ kind: "sheet", game, version: Number(sheetVersion), oldest: 1 });
  }

  /** Puts what the scene has changed of each character back on the sheet of that name. */
  async #back() {
    const { game } = this.dataset;
    const brought = [];
    const said = JSON.stringify(this.thing);
    const isMentioned = ({ name }) => name && said.includes(JSON.stringify(name));
    for (const { id } of this.#sheets.list.filter(isMentioned)) {
      const { version, thing } = await this.#sheets.read(id);
      if (!thing) continue;
      const upgraded = await this.ask({ action: "upgrade", game, version, sheet: thing });
      if (!upgraded.ok) continue;
      const { sheet } = upgraded;
      const reply = await this.ask({ action: "desk_back", game, scene: this.thing, sheet });
      if (!reply.ok) continue; // who isn't in this scene
      await this.#sheets.keep(id, () => ({ thing: reply.sheet }));
      brought.push(nameOf(reply.sheet));
    }
    const told = brought.length ? this.sayNodes("back", { name: brought }) : this.say("nobody");
    this.tell(told, { passing: true });
  }

  async #copyLog() {
    const reply = await this.ask({ action: "desk_log", game: this.dataset.game, scene: this.thing });
    if (reply.ok && (await copyText(reply.text))) this.tell(this.say("log"), { passing: true });
  }

  #keepWay(way, on) {
    this.storage.note(WAYS[way], on ? "yes" : "no");
    this.#showWay(way, on);
  }

  #showWay(way, on) {
    this.part(way).checked = on;
    this.toggleAttribute(`data-${way}`, on);
  }

  /** Scenes of another version are left as they are. */
  upgraded(scene) {
    return scene;
  }
}

/** The label of a field and its value. */
function describe(field) {
  const [select, radio, check] = ["select", ":checked[type=radio]", "[type=checkbox]"].map((css) =>
    field.querySelector(css),
  );
  const label = field.querySelector(".field__label, legend")?.textContent.trim();
  if (select) return `${label}: ${select.selectedOptions[0]?.text}`;
  if (radio) return `${label}: ${radio.closest("label").textContent.trim()}`;
  if (check) return `${check.closest("label").textContent.trim()}: ${check.checked ? "yes" : "no"}`;
  return `${label}: ${field.querySelector("input")?.value}`;
}
