/** Saved items grouped for a list. */
import { isRecord } from "../form/paths.js";
import { parseItemKey } from "./keys.js";
import { nameOf } from "./collection.js";

const FIELDS = new Map([
  ["sheet", "sheet"],
  ["desk", "scene"],
  ["house", "house"],
]);

/**
 * Returns [{game, kind, lines: [{key, name, isSound}]}] by kind and game; the lines are sorted by name. A
 * record with another key has no game and kind, and its key as its name.
 */
export function groupItems(items) {
  const groups = new Map();
  for (const { key, kept } of items) {
    const { kind, game } = parseItemKey(key) ?? { kind: "", game: "" };
    const item = isRecord(kept) ? kept[FIELDS.get(kind)] : null;
    const isValid = isRecord(item);
    const group = groups.get(`${kind}:${game}`) ?? { game, kind, lines: [] };
    group.lines.push({ key, name: isValid ? nameOf(item) : kind ? "" : key, isSound: isValid });
    groups.set(`${kind}:${game}`, group);
  }
  const { compare } = new Intl.Collator();
  for (const { lines } of groups.values()) lines.sort((one, other) => compare(one.name, other.name));
  return [...groups].sort(([one], [other]) => compare(other, one)).map(([, group]) => group);
}
