/** Words as the search compares them, and excerpts around matches. */

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;
const STOP_WORDS = new Set(
  (
    "a am an and any are as at be by can could did do does dont for from had happen has have how i if im in is it " +
    "its ive just long many may me much must my of on or our should so that the their them then there they this to " +
    "was we were what when where which who will with would you your"
  ).split(" "),
);

/** Returns the words of a text, as written. */
export function wordsOf(text) {
  return text.match(WORD) ?? [];
}

/**
 * Returns a word in the form for comparison: lower case, without accents, singular, and in one of the British
 * and American spellings.
 */
export function root(word) {
  return oneSpelling(singular(plain(word)));
}

function plain(word) {
  return word
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/['’]s?$/, "")
    .replace(/['’]/g, "");
}

function singular(word) {
  if (word.length < 4 || word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")) return word;
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return word.replace(/((?<=ss|x|ch|sh)e)?s$/, "");
}

function oneSpelling(word) {
  return word
    .replace(/(?<=..)our(?=$|able|ed|ing|er)/, "or")
    .replace(/(?<=..)is(?=(e|ed|ing|er|ation)$)/, "iz")
    .replace(/(?<=..)ense$/, "ence");
}

/**
 * Returns the stem that a root shares with its family, such as heal with healing, and move with moving. It
 * needn't be a word.
 */
export function stem(word) {
  const short = word
    .replace(/^([lt])ying$/, "$1ie")
    .replace(/(?<=[aeiouy].*)(?<=..)(?:ing|(?<!e)ed|(?<=[st])ion|ly)$/, "")
    .replace(/([^aeiouy])\1$/, "$1");
  return short.length > 2 ? short.replace(/(?<!e)[ey]$/, "") : short;
}

/** Returns the roots of a query without its stop words, or all roots if there are no others. */
export function significantRoots(query) {
  const words = wordsOf(query).map(root).filter(Boolean);
  const significant = words.filter((word) => !STOP_WORDS.has(word));
  return significant.length ? significant : words;
}

/** Returns the roots of each sentence of a text. */
export function sentencesOf(text) {
  return text.split(/(?<=[.!?:;])\s/).map((sentence) => new Set(wordsOf(sentence).map(root)));
}

/**
 * Returns the words by which a name is compared. Its addition in parentheses, as in "Turn (in a fight)", is
 * left out.
 */
export function normaliseName(name) {
  return wordsOf(name.replace(/\s+\([^)]*\)$/, ""))
    .map(root)
    .join(" ");
}

/** Returns the text of an entry, labelled if it is a house rule or not used at the table. */
export function textOf({ label = "", shown, text }) {
  return label + (shown ?? text);
}

/** Returns a text without the name at its start, which the rules of a list repeat: `Cleave: one roll …`. */
export function withoutName(name, text) {
  const match = name && text.startsWith(name) ? /^[.:]\s+(.+)$/s.exec(text.slice(name.length))?.[1] : null;
  return match ? match[0].toUpperCase() + match.slice(1) : text;
}

/**
 * Returns the part of a text around the first match, as [[piece, whether it matches]]; `roots` are
 * those of words, which also match longer words.
 */
export function snippet(text, roots, length) {
  const hits = [...text.matchAll(WORD)].filter(([word]) => roots.has(root(word)));
  const from = start(text, hits[0]?.index ?? 0, length);
  const to = end(text, from + length);
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

/** Returns the start of an excerpt with the match in its first half, after a space. */
function start(text, at, length) {
  if (text.length <= length || at < length / 2) return 0;
  const limit = Math.min(at - length / 3, text.length - length);
  return text.indexOf(" ", limit) + 1;
}

function end(text, limit) {
  return limit >= text.length ? text.length : text.lastIndexOf(" ", limit);
}
