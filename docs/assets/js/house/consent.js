/**
 * A set of house rules that somebody else made, or that was made for an older book: every change is shown
 * with the book's text beside it before anything is saved. The markup is `hooks.pages.house_consent`'s;
 * texts of the set are nothing but text, and stand in no heading and no control.
 */
import { formatMessage, formatMessageNodes, isolate } from "../messages.js";
import { NewerDatabaseError, DatabaseTimeoutError } from "../storage/database.js";
import { readLink } from "../storage/share-link.js";
import { changesOf } from "./changes.js";
import { readSet } from "./format.js";
import { inForce, putInForce } from "./in-force.js";
import { changedSince, namesake, playBy, recordOf, savedSets } from "./sets.js";
import { openSetFile } from "./sharing.js";

let answerBefore = null; // ends the question that is shown

/**
 * Takes the set in the page's address, if there is one, out of it and offers it to the reader. Gives the
 * record in force if the reader accepts it, or only looks; else null.
 */
export async function takeLink(element, book) {
  const { href, hash, pathname, search } = location;
  if (!hash.startsWith("#house=")) return null;
  history.replaceState(history.state, "", pathname + search); // at once, so that it is taken only once
  return offer(partOf(element), await readLink(href, "house"), book, "link");
}

/** Offers the set in a file that the reader has chosen; gives the same as `takeLink`. */
export async function takeFile(element, book, file) {
  return offer(partOf(element), await openSetFile(file), book, "file");
}

/**
 * Has the reader decide about each rule of the set in force that the book has changed since it was rewritten.
 * Gives the record in force after that; null where no rule has changed, or the reader puts it off.
 */
export async function reviewChanges(element, book) {
  const record = inForce(book.game);
  if (!record || record.look) return null;
  const stale = changedSince(record.set, book);
  if (!stale.length) return null;
  const container = partOf(element);
  const { was = {} } = record;
  const { answer, set } = await showConsent(container, record.set, book, { from: "book", was });
  if (answer !== "save") return null;
  return accept(container, recordOf(set, book, was), book, { id: record.id, word: "reviewed" });
}

function partOf(element) {
  return element.querySelector('[data-part="consent"]');
}

async function offer(container, text, book, from) {
  const { set, leftOut, problem } = readSet(text, book);
  if (!set) {
    tell(container, formatMessage(container, "refused", { why: formatMessage(container, problem) }));
    return null;
  }
  const other = await namesake(set);
  const isNew = !other || other.isSame;
  const shown = await showConsent(container, set, book, { from, leftOut, isNew });
  const { answer } = shown;
  if (!answer || answer === "no") {
    if (answer) tell(container, formatMessage(container, "no"));
    return null;
  }
  if (answer === "look") {
    putInForce(book.game, { id: "", ...recordOf(set, book) }, { look: true });
    tell(container, sayNodes(container, "look", set));
    return inForce(book.game);
  }
  const accepted = answer === "both" ? { ...shown.set, name: secondName(set.name) } : shown.set;
  const id = answer === "replace" || other?.isSame ? other.id : undefined;
  return accept(container, recordOf(accepted, book), book, { id, word: "play" });
}

/** A name that tells a set from the one of the same name. */
function secondName(name) {
  return `${[...name].slice(0, 76).join("")} (2)`;
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
 * Shows each change of a set and asks what to do with it: {answer, set}. `answer` is "play", "look" or "no";
 * "replace" or "both" instead of "play" unless the set `isNew`; "save" or "later" where it comes `from`
 * "book", that is of an older book; "" where another set is shown instead. In `set` the reader has decided
 * about the rules that the book has changed since they were rewritten; `was` are the book's texts then, as
 * far as they are known.
 */
export function showConsent(container, set, book, { from, leftOut = [], isNew = true, was = {} }) {
  answerBefore?.("");
  const part = (name) => container.querySelector(`[data-part="${name}"]`);
  const say = (word, filled) => formatMessage(container, word, filled);
  const stale = new Set(changedSince(set, book));
  const isStale = ({ kind, number }) => kind === "rule" && stale.has(number);
  const changes = changesOf(set, book).filter((change) => from !== "book" || isStale(change));
  part("title").textContent = say(`title-${from}`);
  fill(part("name"), [isolate(set.name || say("unnamed"))]);
  part("note").hidden = !set.note || from === "book";
  fill(part("note-text"), [isolate(set.note)]);
  part("sum").hidden = from === "book";
  part("count").textContent = say(changes.length === 1 ? "count-one" : "count", { count: changes.length });
  fill(
    part("changes"),
    changes.map((change) => {
      const then = Object.hasOwn(was, change.number) ? was[change.number] : "";
      return line(container, change, isStale(change), then);
    }),
  );
  const gone = leftOut.map(({ kind, name }) => {
    const item = document.createElement("li");
    item.append(...formatMessageNodes(container, `left-${kind}`, { name }));
    return item;
  });
  part("left-out").hidden = !gone.length;
  fill(part("left-out-list"), gone);
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
      resolve({ answer, set: decided(set, book, part("changes")) });
    };
    part("answers").onclick = ({ target }) => {
      const { answer } = target.closest("[data-answer]")?.dataset ?? {};
      if (answer) answerBefore(answer);
    };
  });
}

/** A set without the rules that are to be the book's; the others are of the book as it is now. */
function decided(set, book, list) {
  const taken = new Set(Array.from(list.querySelectorAll("input[value=book]:checked"), ({ name }) => name));
  const rules = Object.entries(set.rules).filter(([number]) => !taken.has(`stale-${number}`));
  const renewed = rules.map(([number, { text }]) => [number, { text, of: book.rules[number].of }]);
  return { ...set, book: book.book, rules: Object.fromEntries(renewed) };
}

function line(container, { kind, number, title, address, ours, books }, isStale, then) {
  const item = container.querySelector('[data-part="change"]').content.firstElementChild.cloneNode(true);
  const part = (name) => item.querySelector(`[data-part="${name}"]`);
  part("kind").textContent = formatMessage(container, `kind-${kind}`);
  fill(part("about"), title ? [" ", isolate(title)] : []);
  const link = part("rule");
  link.textContent = number;
  if (address) link.href = address;
  link.hidden = !number;
  for (const [name, text] of Object.entries({ ours, books })) {
    part(name).hidden = text === undefined || text === "";
    fill(part(`${name}-text`), [isolate(worded(container, text))]);
  }
  part("stale").hidden = !isStale;
  part("then").hidden = !then;
  fill(part("then-text"), [isolate(then)]);
  for (const radio of item.querySelectorAll("input")) radio.name = `stale-${number}`;
  if (!isStale) part("stale").remove();
  return item;
}

/** A switch's value in words, anything else as it is. */
function worded(container, value) {
  return typeof value === "boolean"
    ? formatMessage(container, value ? "yes" : "no-value")
    : String(value ?? "");
}

function sayNodes(container, word, { name }) {
  return formatMessageNodes(container, word, { name: name || formatMessage(container, "unnamed") });
}

/** What was done is read out once: the words take the focus, which the pressed button has lost. */
function tell(container, words) {
  const told = container.querySelector('[data-part="told"]');
  fill(told, [words].flat().filter(Boolean));
  told.hidden = !words.length;
  if (words.length) told.focus();
}

function fill(place, nodes) {
  place.replaceChildren(...nodes);
}
