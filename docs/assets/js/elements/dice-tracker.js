import { copyText } from "../clipboard.js";
import { openSheets, updateSheets } from "../tracker/character-sheets.js";
import { moveFocus } from "../tracker/focus.js";
import { Forecast } from "../tracker/forecast.js";
import { summarizeOptions } from "../tracker/option-summary.js";
import { ActionForecast } from "../tracker/action-forecast.js";
import { takePendingJoins } from "../tracker/pending-join.js";
import { TrackerSetup } from "../tracker/setup.js";
import { connectModes } from "../tracker/modes.js";
import { EncounterSaving } from "../tracker/saving.js";
import { PlayerViewChannel, isPlayerView } from "../tracker/player-view-channel.js";
import { Drawing } from "../dom-update.js";
import { messages, showProblems } from "../form/problems.js";
import { table } from "../house/table.js";
import { readForm } from "../form/values.js";
import { connectForm } from "../form/form-controls.js";
import { newId } from "../storage/keys.js";
import { same } from "../storage/merge.js";
import { ReaderError } from "../storage/collection.js";
import { coalesce } from "../coalesce.js";
import { stripDirectionMarks } from "../messages.js";
import { SavedItemsElement } from "./saved-items-element.js";

/**
 * A game's encounter tracker. The encounter is stored as its start and a log of events, and each action adds
 * an event. Attributes, besides those of `SavedItemsElement`: `data-scene`, the encounter that the page
 * shows first, and `data-sheet-version` if characters can be added.
 *
 * Each request contains the whole encounter, and the engine's reply everything that changes: nothing here
 * knows the game.
 */
export class DiceTracker extends SavedItemsElement {
  kind = "desk";
  fileAction = "tracker_file";
  field = "scene";
  takesAWhile = "Replaying the log from the start…";
  #actor = ""; // the combatant whose actions are shown
  #isStatic = true; // whether the page still shows its static HTML
  #changes = new Set(); // running changes: from the request until the result is saved and shown
  #lastFocused = null; // the focused element at the last request
  #initialEncounter = null; // the encounter that the page started with
  #drawings = {}; // of the parts that the engine renders, by name
  #saving = null;
  #setup = null;
  #forecast = null;
  #actionForecast = null;
  #playerViews = null;
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
    this.#saving = new EncounterSaving(this);
    this.#setup = new TrackerSetup(this, (request) => this.#changeSetup(request), signal);
    this.#forecast = new Forecast(this, () => this.item, signal);
    this.#actionForecast = new ActionForecast(this, () => this.item, signal);
    this.#playerViews = new PlayerViewChannel(this.dataset.game, signal);
    this.#playerViews.onrequest = () => this.#playerViews.show(this.item);
    on(this, "submit", (event) => this.#submit(event));
    on(this, "click", ({ target }) => this.#press(target.closest("button")));
    on(this, "change", ({ target }) => {
      const options = target.closest(".tracker__options");
      if (options) summarizeOptions(options);
    });
    on(this.part("setup"), "toggle", () => this.#updateLayout());
    const map = this.part("map-fold");
    if (map) map.open = globalThis.matchMedia?.("(min-width: 60em)").matches ?? false;
    this.commands.new = () => this.#startEncounter({ start: this.part("starts").value });
    this.commands.blank = () => this.#beginSetup({ action: "tracker_new" });
    this.commands.party = () => this.#beginSetup({ action: "tracker_new", scene: this.item });
    this.commands.back = () => this.#updateSheets();
    this.commands["set-up"] = () => this.#openSetup();
    this.commands.begin = () => this.#closeSetup();
    this.commands.odds = () => this.#showOdds();
    this.commands["table-rules"] = () => this.#useTableRules();
    this.commands.log = () => this.#copyLog();
    super.connected(signal);
    connectModes(this, signal);
    this.#sheets = openSheets(this.dataset);
    this.#sheets?.opened.then(() => signal.aborted || this.#setup.offer(this.#sheets));
    on(globalThis, "storage", ({ key }) => key?.startsWith("diceleaf:into:") && this.#addPendingJoins());
    this.#addPendingJoins();
  }

  async #press(button) {
    if (!button) return;
    const from = document.activeElement;
    if (this.loading) await this.loading; // which may be a change: a new encounter under house rules
    if (this.pendingChanges()) return;
    const { turn, at, whole } = button.dataset;
    if (turn !== undefined) this.#showView({ turn }, "turn", from);
    else if (whole !== undefined) this.#showView({ turn: this.#actor, log: "whole" }, "log", from);
    else if (at) this.#runChange(() => this.#goTo(Number(at), button.id, from));
  }

  async #submit(event) {
    event.preventDefault();
    const from = document.activeElement;
    const isOverride = "override" in (event.submitter?.dataset ?? {});
    if (this.loading) await this.loading;
    if (this.pendingChanges()) return; // a double click acts once
    const form = event.target;
    if (form.dataset.event) this.#runChange(() => this.#act(form, isOverride, from));
  }

  // the encounter

  show(id, scene, saved) {
    return this.#runChange(async () => {
      const reply = await this.#load({ scene, turn: id === this.key ? this.#actor : "" });
      this.key = id;
      this.#saving.reset(saved ? scene : null);
      this.#show(reply);
    });
  }

  async validate(scene) {
    await this.#runChange(() => this.#load({ scene, turn: "" }));
  }

  async #load(request) {
    const reply = await this.#ask(request);
    if (!reply.ok) throw new ReaderError(this.message("unreadable", { why: reply.message }));
    return reply;
  }

  /** Starts with the encounter of the static page. */
  async showNew() {
    this.key = newId();
    this.item = JSON.parse(this.dataset.scene);
    const hasRules = Object.keys(table.optionsOf(this.dataset.game)).length > 0;
    if (hasRules) this.#isStatic = false;
    this.#saving.reset(null);
    const request = hasRules ? { start: this.dataset.start, turn: "" } : { scene: this.item, turn: "" };
    // the focus stays when the page opens, or when the rules are changed elsewhere on it
    const focus = !this.loading && this.contains(document.activeElement) ? "head" : "";
    if (this.#isStatic) this.prewarm(this.#request(request));
    else await this.#runChange(async () => this.#show(await this.#ask(request), focus));
    this.#initialEncounter = this.item;
  }

  create(scene) {
    return this.#startEncounter({ scene });
  }

  #startEncounter(request) {
    return this.#runChange(async () => {
      const reply = await this.#ask({ ...request, turn: "" });
      if (!reply.ok) throw new ReaderError(reply.message);
      this.key = newId();
      this.#saving.reset(null);
      await this.#saveAndShow(reply, "head");
    });
  }

  /** Shows another view of the encounter. It changes nothing, so actions needn't wait for it. */
  async #showView(at, focus, from) {
    const reply = await this.#ask({ scene: this.item, ...at }, from);
    if (reply.ok) this.#show(reply, focus);
    else this.#showError(reply.message);
  }

  async #goTo(at, focus, from) {
    const scene = { ...this.item, at };
    const reply = await this.#ask({ scene, turn: "", from: this.item.at }, from);
    this.clearPassing();
    if (reply.ok) await this.#saveAndShow(reply, focus);
    else this.#showError(reply.message);
  }

  async #act(form, isOverride, from) {
    const event = {
      ...JSON.parse(form.dataset.event),
      ...readForm(form),
      ...(isOverride ? { allow: true } : {}),
    };
    const reply = await this.#ask({ scene: this.item, event, turn: this.#actor }, from);
    if (!reply.ok) showProblems(form, reply.problems);
    else if (!reply.applied) showProblems(form, [{ field: "", message: reply.say }]);
    else {
      this.#drawings.turn.forget(); // reset its forms, also if the next action has the same
      this.part("setup").open = false;
      this.clearPassing();
      const isClock = this.part("clocks").contains(form); // whose button may be pressed again at once
      await this.#saveAndShow(reply, isClock ? form.querySelector("button").id : "turn");
    }
  }

  /**
   * Changes the setup; returns the reply, whose problems are shown beside the control. The setup is redrawn
   * first, as readers keep tapping there; the rest of the tracker follows.
   */
  async #changeSetup(request) {
    await this.loading;
    const first = this.#setup.selection ? "setting" : "";
    const change = { action: "tracker_setup", scene: this.item, turn: this.#actor, first, ...request };
    return this.#runChange(async () => {
      const reply = await this.#ask(change);
      if (reply.ok && (await this.#saveAndShow(reply)) && first) this.#showRest();
      return reply;
    });
  }

  #showRest = coalesce(async () => {
    const scene = this.item;
    const reply = await this.#ask({ scene, turn: this.#actor, setting: null });
    const { textContent: announcement } = this.part("say"); // preserve the announcement of the setup
    if (reply.ok && same(scene, this.item)) this.#show({ ...reply, say: announcement });
  });

  /** Shows how the encounter's rules differ from the new ones; restarts an unsaved encounter with those. */
  async followRules() {
    await this.loading;
    await this.pendingChanges();
    const isNew = !this.#saving.isSaved && same(this.item, this.#initialEncounter);
    if (isNew) await this.showNew();
    else await this.#showView({ turn: this.#actor });
  }

  /** Applies the house rules of the table to the encounter, including its log. */
  async #useTableRules() {
    const { key } = this;
    const { house = {} } = this.item.start;
    if (!(await this.#setRules(table.optionsOf(this.dataset.game)))) return;
    this.showUndoable(this.message("rules"), "undo-rules", async () => {
      if (key !== this.key) await this.open(key);
      if (await this.#setRules(house)) this.showMessage(this.message("put-back"), { passing: true });
      moveFocus(this, "head");
    });
    this.part("put-back").focus();
  }

  /** Sets the house rules; returns false if another tab has changed the encounter instead. */
  async #setRules(house) {
    const reply = await this.#changeSetup({ change: { set: "house", house } });
    if (!reply.ok) throw new ReaderError(messages(reply.problems));
    return same(reply.scene.start, this.item.start);
  }

  /** Starts an encounter with its setup open. */
  async #beginSetup(request) {
    this.part("setup").open = true;
    await this.#startEncounter(request);
    if (!this.#setup.focused) this.#openSetup();
  }

  #openSetup() {
    const setup = this.part("setup");
    setup.open = true;
    this.#updateLayout();
    setup.querySelector("summary").focus({ preventScroll: true });
    setup.scrollIntoView();
  }

  /** Moves the focus to the odds, with the forecast open. */
  #showOdds() {
    const section = this.part("ahead");
    const forecast = this.part("forecasting");
    if (forecast) forecast.open = true;
    const title = section.querySelector("[tabindex], summary");
    title.focus({ preventScroll: true });
    title.scrollIntoView();
  }

  /** Closes the setup and moves the focus to the first turn. */
  #closeSetup() {
    this.part("setup").open = false;
    this.#updateLayout();
    moveFocus(this, "turn");
  }

  /** Sets the attributes that hide the rest while the setup is open before the first event. */
  #updateLayout() {
    this.toggleAttribute("data-begun", this.item?.at > 0);
    this.toggleAttribute("data-setting", this.part("setup").open && !this.item?.at);
  }

  /** Adds the presets that the reader chose on other pages. */
  #addPendingJoins() {
    this.attempt(async () => {
      await this.loading;
      for (const { sample, count } of takePendingJoins(this.storage, this.dataset.game)) {
        const reply = await this.#changeSetup({ change: { set: "add", sample, count } });
        if (!reply.ok) throw new ReaderError(messages(reply.problems));
      }
    });
  }

  /** Runs a change, during which other input is ignored. */
  async #runChange(work) {
    const change = work();
    this.#changes.add(change);
    try {
      return await change;
    } finally {
      this.#changes.delete(change);
    }
  }

  pendingChanges() {
    return this.#changes.size ? Promise.allSettled(this.#changes) : null;
  }

  #ask(request, from = document.activeElement) {
    this.#lastFocused = from;
    return this.ask(this.#request(request));
  }

  #request(request) {
    const { game } = this.dataset;
    return {
      action: "tracker",
      game,
      house: table.optionsOf(game),
      house_name: table.nameOf(game),
      setting: this.#setup.selection,
      ...request,
    };
  }

  /** Saves and shows the changed encounter; returns false if another tab has changed it since. */
  async #saveAndShow(reply, focus) {
    const isCurrent = await this.#saving.save(reply.scene);
    if (isCurrent) this.#show(reply, focus);
    return isCurrent;
  }

  get unsaved() {
    return this.#saving.unsaved;
  }

  changedElsewhere() {
    return this.#saving.changedElsewhere();
  }

  // display

  #show(reply, focus) {
    this.item = reply.scene;
    this.#actor = reply.turn;
    this.#isStatic = false;
    // commands close the menu, so if it is open, the reader has opened it again
    const hasFocus = document.activeElement === this.#lastFocused && !this.part("menu").open;
    const { setting, ...parts } = reply.html;
    for (const [name, html] of Object.entries(parts)) this.#drawings[name].show(html);
    if (setting) this.#setup.show(setting);
    this.#updateLayout();
    this.#showError("");
    this.part("say").textContent = reply.say;
    if (focus && hasFocus) moveFocus(this, focus); // unless the reader has moved on
    this.updateList();
    this.#playerViews.show(this.item);
    this.#actionForecast.follow();
    this.#forecast.follow();
  }

  #showError(text) {
    this.part("message").textContent = stripDirectionMarks(text);
  }

  // characters

  async #updateSheets() {
    const names = await updateSheets(this, this.#sheets, this.item);
    const message = names.length ? this.messageNodes("back", { name: names }) : this.message("nobody");
    this.showMessage(message, { passing: true });
  }

  async #copyLog() {
    const reply = await this.ask({ action: "tracker_log", game: this.dataset.game, scene: this.item });
    if (reply.ok && (await copyText(reply.text))) this.showMessage(this.message("log"), { passing: true });
  }

  /** Encounters of other versions stay unchanged. */
  upgrade(scene) {
    return scene;
  }
}
