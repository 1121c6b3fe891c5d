/** The changes of a set of house rules, in reading order. */
import { ownValue } from "../form/paths.js";
import { toHref } from "../search/addresses.js";
import { sentencesBy, sentencesOf, splitSentences } from "./book.js";
import { questionOf, wholeText } from "./ruling-titles.js";

const GAP = "…";

/**
 * Returns [{key, kind, number, title, link, address, ours, books, rest, sentences}]. `key` identifies the
 * changed item in any set. `kind` is "switch", "number", "rule", "new", "hidden" or "entry". `number` is the
 * rule's, if it is about one. `title` is the subject, `link` its location in words, and `address` that of the
 * link. `ours` and `books` are the texts of the set and the book: the sentences that differ, or the value of
 * an option. For a ruling, `books` is the first sentence, and `rest` the others. `sentences` are the rules
 * that an option changes, as changes of the kind "sentence". `parts` are the sections and entries of the book
 * as in `parts.js`.
 */
export function changesOf(set, book, parts = []) {
  return [
    ...optionChanges(set, book),
    ...ruleChanges(set, book),
    ...newRuleChanges(set, book),
    ...hiddenChanges(set, parts),
  ];
}

/**
 * Compares the `changes` of a set with the `saved` changes of the reader's set: {changes, gone}. Changes that
 * differ get a `mark`, "new" or "changed"; the latter with the text of the saved set as `yours`. `gone` are
 * the changes of the saved set only.
 */
export function compareChanges(changes, saved) {
  const savedByKey = new Map(saved.map((change) => [change.key, change]));
  const keys = new Set(changes.map(({ key }) => key));
  return {
    changes: changes.map((change) => {
      const other = savedByKey.get(change.key);
      if (!other) return { ...change, mark: "new" };
      return isSame(change, other) ? change : { ...change, mark: "changed", yours: ownText(other) };
    }),
    gone: saved
      .filter(({ key }) => !keys.has(key))
      .map((change) => ({ ...change, ours: "", rest: "", sentences: [], yours: ownText(change) })),
  };
}

function isSame(one, other) {
  return ["number", "title", "books", "rest", "ours"].every((name) => one[name] === other[name]);
}

/** Returns the text of a change; for a new rule with its place and title, which can differ, too. */
function ownText({ kind, link, title, ours }) {
  return kind === "new" ? `${link}: ${title ? `${title} ` : ""}${ours}` : ours;
}

function optionChanges(set, book) {
  const texts = sentencesOf(book, set.options);
  const sentences = (option) =>
    sentencesBy(book, option, set.options)
      .filter(([number]) => Object.hasOwn(book.rules, number) && !Object.hasOwn(set.rules, number))
      .map(([number]) => rewrittenRule("sentence", number, texts[number], book));
  return book.options
    .filter(({ name }) => Object.hasOwn(set.options, name))
    .map((option) => {
      const changedSentences = sentences(option);
      const isBelow = changedSentences.some(({ number }) => number === option.rule); // with its own link
      return {
        key: `option ${option.name}`,
        kind: option.kind === "int" ? "number" : "switch",
        ...(isBelow ? {} : ruleFields(option.rule, book)),
        title: option.label,
        ours: valueText(option, set.options[option.name]),
        books: valueText(option, option.default),
        sentences: changedSentences,
      };
    });
}

/** Returns the value of an option as text. */
function valueText({ choices }, value) {
  return choices?.find(([choice]) => choice === value)?.[1] ?? String(value);
}

function ruleChanges(set, book) {
  return Object.entries(set.rules).map(([number, { text }]) => rewrittenRule("rule", number, text, book));
}

function rewrittenRule(kind, number, text, book) {
  const rule = ownValue(book.rules, number);
  const isRuling = rule.kind === "ruling";
  const [bookText, ours] = differingSentences(isRuling ? wholeText(rule.title, rule.text) : rule.text, text);
  const place = { key: `${kind} ${number}`, kind, ...ruleFields(number, book), ours };
  if (!isRuling) return { ...place, title: rule.title, books: bookText };
  const [books, ...others] = splitSentences(bookText);
  return { ...place, title: questionOf(rule.title), books, rest: others.join(" ") };
}

/**
 * Returns the sentences in which two texts differ, as [of the first, of the second]. An ellipsis replaces
 * common sentences at the start or end.
 */
export function differingSentences(...texts) {
  const [one, other] = texts.map(splitSentences);
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  // sentences of one text only are shown beside a common one
  if (start + end === shorter) [start, end] = start ? [start - 1, end] : [0, Math.max(end - 1, 0)];
  return [one, other].map((sentences) => {
    const different = sentences.slice(start, sentences.length - end);
    return [...(start ? [GAP] : []), ...different, ...(end ? [GAP] : [])].join(" ");
  });
}

function newRuleChanges(set, book) {
  return set.new.map(({ id, after, title, text }) => ({
    key: `new ${id}`,
    kind: "new",
    ...ruleFields(after, book),
    title,
    ours: text,
  }));
}

function hiddenChanges(set, parts) {
  const partsByPlace = new Map(parts.map((part) => [part.place, part]));
  const line = (kind) => (place) => {
    const { label, text, href } = partsByPlace.get(place) ?? { label: place.replace("#", ", ") };
    return { key: `${kind} ${place}`, kind, number: "", title: label, link: text ?? "", address: href ?? "" };
  };
  return [...set.hidden.map(line("hidden")), ...Object.keys(set.entries).map(line("entry"))];
}

function ruleFields(number, book) {
  const rule = ownValue(book.rules, number);
  return { number, link: number, address: rule?.page ? toHref(`${rule.page.split("#")[0]}#${number}`) : "" };
}
