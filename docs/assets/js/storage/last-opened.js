/**
 * The id of a game's sheet or encounter that was opened last: in this tab, which reopens it after a reload,
 * or else in any tab.
 */
import { openRawStorage, openStorage } from "./local-storage.js";

/** The storage of this tab, which lasts as long as the tab. */
const openTabStorage = () => openStorage(undefined, openRawStorage("sessionStorage"));

export class LastOpened {
  #name;
  #storages;

  constructor(kind, game, storage = openStorage(), tab = openTabStorage()) {
    this.#name = `${kind === "sheet" ? "" : `${kind}-`}open:${game}`;
    this.#storages = [tab, storage];
  }

  get id() {
    const ids = this.#storages.map((each) => each.read(this.#name));
    return ids[0] ?? ids[1];
  }

  set id(id) {
    for (const each of this.#storages) each.note(this.#name, id);
  }
}
