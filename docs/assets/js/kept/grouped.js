/** Things of all games and kinds among the records, as they are listed. */
import { isRecord } from "../form/paths.js";
import { nameOf } from "./things.js";

const FIELDS = { sheet: "sheet", desk: "scene" };

/** [{game, kind, lines: [{key, name, isSound}]}], by kind and game; the lines by name. */
export function grouped(things) {
  const groups = new Map();
  for (const { key, kept } of things) {
    const [kind, game] = key.split(":");
    const thing = isRecord(kept) ? kept[FIELDS[kind]] : null;
    const isSound = isRecord(thing);
    const group = groups.get(`${kind}:${game}`) ?? { game, kind, lines: [] };
    group.lines.push({ key, name: isSound ? nameOf(thing) : "", isSound });
    groups.set(`${kind}:${game}`, group);
  }
  const { compare } = new Intl.Collator();
  for (const { lines } of groups.values()) lines.sort((one, other) => compare(one.name, other.name));
  return [...groups].sort(([one], [other]) => compare(other, one)).map(([, group]) => group);
}
