import { Drawing } from "../dom-update.js";
import { showProblems } from "../form/problems.js";
import { table } from "../house/table.js";
import { readForm } from "../form/values.js";
import { same } from "../storage/merge.js";
import { nameOf } from "../storage/collection.js";

/**
 * The table as it is set, in the markup that `rules_py.present.tracker_setup` makes; here
 * is only known what is looked at: somebody to be stood elsewhere, a place, an open line.
 */
export class Setting {
  #desk;
  #ask; // asks for a change, gives the reply
  #drawing;
  #picked = {};
  #sheets = null; // as Collection
  #changes = Promise.resolve();

  constructor(desk, ask, signal) {
    this.#desk = desk;
    this.#ask = ask;
    const setup = desk.part("setup");
    this.#drawing = new Drawing(this.#part);
    const on = (type, then) => setup.addEventListener(type, then, { signal });
    on("click", ({ target }) => this.#press(target.closest("button")));
    on("change", ({ target }) => target.dataset.as && this.#choose(target));
    on("submit", (event) => this.#send(event));
    on("toggle", () => setup.open && this.#reopen());
  }

  /** What was refused before is forgotten. */
  #reopen() {
    const setup = this.#desk.part("setup");
    for (const place of setup.querySelectorAll("[data-errors-for]")) showProblems(place, []);
    this.#look();
  }

  get #part() {
    return this.#desk.part("setting");
  }

  /** What is looked at, none while the table isn't set. */
  get looked() {
    return this.#desk.part("setup").open ? this.#picked : null;
  }

  get focused() {
    return this.#part.contains(document.activeElement);
  }

  /** Draws it anew; who had the focus in it keeps it. */
  show(html) {
    const id = this.focused ? document.activeElement.id : "";
    this.#drawing.show(html);
    if (id) document.getElementById(id)?.focus({ preventScroll: true });
  }

  /** Offers the characters of the reader's sheets, Collection that are open, that have a name. */
  offer(sheets) {
    const seating = this.#desk.part("seating");
    const list = sheets.list.filter(({ name }) => name);
    if (!seating || !list.length) return;
    this.#sheets = sheets;
    seating.hidden = false;
    const back = this.#desk.querySelector("[data-command=back]");
    if (back) back.hidden = false;
    const row = this.#desk.part("sheets");
    const [everybody] = row.children;
    everybody.hidden = list.length < 2;
    for (const { id, name } of list) {
      const button = row.querySelector("template").content.firstElementChild.cloneNode(true);
      button.dataset.sheet = id;
      button.textContent = name;
      row.append(button);
    }
  }

  #press(button) {
    if (!button) return;
    const { setup: set, select: pick, sheet } = button.dataset;
    if (set && !button.dataset.as) this.#change(button, JSON.parse(set));
    else if (pick) this.#pick(JSON.parse(pick));
    else if (sheet !== undefined) this.#seat(button, sheet);
  }

  #choose(control) {
    this.#change(control, { ...JSON.parse(control.dataset.setup), [control.dataset.as]: control.value });
  }

  #send(event) {
    const form = event.target;
    if (form.dataset.setup) this.#change(form, { ...JSON.parse(form.dataset.setup), ...readForm(form) });
  }

  async #seat(button, id) {
    const chosen = id ? [await this.#sheets.read(id)] : await this.#sheets.all();
    const sheets = chosen
      .filter(({ thing }) => thing && nameOf(thing))
      .map(({ version, thing }) => ({ version, sheet: table.atTheTable(this.#desk.dataset.game, thing) }));
    this.#change(button, { set: "seat", sheets, place: this.#picked.place });
  }

  /** What is pressed again is looked at no more. */
  #pick(picked) {
    for (const [name, value] of Object.entries(picked)) {
      this.#picked[name] = this.#picked[name] === value ? "" : value;
    }
    this.#look();
  }

  /** Leads to the form of a new participant, which is open. */
  #edit(name) {
    this.#picked.open = name;
    const line = this.#part.querySelector("[aria-expanded=true]")?.closest("li");
    const field = line?.querySelector("form :is(input, select)");
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: "center" });
  }

  async #look() {
    const { game } = this.#desk.dataset;
    const scene = this.#desk.thing;
    const asked = { action: "desk", game, scene, first: "setting", setting: this.#picked };
    const reply = await this.#desk.ask(asked);
    // another is on the table meanwhile, and shown by whoever put it there
    if (!same(scene, this.#desk.thing)) return;
    if (reply.ok) this.show(reply.html.setting);
  }

  /** Changes are made one after another, so that of quick taps each counts. */
  #change(asked, change) {
    const made = this.#changes.then(() => this.#make(asked, change));
    this.#changes = made.catch(() => {});
    return made;
  }

  async #make(asked, change) {
    if (change.set === "stand") this.#picked.who = "";
    if (change.set === "entry" || change.set === "remove") this.#picked.open = "";
    const before = { ...this.#picked };
    const reply = await this.#ask({ change, setting: this.#picked });
    const place = asked.closest("[data-errors-for]");
    if (reply.ok) {
      showProblems(place, []);
      if (reply.open) this.#edit(reply.open);
    } else {
      this.#picked = { ...before, ...(change.set === "entry" ? { open: change.name } : {}) };
      showProblems(place, reply.problems);
    }
  }
}
