import { readAllStores, createBackup, compareBackup, readBackup, restore } from "../storage/backup.js";
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
  #abortController = null;
  #records = null;
  #storage = openStorage();
  #labels = new ItemLabels(this);
  #lastDeletion = null; // the last deletion, which can be undone
  #backup = null; // the backup that can be restored
  #bin = new Map(); // deletions, by key
  #withdrawnSets = new Map(); // key of a deleted set of house rules that was in force → its record
  #pendingErase = null; // the deletions to confirm: {keys, messageKey, values}

  async connectedCallback() {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    this.#records = await openRecords();
    if (signal.aborted) return;
    const onClick = ({ target }) => this.#press(target.closest("[data-command], [data-part=open]"));
    this.addEventListener("click", onClick, { signal });
    const on = (part, type, then) => this.#part(part).addEventListener(type, then, { signal });
    on("file", "change", ({ target }) => this.#offer(target));
    on("yes", "click", () => this.#restore());
    on("no", "click", () => this.#close());
    on("bin-confirm", "click", (event) => this.#answer(event));
    this.#records.addEventListener("change", () => this.#show(), { signal });
    this.#part("without").hidden = true;
    this.#part("doing").hidden = false;
    this.#part("advice").hidden = !mayEvictData();
    if (this.#records.unreadReason) this.#showMessage(this.#message(this.#records.unreadReason));
    await this.#show();
  }

  disconnectedCallback() {
    this.#abortController.abort();
  }

  #part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  #message(key, values) {
    return formatMessage(this, key, values);
  }

  // saved items

  async #show() {
    const all = await readAllStores(this.#records);
    const what = this.#labels.ofCounts(all);
    const sum = what ? this.#message("sum", { what }) : this.#message("nothing");
    this.#part("sum").textContent = this.#records.lasting ? sum : this.#message("unlasting");
    this.#part("last").textContent = this.#lastTime();
    const { things, named, bookmarks } = all;
    this.#fillGroups(this.#part("groups"), { things, named, bookmarks }, { isOffered: false });
    this.#bin = new Map(all.deleted.reverse().map((each) => [each.key, normaliseDeletion(each)]));
    this.#part("deleted").replaceChildren(...[...this.#bin.values()].map((each) => this.#deletionLine(each)));
    this.#part("bin").hidden = !this.#bin.size;
  }

  #lastTime() {
    const last = lastBackup(this.#storage);
    if (!last) return this.#message("never");
    const date = this.#message("last", { day: formatDate(last) });
    return isBackupDue(this.#storage) ? `${date} ${this.#message("changed")}` : date;
  }

  /** Lists items by kind and game. Those of a backup, `isOffered`, can't be opened or deleted. */
  #fillGroups(place, { things, named, bookmarks, throws = [], notes = {} }, { isOffered }) {
    const elements = [...place.querySelectorAll("[data-group]")];
    const open = new Map(elements.map((each) => [each.dataset.group, each.open]));
    const createGroup = (id, title, lines) => {
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
      return createGroup(`${kind}:${game}`, title ? [isolate(title), ": ", count] : [count], items);
    });
    const settings = Object.entries(notes);
    const last = throws.slice(-MAX_LISTED_ROLLS).reverse();
    const more = throws.length - last.length;
    for (const [store, title, lines] of [
      [
        "named",
        this.#labels.ofCounts({ named }),
        named.map((each) => this.#itemLine("named", each.key, nameIn(each))),
      ],
      [
        "bookmarks",
        this.#labels.ofCounts({ bookmarks }),
        bookmarks.map(({ key }) => this.#itemLine("bookmarks", key, this.#labels.ofBookmark(key))),
      ],
      [
        "throws",
        this.#labels.ofCounts({ throws }),
        [
          ...last.map((each) => this.#itemLine("throws", each.key, this.#labels.ofRoll(each))),
          ...(more ? [this.#itemLine("throws", "", this.#message("more", { count: more }))] : []),
        ],
      ],
      [
        "notes",
        this.#labels.ofCounts({ notes }),
        settings.map((note) => this.#itemLine("notes", "", this.#labels.ofSetting(note))),
      ],
    ])
      if (lines.length) groups.push(createGroup(store, [title], lines));
    place.replaceChildren(...groups);
  }

  #item({ key, name, isSound }, address) {
    const title = name || this.#message("nameless");
    const label = isSound ? title : [isolate(title), ` (${this.#message("unreadable")})`];
    const { kind, id } = parseItemKey(key) ?? {};
    const anchor = kind === "house" ? `#set=${encodeURIComponent(id)}` : "";
    return this.#itemLine("things", key, label, isSound && address ? address + anchor : "");
  }

  #itemLine(store, key, name, address = "") {
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
  #deletionLine(deletion) {
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
    else if (command === "back") await this.#attempt(() => this.#undelete(key));
    else if (command === "put-back") await this.#attempt(() => this.#undelete(this.#lastDeletion));
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
    const { unreadReason } = this.#records;
    if (unreadReason) throw new ReaderError(this.#message(unreadReason)); // the backup would be incomplete
    const now = Date.now();
    const file = `diceleaf-backup-${new Date(now).toISOString().slice(0, 10)}.json`;
    download(file, await createBackup(this.#records, this.#storage, (key) => this.#message(key), now));
    noteBackup(this.#storage, now);
    await this.#show();
    this.#showMessage(this.#message("made", { file }));
  }

  async #remove(store, key, button) {
    const name = button.parentElement.querySelector("[data-part=name]").textContent;
    const deleted = await this.#records.remove([[store, key]], name, { notifyHere: true });
    await this.#withdrawHouseRules(key);
    this.#showMessage(formatMessageNodes(this, "deleted", { name }), deleted);
    this.#part("undo").focus();
  }

  async #undelete(key) {
    const restored = await this.#records.undelete(key, { notifyHere: true });
    for (const [, record] of restored) await this.#restoreHouseRules(record.key);
    this.#showMessage(this.#message("back"));
  }

  /** Ends the use of house rules that are deleted. */
  async #withdrawHouseRules(key) {
    const { kind, game, id } = parseItemKey(key) ?? {};
    if (kind !== "house") return;
    const { inForce, putInForce } = await import("../house/on-demand.js");
    const record = inForce(game);
    if (record?.id !== id || record.look) return;
    this.#withdrawnSets.set(key, record);
    putInForce(game, null);
  }

  async #restoreHouseRules(key) {
    const record = this.#withdrawnSets.get(key);
    if (!record) return;
    this.#withdrawnSets.delete(key);
    const { inForce, putInForce } = await import("../house/on-demand.js");
    if (!inForce(record.set.game)) putInForce(record.set.game, record);
  }

  /** Asks for confirmation to erase deletions. */
  #ask(keys, messageKey, values) {
    this.#pendingErase = { keys, messageKey, values };
    this.#question("bin-confirm").replaceChildren(...formatMessageNodes(this, messageKey, values));
    this.#part("bin-confirm").hidden = false;
    this.#part("bin-confirm").querySelector("[data-part=no]").focus(); // it can't be undone
  }

  async #answer({ target }) {
    const { part } = target.closest("button")?.dataset ?? {};
    if (!["yes", "no"].includes(part) || !this.#pendingErase) return;
    const { keys, messageKey, values } = this.#pendingErase;
    this.#pendingErase = null;
    this.#part("bin-confirm").hidden = true;
    if (part === "yes") {
      await this.#attempt(async () => {
        await this.#records.erase(keys, { notifyHere: true });
        await this.#show();
        this.#showMessage(formatMessageNodes(this, `${messageKey}-done`, values));
      });
    }
    this.querySelector(this.#bin.size ? "[data-command=empty]" : "[data-command=backup]").focus();
  }

  #question(part) {
    return this.#part(part).querySelector("[data-part=question]");
  }

  /** Shows a message, a text or nodes, with an undo button if it is about a deletion. */
  #showMessage(content, deleted = null) {
    this.#part("notice").replaceChildren(...[content].flat());
    this.#part("notice").parentElement.toggleAttribute("data-notice", content.length > 0);
    this.#lastDeletion = deleted;
    this.#part("undo").hidden = !deleted;
  }

  // a backup

  async #offer(control) {
    const [file] = control.files;
    if (!file) return;
    this.#close();
    await this.#attempt(() => this.#preview(file));
    control.value = ""; // otherwise choosing the same file again would fire no event
  }

  /** Shows what restoring a file would add. */
  async #preview(file) {
    const backup = await readBackup(file, (key) => this.#message(key));
    const { records, notes, counts } = await compareBackup(this.#records, this.#storage, backup);
    const all = counts.new + counts.same + counts.other;
    const words = [this.#message("counts", { ...counts, all })];
    if (counts.other) words.push(this.#message("other", { count: counts.other }));
    if (backup.left) words.push(this.#message("left-out", { count: backup.left }));
    const added = this.#labels.ofCounts({ ...records, notes });
    this.#backup = backup;
    this.#part("offered-title").textContent = this.#message("offered", {
      day: formatDate(Date.parse(backup.made)),
    });
    this.#part("offered-sum").textContent = added || this.#message("nothing-new");
    this.#part("counts").textContent = words.join(" ");
    const none = { things: [], named: [], bookmarks: [] };
    this.#fillGroups(this.#part("offered-groups"), { ...none, ...records, notes }, { isOffered: true });
    this.#question("confirm").textContent = this.#message("keep");
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
      this.#showMessage(this.#message("restored"));
    });
  }

  #close() {
    this.#backup = null;
    this.#part("offered").hidden = true;
    this.#showMessage("");
  }

  async #attempt(work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof TypeError) throw error; // a programming error
      const newer = error instanceof NewerDatabaseError && this.#message("newer-database");
      const why = error instanceof ReaderError ? error.message : newer || this.#message("full");
      this.#showMessage(formatMessageNodes(this, "refused", { why }));
    }
  }
}

function nameIn({ key, name }) {
  return typeof name === "string" ? name : key;
}

function copyOf(template) {
  return template.content.firstElementChild.cloneNode(true);
}
