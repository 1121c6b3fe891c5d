/**
 * Searches entries by words: as written, by word family (heal and healing), by prefix, joined or split, and
 * misspelt.
 *
 * MiniSearch ranks them. Compared with FlexSearch, Fuse and lunr, it is the smallest, fast, good at prefixes,
 * and without dependencies. Misspellings are corrected here: MiniSearch counts swapped letters as two
 * mistakes, and doesn't prefer the words of the reader's own book.
 */
import { everydayWords } from "./everyday-words.js";
import { respell } from "./spelling.js";
import { root, stem, wordsOf } from "./text-matching.js";

const BOOSTS = { name: 4, also: 4, heading: 1.5, page: 0.7 };
const NAMED = new Set(["term", "rule", "entry"]); // others are matched by a sentence
const FAMILY = 0.7;
const SHARE = 3; // the factor for entries that have all words
const SCATTERED = 0.1; // words that a long text contains by accident
const LEAST = 0.05; // the share of the best score that an entry without all words must reach
const WEIGHTS = { prefix: 0.4, fuzzy: 0 };
const AS_IT_IS = { tokenize: (word) => [word], processTerm: (word) => word };

export class WordSearch {
  #index;
  #words = new Map(); // the words of each book, with their frequency
  #families = new Map(); // words by their stem
  #book = null; // the book that is being read

  constructor(MiniSearch) {
    const fields = ["name", "also", "heading", "page", "text"];
    this.#index = new MiniSearch({
      fields,
      tokenize: wordsOf,
      processTerm: (word) => this.#registerWord(root(word)),
    });
  }

  add({ id, kind, name, also, section, page, book, text }) {
    this.#book = this.#wordCounts(book);
    const [called, heading] = NAMED.has(kind) ? [name, section] : ["", name];
    this.#index.add({ id, name: called, also: also.join(" "), heading, page: page.title, text });
  }

  #wordCounts(book) {
    if (!this.#words.has(book)) this.#words.set(book, new Map());
    return this.#words.get(book);
  }

  #registerWord(word) {
    if (!word) return null;
    const count = this.#book.get(word) ?? 0;
    this.#book.set(word, count + 1);
    if (!count) {
      const key = stem(word);
      if (!this.#families.has(key)) this.#families.set(key, new Set());
      this.#families.get(key).add(word);
    }
    return word;
  }

  /**
   * Returns the entries with any of the words, best first: [{id, matched, isWhole, score}]. `matched` has
   * the matching words, and `isWhole` is true if all match. `worth(id)` returns a factor for the score; 0
   * excludes the entry. `isTogether(id, groups)` returns whether matching words, a group for each word of the
   * query, are related. With `loosely`, everyday synonyms match, too.
   */
  search(words, { worth, isTogether, loosely = false }) {
    const settings = { worth, isTogether, loosely };
    const readings = [words, ...this.#joinedReadings(words)].map((reading) =>
      this.#search(reading, settings),
    );
    const best = new Map();
    for (const result of readings.flat()) {
      if (!(best.get(result.id)?.score >= result.score)) best.set(result.id, result);
    }
    const results = [...best.values()].sort((one, other) => other.score - one.score);
    return results.filter(({ isWhole, score }) => isWhole || score > results[0].score * LEAST);
  }

  #search(words, { worth, isTogether, loosely }) {
    const queries = words.map((word) => this.#query(word, words.length === 1, loosely));
    const wordWeights = words.map((word) => this.#weightOf(word));
    const all = wordWeights.reduce((sum, each) => sum + each, 0);
    const factors = new Map();
    const boostDocument = (id) => {
      if (!factors.has(id)) factors.set(id, worth(id));
      return factors.get(id);
    };
    const options = { ...AS_IT_IS, boost: BOOSTS, weights: WEIGHTS, boostDocument, combineWith: "OR" };
    const results = this.#index.search({ queries }, options);
    return results.map(({ id, score, terms, queryTerms }) => {
      const has = queries.map(({ words: family }) => family.some((word) => queryTerms.includes(word)));
      const share = has.reduce((sum, each, at) => sum + (each ? wordWeights[at] : 0), 0) / all;
      const matched = new Set(terms);
      const isWhole = !has.includes(false);
      const isScattered = isWhole && queries.length > 1 && !isTogether(id, this.#grouped(queries, terms));
      return {
        id,
        matched,
        isWhole: isWhole && !isScattered,
        score: (score / queryTerms.length) * share ** SHARE * (isScattered ? SCATTERED : 1),
      };
    });
  }

  /** Returns the words of the query that an entry matches, by its terms. */
  #grouped(queries, terms) {
    return queries.map(({ words }) =>
      terms.filter((term) => term.startsWith(words[0]) || words.includes(term)),
    );
  }

  /** Returns the weight of a word: rarer words weigh more. */
  #weightOf(word) {
    let count = 0;
    for (const words of this.#words.values()) count += words.get(word) ?? 0;
    return 1 / Math.log(3 + count);
  }

  /** One or two letters match too much to be useful beside other words. */
  #query(word, isAlone, loosely) {
    const prefix = word.length > 2 || (word.length > 1 && isAlone);
    const synonyms = loosely ? [word, ...everydayWords(word)] : [word];
    const families = synonyms.flatMap((each) => [...(this.#families.get(stem(each)) ?? [])]);
    const family = families.filter((each) => each !== word);
    const queries = [
      { queries: [word], prefix },
      { queries: family, boostTerm: () => FAMILY },
    ];
    return { queries, words: [word, ...family] };
  }

  /** Returns the words with two neighbours joined: counter spell, counterspell. */
  #joinedReadings(words) {
    return words.slice(1).flatMap((word, at) => {
      const one = words[at] + word;
      return this.#isKnown(one) ? [words.toSpliced(at, 2, one)] : [];
    });
  }

  #isKnown(word, books = [...this.#words.keys()]) {
    return books.some((book) => this.#wordCounts(book).has(word));
  }

  /** Returns the words with corrections for those that no book contains; earlier books take precedence. */
  respell(words, books) {
    return words.flatMap((word) => {
      if (this.#isKnown(word, books) || this.#families.has(stem(word))) return [word];
      for (const book of books) {
        const correction = respell(word, this.#wordCounts(book));
        if (correction) return correction;
      }
      return [word];
    });
  }
}
