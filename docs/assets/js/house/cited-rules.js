/**
 * Marks where a page cites rules that the set changes: icons beside links, a line at the start of the page,
 * or on a reference screen the new sentences.
 */
import { LABEL, dropClass, flagOf, make, putAfter } from "./marked-text.js";
import { fillText } from "./rule-links.js";

const MARKED = "are marked. Unmarked text follows the book.";
const SCREEN = ".table-screen"; // the class of its title
/** Pages without stories and tools, which start with the tool. */
const OTHERS = `${SCREEN}, .title-page, dice-house-rules, dice-sheet, dice-tracker`;

/** Marks the rules cited in the article of `view` that have new `texts`. */
export function flagCited(view, texts) {
  const links = flagLinks(view, texts);
  if (links.length || view.article.querySelector(".house-rule")) summarise(view);
  remind(view, links, texts);
}

/** Marks the links to changed rules, and returns them. */
function flagLinks({ article, game, undo }, texts) {
  const links = [...article.querySelectorAll(`.rule-link[data-rule][href*="${game}/"]`)];
  const changed = links.filter((link) => texts.has(link.dataset.rule) && !link.closest(".house-rule__text"));
  for (const link of changed) {
    const note = make(article.ownerDocument, "span", "visually-hidden");
    note.textContent = " (house rule)";
    link.classList.add("is-house-rule");
    link.append(note);
    undo.push(() => {
      note.remove();
      dropClass(link, "is-house-rule");
    });
  }
  return changed;
}

/** Adds a line that the page's stories follow the standard rules. */
function summarise({ article, undo }) {
  const heading = article.querySelector("h1");
  const isBook = article.querySelector(".print-book__cover"); // on paper, with pages of every kind
  if (!heading || (!isBook && article.querySelector(OTHERS))) return;
  const line = make(article.ownerDocument, "div", "house-page");
  line.append(flagOf(article.ownerDocument, `${LABEL}s`), ` ${MARKED}`);
  (article.querySelector("h1 + p") ?? heading).after(line);
  undo.push(() => line.remove());
}

/** Adds the new sentences to a reference screen, which summarises rules. */
function remind(view, links, texts) {
  const { article, undo } = view;
  const document = article.ownerDocument;
  const printed = new Set();
  for (const link of links) {
    const number = link.dataset.rule;
    if (printed.has(number) || !link.closest("article, .print-book__chapter").querySelector(SCREEN)) continue;
    printed.add(number);
    const rule = make(document, "div", "house-rule house-rule--brief");
    const text = make(document, "span", "house-rule__text");
    fillText(text, `${number}: ${texts.get(number)}`, view);
    rule.append(flagOf(document, LABEL), " ", text);
    putAfter(link, rule);
    undo.push(() => rule.remove());
  }
}
