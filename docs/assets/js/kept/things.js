/**
 * The things of one kind and game in this browser's storage, each under a key of its own, so that two tabs
 * with two of them never meet. What can't be read is never written over: it stays where it is, or is put aside.
 *
 *     diceleaf:sheet:GAME:ID    {"version": 1, "sheet": {…}}, and what is kept beside the thing, if anything
 *     diceleaf:aside:GAME:ID:N  what stood under such a key and could not be read, as it was
 *     diceleaf:open:GAME        the id of the sheet last open
 *
 * What is no sheet has its kind in all three: `diceleaf:desk:…`, `diceleaf:desk-aside:…`,
 * `diceleaf:desk-open:…`.
 */
import { isRecord } from "../form/paths.js";

/** Why something is refused, in words for the reader. */
export class Refused extends Error {}

export class KeptThings {
  #kind;
  #field;
  #game;
  #version;
  #oldest;
  #storage;

  /**
   * `field` holds the thing in what is kept; `version` is that of things now, `oldest` the first that can
   * still be read.
   */
  constructor({ kind, field = kind, game, version, oldest, storage }) {
    this.#kind = kind;
    this.#field = field;
    this.#game = game;
    this.#version = version;
    this.#oldest = oldest;
    this.#storage = storage;
  }

  /** Every thing that can be read: [{id, version, thing}], by name. */
  list() {
    const found = this.#ids()
      .map((id) => this.read(id))
      .filter(({ thing }) => thing);
    return found.sort((one, other) => nameOf(one.thing).localeCompare(nameOf(other.thing)));
  }

  /** {id, version, thing} as kept; `thing` is null where there is none, `broken` true where it is damaged. */
  read(id) {
    const text = this.#storage.get(this.#key(id));
    const nothing = { id, version: this.#version, thing: null, broken: text !== null };
    const kept = text === null ? null : parse(text);
    if (!isRecord(kept) || !isRecord(kept[this.#field]) || !Number.isInteger(kept.version)) return nothing;
    if (kept.version < this.#oldest || kept.version > this.#version) return nothing;
    return { id, version: kept.version, thing: kept[this.#field], broken: false };
  }

  /** What else is kept with the thing, by name. */
  beside(id) {
    if (!this.read(id).thing) return {};
    const { version, [this.#field]: thing, ...beside } = JSON.parse(this.#storage.get(this.#key(id)));
    return beside;
  }

  /** What was kept beside the thing stays, but for what `beside` has new. Throws what the browser throws when it refuses. */
  keep(id, thing, beside = {}) {
    if (this.read(id).broken) this.#putAside(id);
    const kept = { version: this.#version, [this.#field]: thing, ...this.beside(id), ...beside };
    this.#storage.set(this.#key(id), JSON.stringify(kept));
  }

  remove(id) {
    this.#storage.remove(this.#key(id));
  }

  /** What is kept but can't be read: [{key, text}]. */
  unreadable() {
    const broken = this.#ids()
      .filter((id) => this.read(id).broken)
      .map((id) => this.#key(id));
    const keys = [...broken, ...this.#keysBelow(this.#prefix("aside"))];
    return keys.map((key) => ({ key, text: this.#storage.get(key) }));
  }

  /** Gives up what can't be read. */
  forgetUnreadable() {
    for (const { key } of this.unreadable()) this.#storage.remove(key);
  }

  /** A key that nothing has yet. */
  newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(8));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  get open() {
    return this.#storage.get(this.#openKey);
  }

  set open(id) {
    this.#storage.set(this.#openKey, id);
  }

  /** Whether a key of the storage is about such a thing; null stands for all of it. */
  concerns(key) {
    return key === null || key.startsWith(this.#prefix(""));
  }

  get #openKey() {
    return this.#prefix("open").slice(0, -1);
  }

  #key(id) {
    return this.#prefix("") + id;
  }

  /** Sheets came first, so that what belongs to them bears no kind. */
  #prefix(what) {
    const kind = what && this.#kind === "sheet" ? "" : this.#kind;
    return `diceleaf:${[kind, what].filter(Boolean).join("-")}:${this.#game}:`;
  }

  #ids() {
    const start = this.#prefix("");
    return this.#keysBelow(start).map((key) => key.slice(start.length));
  }

  #keysBelow(start) {
    return this.#storage
      .keys()
      .filter((key) => key.startsWith(start))
      .sort();
  }

  #putAside(id) {
    const text = this.#storage.get(this.#key(id));
    const start = `${this.#prefix("aside")}${id}:`;
    const places = this.#keysBelow(start);
    if (places.some((key) => this.#storage.get(key) === text)) return;
    this.#storage.set(`${start}${places.length + 1}`, text);
  }
}

export function nameOf(thing) {
  return typeof thing.name === "string" ? thing.name.trim() : "";
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
