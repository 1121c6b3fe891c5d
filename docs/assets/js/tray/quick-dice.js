/** Dice notation for dice that are tapped together; `rules_py/dice/notation` reads it. */

const KEPT = { highest: "kh", advantage: "kh", lowest: "kl", disadvantage: "kl" };

/** Dice that are rolled besides those that were tapped, to keep as many. */
const EXTRA = { advantage: 1, disadvantage: 1 };

/** The die that a reader means who taps nothing but "Advantage". */
const USUAL_DIE = "20";

/**
 * The notation of a roll: `dice` is a Map of sides to counts in the order tapped, `modifier` a number, `mode`
 * "", "explode" or one of those that keep some of the dice, and `keep` how many, if a reader said so.
 */
export function writeNotation({ dice, modifier, mode, keep }) {
  const pools = dice.size || !EXTRA[mode] ? dice : new Map([[USUAL_DIE, 1]]);
  const subject = pools.has(USUAL_DIE) ? USUAL_DIE : [...pools.keys()][0];
  const terms = [...pools].map(([sides, count]) => {
    if (mode === "explode") return `${rolled(count, sides)}!`;
    if (EXTRA[mode])
      return sides === subject ? `${count + 1}d${sides}${KEPT[mode]}${count}` : rolled(count, sides);
    const kept = KEPT[mode] && count > 1 ? Math.min(keep ?? count - 1, count) : count;
    return kept < count ? `${count}d${sides}${KEPT[mode]}${kept}` : rolled(count, sides);
  });
  const sum = terms.join(" + ");
  if (!modifier) return sum;
  return sum ? `${sum} ${modifier < 0 ? "-" : "+"} ${Math.abs(modifier)}` : String(modifier);
}

/**
 * {kept, of} the dice that `mode` keeps some of, or null where it keeps all or how many is not to be chosen.
 */
export function keptDice({ dice, mode, keep }) {
  const of = Math.max(0, ...dice.values());
  if (!KEPT[mode] || EXTRA[mode] || of < 2) return null;
  return { kept: Math.min(keep ?? of - 1, of - 1), of };
}

function rolled(count, sides) {
  return `${count > 1 ? count : ""}d${sides}`;
}

/** What to tap for a notation, as `writeNotation` takes it, or null where some of it can't be tapped. */
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
