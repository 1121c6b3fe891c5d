/**
 * Searches the index that `hooks/search_index/index.py` wrote, for the search and for the cards.
 *
 * Each thing comes with its `page` and `book`, its `address` from the root of the site and a `key` that stays
 * while it moves from page to page. What is written like the number of a rule is looked up; for words there
 * is MiniSearch, which was tried beside FlexSearch, Fuse and lunr: the smallest of them, quick, right about
 * beginnings and misspellings, and without dependencies.
 */
import { fits, readNumber } from "./rule-numbers.js";
import { isStopWord, normaliseName, root, wordsOf } from "./text-matching.js";

const WEIGHT = { term: 1.7, rule: 1.3, entry: 1.3, chapter: 1.3, calculator: 0.9, ruling: 0.8, section: 0.8 };
const HEADS = new Set(["chapter", "section"]);
const OWN_BOOK = 5;
const NO_BOOK = 0.4;
const ASIDE = 0.01; // what authors look up is called as players' things are
const EMPTY = 0.6; // a heading with nothing below it but what stands elsewhere
const NAMED = 6;
const ALSO_NAMED = 4;
const UNDER_NAMED = 8; // their own words seldom say it again
export const MOST = 40;
const BEGUN = 9;
const AT_A_TIME = 60;

const FIELDS = {
  fields: ["name", "also", "section", "text"],
  tokenize: wordsOf,
  processTerm: (word) => root(word) || null,
};
const BOOSTS = { name: 4, also: 4, section: 1.3 };

export class Finder {
  #search;
  #ready = 0;
  #byAddress = new Map();
  #byKey = new Map();
  #numbered = [];

  constructor({ books, pages, things, prose = "" }) {
    this.prose = prose;
    this.books = books.map((book) => ({ id: "", address: "", ...book }));
    this.pages = pages.map((page) => ({ address: "", ...page, book: this.books[page.book] }));
    this.things = things.map((thing, id) => this.#whole(thing, id));
  }

  /** Takes in the running text below the headings, in their order. */
  takeProse(texts) {
    const headings = this.things.filter(({ kind }) => HEADS.has(kind));
    headings.forEach((heading, at) => {
      heading.text = texts[at];
      if (!heading.text) this.#borrow(heading);
    });
  }

  #whole(given, id) {
    const page = this.pages[given.page];
    const thing = { numbers: [], also: [], rulings: [], about: [], cells: [], see: [], name: "", ...given };
    thing.id = id;
    thing.page = page;
    thing.book = page.book;
    thing.text ??= thing.cells.map(([label, value]) => (label ? `${label}: ${value}` : value)).join(" · ");
    const number = thing.numbers[0];
    thing.address = `${page.address}#${number ?? thing.anchor}`;
    thing.key = HEADS.has(thing.kind)
      ? thing.address
      : `${page.book.id}:${number ?? `${thing.kind}:${thing.of ?? ""}:${thing.anchor}`}`;
    this.#byKey.set(thing.key, thing);
    for (const anchor of [thing.anchor, ...thing.numbers])
      this.#byAddress.set(`${page.address}#${anchor}`, thing);
    for (const each of thing.numbers) this.#numbered.push([each, thing]);
    return thing;
  }

  /** A heading with nothing of its own below it tells what the first thing there does. */
  #borrow(heading) {
    const next = this.things[heading.id + 1];
    if (next?.section === heading.name && next.page === heading.page) heading.shown = next.text;
  }

  // what belongs together

  /** The thing at an address from the root of the site, such as `core_rules/challenges/#C-044`. */
  at(address) {
    return this.#byAddress.get(address);
  }

  kept(key) {
    return this.#byKey.get(key);
  }

  /** A book's thing of this number. */
  numbered(book, number) {
    return this.#numbered.find(([each, thing]) => each === number && thing.book === book)?.[1];
  }

  /** The rulings on a rule: those beside it, then those that speak of it. */
  rulings(thing) {
    const beside = thing.rulings.map((number) => this.numbered(thing.book, number));
    const speaking = this.things.filter(
      (each) => each.kind === "ruling" && each.book === thing.book && meets(each.about, thing.numbers),
    );
    return [...new Set([...beside, ...speaking])].filter((each) => each && each !== thing);
  }

  /** The calculators that go by a rule, the one it matters most to first. */
  calculators(thing) {
    const numbers = thing.kind === "entry" ? [...thing.numbers, ...thing.about] : thing.numbers;
    const place = ({ about }) =>
      Math.min(...numbers.map((each) => about.indexOf(each)).filter((at) => at >= 0));
    return this.things
      .filter((each) => each.kind === "calculator" && each.book === thing.book && meets(each.about, numbers))
      .sort((one, other) => place(one) - place(other) || one.about.length - other.about.length);
  }

  /** The pages of a book. */
  chapters(book) {
    return this.pages.filter((page) => page.book === book);
  }

  // searching

  /** Reads everything for the search by words, a little at a time so that the page stays awake. */
  async prepare(MiniSearch, pause = () => new Promise((done) => setTimeout(done))) {
    this.#search ??= new MiniSearch(FIELDS);
    while (this.#ready < this.things.length) {
      this.#readSome();
      await pause();
    }
  }

  #readSome() {
    const some = this.things.slice(this.#ready, this.#ready + AT_A_TIME);
    this.#ready += some.length;
    const joined = ({ id, name, also, section, text }) => ({ id, name, also: also.join(" "), section, text });
    this.#search.addAll(some.map(joined));
  }

  /**
   * What fits the words that a reader of `book` typed, once prepared: {hits: [{thing, found}], nearly}.
   * `found` holds the roots of the words it has in common with the question; `nearly` says that nothing is
   * spelt as they are.
   */
  find(typed, book = null) {
    const number = readNumber(typed);
    const byNumber = number ? this.#byNumber(number, book) : [];
    const { hits: byWords, nearly } = this.#byWords(typed, book);
    const called = byWords.filter(({ thing }) => number && isCalled(thing, normaliseName(typed)));
    const things = new Set();
    const hits = [...called, ...byNumber, ...(nearly && byNumber.length ? [] : byWords)].filter(
      ({ thing }) => {
        const isNew = !things.has(thing);
        things.add(thing);
        return isNew;
      },
    );
    return { hits: withoutEchoes(hits).slice(0, MOST), nearly: nearly && !byNumber.length };
  }

  #byNumber(number, book) {
    const worth = (fit, thing, own) =>
      fit * 10 +
      (thing.book === book ? 4 : 0) +
      (own.startsWith("R-") ? 0 : 1) +
      (thing.kind === "term" ? 1 : 0);
    const meant = this.#numbered
      .map(([own, thing]) => ({ own, thing, fit: fits(own, number) }))
      .filter(({ fit }) => fit)
      .sort((one, other) => worth(other.fit, other.thing, other.own) - worth(one.fit, one.thing, one.own));
    const exact = meant.filter(({ fit }) => fit === 2);
    const begun = meant.filter(({ fit }) => fit === 1).slice(0, BEGUN);
    return [...exact, ...begun].map(({ own, thing }) => ({ thing, number: own, found: new Set() }));
  }

  #byWords(typed, book) {
    const words = wordsOf(typed);
    const telling = words.filter((word) => !isStopWord(word));
    const asked = (telling.length ? telling : words).join(" ");
    if (!asked) return { hits: [], nearly: false };
    const name = normaliseName(typed);
    const worth = (id) => {
      const thing = this.things[id];
      const elsewhere = !thing.book.id ? NO_BOOK : thing.book.aside ? ASIDE : 1;
      const place = thing.book.id && thing.book === book ? OWN_BOOK : elsewhere;
      const empty = thing.text ? 1 : EMPTY;
      return WEIGHT[thing.kind] * place * empty * calling(thing, name);
    };
    const fuzzy = (word) => (word.length > 3 ? 0.25 : false);
    // So much begins with one letter that it says nothing, unless it is still being typed.
    const prefix = (word, place, words) => word.length > 1 || place === words.length - 1;
    const ways = [
      { prefix, combineWith: "AND" },
      { prefix, fuzzy, combineWith: "AND", nearly: true },
      { prefix, fuzzy, combineWith: "OR", nearly: true },
    ];
    for (const { nearly = false, ...way } of ways) {
      const results = this.#search.search(asked, {
        ...way,
        boost: BOOSTS,
        boostDocument: worth,
        weights: { fuzzy: 0.35, prefix: 0.4 },
      });
      if (results.length) {
        const hits = results.map(({ id, terms }) => ({ thing: this.things[id], found: new Set(terms) }));
        return { hits, nearly };
      }
    }
    return { hits: [], nearly: false };
  }
}

function meets(some, others) {
  return others.some((each) => some.includes(each));
}

function isCalled(thing, name) {
  return normaliseName(thing.name) === name || thing.also.some((each) => normaliseName(each) === name);
}

/**
 * How much a thing is what a name means: its own, another word for it, or that of the heading it stands
 * under.
 */
function calling(thing, name) {
  if (normaliseName(thing.name) === name) return NAMED;
  if (thing.also.some((each) => normaliseName(each) === name)) return ALSO_NAMED;
  return thing.kind === "rule" && normaliseName(thing.section ?? "") === name ? UNDER_NAMED : 1;
}

/** Without entries of lists that only point to a rule of their own name, which was found as well. */
function withoutEchoes(hits) {
  const rules = hits.filter(({ thing }) => thing.kind === "rule").map(({ thing }) => thing);
  const echoes = ({ kind, name, about, book }) =>
    kind === "entry" &&
    rules.some((rule) => rule.book === book && rule.name === name && meets(rule.numbers, about));
  return hits.filter(({ thing }) => !echoes(thing));
}
