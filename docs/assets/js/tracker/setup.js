import { Drawing } from "../dom-update.js";
import { showProblems } from "../form/problems.js";
import { table } from "../house/table.js";
import { readForm } from "../form/values.js";
import { same } from "../storage/merge.js";
import { nameOf } from "../storage/collection.js";

/**
 * The setup of an encounter, as `rules_py.present.tracker_setup` renders it. The selection is stored here: a
 * combatant to move, a zone, and the open line.
 */
export class TrackerSetup {
  #tracker;
  #request; // requests a change, returns the reply
  #drawing;
  #selection = {};
  #sheets = null; // a Collection
  #changes = Promise.resolve();

  constructor(tracker, request, signal) {
    this.#tracker = tracker;
    this.#request = request;
    const setup = tracker.part("setup");
    this.#drawing = new Drawing(this.#part);
    const on = (type, then) => setup.addEventListener(type, then, { signal });
    on("click", ({ target }) => this.#press(target.closest("button")));
    on("change", ({ target }) => target.dataset.as && this.#choose(target));
    on("submit", (event) => this.#send(event));
    on("toggle", () => setup.open && this.#reset());
  }

  /** Removes earlier errors. */
  #reset() {
    const setup = this.#tracker.part("setup");
    for (const place of setup.querySelectorAll("[data-errors-for]")) showProblems(place, []);
    this.#showSelection();
  }

  get #part() {
    return this.#tracker.part("setting");
  }

  /** The selection, or null while the setup is closed. */
  get selection() {
    return this.#tracker.part("setup").open ? this.#selection : null;
  }

  get focused() {
    return this.#part.contains(document.activeElement);
  }

  /** Redraws the setup, and preserves the focus. */
  show(html) {
    const id = this.focused ? document.activeElement.id : "";
    this.#drawing.show(html);
    if (id) document.getElementById(id)?.focus({ preventScroll: true });
  }

  /** Offers to add the reader's characters that have a name. */
  offer(sheets) {
    const characters = this.#tracker.part("add-characters");
    const list = sheets.list.filter(({ name }) => name);
    if (!characters || !list.length) return;
    this.#sheets = sheets;
    characters.hidden = false;
    const back = this.#tracker.querySelector("[data-command=back]");
    if (back) back.hidden = false;
    const row = this.#tracker.part("sheets");
    const [addAll] = row.children;
    addAll.hidden = list.length < 2;
    for (const { id, name } of list) {
      const button = row.querySelector("template").content.firstElementChild.cloneNode(true);
      button.dataset.sheet = id;
      button.textContent = name;
      row.append(button);
    }
  }

  #press(button) {
    if (!button) return;
    const { setup, select, sheet } = button.dataset;
    if (setup && !button.dataset.as) this.#change(button, JSON.parse(setup));
    else if (select) this.#select(JSON.parse(select));
    else if (sheet !== undefined) this.#addCharacters(button, sheet);
  }

  #choose(control) {
    this.#change(control, { ...JSON.parse(control.dataset.setup), [control.dataset.as]: control.value });
  }

  #send(event) {
    const form = event.target;
    if (form.dataset.setup) this.#change(form, { ...JSON.parse(form.dataset.setup), ...readForm(form) });
  }

  async #addCharacters(button, id) {
    const saved = id ? [await this.#sheets.read(id)] : await this.#sheets.all();
    const sheets = saved
      .filter(({ item }) => item && nameOf(item))
      .map(({ version, item }) => ({
        version,
        sheet: table.withTableRules(this.#tracker.dataset.game, item),
      }));
    this.#change(button, { set: "seat", sheets, place: this.#selection.place });
  }

  /** Selects, or deselects what is selected already. */
  #select(selected) {
    for (const [name, value] of Object.entries(selected)) {
      this.#selection[name] = this.#selection[name] === value ? "" : value;
    }
    this.#showSelection();
  }

  /** Moves the focus to the open form of a new participant. */
  #edit(name) {
    this.#selection.open = name;
    const line = this.#part.querySelector("[aria-expanded=true]")?.closest("li");
    const field = line?.querySelector("form :is(input, select)");
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  }

  async #showSelection() {
    const { game } = this.#tracker.dataset;
    const scene = this.#tracker.item;
    const request = { action: "tracker", game, scene, first: "setting", setting: this.#selection };
    const reply = await this.#tracker.ask(request);
    // otherwise the setup has changed, and its new state has been shown
    if (!same(scene, this.#tracker.item)) return;
    if (reply.ok) this.show(reply.html.setting);
  }

  /** Queues a change, so that each of several quick taps counts. */
  #change(control, change) {
    const result = this.#changes.then(() => this.#apply(control, change));
    this.#changes = result.catch(() => {});
    return result;
  }

  async #apply(control, change) {
    if (change.set === "stand") this.#selection.who = "";
    if (change.set === "entry" || change.set === "remove") this.#selection.open = "";
    const before = { ...this.#selection };
    const reply = await this.#request({ change, setting: this.#selection });
    const place = control.closest("[data-errors-for]");
    if (reply.ok) {
      showProblems(place, []);
      if (reply.open) this.#edit(reply.open);
    } else {
      this.#selection = { ...before, ...(change.set === "entry" ? { open: change.name } : {}) };
      showProblems(place, reply.problems);
    }
  }
}
