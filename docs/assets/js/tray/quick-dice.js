/** Dice notation of tapped dice, as `rules_py/dice/notation` reads it. */

const KEEP = { highest: "kh", advantage: "kh", lowest: "kl", disadvantage: "kl" };

/** The number of dice rolled in addition to the tapped ones, of which the number tapped is kept. */
const EXTRA = { advantage: 1, disadvantage: 1 };

/** The die of "Advantage" without any dice. */
const DEFAULT_DIE = "20";

/**
 * The notation of a roll: `dice` is a Map of sides to counts in the order tapped, `modifier` a number, `mode`
 * "", "explode" or a key of KEEP, and `keep` the number of dice to keep, or null for the default.
 */
export function writeNotation({ dice, modifier, mode, keep }) {
  const pools = dice.size || !EXTRA[mode] ? dice : new Map([[DEFAULT_DIE, 1]]);
  const subject = pools.has(DEFAULT_DIE) ? DEFAULT_DIE : [...pools.keys()][0];
  const terms = [...pools].map(([sides, count]) => {
    if (mode === "explode") return `${rolled(count, sides)}!`;
    if (EXTRA[mode])
      return sides === subject ? `${count + 1}d${sides}${KEEP[mode]}${count}` : rolled(count, sides);
    const keptCount = KEEP[mode] && count > 1 ? Math.min(keep ?? count - 1, count) : count;
    return keptCount < count ? `${count}d${sides}${KEEP[mode]}${keptCount}` : rolled(count, sides);
  });
  const sum = terms.join(" + ");
  if (!modifier) return sum;
  return sum ? `${sum} ${modifier < 0 ? "-" : "+"} ${Math.abs(modifier)}` : String(modifier);
}

/** Returns {kept, of} if the reader can choose how many dice `mode` keeps, else null. */
export function keptDice({ dice, mode, keep }) {
  const of = Math.max(0, ...dice.values());
  if (!KEEP[mode] || EXTRA[mode] || of < 2) return null;
  return { kept: Math.min(keep ?? of - 1, of - 1), of };
}

function rolled(count, sides) {
  return `${count > 1 ? count : ""}d${sides}`;
}

/** Returns the argument of `writeNotation` for a notation, or null if it can't be tapped. */
export function readNotation(text) {
  const tapped = { dice: new Map(), modifier: 0, mode: "", keep: null };
  const terms = text.replaceAll(" ", "").toLowerCase();
  for (const term of terms ? terms.split(/(?=[+-])/) : []) {
    const dice = /^\+?(\d{0,2})d(4|6|8|10|12|20|100)$/.exec(term);
    if (dice && dice[1] !== "0" && !tapped.dice.has(dice[2])) tapped.dice.set(dice[2], Number(dice[1] || 1));
    else if (/^[+-]?\d{1,4}$/.test(term)) tapped.modifier += Number(term);
    else return null;
  }
  return tapped;
}
