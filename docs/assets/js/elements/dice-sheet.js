import { Drawing } from "../drawing.js";
import { onEdit } from "../form/editing.js";
import { setAt, valueAt } from "../form/paths.js";
import { showNotes } from "../form/notes.js";
import { showProblems } from "../form/problems.js";
import { changedPath, readForm, writeForm } from "../form/values.js";
import { wireForm } from "../form/wiring.js";
import { merge, same } from "../kept/merge.js";
import { nameOf, Refused } from "../kept/things.js";
import { latest } from "../latest.js";
import { showDrawn } from "../sheet/drawn.js";
import { movedWith } from "../sheet/tied.js";
import { throwFor } from "../throwing.js";
import { KeptElement } from "./kept-element.js";

/**
 * Character sheets of one game, kept in this browser at each keystroke.
 * Attributes, besides those of everything kept: `data-blank`, a new character as JSON, and `data-tied`, the
 * fields that move together.
 *
 * The form is a view: the character is `thing`, and an edit changes in it only what was edited, so that
 * values the form has no place for survive.
 */
export class DiceSheet extends KeptElement {
  kind = "sheet";
  field = "sheet";
  oldest = 1;
  #base = {}; // the character as this tab last knew it to be kept
  #report = null; // what the rules say of the character

  /** Asks what the rules make of the character, at most once a frame. */
  #check = latest(() => this.#checkNow());

  connected(signal) {
    this.#report = new Drawing(this.part("report"));
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    onEdit(this.#form, ({ target }) => this.#edited(target), signal);
    wireForm(this.#form, signal);
    on(this.#form, "submit", (event) => event.preventDefault());
    on(this.part("report"), "click", ({ target }) => this.#throw(target.closest("button[data-calculator]")));
    const templates = this.part("templates");
    if (templates) {
      on(templates, "click", ({ target }) => this.#applyTemplate(target.closest("[data-template]")));
    }
    this.deeds.new = () => this.begin(this.#blank());
    super.connected(signal);
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

  show(id, sheet, base = sheet) {
    this.key = id;
    this.thing = structuredClone(sheet);
    this.#base = structuredClone(base);
    writeForm(this.#form, this.thing, { whole: true });
    this.showKept();
    this.#check();
  }

  fresh() {
    this.show(this.things.newId(), this.#blank(), {});
  }

  begin(sheet) {
    this.show(this.things.newId(), sheet, {});
    this.#keepChanges();
    this.#form.querySelector("input, textarea, select").focus();
  }

  #edited(target) {
    const path = changedPath(target);
    if (!path) return;
    const value = valueAt(readForm(this.#form), path);
    setAt(this.thing, path, value);
    if (target.checkValidity?.()) this.#moveTied(path, value); // a list has no validity, and moves nothing
    this.#keepChanges();
    this.#check();
  }

  #moveTied(path, value) {
    const moved = {};
    for (const [other, rest] of movedWith(this.#tied, path, value)) {
      setAt(this.thing, other, rest);
      setAt(moved, other, rest);
    }
    writeForm(this.#form, moved);
  }

  // two tabs

  /** Keeps what changed here, on top of what another tab may have kept meanwhile. */
  #keepChanges() {
    this.#adopt(this.things.read(this.key));
    if (this.keep()) this.#base = structuredClone(this.thing);
  }

  changedElsewhere() {
    const kept = this.things.read(this.key);
    const gone = !kept.thing && !kept.broken && !same(this.#base, {});
    this.#adopt(kept);
    if (!gone) return;
    this.#base = {};
    this.tell(this.say("gone"));
  }

  /** Takes over what another tab changed. */
  #adopt({ thing, version }) {
    if (!thing || version !== this.#version) return;
    const sheet = merge(this.#base, this.thing, thing);
    this.#base = structuredClone(thing);
    if (same(sheet, this.thing)) return;
    this.thing = structuredClone(sheet);
    writeForm(this.#form, this.thing, { whole: true });
    this.#check();
  }

  // what the rules say

  async #checkNow() {
    const reply = await this.ask({ action: "sheet", game: this.dataset.game, sheet: this.thing });
    showProblems(this, reply.problems);
    showNotes(this, reply.notes ?? []);
    if (!reply.ok) return;
    this.#report.show(reply.html);
    showDrawn(this.#form, reply.drawn);
  }

  async #throw(button) {
    if (!button) return;
    const about = { who: nameOf(this.thing), again: () => this.#throw(button) };
    const reply = await throwFor(this, button, about);
    if (reply.ok) this.#spend(JSON.parse(button.dataset.spends ?? "[]"));
  }

  /** Takes off the sheet what a throw cost. */
  #spend(spends) {
    if (!spends.length) return;
    for (const { field, by } of spends) {
      setAt(this.thing, field, Math.max(0, (valueAt(this.thing, field) ?? 0) - by));
    }
    this.#changed();
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
    this.thing = reply.sheet;
    this.#changed();
  }

  /** Shows, keeps and judges the character after a change that no field of the form made. */
  #changed() {
    writeForm(this.#form, this.thing, { whole: true });
    this.#keepChanges();
    this.#check();
  }

  async upgraded(sheet, version) {
    if (version === this.#version) return sheet;
    const reply = await this.ask({ action: "upgrade", game: this.dataset.game, version, sheet });
    if (!reply.ok) throw new Refused(reply.message);
    return reply.sheet;
  }
}
