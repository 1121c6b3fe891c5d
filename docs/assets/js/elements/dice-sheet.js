import { Drawing } from "../dom-update.js";
import { onEdit } from "../form/editing.js";
import { setAt, valueAt } from "../form/paths.js";
import { showNotes } from "../form/notes.js";
import { showProblems } from "../form/problems.js";
import { hasTooManyRows, readEdit, readForm, withRows, writeForm } from "../form/values.js";
import { connectForm } from "../form/form-controls.js";
import { table } from "../house/table.js";
import { newId } from "../storage/keys.js";
import { same } from "../storage/merge.js";
import { ReaderError } from "../storage/collection.js";
import { coalesce } from "../coalesce.js";
import { filterCards } from "../sheet/cards.js";
import { ChangeHistory } from "../sheet/change-history.js";
import { CreationGuide } from "../sheet/creation-guide.js";
import { Sections } from "../sheet/sections.js";
import { showDrawn, showHtml } from "../sheet/dom-update.js";
import { readLog } from "../sheet/change-log.js";
import { followMaximum, linkedChanges } from "../sheet/linked-fields.js";
import { OwnDice } from "../sheet/own-dice.js";
import { SheetRolls } from "../sheet/rolls.js";
import { SheetSaving } from "../sheet/saving.js";
import { SheetModes } from "../sheet/sheet-modes.js";
import { SavedItemsElement } from "./saved-items-element.js";

/** The setting for rolling the reader's own dice; trackers share it. */
const OWN_DICE = "own-dice";

/** The link fragment that starts the creation guide, with a new character unless the guide is in use. */
const STEP_BY_STEP = "#step-by-step";

/**
 * The character sheets of one game, saved in this browser at each keystroke. Attributes, besides those of
 * `SavedItemsElement`: `data-blank`, a new character as JSON; `data-tied`, the linked fields; and
 * `data-lists`, the page of each list of choices.
 *
 * The form is a view: the character is `item`, and an edit changes only the edited value, so that values
 * that the form can't show are preserved.
 */
export class DiceSheet extends SavedItemsElement {
  kind = "sheet";
  fileAction = "sheet_file";
  field = "sheet";
  oldest = 1;
  #report = null; // the problems and totals
  #history = null; // the character's changes
  #saving = null;
  #modes = null;
  #sections = null;
  #guide = null; // the step-by-step creation
  #rolls = null;

  /** Draws everything that follows from the character, at most once per frame. */
  #scheduleCheck = coalesce(() => this.#checkNow());

  connected(signal) {
    this.#report = new Drawing(this.part("report"));
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    onEdit(this.#form, ({ target, detail }) => this.#applyEdit(target, detail?.removed), signal);
    connectForm(this.#form, signal);
    on(this.#form, "submit", (event) => event.preventDefault());
    on(this.part("report"), "click", ({ target }) => this.#roll(target));
    const templates = this.part("templates");
    if (templates) {
      on(templates, "click", ({ target }) => this.#applyTemplate(target.closest("[data-template]")));
    }
    on(this.part("play"), "click", () => this.clearPassing()); // before a new message
    on(this.part("play"), "click", ({ target }) => this.#roll(target));
    on(this, "click", ({ target }) => this.#applyButton(target.closest("button[data-changes]")));
    for (const fold of this.querySelectorAll("[data-cards]")) {
      on(fold, "toggle", ({ target }) => target === fold && fold.open && this.#scheduleCheck());
      on(fold, "input", () => filterCards(fold));
    }
    const situation = this.part("situation");
    if (situation) {
      onEdit(situation, () => this.#scheduleCheck(), signal);
      connectForm(situation, signal);
      on(situation, "submit", (event) => event.preventDefault());
    }
    this.#sections = new Sections(this.#form, this.blank, signal);
    this.#history = new ChangeHistory(this, signal);
    this.#saving = new SheetSaving(this, this.#history);
    this.commands.new = () => this.#new();
    this.commands.undo = () => this.#history.undo();
    this.commands["table-rules"] = () => this.#useTableRules();
    this.#guide = new CreationGuide(this);
    this.commands.guide = () => this.#startGuide();
    this.commands["guide-back"] = () => this.#guide.back();
    this.commands["guide-next"] = () => this.#guide.next() || this.#finishGuide();
    this.commands["guide-leave"] = () => this.#leaveGuide();
    this.#rolls = new SheetRolls(this, new OwnDice(this, signal));
    const ownDice = this.part("own-dice");
    ownDice.checked = this.storage.read(OWN_DICE) ?? false;
    on(ownDice, "change", () => this.storage.note(OWN_DICE, ownDice.checked ? "yes" : "no"));
    this.#modes = new SheetModes(this, this.storage, signal);
    super.connected(signal);
    this.#form.inert = true; // until the character has been loaded
    this.loading.then(() => this.opened).then(() => this.#enable());
  }

  get #form() {
    return this.part("form");
  }

  get version() {
    return Number(this.dataset.version);
  }

  get #linkedFields() {
    return JSON.parse(this.dataset.tied ?? "[]");
  }

  get blank() {
    return JSON.parse(this.dataset.blank);
  }

  // the current character

  async show(id, sheet, saved) {
    await this.validate(sheet);
    await this.pendingChanges();
    this.key = id;
    this.item = structuredClone(withRows(this.#form, sheet));
    const base = saved?.version === this.version ? saved.item : sheet;
    this.#history.log = readLog(saved?.beside.changes);
    this.#saving.reset(saved ? base : {});
    writeForm(this.#form, this.item, { whole: true });
    this.#sections.show(this.item);
    this.updateList();
    this.#guide.leave();
    this.#guide.show();
    this.#modes.show(this.isBlank ? "make" : this.#modes.chosen);
    this.#scheduleCheck();
    this.#history.show();
  }

  /** Returns whether the sheet is unchanged since it was created. */
  get isBlank() {
    return same(this.item, withRows(this.#form, this.blank));
  }

  async validate(sheet) {
    if (hasTooManyRows(this.#form, sheet))
      throw new ReaderError(this.message("unreadable", { why: this.message("crowded") }));
  }

  /** A character from a link is shown in play mode, which fits a screen. */
  onLinkShown() {
    this.#modes.choose("play");
  }

  showNew() {
    return this.show(newId(), this.blank, null);
  }

  async create(sheet) {
    await this.show(newId(), sheet, null);
    this.#saving.save();
    this.#showEditMode();
  }

  /** Shows a blank sheet, which is saved once something is entered. */
  async #new() {
    await this.showNew();
    this.#showEditMode();
  }

  #showEditMode() {
    this.#modes.show("make");
    this.#form.querySelector("input, textarea, select").focus({ preventScroll: true });
    this.querySelector(".sheet__start")?.scrollIntoView(); // the guide is offered above the form
  }

  // the creation guide

  async #enable() {
    this.#form.inert = false;
    if (location.hash !== STEP_BY_STEP) return;
    if (!this.isBlank && this.#guide.savedStep === null) await this.showNew();
    this.#startGuide();
  }

  #startGuide() {
    this.#modes.show("make");
    this.#guide.start();
  }

  /** Shows the whole sheet and focuses the button that continues the guide. */
  #leaveGuide() {
    this.#guide.leave();
    this.querySelector('[data-command="guide"]').focus();
  }

  /** Switches to play mode after the last step. */
  #finishGuide() {
    this.#guide.leave();
    this.#modes.choose("play");
    this.querySelector('.mode-switch [data-set-mode="play"]').focus();
  }

  /** Applies an edit of one field; `removed` is the index of a removed row of a list. */
  #applyEdit(target, removed) {
    const edit = readEdit(this.#form, this.item, target, removed);
    if (!edit) return;
    const { path, value } = edit;
    // a list has no validity, and no linked fields
    const isValid = target.checkValidity?.();
    const linked = isValid
      ? [...linkedChanges(this.#linkedFields, path, value), ...this.#followingChanges(path, value)]
      : [];
    const linkedValues = {};
    for (const [other, rest] of linked) setAt(linkedValues, other, rest);
    this.#history.apply([[path, value], ...linked], { typed: target.matches("input, textarea") });
    writeForm(this.#form, linkedValues);
    this.#modes.choose(this.#modes.now); // a sheet in progress opens in the same mode
    this.#saving.save();
    this.#scheduleCheck();
    this.#history.show();
  }

  /** Returns the fields whose maximum is the field at `path`, as [path, value], for a new value of it. */
  #followingChanges(path, value) {
    const before = valueAt(this.item, path);
    const fields = [...this.#form.querySelectorAll(`[data-follows="${CSS.escape(path)}"]`)];
    const paths = fields.map((field) => field.querySelector("[data-kind]").name);
    return paths.map((each) => [each, followMaximum(before, value, valueAt(this.item, each))]);
  }

  // saving

  pendingChanges() {
    return this.#saving.running;
  }

  get unsaved() {
    return this.pendingChanges() || this.saveFailed ? this.#saving.unsaved : null;
  }

  async changedElsewhere() {
    const { key } = this;
    const saved = await this.collection.read(key);
    if (key !== this.key) return;
    if (saved.item && saved.version === this.version) this.#saving.follow(saved);
    const isGone = !saved.item && !saved.broken && this.#saving.isSaved;
    if (!isGone) return;
    this.#saving.reset({});
    this.showMessage(this.message("gone"), { untilSaved: true });
  }

  /** Replaces the character and shows it. */
  replace(item) {
    this.item = item;
    this.#redraw();
  }

  // rules

  /** Draws both modes, since the reader may switch or print, and the cards of the open sections. */
  async #checkNow() {
    this.toggleAttribute("data-unfilled", this.isBlank);
    this.#guide.show();
    const form = this.part("situation");
    const open = [...this.querySelectorAll("[data-cards][open]")].map((section) => section.dataset.cards);
    const { ok, problems, report, play, limits, cards, house, unused } = await this.ask({
      action: "sheet",
      game: this.dataset.game,
      sheet: this.toFileItem(this.item),
      house: table.optionsOf(this.dataset.game),
      house_name: table.nameOf(this.dataset.game),
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
    if (form) limitNumbers(form, limits);
    this.part("play").toggleAttribute("data-drawn", true);
    for (const [field, html] of Object.entries(cards)) {
      const section = this.querySelector(`[data-cards="${field}"]`);
      showHtml(section.querySelector('[data-part="cards"]'), html);
      filterCards(section);
    }
  }

  #roll(target) {
    const button = target.closest("button[data-calculator]");
    if (button) this.#rolls.roll(button);
  }

  /** Sets fields of the character, given as [path, value], and says `why` in the change history. */
  change(values, why) {
    this.#history.apply(values, { why });
    this.onChange();
  }

  #applyButton(button) {
    if (button) this.change(Object.entries(JSON.parse(button.dataset.changes)), button.dataset.reason);
  }

  // house rules

  toFileItem(sheet) {
    return table.withTableRules(this.dataset.game, sheet);
  }

  followRules() {
    this.#scheduleCheck();
  }

  /** Applies the house rules of the table to the character from now on. */
  #useTableRules() {
    const [button] = this.part("house").querySelectorAll("button");
    this.change([["house", undefined]], button.textContent);
  }

  async #applyTemplate(button) {
    if (!button) return;
    const { game } = this.dataset;
    const reply = await this.ask({
      action: "template",
      game,
      sheet: this.item,
      template: button.dataset.template,
    });
    if (!reply.ok) return this.showMessage(reply.message);
    this.change(Object.entries(reply.sheet), button.textContent);
  }

  /** Shows and saves the character after a change that came from outside the form. */
  onChange() {
    this.#redraw();
    this.#saving.save();
  }

  #redraw() {
    writeForm(this.#form, this.item, { whole: true });
    this.#sections.openBegun(this.item);
    this.#scheduleCheck();
    this.#history.show();
  }

  async upgrade(sheet, version) {
    if (version === this.version) return sheet;
    const reply = await this.ask({ action: "upgrade", game: this.dataset.game, version, sheet });
    if (!reply.ok) throw new ReaderError(reply.message);
    return reply.sheet;
  }
}

/** Sets the highest values of a form's numbers, `{name: highest}`, and lowers those above. */
function limitNumbers({ elements }, limits) {
  for (const control of elements) {
    if (!Object.hasOwn(limits, control.name)) continue;
    const highest = limits[control.name];
    control.max = highest;
    if (Number(control.value) > highest) control.value = highest;
  }
}
