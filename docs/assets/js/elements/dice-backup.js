import { readAllStores, createBackup, compared, readBackup, restore } from "../storage/backup.js";
import { NewerDatabaseError } from "../storage/database.js";
import { download } from "../storage/download.js";
import { groupItems } from "../storage/grouping.js";
import { ItemLabels, formatDate } from "../storage/item-labels.js";
import { normaliseDeletion } from "../storage/normalise-roll.js";
import { openRecords } from "../storage/records.js";
import { isBackupDue, mayEvictData, lastBackup, noteBackup } from "../storage/backup-reminder.js";
import { parseItemKey } from "../storage/keys.js";
import { LastOpened } from "../storage/last-opened.js";
import { openStorage } from "../storage/local-storage.js";
import { ReaderError } from "../storage/collection.js";
import { ROOT } from "../site.js";
import { isolate, formatMessage, formatMessageNodes } from "../messages.js";

/** The most rolls that are listed of a backup, newest first; the rest are counted. */
const MAX_LISTED_ROLLS = 200;

/**
 * Everything that the reader has saved on this site: lists it, backs it up, restores and deletes it, with
 * undo. It needs no engine, so that damaged data can be deleted, too. Attributes: those of `ItemLabels`. Its
 * markup comes from `rules_py.present.backup`.
 */
export class DiceBackup extends HTMLElement {
  #leaving = null;
  #records = null;
  #storage = openStorage();
  #labels = new ItemLabels(this);
  #deleted = null; // the last deletion, which can be undone
  #backup = null; // the backup that can be restored
  #bin = new Map(); // deletions, by key
  #withdrawn = new Map(); // key of a deleted set of house rules that was in force → its record
  #erasing = null; // the deletions to confirm: {keys, word, filled}

  async connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    this.#records = await openRecords();
    if (signal.aborted) return;
    const pressed = ({ target }) => this.#press(target.closest("[data-command], [data-part=open]"));
    this.addEventListener("click", pressed, { signal });
    const on = (part, type, then) => this.#part(part).addEventListener(type, then, { signal });
    on("file", "change", ({ target }) => this.#offer(target));
    on("yes", "click", () => this.#restore());
    on("no", "click", () => this.#close());
    on("bin-confirm", "click", (event) => this.#answer(event));
    this.#records.addEventListener("change", () => this.#show(), { signal });
    this.#part("without").hidden = true;
    this.#part("doing").hidden = false;
    this.#part("advice").hidden = !mayEvictData();
    if (this.#records.unread) this.#tell(this.#say(this.#records.unread));
    await this.#show();
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  #say(word, filled) {
    return formatMessage(this, word, filled);
  }

  // saved items

  async #show() {
    const all = await readAllStores(this.#records);
    const what = this.#labels.ofCounts(all);
    const sum = what ? this.#say("sum", { what }) : this.#say("nothing");
    this.#part("sum").textContent = this.#records.lasting ? sum : this.#say("unlasting");
    this.#part("last").textContent = this.#lastTime();
    const { things, named, bookmarks } = all;
    this.#fillGroups(this.#part("groups"), { things, named, bookmarks }, { isOffered: false });
    this.#bin = new Map(all.deleted.reverse().map((each) => [each.key, normaliseDeletion(each)]));
    this.#part("deleted").replaceChildren(...[...this.#bin.values()].map((each) => this.#gone(each)));
    this.#part("bin").hidden = !this.#bin.size;
  }

  #lastTime() {
    const last = lastBackup(this.#storage);
    if (!last) return this.#say("never");
    const date = this.#say("last", { day: formatDate(last) });
    return isBackupDue(this.#storage) ? `${date} ${this.#say("changed")}` : date;
  }

  /** Lists items by kind and game. Those of a backup, `isOffered`, can't be opened or deleted. */
  #fillGroups(place, { things, named, bookmarks, throws = [], notes = {} }, { isOffered }) {
    const elements = [...place.querySelectorAll("[data-group]")];
    const open = new Map(elements.map((each) => [each.dataset.group, each.open]));
    const draw = (id, title, lines) => {
      const group = copyOf(this.#part("group"));
      const part = (name) => group.querySelector(`[data-part="${name}"]`);
      group.dataset.group = id;
      group.open = open.get(id) ?? (!isOffered && id.startsWith("sheet:")); // most readers look for these
      part("title").replaceChildren(...title);
      if (isOffered) for (const line of lines) line.querySelector("button").remove();
      part("lines").append(...lines);
      return group;
    };
    const groups = groupItems(things).map(({ game, kind, lines }) => {
      const { title, one, many, address } = this.#labels.ofItems(game, kind);
      const items = lines.map((each) => this.#item(each, isOffered ? "" : address));
      const count = `${lines.length} ${lines.length === 1 ? one : many}`;
      return draw(`${kind}:${game}`, title ? [isolate(title), ": ", count] : [count], items);
    });
    const noted = Object.entries(notes);
    const last = throws.slice(-MAX_LISTED_ROLLS).reverse();
    const more = throws.length - last.length;
    for (const [store, title, lines] of [
      [
        "named",
        this.#labels.ofCounts({ named }),
        named.map((each) => this.#listed("named", each.key, nameIn(each))),
      ],
      [
        "bookmarks",
        this.#labels.ofCounts({ bookmarks }),
        bookmarks.map(({ key }) => this.#listed("bookmarks", key, this.#labels.ofBookmark(key))),
      ],
      [
        "throws",
        this.#labels.ofCounts({ throws }),
        [
          ...last.map((each) => this.#listed("throws", each.key, this.#labels.ofRoll(each))),
          ...(more ? [this.#listed("throws", "", this.#say("more", { count: more }))] : []),
        ],
      ],
      [
        "notes",
        this.#labels.ofCounts({ notes }),
        noted.map((note) => this.#listed("notes", "", this.#labels.ofSetting(note))),
      ],
    ])
      if (lines.length) groups.push(draw(store, [title], lines));
    place.replaceChildren(...groups);
  }

  #item({ key, name, isSound }, address) {
    const title = name || this.#say("nameless");
    const label = isSound ? title : [isolate(title), ` (${this.#say("unreadable")})`];
    const { kind, id } = parseItemKey(key) ?? {};
    const which = kind === "house" ? `#set=${encodeURIComponent(id)}` : "";
    return this.#listed("things", key, label, isSound && address ? address + which : "");
  }

  #listed(store, key, name, address = "") {
    const line = this.#line("line", key, name);
    const link = line.querySelector("a");
    if (address) link.href = ROOT + address;
    else link.remove();
    line.querySelector("button").dataset.store = store;
    return line;
  }

  /** Returns a line of a list; `name` is a text or nodes. */
  #line(template, key, name) {
    const line = copyOf(this.#part(template));
    for (const each of line.querySelectorAll("[data-part=name], [data-part=again]"))
      each.replaceChildren(...[name].flat().map((node) => node.cloneNode?.(true) ?? node));
    for (const each of line.querySelectorAll("a, button")) each.dataset.key = key;
    return line;
  }

  /** Returns a line of the bin. A deletion without records can't be undone. */
  #gone(deletion) {
    const line = this.#line("gone", deletion.key, [
      isolate(this.#labels.ofDeletion(deletion)),
      `, ${formatDate(deletion.at)}`,
    ]);
    line.querySelector("[data-command=back]").hidden = !deletion.records.length;
    return line;
  }

  // commands

  async #press(button) {
    if (!button) return;
    const { command, key, store } = button.dataset;
    if (command === "backup") await this.#attempt(() => this.#backUp());
    else if (command === "remove") await this.#attempt(() => this.#remove(store, key, button));
    else if (command === "back") await this.#attempt(() => this.#putBack(key));
    else if (command === "put-back") await this.#attempt(() => this.#putBack(this.#deleted));
    else if (command === "erase")
      this.#ask([key], "erase", { name: this.#labels.ofDeletion(this.#bin.get(key)) });
    else if (command === "empty") this.#ask([...this.#bin.keys()], "empty");
    else if (key) this.#remember(key);
  }

  /** Makes the linked page open this item. */
  #remember(key) {
    const { kind, game, id } = parseItemKey(key);
    if (kind !== "house") new LastOpened(kind, game).id = id; // a set has its id in the address
  }

  async #backUp() {
    const { unread } = this.#records;
    if (unread) throw new ReaderError(this.#say(unread)); // the backup would be incomplete
    const now = Date.now();
    const file = `diceleaf-backup-${new Date(now).toISOString().slice(0, 10)}.json`;
    download(file, await createBackup(this.#records, this.#storage, (word) => this.#say(word), now));
    noteBackup(this.#storage, now);
    await this.#show();
    this.#tell(this.#say("made", { file }));
  }

  async #remove(store, key, button) {
    const name = button.parentElement.querySelector("[data-part=name]").textContent;
    const deleted = await this.#records.remove([[store, key]], name, { tellHere: true });
    await this.#withdraw(key);
    this.#tell(formatMessageNodes(this, "deleted", { name }), deleted);
    this.#part("undo").focus();
  }

  async #putBack(key) {
    const back = await this.#records.putBack(key, { tellHere: true });
    for (const [, record] of back) await this.#putInForceAgain(record.key);
    this.#tell(this.#say("back"));
  }

  /** Ends the use of house rules that are deleted. */
  async #withdraw(key) {
    const { kind, game, id } = parseItemKey(key) ?? {};
    if (kind !== "house") return;
    const { inForce, putInForce } = await import("../house/on-demand.js");
    const record = inForce(game);
    if (record?.id !== id || record.look) return;
    this.#withdrawn.set(key, record);
    putInForce(game, null);
  }

  async #putInForceAgain(key) {
    const record = this.#withdrawn.get(key);
    if (!record) return;
    this.#withdrawn.delete(key);
    const { inForce, putInForce } = await import("../house/on-demand.js");
    if (!inForce(record.set.game)) putInForce(record.set.game, record);
  }

  /** Asks for confirmation to erase deletions. */
  #ask(keys, word, filled) {
    this.#erasing = { keys, word, filled };
    this.#question("bin-confirm").replaceChildren(...formatMessageNodes(this, word, filled));
    this.#part("bin-confirm").hidden = false;
    this.#part("bin-confirm").querySelector("[data-part=no]").focus(); // it can't be undone
  }

  async #answer({ target }) {
    const { part } = target.closest("button")?.dataset ?? {};
    if (!["yes", "no"].includes(part) || !this.#erasing) return;
    const { keys, word, filled } = this.#erasing;
    this.#erasing = null;
    this.#part("bin-confirm").hidden = true;
    if (part === "yes") {
      await this.#attempt(async () => {
        await this.#records.erase(keys, { tellHere: true });
        await this.#show();
        this.#tell(formatMessageNodes(this, `${word}-done`, filled));
      });
    }
    this.querySelector(this.#bin.size ? "[data-command=empty]" : "[data-command=backup]").focus();
  }

  #question(part) {
    return this.#part(part).querySelector("[data-part=question]");
  }

  /** `words` are a text or nodes. */
  #tell(words, deleted = null) {
    this.#part("notice").replaceChildren(...[words].flat());
    this.#part("notice").parentElement.toggleAttribute("data-notice", words.length > 0);
    this.#deleted = deleted;
    this.#part("undo").hidden = !deleted;
  }

  // a backup

  async #offer(control) {
    const [file] = control.files;
    if (!file) return;
    this.#close();
    await this.#attempt(() => this.#look(file));
    control.value = ""; // otherwise choosing the same file again would fire no event
  }

  /** Shows what restoring a file would add. */
  async #look(file) {
    const backup = await readBackup(file, (word) => this.#say(word));
    const { records, notes, counts } = await compared(this.#records, this.#storage, backup);
    const all = counts.new + counts.same + counts.other;
    const words = [this.#say("counts", { ...counts, all })];
    if (counts.other) words.push(this.#say("other", { count: counts.other }));
    if (backup.left) words.push(this.#say("left-out", { count: backup.left }));
    const added = this.#labels.ofCounts({ ...records, notes });
    this.#backup = backup;
    this.#part("offered-title").textContent = this.#say("offered", {
      day: formatDate(Date.parse(backup.made)),
    });
    this.#part("offered-sum").textContent = added || this.#say("nothing-new");
    this.#part("counts").textContent = words.join(" ");
    const none = { things: [], named: [], bookmarks: [] };
    this.#fillGroups(this.#part("offered-groups"), { ...none, ...records, notes }, { isOffered: true });
    this.#question("confirm").textContent = this.#say("keep");
    this.#part("confirm").hidden = !added;
    this.#part("offered").hidden = false;
    this.#part("offered-title").focus();
    this.#part("offered-title").scrollIntoView();
  }

  #restore() {
    const backup = this.#backup;
    this.#close();
    return this.#attempt(async () => {
      await restore(this.#records, this.#storage, backup);
      this.#tell(this.#say("restored"));
    });
  }

  #close() {
    this.#backup = null;
    this.#part("offered").hidden = true;
    this.#tell("");
  }

  async #attempt(work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof TypeError) throw error; // a programming error
      const newer = error instanceof NewerDatabaseError && this.#say("newer-database");
      const why = error instanceof ReaderError ? error.message : newer || this.#say("full");
      this.#tell(formatMessageNodes(this, "refused", { why }));
    }
  }
}

function nameIn({ key, name }) {
  return typeof name === "string" ? name : key;
}

function copyOf(template) {
  return template.content.firstElementChild.cloneNode(true);
}
