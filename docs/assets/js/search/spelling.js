/** Corrections for words that no book contains: misspelt words, and words run together. */

const MIN_LENGTH = 4; // the shortest word that is corrected; shorter ones resemble too many others
const MIN_LENGTH_FOR_TWO = 8; // the shortest word with two corrected letters
const MIN_COUNT = 3; // how often the parts of a word must occur to be split

/**
 * Returns a correction of an unknown word as a list of words: the nearest of `known`, a Map of words to their
 * frequency, or two of them run together; else null.
 */
export function respell(word, known) {
  return nearest(word, known) ?? split(word, known) ?? null;
}

function nearest(word, known) {
  if (word.length < MIN_LENGTH) return null;
  const most = word.length < MIN_LENGTH_FOR_TWO ? 1 : 2;
  let best = null;
  for (const [other, count] of known) {
    if (Math.abs(other.length - word.length) > most || other.length < MIN_LENGTH - 1) continue;
    const distance = editDistance(word, other);
    if (distance > most || (distance > 1 && other[0] !== word[0])) continue;
    if (!best || distance < best.distance || (distance === best.distance && count > best.count))
      best = { other, distance, count };
  }
  return best && [best.other];
}

function split(word, known) {
  for (let at = 2; at <= word.length - 2; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => known.get(part) >= MIN_COUNT)) return parts;
  }
  return null;
}

/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbour
 * (Damerau–Levenshtein).
 */
export function editDistance(one, other) {
  let before = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const differs = Number(one[i - 1] !== other[j - 1]);
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + differs);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isSwapped) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above[other.length];
}
