import { Drawing } from "../dom-update.js";
import { onEdit } from "../form/editing.js";
import { entryAt, setAt, valueAt } from "../form/paths.js";
import { showNotes } from "../form/notes.js";
import { showProblems } from "../form/problems.js";
import { hasTooManyRows, readEdit, readForm, withRows, writeForm } from "../form/values.js";
import { connectForm } from "../form/form-controls.js";
import { table } from "../house/table.js";
import { newId } from "../storage/keys.js";
import { merge, same } from "../storage/merge.js";
import { nameOf, ReaderError } from "../storage/collection.js";
import { coalesce } from "../coalesce.js";
import { filterCards } from "../sheet/cards.js";
import { applyCosts, findUnpayable } from "../sheet/costs.js";
import { CreationGuide } from "../sheet/creation-guide.js";
import { Parts } from "../sheet/sections.js";
import { showDrawn, showHtml } from "../sheet/dom-update.js";
import { canRevert, mergeLogs, putBack, readLog, recordChange } from "../sheet/change-log.js";
import { followMaximum, linkedChanges } from "../sheet/linked-fields.js";
import { OwnDice } from "../sheet/own-dice.js";
import { SheetModes } from "../sheet/sheet-modes.js";
import { rollForButton, rollOf } from "../roll-to-tray.js";
import { SavedItemsElement } from "./saved-items-element.js";

/** Under which name the storage notes that the reader rolls their own dice, as on a tracker. */
const OWN_DICE = "own-dice";

/** The anchor by which a chapter starts the walk, of a new character unless one is under way. */
const STEP_BY_STEP = "#step-by-step";

/**
 * Character sheets of one game, saved in this browser at each keystroke. Attributes, besides those of
 * `SavedItemsElement`: `data-blank`, a new character as JSON, `data-tied`, the linked fields, and `data-
 * lists`, the page of each list of choices.
 *
 * The form is a view: the character is `thing`, and an edit changes only the edited value, so that values
 * that the form can't show are preserved.
 */
export class DiceSheet extends SavedItemsElement {
  kind = "sheet";
  fileAction = "sheet_file";
  field = "sheet";
  oldest = 1;
  #base = {}; // the character as this tab last saw it saved
  #report = null; // what the rules say of the character
  #ledger = []; // its changes
  #ledgerBase = []; // as this tab last saw them saved
  #keeping = null; // resolves when the changes are saved
  #changedSince = false; // since that began
  #underWay = null; // the character that is being saved
  #ways = null;
  #parts = null; // its sections, each behind its heading
  #guide = null; // the walk through its sections
  #ownDice = null; // the dialog for the reader's own dice

  /** Draws everything that follows from the character, at most once per frame. */
  #check = coalesce(() => this.#checkNow());

  connected(signal) {
    this.#report = new Drawing(this.part("report"));
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    onEdit(this.#form, ({ target, detail }) => this.#edited(target, detail?.removed), signal);
    connectForm(this.#form, signal);
    on(this.#form, "submit", (event) => event.preventDefault());
    on(this.part("report"), "click", ({ target }) => this.#throw(target.closest("button[data-calculator]")));
    const templates = this.part("templates");
    if (templates) {
      on(templates, "click", ({ target }) => this.#applyTemplate(target.closest("[data-template]")));
    }
    on(this.part("play"), "click", () => this.hush()); // before what this press has to say
    on(this.part("play"), "click", ({ target }) => this.#throw(target.closest("button[data-calculator]")));
    on(this, "click", ({ target }) => this.#tapped(target.closest("button[data-changes]")));
    for (const fold of this.querySelectorAll("[data-cards]")) {
      on(fold, "toggle", ({ target }) => target === fold && fold.open && this.#check());
      on(fold, "input", () => filterCards(fold));
    }
    on(this.part("ledger"), "click", ({ target }) => this.#putBack(target.closest("[data-put-back]")));
    on(this.part("ledger"), "toggle", () => this.#tellChanges());
    const situation = this.part("situation");
    if (situation) {
      onEdit(situation, () => this.#check(), signal);
      connectForm(situation, signal);
      on(situation, "submit", (event) => event.preventDefault());
    }
    this.#parts = new Parts(this.#form, this.#blank(), signal);
    this.commands.new = () => this.#new();
    this.commands.undo = () => this.#undo();
    this.commands["table-rules"] = () => this.#useTableRules();
    this.#guide = new CreationGuide(this);
    this.commands.guide = () => this.#walk();
    this.commands["guide-back"] = () => this.#guide.back();
    this.commands["guide-next"] = () => this.#guide.next() || this.#play();
    this.commands["guide-leave"] = () => this.#leaveGuide();
    this.#ownDice = new OwnDice(this, signal);
    const own = this.part("own-dice");
    own.checked = this.storage.read(OWN_DICE) ?? false;
    on(own, "change", () => this.storage.note(OWN_DICE, own.checked ? "yes" : "no"));
    this.#ways = new SheetModes(this, this.storage, signal);
    super.connected(signal);
    this.#form.inert = true; // what is typed now would be written over
    this.begun.then(() => this.opened).then(() => this.#ready());
  }

  get #form() {
    return this.part("form");
  }

  get #version() {
    return Number(this.dataset.version);
  }

  get #tied() {
    return JSON.parse(this.dataset.tied ?? "[]");
  }

  #blank() {
    return JSON.parse(this.dataset.blank);
  }

  // the character at hand

  async show(id, sheet, kept) {
    await this.opens(sheet);
    await this.quiet();
    this.key = id;
    this.thing = structuredClone(withRows(this.#form, sheet));
    const base = kept?.version === this.#version ? kept.thing : sheet;
    this.#base = kept ? structuredClone(base) : {};
    this.#ledger = readLog(kept?.beside.changes);
    this.#ledgerBase = this.#ledger;
    writeForm(this.#form, this.thing, { whole: true });
    this.#parts.show(this.thing);
    this.showKept();
    this.#guide.leave();
    this.#guide.show();
    this.#ways.show(this.#isBlank ? "make" : this.#ways.chosen);
    this.#check();
    this.#tellChanges();
  }

  /** Returns whether the sheet is unchanged since it was created. */
  get #isBlank() {
    return same(this.thing, withRows(this.#form, this.#blank()));
  }

  async opens(sheet) {
    if (hasTooManyRows(this.#form, sheet))
      throw new ReaderError(this.say("unreadable", { why: this.say("crowded") }));
  }

  /** A character of a link is seen as it is played, whole on a screen. */
  shownFirst() {
    this.#ways.choose("play");
  }

  fresh() {
    return this.show(newId(), this.#blank(), null);
  }

  async begin(sheet) {
    await this.show(newId(), sheet, null);
    this.#keepChanges();
    this.#make();
  }

  /** Shows a blank sheet, which is saved once something is entered. */
  async #new() {
    await this.fresh();
    this.#make();
  }

  #make() {
    this.#ways.show("make");
    this.#form.querySelector("input, textarea, select").focus({ preventScroll: true });
    this.querySelector(".sheet__start")?.scrollIntoView(); // the walk is offered above the form
  }

  // the walk

  async #ready() {
    this.#form.inert = false;
    if (location.hash !== STEP_BY_STEP) return;
    if (!this.#isBlank && this.#guide.noted === null) await this.fresh();
    this.#walk();
  }

  #walk() {
    this.#ways.show("make");
    this.#guide.start();
  }

  /** Shows the whole sheet again, and what the walk goes on by. */
  #leaveGuide() {
    this.#guide.leave();
    this.querySelector('[data-command="guide"]').focus();
  }

  /** After the last step the character is played. */
  #play() {
    this.#guide.leave();
    this.#ways.choose("play");
    this.querySelector('.mode-switch [data-way="play"]').focus();
  }

  /** Takes over one field of the form; of a list also that the row at a place was `removed`. */
  #edited(target, removed) {
    const edit = readEdit(this.#form, this.thing, target, removed);
    if (!edit) return;
    const { path, value } = edit;
    // a list has no validity, and moves nothing
    const isValid = target.checkValidity?.();
    const tied = isValid ? [...linkedChanges(this.#tied, path, value), ...this.#following(path, value)] : [];
    const moved = {};
    for (const [other, rest] of tied) setAt(moved, other, rest);
    this.#change([[path, value], ...tied], { typed: target.matches("input, textarea") });
    writeForm(this.#form, moved);
    this.#ways.choose(this.#ways.now); // a sheet that is half filled in opens as it was left
    this.#keepChanges();
    this.#check();
    this.#tellChanges();
  }

  /** The fields whose maximum is the one at `path`, as [path, value], once that has this value. */
  #following(path, value) {
    const before = valueAt(this.thing, path);
    const fields = [...this.#form.querySelectorAll(`[data-follows="${CSS.escape(path)}"]`)];
    const paths = fields.map((field) => field.querySelector("[data-kind]").name);
    return paths.map((each) => [each, followMaximum(before, value, valueAt(this.thing, each))]);
  }

  /** Changes the character, [path, value] by [path, value], and notes it in the ledger. */
  #change(values, { why = "", typed = false } = {}) {
    const changes = values.map(([field, to]) => {
      const from = structuredClone(valueAt(this.thing, field));
      const entry = structuredClone(entryAt(this.thing, field));
      setAt(this.thing, field, to);
      return { field, from, to: structuredClone(to), ...(entry && { entry }) };
    });
    this.#note({ why, typed, changes });
  }

  #note(entry) {
    this.#ledger = recordChange(this.#ledger, { id: newId(), at: Date.now(), ...entry });
  }

  // two tabs

  /**
   * Keeps what changed here: one state of it at a time, and never less than the last. A blank sheet that
   * isn't saved yet stays unsaved.
   */
  #keepChanges() {
    if (!this.#keeping && this.#isBlank && same(this.#base, {})) return;
    this.#changedSince = true;
    this.#keeping ??= this.#keepOn().finally(() => (this.#keeping = null));
  }

  async #keepOn() {
    while (this.#changedSince) {
      this.#changedSince = false;
      await this.#keepNow();
    }
  }

  /** Saves the changes, merged with those of another tab. */
  async #keepNow() {
    const { key } = this;
    const [base, ledgerBase, ledger] = [this.#base, this.#ledgerBase, this.#ledger];
    const mine = structuredClone(this.thing);
    this.#underWay = mine;
    const kept = await this.keep(key, ({ thing, version, beside }) => {
      if (!thing || version !== this.#version) return { thing: mine, beside: { changes: ledger } };
      const changes = mergeLogs(ledgerBase, ledger, readLog(beside.changes));
      return { thing: merge(base, mine, thing), beside: { changes } };
    });
    if (kept && key === this.key) this.#adopt(kept, mine, ledger);
  }

  quiet() {
    return this.#keeping;
  }

  get unkept() {
    if (!this.#keeping && !this.refused) return null;
    const bases = [this.#base, this.#underWay].filter(Boolean);
    return { thing: this.thing, beside: { changes: this.#ledger }, bases };
  }

  async changedElsewhere() {
    const { key } = this;
    const kept = await this.things.read(key);
    if (key !== this.key) return;
    if (kept.thing && kept.version === this.#version) this.#adopt(kept, this.#base, this.#ledgerBase);
    const gone = !kept.thing && !kept.broken && !same(this.#base, {});
    if (!gone) return;
    this.#base = {};
    this.tell(this.say("gone"), { untilKept: true });
  }

  /** Merges the saved character with the changes made here since `base`. */
  #adopt({ thing, beside }, base, ledgerBase) {
    const theirs = readLog(beside.changes);
    this.#ledger = mergeLogs(ledgerBase, this.#ledger, theirs);
    this.#ledgerBase = theirs;
    const sheet = merge(base, this.thing, thing);
    this.#base = structuredClone(thing);
    if (same(sheet, this.thing)) return;
    this.thing = structuredClone(sheet);
    writeForm(this.#form, this.thing, { whole: true });
    this.#parts.openBegun(this.thing);
    this.#check();
    this.#tellChanges();
  }

  // what the rules say

  /** Draws both modes, since the reader may switch or print, and the cards of the open sections. */
  async #checkNow() {
    this.toggleAttribute("data-unfilled", this.#isBlank);
    this.#guide.show();
    const form = this.part("situation");
    const open = [...this.querySelectorAll("[data-cards][open]")].map((section) => section.dataset.cards);
    const { ok, problems, report, play, cards, house, unused } = await this.ask({
      action: "sheet",
      game: this.dataset.game,
      sheet: this.outgoing(this.thing),
      house: table.optionsOf(this.dataset.game),
      unused: table.unusedEntries(this.dataset.game, JSON.parse(this.dataset.lists ?? "{}")),
      situation: form ? readForm(form) : {},
      parts: ["report", "play", ...open.map((field) => `cards.${field}`)],
    });
    showProblems(this, ok ? report.problems : problems);
    showNotes(this, ok ? report.notes : []);
    if (!ok) return;
    this.#report.show(report.html);
    const line = this.part("house");
    if (line) showHtml(line, house);
    table.markUnused(this, unused);
    showHtml(this.part("totals"), report.totals);
    showDrawn(this.#form, report.drawn);
    showHtml(this.part("checklist"), report.checklist);
    for (const [part, html] of Object.entries(play)) showHtml(this.part(part), html);
    this.part("play").toggleAttribute("data-drawn", true);
    for (const [field, html] of Object.entries(cards)) {
      const section = this.querySelector(`[data-cards="${field}"]`);
      showHtml(section.querySelector('[data-part="cards"]'), html);
      filterCards(section);
    }
  }

  async #throw(button) {
    if (!button) return;
    const spends = JSON.parse(button.dataset.spends ?? "[]");
    const short = findUnpayable(spends, (field) => this.#held(field));
    if (short)
      return this.tell(this.say(short.by > 0 ? "spent" : "crammed", { what: short.label }), {
        passing: true,
      });
    const dice = this.part("own-dice").checked ? await this.#ownDice.ask(rollOf(button)) : undefined;
    if (dice === null) return;
    const about = {
      who: nameOf(this.thing),
      again: () => this.#throw(button),
      isOnTable: Boolean(dice),
      paid: spends.length > 0,
    };
    const reply = await rollForButton(this, button, about, dice);
    if (reply.ok) this.#spend(spends, reply.came, button.dataset.label);
  }

  /** The number at a field: what the character says nothing of is as on a blank sheet. */
  #held(field) {
    const held = valueAt(this.thing, field) ?? valueAt(this.#blank(), field);
    return Number.isInteger(held) ? held : 0;
  }

  /** Applies what a roll cost, and says where a field had no room for all of it. */
  #spend(spends, came, why) {
    const { changes, clipped } = applyCosts(spends, came, (field) => this.#held(field));
    if (changes.length) {
      this.#change(changes, { why });
      this.#changed();
    }
    const said = clipped.map(({ label, ...amounts }) => this.say("clipped", { what: label, ...amounts }));
    if (said.length) this.tell(said.join(" "), { passing: true });
  }

  // in play

  #tapped(button) {
    if (!button) return;
    const { changes, reason: why } = button.dataset;
    this.#change(Object.entries(JSON.parse(changes)), { why });
    this.#changed();
  }

  // house rules

  outgoing(sheet) {
    return table.atTheTable(this.dataset.game, sheet);
  }

  followRules() {
    this.#check();
  }

  /** The character follows the set in force from now on. */
  #useTableRules() {
    const [button] = this.part("house").querySelectorAll("button");
    this.#change([["house", undefined]], { why: button.textContent });
    this.#changed();
  }

  // the ledger of changes

  #undo() {
    this.#takeBack(this.#ledger.at(-1));
  }

  #putBack(button) {
    if (button) this.#takeBack(this.#ledger.find(({ id }) => id === button.dataset.putBack));
  }

  async #takeBack(entry) {
    if (!entry) return;
    const possible = canRevert(this.thing, entry);
    const { game } = this.dataset;
    if (possible) {
      this.thing = putBack(this.thing, entry);
      this.#ledger = this.#ledger.filter(({ id }) => id !== entry.id);
      this.#changed();
    }
    const reply = await this.ask({ action: "sheet_changes", game, entries: [entry] });
    if (reply.ok)
      this.tell(this.sayNodes(possible ? "undone" : "changed", { what: reply.last }), { passing: true });
  }

  /** Says what was changed last, and where it is looked at, what was changed before. */
  async #tellChanges() {
    const fold = this.part("ledger");
    const entries = fold.open ? this.#ledger : this.#ledger.slice(-1);
    const reply = await this.ask({ action: "sheet_changes", game: this.dataset.game, entries });
    if (!reply.ok) return;
    this.querySelector('[data-command="undo"]').disabled = !entries.length;
    this.part("last").textContent = reply.last;
    if (!fold.open) return;
    showHtml(this.part("changes"), reply.html);
    for (const time of fold.querySelectorAll("time")) {
      const at = new Date(Number(time.dataset.at));
      time.textContent = at.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    }
  }

  async #applyTemplate(button) {
    if (!button) return;
    const { game } = this.dataset;
    const reply = await this.ask({
      action: "template",
      game,
      sheet: this.thing,
      template: button.dataset.template,
    });
    if (!reply.ok) return this.tell(reply.message);
    this.#change(Object.entries(reply.sheet), { why: button.textContent });
    this.#changed();
  }

  /** Shows, saves and checks the character after a change that came from outside the form. */
  #changed() {
    writeForm(this.#form, this.thing, { whole: true });
    this.#parts.openBegun(this.thing);
    this.#keepChanges();
    this.#check();
    this.#tellChanges();
  }

  async upgraded(sheet, version) {
    if (version === this.#version) return sheet;
    const reply = await this.ask({ action: "upgrade", game: this.dataset.game, version, sheet });
    if (!reply.ok) throw new ReaderError(reply.message);
    return reply.sheet;
  }
}
