/**
 * The characters of one game in this browser's storage, each under a key of its own, so that two tabs with two
 * characters never meet. What can't be read is never written over: it stays where it is, or is put aside.
 *
 *     diceleaf:sheet:GAME:ID    {"version": 1, "sheet": {…}}
 *     diceleaf:aside:GAME:ID:N  what stood under such a key and could not be read, as it was
 *     diceleaf:open:GAME        the id of the character last open
 */
import { isRecord } from "../form/paths.js";
import { merge } from "./merge.js";

export class SheetStore {
  #game;
  #version;
  #storage;

  constructor(game, version, storage) {
    this.#game = game;
    this.#version = version;
    this.#storage = storage;
  }

  /** Every character that can be read: [{id, version, sheet}], by name. */
  list() {
    const found = this.#ids().map((id) => this.read(id)).filter((each) => each.sheet);
    return found.sort((one, other) => nameOf(one.sheet).localeCompare(nameOf(other.sheet)));
  }

  /** What is kept but can't be read: [{key, text}]. */
  unreadable() {
    const broken = this.#ids().filter((id) => this.read(id).broken).map((id) => this.#key(id));
    return [...broken, ...this.#keysBelow(`diceleaf:aside:${this.#game}:`)].map((key) => ({ key, text: this.#storage.get(key) }));
  }

  /** {id, version, sheet} as kept; `sheet` is null where there is none, `broken` true where it can't be read. */
  read(id) {
    const text = this.#storage.get(this.#key(id));
    if (text === null) return { id, version: this.#version, sheet: null, broken: false };
    const kept = parse(text);
    const sound = isRecord(kept) && isRecord(kept.sheet) && Number.isInteger(kept.version);
    if (!sound || kept.version < 1 || kept.version > this.#version) return { id, version: this.#version, sheet: null, broken: true };
    return { id, version: kept.version, sheet: kept.sheet, broken: false };
  }

  /**
   * Keeps what `sheet` changed since `base`, on top of what another tab may have kept meanwhile. Gives the sheet as
   * it is kept now. Throws what the browser throws when it refuses.
   */
  keep(id, sheet, base) {
    const kept = this.read(id);
    if (kept.broken) this.#putAside(id);
    const now = kept.sheet && kept.version === this.#version ? merge(base, sheet, kept.sheet) : sheet;
    this.#storage.set(this.#key(id), JSON.stringify({ version: this.#version, sheet: now }));
    return now;
  }

  remove(id) {
    this.#storage.remove(this.#key(id));
  }

  /** Gives up what can't be read. */
  forgetUnreadable() {
    for (const { key } of this.unreadable()) this.#storage.remove(key);
  }

  /** A key no character has yet. */
  newId() {
    return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  get open() {
    return this.#storage.get(`diceleaf:open:${this.#game}`);
  }

  set open(id) {
    this.#storage.set(`diceleaf:open:${this.#game}`, id);
  }

  /** The id of the character that a key of the storage is about, or null. */
  idOf(key) {
    const start = this.#key("");
    return key?.startsWith(start) ? key.slice(start.length) : null;
  }

  #key(id) {
    return `diceleaf:sheet:${this.#game}:${id}`;
  }

  #ids() {
    const start = this.#key("");
    return this.#keysBelow(start).map((key) => key.slice(start.length));
  }

  #keysBelow(start) {
    return this.#storage.keys().filter((key) => key.startsWith(start)).sort();
  }

  #putAside(id) {
    const text = this.#storage.get(this.#key(id));
    const start = `diceleaf:aside:${this.#game}:${id}:`;
    const places = this.#keysBelow(start);
    if (places.some((key) => this.#storage.get(key) === text)) return;
    this.#storage.set(`${start}${places.length + 1}`, text);
  }
}

export function nameOf(sheet) {
  return typeof sheet.name === "string" ? sheet.name.trim() : "";
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
