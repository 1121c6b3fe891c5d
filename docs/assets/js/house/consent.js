/**
 * Asks about a set of house rules of another person, or for an older edition of the book: shows each change
 * beside the book's text before anything is saved. The markup comes from `hooks.pages.house_consent`. Texts
 * of the set are inserted as text only, and never in headings or controls.
 */
import { formatMessage, formatMessageNodes, isolate } from "../messages.js";
import { NewerDatabaseError, DatabaseTimeoutError } from "../storage/database.js";
import { ownValue } from "../form/paths.js";
import { readLink } from "../storage/share-link.js";
import { changesOf, compareChanges, differing } from "./changes.js";
import { readSet, writeSet } from "./format.js";
import { inForce, putInForce } from "./in-force.js";
import { changedSince, freeNameOf, namesake, playBy, recordOf, savedSets } from "./sets.js";
import { partsOf } from "./parts.js";
import { openSetFile } from "./sharing.js";

let answerBefore = null; // ends the current question
let isReview = false; // whether that is about the set in force

/**
 * Removes the set from the page's address, if there is one, and offers it to the reader. Returns the record
 * in force if the reader accepts or previews it, else null.
 */
export async function takeLink(element, book) {
  const { href, hash, pathname, search } = location;
  if (!hash.startsWith("#house=")) return null;
  history.replaceState(history.state, "", pathname + search); // at once, so that it is read only once
  return offer(partOf(element), await readLink(href, "house"), book, "link");
}

/** Offers the set in a file; returns the same as `takeLink`. */
export async function takeFile(element, book, file) {
  return offer(partOf(element), await openSetFile(file), book, "file");
}

/**
 * Asks the reader about each rule of the set in force that the book has changed since, and lists what the
 * book doesn't have any more. Returns the record in force afterwards, or null if nothing has changed or the
 * reader postpones.
 */
export async function reviewChanges(element, book) {
  if (isReview) answerBefore?.("");
  const record = inForce(book.game);
  if (!record || record.look) return null;
  const { set, leftOut } = readSet(writeSet(record.set), book);
  if (!set || !(leftOut.length || changedSince(set, book).length)) return null;
  const container = partOf(element);
  const { was = {} } = record;
  const { answer, byTheBook } = await showConsent(container, set, book, { from: "book", leftOut, was });
  const now = inForce(book.game); // may have been changed meanwhile
  if (answer !== "save" || now?.id !== record.id) return null;
  const reviewed = decided(readSet(writeSet(now.set), book).set, book, byTheBook);
  return accept(container, recordOf(reviewed, book, was), book, { id: now.id, word: "reviewed" });
}

/** Removes the message about the last answer. */
export function clearAnswer(element) {
  tell(partOf(element), "");
}

function partOf(element) {
  return element.querySelector('[data-part="consent"]');
}

async function offer(container, text, book, from) {
  const read = readSet(text, book);
  const { was, problem } = read;
  if (!read.set) {
    tell(container, formatMessage(container, "refused", { why: formatMessage(container, problem) }));
    return null;
  }
  const other = await namesake(read.set);
  const mine = other && !other.isSame ? readSet(writeSet(other.item), book).set : null;
  const parts = await partsIn(read.set, mine);
  const { set, leftOut } = withoutGone(read, parts);
  const isNew = !other || other.isSame;
  const facts = { from, leftOut, isNew, mine, was, parts };
  const { answer, byTheBook } = await showConsent(container, set, book, facts);
  if (!answer || answer === "no") {
    if (answer) tell(container, formatMessage(container, "no"));
    return null;
  }
  if (answer === "look") {
    putInForce(book.game, { id: "", ...recordOf(set, book, was) }, { look: true });
    tell(container, sayNodes(container, "look", set));
    return inForce(book.game);
  }
  const ours = decided(set, book, byTheBook);
  const accepted = answer === "both" ? { ...ours, name: freeNameOf(set) } : ours;
  const id = answer === "replace" || other?.isSame ? other.id : undefined;
  return accept(container, recordOf(accepted, book, was), book, { id, word: "play" });
}

/** Returns the sections and entries of the book if one of the sets has any; none if they can't be loaded. */
async function partsIn(set, mine) {
  const refers = ({ hidden, entries }) => hidden.length || Object.keys(entries).length;
  return [set, mine].some((each) => each && refers(each)) ? partsOf(set.game).catch(() => []) : [];
}

/** Returns a set without sections and entries that the book doesn't have, which are listed. */
function withoutGone({ set, leftOut }, parts) {
  if (!parts.length) return { set, leftOut };
  const has = (kind) => (place) => parts.some((part) => part.kind === kind && part.place === place);
  const entries = Object.keys(set.entries);
  const gone = [
    ...set.hidden.filter((place) => !has("section")(place)).map((name) => ({ kind: "hidden", name })),
    ...entries.filter((place) => !has("entry")(place)).map((name) => ({ kind: "entry", name })),
  ];
  const left = Object.fromEntries(entries.filter(has("entry")).map((place) => [place, { hidden: true }]));
  const hidden = set.hidden.filter(has("section"));
  return { set: { ...set, hidden, entries: left }, leftOut: [...leftOut, ...gone] };
}

async function accept(container, record, book, { id, word }) {
  try {
    await playBy(book.game, record, id);
    const isLasting = savedSets(book.game).lasting;
    tell(container, sayNodes(container, isLasting ? word : "unlasting", record.set));
    return inForce(book.game);
  } catch (error) {
    const isStorage = [DOMException, NewerDatabaseError, DatabaseTimeoutError];
    if (!isStorage.some((kind) => error instanceof kind)) throw error;
    tell(container, formatMessage(container, "full"));
    return null;
  }
}

/**
 * Shows each change of a set and asks what to do with it: {answer, byTheBook}. `answer` is "play", "look" or
 * "no"; "replace" or "both" instead of "play" unless the set `isNew`; "save" or "later" where it comes `from`
 * "book", that is of an older book; "" where another set is shown instead. `byTheBook` are the numbers of the
 * rules to restore, of those that the book has changed since they were rewritten; `was` are the book's texts
 * then, as far as they are known; `parts` are the sections and entries of the book; `mine` is the reader's
 * set of the same name, if it differs.
 */
function showConsent(container, set, book, facts) {
  const { from, leftOut = [], isNew = true, mine = null, was = {}, parts = [] } = facts;
  answerBefore?.("");
  isReview = from === "book";
  const part = (name) => container.querySelector(`[data-part="${name}"]`);
  const say = (word, filled) => formatMessage(container, word, filled);
  const stale = new Set(changedSince(set, book));
  const isStale = ({ kind, number }) => kind === "rule" && stale.has(number);
  const listed = changesOf(set, book, parts).filter((change) => from !== "book" || isStale(change));
  const compared = mine && compareChanges(listed, changesOf(mine, book, parts));
  const { changes, gone } = compared ?? { changes: listed, gone: [] };
  part("title").textContent = say(`title-${from}`);
  fill(part("name"), [isolate(set.name || say("unnamed"))]);
  part("note").hidden = !set.note || from === "book";
  fill(part("note-text"), [isolate(set.note)]);
  part("sum").hidden = from === "book";
  const counts = {
    count: changes.length,
    "count-differ": changes.filter(({ mark }) => mark).length,
    "count-gone": gone.length,
    "count-stale": stale.size,
    "count-left-out": leftOut.length,
  };
  for (const [name, count] of Object.entries(counts)) {
    part(name).textContent = say(count === 1 ? `${name}-one` : name, { count });
    part(name).hidden = !count && name !== "count";
  }
  fill(
    part("changes"),
    changes.map((change) => {
      const then = ownValue(was, change.number);
      return line(container, change, isStale(change) && { ...edition(then, change, book), from });
    }),
  );
  part("count-same").textContent = say("count-same");
  part("count-same").hidden = !mine || counts["count-differ"] > 0;
  const firstMark = part("changes").querySelector("[data-part=mark]");
  if (firstMark) firstMark.id = part("count-differ").hash.slice(1);
  part("gone").hidden = !gone.length;
  fill(
    part("gone-list"),
    gone.map((change) => line(container, change)),
  );
  const [firstStale] = part("changes").querySelectorAll("li:has(> fieldset)");
  if (firstStale) firstStale.id = part("count-stale").hash.slice(1);
  const left = leftOut.map(({ kind, name, value, text, option }) => {
    const item = document.createElement("li");
    const expected = option && expectedOf(container, option);
    item.append(...formatMessageNodes(container, `left-${kind}`, { name, value, text, expected }));
    return item;
  });
  part("left-out").hidden = !left.length;
  fill(part("left-out-list"), left);
  const offered =
    from === "book" ? ["save", "later"] : [...(isNew ? ["play"] : ["replace", "both"]), "look", "no"];
  for (const each of container.querySelectorAll("[data-answer]")) {
    each.hidden = !offered.includes(each.dataset.answer);
  }
  part("same-name").hidden = isNew || from === "book";
  tell(container, "");
  part("offered").hidden = false;
  part("title").focus();
  return new Promise((resolve) => {
    answerBefore = (answer) => {
      answerBefore = null;
      part("answers").onclick = null;
      part("offered").hidden = true;
      resolve({ answer, byTheBook: restoredIn(part("changes")) });
    };
    part("answers").onclick = ({ target }) => {
      const { answer } = target.closest("[data-answer]")?.dataset ?? {};
      if (answer) answerBefore(answer);
    };
  });
}

/** Returns the numbers of the rules for which the reader has chosen the book's text. */
function restoredIn(list) {
  const chosen = list.querySelectorAll("li:has(> fieldset input[value=book]:checked)");
  return Array.from(chosen, ({ dataset }) => dataset.number);
}

/** Returns a set without the rules to restore, for the current edition of the book. */
function decided(set, book, byTheBook) {
  const rules = Object.entries(set.rules).filter(([number]) => !byTheBook.includes(number));
  const renewed = rules.map(([number, { text }]) => [number, { text, of: book.rules[number].of }]);
  return { ...set, book: book.book, rules: Object.fromEntries(renewed) };
}

/** Returns the values of an option as text. */
function expectedOf(container, { kind, low, high, choices }) {
  if (kind === "choice") return choices.map(([, label]) => label).join("; ");
  return formatMessage(container, `expected-${kind}`, { low, high });
}

/**
 * Returns {then, now}: the sentences that the book has changed since, if it is known what it said `then`;
 * `now` is "" if the change shows them.
 */
function edition(then, { number, books }, book) {
  if (then === undefined) return {};
  const [before, now] = differing(then, ownValue(book.rules, number).text);
  return { then: before, now: books.includes(now) ? "" : now };
}

/** Returns a line of the list; `stale` is {then, now, from} if the book has changed the rule since. */
function line(container, change, stale) {
  const { kind, number, title, link, address, mark, sentences = [] } = change;
  const item = container.querySelector('[data-part="change"]').content.firstElementChild.cloneNode(true);
  const part = (name) => item.querySelector(`[data-part="${name}"]`);
  item.dataset.kind = kind;
  item.dataset.number = number;
  part("kind").textContent = formatMessage(container, `kind-${kind}`);
  fill(part("about"), title ? [" ", isolate(title)] : []);
  part("rule").textContent = link;
  if (address) part("rule").href = address;
  part("rule").hidden = !link;
  if (mark) part("mark").textContent = formatMessage(container, `mark-${mark}`);
  else part("mark").remove();
  for (const name of ["books", "rest", "ours", "yours"]) {
    const text = change[name] ?? "";
    part(name).hidden = !text;
    fill(part(`${name}-text`), [isolate(text)]);
  }
  const below = sentences.map((sentence) => line(container, sentence));
  const follow = sentences.map(({ number: each }) => each).join(", ");
  part("follow").textContent = formatMessage(container, "follow", { rules: follow });
  fill(part("sentence-list"), below);
  part("sentences").hidden = !below.length;
  if (!stale) {
    part("stale").remove();
    return item;
  }
  const { then = formatMessage(container, `no-then-${stale.from}`), now } = stale;
  fill(part("then-text"), [isolate(then)]);
  fill(part("now-text"), [isolate(now ?? "")]);
  part("now").hidden = !now;
  for (const radio of item.querySelectorAll("input")) radio.name = `stale-${number}`;
  return item;
}

function sayNodes(container, word, { name }) {
  return formatMessageNodes(container, word, { name: name || formatMessage(container, "unnamed") });
}

/** The message gets the focus, which the pressed button has lost, and is announced. */
function tell(container, words) {
  const notice = container.querySelector('[data-part="notice"]');
  fill(notice, [words].flat().filter(Boolean));
  notice.hidden = !words.length;
  if (words.length) notice.focus();
}

function fill(place, nodes) {
  place.replaceChildren(...nodes);
}
