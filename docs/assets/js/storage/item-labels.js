import { formatMessage, formatMessageNodes, isolate } from "../messages.js";
import { groupItems } from "./grouping.js";
import { normaliseRoll } from "./normalise-roll.js";
import { splitName } from "./settings.js";

/**
 * The labels of stored items, from the attributes of an element: `data-messages`, and `data-books`, which has
 * the names of a book's items and the page that opens them, by game and kind.
 */
export class ItemLabels {
  #element;

  constructor(element) {
    this.#element = element;
  }

  #message(key, values) {
    return formatMessage(this.#element, key, values);
  }

  get #books() {
    const books = Object.entries(JSON.parse(this.#element.dataset.books));
    return new Map(books.map(([game, kinds]) => [game, new Map(Object.entries(kinds))]));
  }

  /** Returns {one, many, title, address} of the items of a game; the title of an unknown game is its id. */
  ofItems(game, kind) {
    const books = this.#books;
    const labels = books.get(game)?.get(kind);
    if (labels) return labels;
    if (!kind)
      return { one: this.#message("unknown-one"), many: this.#message("unknown"), title: "", address: "" };
    const [similar] = [...books.values()].filter((kinds) => kinds.has(kind));
    return { one: kind, many: kind, ...similar?.get(kind), title: game, address: "" };
  }

  /** Returns the title of a book, or its id if it isn't on this site. */
  ofBook(book) {
    const [{ title } = { title: book }] = this.#books.get(book)?.values() ?? [];
    return title;
  }

  /** Returns the number of items of each kind, such as "2 characters and 1 roll", or "" if there are none. */
  ofCounts({ things = [], throws = [], named = [], bookmarks = [], notes = {} }) {
    const counts = new Map(); // by plural label
    const count = (one, many, more) => {
      const { count: before = 0 } = counts.get(many) ?? {};
      if (more) counts.set(many, { one, count: before + more });
    };
    for (const { game, kind, lines } of groupItems(things)) {
      const { one, many } = this.ofItems(game, kind);
      count(one, many, lines.length);
    }
    count(this.#message("throw"), this.#message("throws"), throws.length);
    count(this.#message("named-one"), this.#message("named"), named.length);
    count(this.#message("bookmark"), this.#message("bookmarks"), bookmarks.length);
    count(this.#message("setting"), this.#message("settings"), Object.keys(notes).length);
    const parts = [...counts].map(([many, { one, count: all }]) => `${all} ${all === 1 ? one : many}`);
    const last = parts.pop() ?? "";
    return parts.length ? parts.join(", ") + this.#message("and") + last : last;
  }

  /** Returns the place of a bookmark, and its book. */
  ofBookmark(key) {
    const [, book, place] = /^([^:/]+)[:/](.+)$/s.exec(key) ?? [];
    return place ? [isolate(place), ", ", isolate(this.ofBook(book))] : [isolate(key)];
  }

  /** Returns the title, verdict and date of a roll. */
  ofRoll(record) {
    const { title, verdict, at } = normaliseRoll(record);
    const text = [title || this.#message("nameless"), verdict].filter(Boolean).join(": ");
    return [isolate(text), `, ${formatDate(at)}`];
  }

  /** Returns the name and value of a setting. */
  ofSetting([name, text]) {
    const { kind, about } = splitName(name);
    const [book] = about.split(".");
    const what = this.ofItems(about, kind === "desk-open" ? "desk" : "sheet").one;
    return formatMessageNodes(this.#element, `note-${kind}`, { of: this.ofBook(book), value: text, what });
  }

  /** Returns what was deleted. */
  ofDeletion({ what, records }) {
    const of = (store) => records.filter(([each]) => each === store).map(([, record]) => record);
    const [things, throws, named] = ["things", "throws", "named"].map(of);
    const several = things.length > 1 ? things : [];
    return what || this.ofCounts({ things: several, throws, named }) || this.#message("nameless");
  }
}

export function formatDate(at) {
  return new Date(at).toLocaleDateString(document.documentElement.lang || undefined, { dateStyle: "long" });
}
