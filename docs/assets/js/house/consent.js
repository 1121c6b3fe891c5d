/**
 * Asks about a set of house rules of another person, or for an older edition of the book: shows each change
 * beside the book's text before anything is saved. The markup comes from `hooks.directives.house_consent`.
 * Texts of the set are inserted as text only, and never in headings or controls.
 */
import { formatMessage, formatMessageNodes, isolate } from "../messages.js";
import { NewerDatabaseError, DatabaseTimeoutError } from "../storage/database.js";
import { ownValue } from "../form/paths.js";
import { readLink } from "../storage/share-link.js";
import { changesOf, compareChanges, differingSentences } from "./changes.js";
import { readSet, writeSet } from "./format.js";
import { inForce, putInForce } from "./in-force.js";
import { changedSince, freeNameOf, namesake, playBy, recordOf, savedSets } from "./sets.js";
import { partsOf } from "./parts.js";
import { openSetFile } from "./sharing.js";

let endQuestion = null; // ends the current question
let isReview = false; // whether it is about the set in force

/**
 * Removes the set from the page's address, if there is one, and offers it to the reader. Returns the record
 * in force if the reader accepts or previews it, else null.
 */
export async function offerLink(element, book) {
  const { href, hash, pathname, search } = location;
  if (!hash.startsWith("#house=")) return null;
  history.replaceState(history.state, "", pathname + search); // at once, so that it is read only once
  return offer(partOf(element), await readLink(href, "house"), book, "link");
}

/** Offers the set in a file; returns the same as `offerLink`. */
export async function offerFile(element, book, file) {
  return offer(partOf(element), await openSetFile(file), book, "file");
}

/**
 * Asks the reader about each rule of the set in force that the book has changed since, and lists what the
 * book doesn't have any more. Returns the record in force afterwards, or null if nothing has changed or the
 * reader postpones.
 */
export async function reviewChanges(element, book) {
  if (isReview) endQuestion?.("");
  const record = inForce(book.game);
  if (!record || record.look) return null;
  const { set, leftOut } = readSet(writeSet(record.set), book);
  if (!set || !(leftOut.length || changedSince(set, book).length)) return null;
  const container = partOf(element);
  const { was = {} } = record;
  const { answer, byTheBook } = await showConsent(container, set, book, { from: "book", leftOut, was });
  const current = inForce(book.game); // may have been changed meanwhile
  if (answer !== "save" || current?.id !== record.id) return null;
  const reviewedSet = applyDecisions(readSet(writeSet(current.set), book).set, book, byTheBook);
  return accept(container, recordOf(reviewedSet, book, was), book, { id: current.id, key: "reviewed" });
}

/** Removes the message about the last answer. */
export function clearAnswer(element) {
  showMessage(partOf(element), "");
}

function partOf(element) {
  return element.querySelector('[data-part="consent"]');
}

async function offer(container, text, book, from) {
  const read = readSet(text, book);
  const { was, problem } = read;
  if (!read.set) {
    showMessage(container, formatMessage(container, "refused", { why: formatMessage(container, problem) }));
    return null;
  }
  const other = await namesake(read.set);
  const mine = other && !other.isSame ? readSet(writeSet(other.item), book).set : null;
  const parts = await loadParts(read.set, mine);
  const { set, leftOut } = withoutMissingParts(read, parts);
  const isNew = !other || other.isSame;
  const facts = { from, leftOut, isNew, mine, was, parts };
  const { answer, byTheBook } = await showConsent(container, set, book, facts);
  if (!answer || answer === "no") {
    if (answer) showMessage(container, formatMessage(container, "no"));
    return null;
  }
  if (answer === "look") {
    putInForce(book.game, { id: "", ...recordOf(set, book, was) }, { look: true });
    showMessage(container, messageWithName(container, "look", set));
    return inForce(book.game);
  }
  const chosenSet = applyDecisions(set, book, byTheBook);
  const acceptedSet = answer === "both" ? { ...chosenSet, name: freeNameOf(set) } : chosenSet;
  const id = answer === "replace" || other?.isSame ? other.id : undefined;
  return accept(container, recordOf(acceptedSet, book, was), book, { id, key: "play" });
}

/** Returns the sections and entries of the book if one of the sets has any; none if they can't be loaded. */
async function loadParts(set, mine) {
  const usesParts = ({ hidden, entries }) => hidden.length || Object.keys(entries).length;
  return [set, mine].some((each) => each && usesParts(each)) ? partsOf(set.game).catch(() => []) : [];
}

/** Returns a set without sections and entries that the book doesn't have, which are listed. */
function withoutMissingParts({ set, leftOut }, parts) {
  if (!parts.length) return { set, leftOut };
  const isPart = (kind) => (place) => parts.some((part) => part.kind === kind && part.place === place);
  const entries = Object.keys(set.entries);
  const gone = [
    ...set.hidden.filter((place) => !isPart("section")(place)).map((name) => ({ kind: "hidden", name })),
    ...entries.filter((place) => !isPart("entry")(place)).map((name) => ({ kind: "entry", name })),
  ];
  const left = Object.fromEntries(entries.filter(isPart("entry")).map((place) => [place, { hidden: true }]));
  const hidden = set.hidden.filter(isPart("section"));
  return { set: { ...set, hidden, entries: left }, leftOut: [...leftOut, ...gone] };
}

async function accept(container, record, book, { id, key }) {
  try {
    await playBy(book.game, record, id);
    const isLasting = savedSets(book.game).lasting;
    showMessage(container, messageWithName(container, isLasting ? key : "unlasting", record.set));
    return inForce(book.game);
  } catch (error) {
    const isStorage = [DOMException, NewerDatabaseError, DatabaseTimeoutError];
    if (!isStorage.some((kind) => error instanceof kind)) throw error;
    showMessage(container, formatMessage(container, "full"));
    return null;
  }
}

/**
 * Shows each change of a set and asks what to do with it: {answer, byTheBook}. `answer` is "play", "look" or
 * "no"; "replace" or "both" instead of "play" unless the set `isNew`; "save" or "later" if it comes `from`
 * "book", that is from an older edition of the book; "" if another set is shown instead. `byTheBook` are the
 * numbers of the rules to restore, among those that the book has changed since they were rewritten; `was` are
 * the book's texts then, if known; `parts` are the sections and entries of the book; `mine` is the reader's
 * set of the same name, if it differs.
 */
function showConsent(container, set, book, facts) {
  const { from, leftOut = [], isNew = true, mine = null, was = {}, parts = [] } = facts;
  endQuestion?.("");
  isReview = from === "book";
  const part = (name) => container.querySelector(`[data-part="${name}"]`);
  const message = (key, values) => formatMessage(container, key, values);
  const stale = new Set(changedSince(set, book));
  const isStale = ({ kind, number }) => kind === "rule" && stale.has(number);
  const listedChanges = changesOf(set, book, parts).filter((change) => from !== "book" || isStale(change));
  const comparison = mine && compareChanges(listedChanges, changesOf(mine, book, parts));
  const { changes, gone } = comparison ?? { changes: listedChanges, gone: [] };
  part("title").textContent = message(`title-${from}`);
  fill(part("name"), [isolate(set.name || message("unnamed"))]);
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
    part(name).textContent = message(count === 1 ? `${name}-one` : name, { count });
    part(name).hidden = !count && name !== "count";
  }
  fill(
    part("changes"),
    changes.map((change) => {
      const then = ownValue(was, change.number);
      return createLine(container, change, isStale(change) && { ...editionTexts(then, change, book), from });
    }),
  );
  part("count-same").textContent = message("count-same");
  part("count-same").hidden = !mine || counts["count-differ"] > 0;
  const firstMark = part("changes").querySelector("[data-part=mark]");
  if (firstMark) firstMark.id = part("count-differ").hash.slice(1);
  part("gone").hidden = !gone.length;
  fill(
    part("gone-list"),
    gone.map((change) => createLine(container, change)),
  );
  const [firstStale] = part("changes").querySelectorAll("li:has(> fieldset)");
  if (firstStale) firstStale.id = part("count-stale").hash.slice(1);
  const leftOutItems = leftOut.map(({ kind, name, value, text, option }) => {
    const item = document.createElement("li");
    const expected = option && expectedOf(container, option);
    item.append(...formatMessageNodes(container, `left-${kind}`, { name, value, text, expected }));
    return item;
  });
  part("left-out").hidden = !leftOutItems.length;
  fill(part("left-out-list"), leftOutItems);
  const answers =
    from === "book" ? ["save", "later"] : [...(isNew ? ["play"] : ["replace", "both"]), "look", "no"];
  for (const each of container.querySelectorAll("[data-answer]")) {
    each.hidden = !answers.includes(each.dataset.answer);
  }
  part("same-name").hidden = isNew || from === "book";
  showMessage(container, "");
  part("offered").hidden = false;
  part("title").focus();
  return new Promise((resolve) => {
    endQuestion = (answer) => {
      endQuestion = null;
      part("answers").onclick = null;
      part("offered").hidden = true;
      resolve({ answer, byTheBook: restoredNumbers(part("changes")) });
    };
    part("answers").onclick = ({ target }) => {
      const { answer } = target.closest("[data-answer]")?.dataset ?? {};
      if (answer) endQuestion(answer);
    };
  });
}

/** Returns the numbers of the rules for which the reader has chosen the book's text. */
function restoredNumbers(list) {
  const chosen = list.querySelectorAll("li:has(> fieldset input[value=book]:checked)");
  return Array.from(chosen, ({ dataset }) => dataset.number);
}

/** Returns a set without the rules to restore, for the current edition of the book. */
function applyDecisions(set, book, byTheBook) {
  const rules = Object.entries(set.rules).filter(([number]) => !byTheBook.includes(number));
  const updated = rules.map(([number, { text }]) => [number, { text, of: book.rules[number].of }]);
  return { ...set, book: book.book, rules: Object.fromEntries(updated) };
}

/** Returns the values of an option as text. */
function expectedOf(container, { kind, low, high, choices }) {
  if (kind === "choice") return choices.map(([, label]) => label).join("; ");
  return formatMessage(container, `expected-${kind}`, { low, high });
}

/**
 * Returns {then, now}: the sentences that the book has changed since, if its earlier text is known; `now` is
 * "" if the change shows it.
 */
function editionTexts(then, { number, books }, book) {
  if (then === undefined) return {};
  const [before, now] = differingSentences(then, ownValue(book.rules, number).text);
  return { then: before, now: books.includes(now) ? "" : now };
}

/** Returns a line of the list; `stale` is {then, now, from} if the book has changed the rule since. */
function createLine(container, change, stale) {
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
  const below = sentences.map((sentence) => createLine(container, sentence));
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

function messageWithName(container, key, { name }) {
  return formatMessageNodes(container, key, { name: name || formatMessage(container, "unnamed") });
}

/** The message gets the focus, which the pressed button has lost, and is announced. */
function showMessage(container, content) {
  const notice = container.querySelector('[data-part="notice"]');
  fill(notice, [content].flat().filter(Boolean));
  notice.hidden = !content.length;
  if (content.length) notice.focus();
}

function fill(place, nodes) {
  place.replaceChildren(...nodes);
}
