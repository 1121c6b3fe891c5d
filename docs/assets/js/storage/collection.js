/**
 * The items of one kind and game, each in a record with its own key, so that two tabs with different items
 * never conflict. Unreadable records are never overwritten: they stay, or are moved to another key.
 *
 *     {key: "sheet:GAME:ID", kept: {"version": 1, "sheet": {…}, further data}}
 *
 * `kept` is a text if it isn't even valid JSON.
 */
import { isRecord } from "../form/paths.js";
import { alternativeKeys } from "./keys.js";
import { openRecords } from "./records.js";
import { LastOpened } from "./last-opened.js";
import { openStorage } from "./local-storage.js";

const STORE = "things";
const byName = new Intl.Collator().compare;

/** An error whose message is shown to the reader. */
export class ReaderError extends Error {}

export class Collection {
  #kind;
  #field;
  #game;
  #version;
  #oldest;
  #opened;
  #last;
  #records = null;
  #heads = new Map(); // id → {id, version, name}, or {id, broken: true}
  #sortedHeads = null;

  /**
   * `field` is the key of the item in a record; `version` is the current version of items, `oldest` the
   * oldest readable one.
   */
  constructor({
    kind,
    field = kind,
    game,
    version,
    oldest,
    records = openRecords(),
    storage = openStorage(),
    tab,
  }) {
    this.#kind = kind;
    this.#field = field;
    this.#game = game;
    this.#version = version;
    this.#oldest = oldest;
    this.#opened = this.#open(records);
    this.#last = new LastOpened(kind, game, storage, tab);
  }

  async #open(opening) {
    this.#records = await opening;
    await this.#readAll();
  }

  async #readAll() {
    const records = await this.#records.read((step) => step.all(STORE, this.#start));
    this.#heads.clear();
    this.#sortedHeads = null;
    for (const record of records) this.#note(record);
  }

  /** Resolves when the records are open. */
  get opened() {
    return this.#opened;
  }

  get lasting() {
    return this.#records.lasting;
  }

  get waiting() {
    return this.#records.waiting;
  }

  get unreadReason() {
    return this.#records.unreadReason;
  }

  /** The readable items by name, once the records are open: [{id, version, name}]. */
  get list() {
    this.#sortedHeads ??= [...this.#heads.values()]
      .filter(({ broken }) => !broken)
      .sort((one, other) => byName(one.name, other.name));
    return this.#sortedHeads;
  }

  /** Calls `then` when another tab has changed some of them, until `signal` is aborted. */
  async listen(signal, then) {
    await this.#opened;
    const onRecordsChange = async ({ detail }) => {
      const isOurs = ([store, key]) => store === STORE && (!key || key.startsWith(this.#start));
      const keys = detail.filter(isOurs).map(([, key]) => key);
      if (!keys.length) return;
      if (keys.every(Boolean)) for (const key of keys) await this.#reread(key);
      else await this.#readAll();
      if (!signal.aborted) then();
    };
    this.#records.addEventListener("change", onRecordsChange, { signal });
  }

  async #reread(key) {
    const record = await this.#records.read((step) => step.get(STORE, key));
    if (record) this.#note(record);
    else this.#forget(key);
  }

  /**
   * Returns {id, version, item, beside}, where `beside` is the further data saved with it; `item` is null
   * if there is none, and `broken` is true if it is damaged.
   */
  async read(id) {
    await this.#opened;
    return this.#parse(id, await this.#records.read((step) => step.get(STORE, this.#start + id)));
  }

  /** Returns all readable items, by name. */
  async all() {
    await this.#opened;
    const records = await this.#records.read((step) => step.all(STORE, this.#start));
    const read = records
      .map((record) => this.#parse(this.#idOf(record.key), record))
      .filter(({ item }) => item);
    return read.sort((one, other) => byName(nameOf(one.item), nameOf(other.item)));
  }

  /**
   * Saves what `join` returns for the saved item (see `read`): {item, beside}, or null to save nothing.
   * Further data that `beside` doesn't replace is preserved. Returns the saved item, or null; rejects with
   * the browser's error.
   */
  async save(id, join) {
    await this.#opened;
    const key = this.#start + id;
    const records = await this.#records.change(async (step) => {
      const saved = await step.get(STORE, key);
      const before = this.#parse(id, saved);
      const entry = join(before);
      if (!entry) return [];
      const aside = before.broken ? await this.#saveAside(step, saved) : [];
      const record = { key, kept: this.#toSaved(entry, before.beside) };
      await step.put(STORE, record);
      return [record, ...aside];
    });
    for (const each of records) this.#note(each);
    return records.length ? this.#parse(id, records[0]) : null;
  }

  /** Saves all of [{id, item}] or none. Existing items stay unchanged. */
  async saveAll(items) {
    await this.#opened;
    const records = items.map(({ id, item }) => ({
      key: this.#start + id,
      kept: this.#toSaved({ item }),
    }));
    const added = await this.#records.change(async (step) => {
      const existing = new Set((await step.all(STORE, this.#start)).map(({ key }) => key));
      const missing = records.filter(({ key }) => !existing.has(key));
      for (const record of missing) await step.put(STORE, record);
      return missing;
    });
    for (const each of added) this.#note(each);
  }

  /**
   * Leaves an unsaved item for the next visit to save in place of one of `bases`, as the page is being left.
   */
  leave(id, entry, bases) {
    const record = { key: this.#start + id, kept: this.#toSaved(entry) };
    this.#records?.leave(
      record,
      bases.map((item) => ({ [this.#field]: item })),
    );
  }

  /** Deletes items; returns the key of the deletion, for `undelete`. */
  async remove(...ids) {
    await this.#opened;
    const keys = ids.map((id) => this.#start + id);
    const names = ids.map((id) => this.#heads.get(id)?.name).filter(Boolean);
    const deleted = await this.#records.remove(
      keys.map((key) => [STORE, key]),
      names.join(", "),
    );
    for (const key of keys) this.#forget(key);
    return deleted;
  }

  /** Restores a deletion; returns the ids of the restored items. */
  async undelete(deleted) {
    const restored = await this.#records.undelete(deleted);
    for (const [, record] of restored) this.#note(record);
    return restored.map(([, { key }]) => this.#idOf(key));
  }

  get anyUnreadable() {
    return [...this.#heads.values()].some(({ broken }) => broken);
  }

  /** Returns the unreadable items: [{key, text}]. */
  async unreadable() {
    const records = await this.#records.read((step) => step.all(STORE, this.#start));
    const broken = records.filter((record) => this.#parse("", record).broken);
    return broken.map(({ key, kept }) => ({
      key,
      text: typeof kept === "string" ? kept : JSON.stringify(kept),
    }));
  }

  /** Deletes the unreadable items; returns the key of the deletion. */
  forgetUnreadable() {
    return this.remove(...[...this.#heads.values()].filter(({ broken }) => broken).map(({ id }) => id));
  }

  get open() {
    return this.#last.id;
  }

  set open(id) {
    this.#last.id = id;
  }

  get #start() {
    return `${this.#kind}:${this.#game}:`;
  }

  #idOf(key) {
    return key.slice(this.#start.length);
  }

  #toSaved({ item, beside = {} }, before = {}) {
    return JSON.parse(JSON.stringify({ version: this.#version, [this.#field]: item, ...before, ...beside }));
  }

  #parse(id, record) {
    const nothing = { id, version: this.#version, item: null, beside: {}, broken: Boolean(record) };
    const { kept } = record ?? {};
    if (!isRecord(kept) || !isRecord(kept[this.#field]) || !Number.isInteger(kept.version)) return nothing;
    if (kept.version < this.#oldest || kept.version > this.#version) return nothing;
    const { version, [this.#field]: item, ...beside } = kept;
    return { id, version, item, beside, broken: false };
  }

  #note(record) {
    const id = this.#idOf(record.key);
    const { version, item, broken } = this.#parse(id, record);
    const before = this.#heads.get(id);
    const head = broken ? { id, broken } : { id, version, name: nameOf(item) };
    this.#heads.set(id, head);
    if (before?.name !== head.name) this.#sortedHeads = null;
  }

  #forget(key) {
    this.#heads.delete(this.#idOf(key));
    this.#sortedHeads = null;
  }

  async #saveAside(step, record) {
    for (const each of alternativeKeys(record)) {
      if (each.key === record.key) continue;
      const existing = await step.get(STORE, each.key);
      if (existing && JSON.stringify(existing) !== JSON.stringify(each)) continue;
      await step.put(STORE, each);
      return [each];
    }
  }
}

/**
 * Returns a name of at most `most` characters, with the first number that makes it unique if it is among the
 * `names`. An empty name stays empty.
 */
export function freeName(name, names, most) {
  if (!name || !names.has(name)) return name;
  const base = name.replace(/ \(\d+\)$/, "");
  for (let number = 2; ; number++) {
    const suffix = ` (${number})`;
    const candidate = [...base].slice(0, most - suffix.length).join("") + suffix;
    if (!names.has(candidate)) return candidate;
  }
}

export function nameOf(item) {
  return typeof item.name === "string" ? item.name.trim() : "";
}
