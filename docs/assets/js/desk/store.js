/**
 * The scenes of one game's desk in this browser's storage, each under a key of its own.
 *
 *     diceleaf:desk:GAME:ID    {"version": 1, "scene": {name, start, log, at}}
 *     diceleaf:desk-open:GAME  the id of the scene last open
 *     diceleaf:own-dice        whether the table throws its own dice
 *
 * What can't be read, or comes from another version, is left where it is.
 */
import { isRecord } from "../form/paths.js";

export class DeskStore {
  #game;
  #version;
  #storage;

  constructor(game, version, storage) {
    this.#game = game;
    this.#version = version;
    this.#storage = storage;
  }

  /** Every scene that can be read: [{id, scene}], by name. */
  list() {
    const start = this.#key("");
    const ids = this.#storage.keys().filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
    const found = ids.map((id) => ({ id, scene: this.read(id) })).filter(({ scene }) => scene);
    return found.sort((one, other) => one.scene.name.localeCompare(other.scene.name) || one.id.localeCompare(other.id));
  }

  /** The scene kept under an id, or null. */
  read(id) {
    try {
      const { version, scene } = JSON.parse(this.#storage.get(this.#key(id)));
      return version === this.#version && isRecord(scene) && typeof scene.name === "string" ? scene : null;
    } catch {
      return null;
    }
  }

  /** Throws what the browser throws when it refuses. */
  keep(id, scene) {
    this.#storage.set(this.#key(id), JSON.stringify({ version: this.#version, scene }));
    this.#storage.set(`diceleaf:desk-open:${this.#game}`, id);
  }

  remove(id) {
    this.#storage.remove(this.#key(id));
  }

  newId() {
    return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  get open() {
    return this.#storage.get(`diceleaf:desk-open:${this.#game}`);
  }

  get ownDice() {
    return this.#storage.get("diceleaf:own-dice") === "yes";
  }

  set ownDice(own) {
    this.#storage.set("diceleaf:own-dice", own ? "yes" : "no");
  }

  /** Whether a key of the storage is that of this scene; null stands for all of it. */
  concerns(key, id) {
    return key === null || key === this.#key(id);
  }

  #key(id) {
    return `diceleaf:desk:${this.#game}:${id}`;
  }
}
