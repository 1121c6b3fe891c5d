import { allOf, backUp, compared, readBackup, restore } from "../kept/backup.js";
import { download } from "../kept/downloading.js";
import { grouped } from "../kept/grouped.js";
import { openRecords } from "../kept/records.js";
import { isBackupDue, isForgetful, lastBackup, noteBackup } from "../kept/reminder.js";
import { openStorage } from "../kept/storage.js";
import { Refused } from "../kept/things.js";
import { ROOT } from "../site.js";
import { phrase } from "../words.js";

/**
 * All that the reader keeps on this site: listed, backed up, restored, deleted and put back, without the
 * engine, so that whatever is kept can be deleted. Attributes: `data-words`, and `data-books`, by game and
 * kind of thing what they are called and where they are opened. Its markup is made by
 * `rules_py.present.backups`.
 */
export class DiceKept extends HTMLElement {
  #leaving = null;
  #records = null;
  #storage = openStorage();
  #deleted = null; // what can be put back at once
  #backup = null; // what is offered

  async connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.#records = await openRecords();
    if (signal.aborted) return;
    const pressed = ({ target }) => this.#press(target.closest("[data-do], [data-part=open]"));
    this.addEventListener("click", pressed, { signal });
    const on = (part, type, then) => this.#part(part).addEventListener(type, then, { signal });
    on("file", "change", ({ target }) => this.#offer(target));
    on("yes", "click", () => this.#restore());
    on("no", "click", () => this.#close());
    this.#records.addEventListener("change", () => this.#show(), { signal });
    this.#part("without").hidden = true;
    this.#part("doing").hidden = false;
    this.#part("advice").hidden = !isForgetful();
    if (this.#records.late) this.#tell(this.#say("late"));
    await this.#show();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  #say(word, filled) {
    return phrase(this, word, filled);
  }

  // what is kept

  async #show() {
    const all = await allOf(this.#records);
    const what = this.#counted(all);
    const sum = what ? this.#say("sum", { what }) : this.#say("nothing");
    this.#part("sum").textContent = this.#records.lasting ? sum : this.#say("unlasting");
    this.#part("last").textContent = this.#lastTime();
    this.#fillGroups(this.#part("groups"), all, { isOffered: false });
    const gone = all.deleted.reverse().map((each) => this.#line("gone", each.key, this.#whatWas(each)));
    this.#part("deleted").replaceChildren(...gone);
    this.#part("bin").hidden = !gone.length;
  }

  #lastTime() {
    const last = lastBackup(this.#storage);
    if (!last) return this.#say("never");
    const told = this.#say("last", { day: dayOf(last) });
    return isBackupDue(this.#storage) ? `${told} ${this.#say("changed")}` : told;
  }

  /** How much of what there is, in words; "" where there is nothing. */
  #counted({ things = [], throws = [], named = [], bookmarks = [] }) {
    const counts = new Map(); // by what several are called
    const count = (one, many, more) => {
      const { count: before = 0 } = counts.get(many) ?? {};
      if (more) counts.set(many, { one, count: before + more });
    };
    for (const { game, kind, lines } of grouped(things)) {
      const { one, many } = this.#called(game, kind);
      count(one, many, lines.length);
    }
    count(this.#say("throw"), this.#say("throws"), throws.length);
    count(this.#say("named-one"), this.#say("named"), named.length);
    count(this.#say("bookmark"), this.#say("bookmarks"), bookmarks.length);
    const found = [...counts].map(([many, { one, count: all }]) => `${all} ${all === 1 ? one : many}`);
    const last = found.pop() ?? "";
    return found.length ? found.join(", ") + this.#say("and") + last : last;
  }

  /** What the things of a game are called: by its id where this site has no such game. */
  #called(game, kind) {
    const books = JSON.parse(this.dataset.books);
    const otherwise = Object.values(books).find((each) => each[kind])?.[kind];
    return books[game]?.[kind] ?? { one: kind, many: kind, ...otherwise, title: game, address: "" };
  }

  /**
   * Lists in a place what has a name, by kind and game; what is only offered can be neither opened nor
   * deleted.
   */
  #fillGroups(place, { things = [], named = [], bookmarks = [] }, { isOffered }) {
    const open = new Set([...place.querySelectorAll("[open]")].map(({ dataset }) => dataset.group));
    const draw = (id, title, lines) => {
      const group = copyOf(this.#part("group"));
      const part = (name) => group.querySelector(`[data-part="${name}"]`);
      group.dataset.group = id;
      group.open = open.has(id);
      part("title").textContent = title;
      if (isOffered) for (const line of lines) line.querySelector("button").remove();
      part("lines").append(...lines);
      return group;
    };
    const groups = grouped(things).map(({ game, kind, lines }) => {
      const { title, one, many, address } = this.#called(game, kind);
      const shown = lines.map((each) => this.#thing(each, isOffered ? "" : address));
      return draw(`${kind}:${game}`, `${title}: ${lines.length} ${lines.length === 1 ? one : many}`, shown);
    });
    for (const [store, records, nameOf] of [
      ["named", named, ({ key, name }) => (typeof name === "string" ? name : key)],
      ["bookmarks", bookmarks, ({ key }) => this.#marked(key)],
    ]) {
      const lines = records.map((each) => this.#listed(store, each.key, nameOf(each)));
      if (lines.length) groups.push(draw(store, this.#counted({ [store]: records }), lines));
    }
    place.replaceChildren(...groups);
  }

  #thing({ key, name, isSound }, address) {
    const known = name || this.#say("nameless");
    const told = isSound ? known : `${known} (${this.#say("unreadable")})`;
    return this.#listed("things", key, told, isSound ? address : "");
  }

  #listed(store, key, name, address = "") {
    const line = this.#line("line", key, name);
    const link = line.querySelector("a");
    if (address) link.href = ROOT + address;
    else link.remove();
    line.querySelector("button").dataset.store = store;
    return line;
  }

  /** What a bookmark stands at, and in which book. */
  #marked(key) {
    const [book, ...place] = key.split(":");
    const [{ title } = { title: book }] = Object.values(JSON.parse(this.dataset.books)[book] ?? {});
    return `${place.join(":")}, ${title}`;
  }

  #line(template, key, name) {
    const line = copyOf(this.#part(template));
    line.querySelector("[data-part=name]").textContent = name;
    for (const again of line.querySelectorAll("[data-part=again]")) again.textContent = name;
    for (const each of line.querySelectorAll("a, button")) each.dataset.key = key;
    return line;
  }

  #whatWas({ at, what, records = [] }) {
    const of = (store) => records.filter(([each]) => each === store);
    const counted = this.#counted({ throws: of("throws"), named: of("named") });
    return `${what || counted || this.#say("nameless")}, ${dayOf(at)}`;
  }

  // what is done

  async #press(button) {
    if (!button) return;
    const { do: deed, key, store } = button.dataset;
    if (deed === "backup") await this.#trying(() => this.#backUp());
    else if (deed === "remove") await this.#trying(() => this.#remove(store, key, button));
    else if (deed === "back") await this.#trying(() => this.#putBack(key));
    else if (deed === "put-back") await this.#trying(() => this.#putBack(this.#deleted));
    else if (key) this.#remember(key);
  }

  /** What a link opens is what the page behind it begins with. */
  #remember(key) {
    const [kind, game, ...id] = key.split(":");
    this.#storage.note(`${kind === "sheet" ? "" : `${kind}-`}open:${game}`, id.join(":"));
  }

  async #backUp() {
    if (this.#records.late) throw new Refused(this.#say("late")); // all of it would be missing
    const now = Date.now();
    const file = `diceleaf-backup-${new Date(now).toISOString().slice(0, 10)}.json`;
    download(file, await backUp(this.#records, this.#storage, (word) => this.#say(word), now));
    noteBackup(this.#storage, now);
    await this.#show();
    this.#tell(this.#say("made", { file }));
  }

  async #remove(store, key, button) {
    const name = button.parentElement.querySelector("[data-part=name]").textContent;
    const deleted = await this.#records.remove([[store, key]], name, { tellHere: true });
    this.#tell(this.#say("deleted", { name }), deleted);
    this.#part("undo").focus();
  }

  async #putBack(key) {
    await this.#records.putBack(key, { tellHere: true });
    this.#tell(this.#say("back"));
  }

  #tell(text, deleted = null) {
    this.#part("told").textContent = text;
    this.#part("told").parentElement.toggleAttribute("data-told", Boolean(text));
    this.#deleted = deleted;
    this.#part("undo").hidden = !deleted;
  }

  // a backup

  async #offer(control) {
    const [file] = control.files;
    if (!file) return;
    this.#close();
    await this.#trying(() => this.#look(file));
    control.value = ""; // so that the same file may be chosen again
  }

  async #look(file) {
    const backup = await readBackup(file, (word) => this.#say(word));
    const counts = await compared(this.#records, backup);
    const all = counts.new + counts.same + counts.other;
    const words = [this.#say("counts", { ...counts, all })];
    if (counts.other) words.push(this.#say("other", { count: counts.other }));
    this.#backup = backup;
    this.#part("offered-title").textContent = this.#say("offered", { day: dayOf(Date.parse(backup.made)) });
    this.#part("offered-sum").textContent = this.#counted(backup.records);
    this.#part("counts").textContent = words.join(" ");
    this.#fillGroups(this.#part("offered-groups"), backup.records, { isOffered: true });
    this.#part("question").textContent = this.#say("keep");
    this.#part("asked").hidden = false;
    this.#part("offered").hidden = false;
    this.#part("offered-title").focus();
  }

  #restore() {
    const backup = this.#backup;
    this.#close();
    return this.#trying(async () => {
      await restore(this.#records, this.#storage, backup);
      this.#tell(this.#say("restored"));
    });
  }

  #close() {
    this.#backup = null;
    this.#part("offered").hidden = true;
    this.#tell("");
  }

  async #trying(work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof TypeError) throw error; // a mistake of ours, not of the browser's
      const why = error instanceof Refused ? error.message : this.#say("full");
      this.#tell(this.#say("refused", { why }));
    }
  }
}

function copyOf(template) {
  return template.content.firstElementChild.cloneNode(true);
}

function dayOf(at) {
  return new Date(at).toLocaleDateString(document.documentElement.lang || undefined, { dateStyle: "long" });
}
