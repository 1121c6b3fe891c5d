/**
 * Marks where a page cites rules that the set changes: icons beside links, and a line at the start of the
 * page. On a table screen, adds the new sentences and strikes out those they replace.
 */
import { strikeClauses } from "./cited-clauses.js";
import { LABEL, removeClasses, createFlag, createElement, insertAfterBlock } from "./marked-text.js";
import { fillText } from "./rule-links.js";
import { textsOf } from "./texts.js";

const MARKED = "are marked. Unmarked text follows the book.";
const SCREEN = ".table-screen"; // the class of its title
/** The most characters of house rules that are printed on the table screen itself. */
const SHEET_CHARS = 1600;
/** The number of characters of house rules from which the screen is printed in a smaller size. */
const CROWDED_CHARS = 500;
/** Pages without stories and tools, which start with the tool. */
const OTHERS = `${SCREEN}, .title-page, dice-house-rules, dice-sheet, dice-tracker`;

const undoByArticle = new WeakMap(); // article → the functions that remove the marks of its forms

/** Marks the links to changed rules in fields that were added to a page's forms for the set. */
export function apply(page, { set, sentences }) {
  const article = page.querySelector("article");
  if (!article) return;
  undoByArticle.set(article, []);
  markLinks({ article, game: set.game, undo: undoByArticle.get(article) }, textsOf(set, sentences));
}

export function withdraw(page) {
  const article = page.querySelector("article");
  for (const undo of undoByArticle.get(article) ?? []) undo();
  undoByArticle.delete(article);
}

/** Marks the rules cited in the article of `view` that have new `texts`. */
export function markCitedRules(view, texts) {
  const links = markLinks(view, texts);
  if (links.length || view.article.querySelector(".house-rule")) addPageNote(view);
  addReminders(view, links, texts);
}

/** Marks the links to changed rules that have no mark, and returns them. */
function markLinks({ article, game, undo }, texts) {
  const unmarked = `.rule-link[data-rule][href*="${game}/"]:not(.is-house-rule)`;
  const links = [...article.querySelectorAll(unmarked)];
  const changed = links.filter((link) => texts.has(link.dataset.rule) && !link.closest(".house-rule__text"));
  for (const link of changed) {
    const note = createElement(article.ownerDocument, "span", "visually-hidden");
    note.textContent = " (house rule)";
    link.classList.add("is-house-rule");
    link.append(note);
    undo.push(() => {
      note.remove();
      removeClasses(link, "is-house-rule");
    });
  }
  return changed;
}

/** Adds a line that unmarked text, such as the page's stories, follows the standard rules. */
function addPageNote({ article, undo }) {
  const heading = article.querySelector("h1");
  const isBook = article.querySelector(".print-book__cover"); // on paper, with pages of every kind
  if (!heading || (!isBook && article.querySelector(OTHERS))) return;
  const line = createElement(article.ownerDocument, "div", "house-page");
  line.append(createFlag(article.ownerDocument, `${LABEL}s`), ` ${MARKED}`);
  (article.querySelector("h1 + p") ?? heading).after(line);
  undo.push(() => line.remove());
}

/**
 * Adds the new sentences to a table screen, which summarises rules: below the block that cites them, or if
 * they don't fit on the printed sheet, on a sheet of their own.
 */
function addReminders(view, links, texts) {
  const { article, undo } = view;
  const screenLinks = links.filter((link) =>
    link.closest("article, .print-book__chapter").querySelector(SCREEN),
  );
  const cited = new Map(); // number → the first link to it on a screen
  for (const link of screenLinks) if (!cited.has(link.dataset.rule)) cited.set(link.dataset.rule, link);
  const numbers = [...cited.keys()];
  const rules = numbers.map((number) => briefRule(view, number, texts));
  for (const [place, rule] of rules.entries()) {
    insertAfterBlock(cited.get(numbers[place]), rule);
    undo.push(() => rule.remove());
  }
  undo.push(strikeClauses(screenLinks));
  const length = rules.reduce((sum, { textContent }) => sum + textContent.length, 0);
  const title = article.querySelector(`:scope > ${SCREEN}`);
  if (!title || length <= CROWDED_CHARS) return;
  if (length > SHEET_CHARS) return addSheet(view, numbers, texts);
  title.classList.add("is-crowded");
  undo.push(() => title.classList.remove("is-crowded"));
}

function briefRule(view, number, texts) {
  const { ownerDocument } = view.article;
  const rule = createElement(ownerDocument, "div", "house-rule house-rule--brief");
  const text = createElement(ownerDocument, "span", "house-rule__text");
  fillText(text, `${number}: ${texts.get(number)}`, view);
  rule.append(createFlag(ownerDocument, LABEL), " ", text);
  return rule;
}

/** Adds a sheet of paper with the sentences, and a line on the first one that leads there. */
function addSheet(view, numbers, texts) {
  const { article, undo } = view;
  const sheet = createElement(article.ownerDocument, "section", "house-sheet");
  const heading = createElement(article.ownerDocument, "h2", "house-sheet__title");
  const line = createElement(article.ownerDocument, "p", "house-sheet__line");
  heading.textContent = `${LABEL}s`;
  line.textContent = `◆ The ${LABEL.toLowerCase()}s are on the next sheet.`;
  const sorted = numbers.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
  sheet.append(heading, ...sorted.map((number) => briefRule(view, number, texts)));
  article.append(line, sheet);
  undo.push(() => {
    line.remove();
    sheet.remove();
  });
}
