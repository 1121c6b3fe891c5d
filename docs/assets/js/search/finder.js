/**
 * Searches the index of `hooks/search_index/index.py`, for the search dialog and for cards.
 *
 * Each entry has its `page` and `book`, its `address` from the root of the site, and a `key` that stays the
 * same if it moves to another page. A query that looks like a rule number is looked up; others go to
 * WordSearch.
 */
import { matchQuality, readNumber } from "./rule-numbers.js";
import { normaliseName, sentencesOf, stem, significantRoots } from "./text-matching.js";
import { WordSearch } from "./word-search.js";

const WEIGHT = { term: 1.7, rule: 1.3, entry: 1.2, chapter: 1, calculator: 0.9, ruling: 0.9, section: 0.8 };
const HEADS = new Set(["chapter", "section"]);
const STATEMENTS = new Set(["rule", "ruling"]);
const NO_BOOK = 0.4;
const AUTHOR_GUIDE = 0.01; // the guide for authors repeats names of players' entries
const WITHOUT_RULES = 0.4; // the factor for examples, stories, dice and consequences of rules
const NAMED = 6;
const ALSO_NAMED = 4;
const ANSWERS = 20; // a rule that the book's author assigned to the query
const UNDER_NAMED = 4; // a rule seldom repeats the name of its heading
const EXACT_NAME = 2; // the name equals the query, including small words
const MAX_HITS = 40;
const MAX_OTHERS = 20;
const MAX_CLOSEST = 8;
const MAX_PREFIX_MATCHES = 9;
const BATCH_SIZE = 60;

export class Finder {
  #wordSearch = null;
  #sentences = new Map(); // the roots of the sentences of entries that were compared
  #headingsWithRules = new Set(); // the headings above rules
  #preparedCount = 0;
  #byAddress = new Map();
  #byKey = new Map();
  #entriesByNumber = [];

  constructor({ books, pages, things, prose = "" }) {
    this.prose = prose;
    this.books = books.map((book) => ({ id: "", address: "", ...book }));
    this.pages = pages.map((page) => ({ address: "", ...page, book: this.books[page.book] }));
    this.things = things.map((entry, id) => this.#completeEntry(entry, id));
    for (const { kind, page, section = "" } of this.things)
      if (STATEMENTS.has(kind)) this.#headingsWithRules.add(`${page.address}#${section}`);
  }

  /** Adds the running text below the headings, in their order. */
  addFullText(texts) {
    const headings = this.things.filter(({ kind }) => HEADS.has(kind));
    headings.forEach((heading, at) => {
      heading.text = texts[at];
      this.#sentences.delete(heading);
      if (!heading.text) this.#borrowText(heading);
    });
  }

  #completeEntry(stored, id) {
    const page = this.pages[stored.page];
    const entry = { numbers: [], also: [], rulings: [], about: [], cells: [], see: [], name: "", ...stored };
    entry.id = id;
    entry.page = page;
    entry.book = page.book;
    entry.text ??= entry.cells.map(([label, value]) => (label ? `${label}: ${value}` : value)).join(" · ");
    const number = entry.numbers[0];
    entry.address = `${page.address}#${number ?? entry.anchor}`;
    entry.key = HEADS.has(entry.kind)
      ? entry.address
      : `${page.book.id}:${number ?? `${entry.kind}:${entry.of ?? ""}:${entry.anchor}`}`;
    this.#byKey.set(entry.key, entry);
    for (const anchor of [entry.anchor, ...entry.numbers])
      this.#byAddress.set(`${page.address}#${anchor}`, entry);
    for (const each of entry.numbers) this.#entriesByNumber.push([each, entry]);
    if (entry.kind === "chapter") this.#byAddress.set(page.address, entry);
    return entry;
  }

  /** An empty heading gets the text of the first entry below it. */
  #borrowText(heading) {
    const next = this.things[heading.id + 1];
    if (next?.section !== heading.name || next.page !== heading.page) return;
    heading.shown = next.shown ?? next.text;
    heading.label ??= next.label;
  }

  // relations

  /** Returns the entry at an address from the root of the site, such as `core_rules/challenges/#C-044`. */
  at(address) {
    return this.#byAddress.get(address);
  }

  /**
   * Returns the entry to open for a hit: for a term the entry with more details, otherwise the hit itself.
   */
  target(entry) {
    return this.at(entry.see[0]?.[1]) ?? entry;
  }

  byKey(key) {
    return this.#byKey.get(key);
  }

  /** Returns the entry of a book with this number. */
  numbered(book, number) {
    return this.#entriesByNumber.find(([each, entry]) => each === number && entry.book === book)?.[1];
  }

  /** Returns the rulings on a rule: those beside it first, then those that mention it. */
  rulings(entry) {
    const ownRulings = entry.rulings.map((number) => this.numbered(entry.book, number));
    const mentioning = this.things.filter(
      (each) => each.kind === "ruling" && each.book === entry.book && overlaps(each.about, entry.numbers),
    );
    return [...new Set([...ownRulings, ...mentioning])].filter((each) => each && each !== entry);
  }

  /** Returns the calculators of a rule, the most relevant first. */
  calculators(entry) {
    const numbers = entry.kind === "entry" ? [...entry.numbers, ...entry.about] : entry.numbers;
    const place = ({ about }) =>
      Math.min(...numbers.map((each) => about.indexOf(each)).filter((at) => at >= 0));
    return this.things
      .filter(
        (each) => each.kind === "calculator" && each.book === entry.book && overlaps(each.about, numbers),
      )
      .sort((one, other) => place(one) - place(other) || one.about.length - other.about.length);
  }

  /** Returns the pages of a book. */
  chapters(book) {
    return this.pages.filter((page) => page.book === book);
  }

  // searching

  /** Indexes everything for the search by words, in small steps so that the page stays responsive. */
  async prepare(MiniSearch, pause = () => new Promise((done) => setTimeout(done))) {
    this.#wordSearch ??= new WordSearch(MiniSearch);
    while (this.#preparedCount < this.things.length) {
      const some = this.things.slice(this.#preparedCount, this.#preparedCount + BATCH_SIZE);
      this.#preparedCount += some.length;
      for (const entry of some) {
        entry.names = namesOf(entry);
        this.#wordSearch.add(entry);
      }
      await pause();
    }
  }

  /**
   * Returns the results for a query by a reader of `book`, as lists of {entry, matched}. Call `prepare`
   * first.
   *
   *     hits      of the reader's book; outside books, of all books
   *     others    rules and terms of the other books
   *     mentions  examples and stories of the reader's book, if only other books have a rule
   *     closest   whether no hit has all of the words
   *     meant     the corrected query, else ""
   *
   * `matched` contains the words of the query that an entry matches.
   */
  find(text, book = null) {
    const number = readNumber(text);
    const numbered = number ? this.#byNumber(number, book) : [];
    const isOwn = ({ entry }) => !book || entry.book === book;
    const words = this.#byWords(text, book);
    const own = numbered.filter(isOwn);
    if (words.meant && numbered.length) words.hits = words.others = [];
    if (numbered.length) words.hits = words.hits.filter(isWholeHit);
    const exactlyNamed = words.hits.filter(({ entry }) => number && nameFactor(entry, nameOf(text)) > 1);
    const hits = withoutRedundant(unique([...exactlyNamed, ...own, ...words.hits]), this);
    const closest = hits.length > 0 && !own.length && !hits.some(isWholeHit);
    const others = unique([...numbered.filter((hit) => !isOwn(hit)), ...words.others]);
    const areMentions = others.length > 0 && !hits.some(({ entry }) => this.#states(entry));
    return {
      hits: areMentions ? [] : hits.slice(0, closest ? MAX_CLOSEST : MAX_HITS),
      others: others.slice(0, MAX_OTHERS),
      mentions: areMentions ? hits.slice(0, MAX_CLOSEST) : [],
      closest,
      meant: numbered.length ? "" : words.meant,
    };
  }

  #byNumber(number, book) {
    const rank = (fit, entry, own) =>
      fit * 10 +
      (entry.book === book ? 4 : 0) +
      (own.startsWith("R-") ? 0 : 1) +
      (entry.kind === "term" ? 1 : 0);
    const meant = this.#entriesByNumber
      .map(([own, entry]) => ({ own, entry, fit: matchQuality(own, number) }))
      .filter(({ fit }) => fit)
      .sort((one, other) => rank(other.fit, other.entry, other.own) - rank(one.fit, one.entry, one.own));
    const exact = meant.filter(({ fit }) => fit === 2);
    const startingWith = meant.filter(({ fit }) => fit === 1).slice(0, MAX_PREFIX_MATCHES);
    return [...exact, ...startingWith].map(({ own, entry }) => ({ entry, number: own, matched: new Set() }));
  }

  /** Like `find`, for words. If the reader's book has none of them, synonyms or corrections are used. */
  #byWords(text, book) {
    const query = significantRoots(text);
    const games = this.books.filter(({ id, aside }) => id && !aside && id !== book?.id);
    let name = nameOf(text);
    let words = query;
    let hits = this.#search(words, name, book);
    if (!hits.some(isWholeHit)) {
      const looseHits = this.#search(words, name, book, { loosely: true });
      if (looseHits.some(isWholeHit)) hits = looseHits;
      else words = this.#wordSearch.respell(query, book ? [book, ...games] : games);
    }
    const meant = words.join(" ") === query.join(" ") ? "" : words.join(" ");
    if (meant) {
      name = nameOf(meant);
      hits = this.#search(words, name, book);
    }
    const elsewhere = book ? this.#search(words, name, book, { elsewhere: true }) : [];
    const isRelevant = (entry) => this.#states(entry) && !(hits.length && entry.book.aside);
    const others = elsewhere.filter(({ entry, isWhole }) => isWhole && isRelevant(entry));
    return { hits, others, meant: hits.length + others.length ? meant : "" };
  }

  /**
   * Returns whether an entry is a rule, a term, or a heading above rules, not an example, a story or dice.
   */
  #states({ kind, name, page, book }) {
    if (!book.id || book.aside) return true;
    if (!HEADS.has(kind)) return kind !== "calculator";
    return this.#headingsWithRules.has(`${page.address}#${kind === "chapter" ? "" : name}`);
  }

  /**
   * Returns whether the name and one sentence contain a word of each group. Words scattered over a long text
   * aren't related.
   */
  #isTogether(entry, groups) {
    if (!this.#sentences.has(entry)) {
      const named = new Set(sentencesOf([entry.name, ...entry.also].join(" ")).flatMap((each) => [...each]));
      this.#sentences.set(entry, [named, sentencesOf(entry.text ?? "")]);
    }
    const [named, sentences] = this.#sentences.get(entry);
    const others = groups.filter((group) => !group.some((word) => named.has(word)));
    return sentences.some((words) => others.every((group) => group.some((word) => words.has(word))));
  }

  #search(words, name, book, { elsewhere = false, loosely = false } = {}) {
    const worth = (id) => {
      const entry = this.things[id];
      if (book && (entry.book === book) === elsewhere) return 0;
      const { id: folder, aside } = entry.book;
      const place = entry.book === book ? 1 : !folder ? NO_BOOK : aside ? AUTHOR_GUIDE : 1;
      return WEIGHT[entry.kind] * place * (this.#states(entry) ? 1 : WITHOUT_RULES) * nameFactor(entry, name);
    };
    const isTogether = (id, groups) => this.#isTogether(this.things[id], groups);
    const results = words.length ? this.#wordSearch.search(words, { worth, isTogether, loosely }) : [];
    return results.map(({ id, ...result }) => ({ entry: this.things[id], ...result }));
  }
}

function isWholeHit({ isWhole }) {
  return isWhole;
}

function overlaps(some, others) {
  return others.some((each) => some.includes(each));
}

/** Returns a name in the form for exact comparison, including its small words. */
function nameOf(text) {
  const name = normaliseName(text);
  return { whole: name, telling: significantRoots(name).map(stem).join(" ") };
}

function namesOf({ name, also, section = "" }) {
  return { name: nameOf(name), also: also.map(nameOf), section: nameOf(section) };
}

/** Returns how well the name of an entry matches: its own name, a synonym, or the name of its heading. */
function nameFactor({ kind, names: { name, also, section } }, query) {
  const fit = (each) => (each.whole === query.whole ? EXACT_NAME : each.telling === query.telling ? 1 : 0);
  return Math.max(
    1,
    NAMED * fit(name),
    (kind === "term" ? ALSO_NAMED : ANSWERS) * Math.max(0, ...also.map(fit)),
    kind === "rule" ? UNDER_NAMED * fit(section) : 0,
  );
}

function unique(hits) {
  const things = new Set();
  return hits.filter(({ entry }) => !things.has(entry) && things.add(entry));
}

/**
 * Leaves out redundant hits: those that an earlier term opens, and list entries that only link to a rule of
 * the same name among the hits.
 */
function withoutRedundant(hits, books) {
  const rules = hits.filter(({ entry }) => entry.kind === "rule").map(({ entry }) => entry);
  const pointsToRule = ({ kind, name, about, book }) =>
    kind === "entry" &&
    rules.some((rule) => rule.book === book && rule.name === name && overlaps(rule.numbers, about));
  const targets = new Set();
  return hits.filter(({ entry }) => {
    if (targets.has(entry) || pointsToRule(entry)) return false;
    if (entry.kind === "term") targets.add(books.target(entry));
    return true;
  });
}
