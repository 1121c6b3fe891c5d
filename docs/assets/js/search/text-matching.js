/** Words as the search compares them, and what is shown of a text around those that were found. */

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;
const SMALL = new Set(
  "a an and at be by can do does for how i if in is it my of on or the to what when".split(" "),
);
const SHOWN = 170;

/** The words of a text, as written. */
export function wordsOf(text) {
  return text.match(WORD) ?? [];
}

/** A word in the form in which it is compared: small letters without accents, one thing in place of many. */
export function root(word) {
  const plain = word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]s?$/, "")
    .replace(/['’]/g, "");
  if (plain.length < 4 || plain.endsWith("ss") || plain.endsWith("us") || plain.endsWith("is")) return plain;
  if (plain.endsWith("ies")) return `${plain.slice(0, -3)}y`;
  return plain.replace(/((?<=ss|x|ch|sh)e)?s$/, "");
}

/** What a name is compared by; what it is of, as in "Turn (in a fight)", nobody types. */
export function normaliseName(name) {
  return wordsOf(name.replace(/\s+\([^)]*\)$/, ""))
    .map(root)
    .join(" ");
}

/** Whether a word says so little that a question may do without. */
export function isStopWord(word) {
  return SMALL.has(word.toLowerCase());
}

/**
 * The text below a name that it begins with itself, as the rules of a list do, without that: `Cleave: one
 * roll …`.
 */
export function withoutName(name, text) {
  const said = name && text.startsWith(name) ? /^[.:]\s+(.+)$/s.exec(text.slice(name.length))?.[1] : null;
  return said ? said[0].toUpperCase() + said.slice(1) : text;
}

/**
 * The part of a text around the first word that was found, as [[piece, whether it was found]]; `found` holds
 * roots, and what begins with one counts.
 */
export function snippet(text, found, room = SHOWN) {
  const hits = [...text.matchAll(WORD)].filter(([word]) => found.has(root(word)));
  const from = start(text, hits[0]?.index ?? 0, room);
  const to = end(text, from + room);
  const pieces = [];
  let at = from;
  for (const { index, 0: word } of hits) {
    if (index < from || index + word.length > to) continue;
    if (index > at) pieces.push([text.slice(at, index), false]);
    pieces.push([word, true]);
    at = index + word.length;
  }
  if (at < to) pieces.push([text.slice(at, to), false]);
  if (from > 0) pieces.unshift(["… ", false]);
  if (to < text.length) pieces.push([" …", false]);
  return pieces;
}

/** Where to begin so that what is looked at stands in the first half: behind a space. */
function start(text, at, room) {
  if (text.length <= room || at < room / 2) return 0;
  const wanted = Math.min(at - room / 3, text.length - room);
  return text.indexOf(" ", wanted) + 1;
}

function end(text, wanted) {
  return wanted >= text.length ? text.length : text.lastIndexOf(" ", wanted);
}
