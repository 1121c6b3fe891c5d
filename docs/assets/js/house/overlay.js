/**
 * Applies a set to the text of a page: replaces sentences, whose original can be opened, adds new rules, and
 * collapses excluded sections.
 */
import { isRecord } from "../form/paths.js";
import { currentAddress } from "../search/addresses.js";
import { reveal } from "../collapsible.js";
import { hashTarget } from "../url-hash.js";
import { markCitedRules } from "./cited-rules.js";
import { LABEL, removeClasses, createFlag, createElement, insertAfterBlock } from "./marked-text.js";
import { fillText } from "./rule-links.js";
import { strikeTitle, strikeTopic } from "./ruling-titles.js";
import { marksIn, repeatedRulings, statementOf } from "./statements.js";
import { addStyles } from "./styles.js";
import { textsOf } from "./texts.js";

const UNUSED = "Not used at your table";

/** article → the functions that restore the book's text, first change first */
const undoByArticle = new WeakMap();

/** Applies the set in force to a page, a document at `address` relative to the root of the site. */
export function apply(page, { set, sentences }, address = currentAddress()) {
  const article = page.querySelector("article");
  if (!article) return;
  addStyles();
  const undo = [];
  undoByArticle.set(article, undo);
  const view = { article, game: set.game, marks: marksIn(article), undo };
  const texts = textsOf(set, sentences);
  for (const [statement, numbers] of statementsOf(view, texts)) replace(view, statement, numbers, texts);
  for (const rule of set.new) if (isRecord(rule)) addRule(view, rule);
  const isHere = (place) => view.article.querySelector(selectorOf(place, address));
  for (const place of set.hidden) collapseSection(view, isHere(String(place)));
  for (const place of Object.keys(set.entries)) if (set.entries[place]?.hidden) greyOut(view, isHere(place));
  markCitedRules(view, texts);
  if (page === document) revealTarget();
}

/** Restores the book's text. */
export function withdraw(page) {
  const article = page.querySelector("article");
  for (const undo of (undoByArticle.get(article) ?? []).reverse()) undo();
  undoByArticle.delete(article);
}

/** Returns the statements that change, each with its numbers, as one sentence can have several marks. */
function statementsOf({ article, marks }, texts) {
  const byNode = new Map(); // the first node of each → [statement, numbers]
  const addNumber = (number, statement) => {
    const key = statement.nodes[0] ?? statement.mark;
    if (!byNode.has(key)) byNode.set(key, [statement, []]);
    byNode.get(key)[1].push(number);
  };
  for (const number of texts.keys()) {
    const statement = marks.has(number) && statementOf(marks.get(number));
    if (statement) addNumber(number, statement);
  }
  for (const [number, statement] of repeatedRulings(article))
    if (texts.has(number)) addNumber(number, statement);
  return byNode.values();
}

function replace(view, { parent, nodes, before, list, isBlock, title }, numbers, texts) {
  const { article, undo } = view;
  const document = article.ownerDocument;
  const rule = createElement(document, isBlock ? "div" : "span", "house-rule");
  const label = toggle(document, LABEL, "house-rule__label");
  label.ariaLabel = `${LABEL} ${numbers.join(", ")}`; // distinguishes them for screen readers
  const sentence = createElement(document, isBlock ? "p" : "span", "house-rule__text");
  const book = createElement(document, isBlock ? "div" : "span", "house-rule__book");
  const text = [...new Set(numbers.map((number) => texts.get(number)))].join(" ");
  rule.dataset.house = numbers.join(" ");
  fillText(sentence, text, view);
  book.hidden = true;
  rule.append(label, " ", sentence, " ", book);
  const space = document.createTextNode(" "); // a line could break between bar and label
  parent.insertBefore(space, before);
  parent.insertBefore(rule, before);
  book.append(...nodes);
  const hidesList = list && !text.endsWith(":");
  if (hidesList) list.classList.add("is-replaced");
  undo.push(() => {
    space.remove();
    rule.replaceWith(...nodes);
    if (hidesList) removeClasses(list, "is-replaced");
  });
  const topics = summaryOf(rule)?.querySelector(".note-line__topics");
  const name = title.map(({ textContent }) => textContent).join("");
  if (topics && name) undo.push(strikeTopic(topics, name));
  if (name) undo.push(strikeTitle(title));
  flagSummary(rule, undo);
}

function summaryOf(rule) {
  return rule.closest("details")?.querySelector(":scope > summary");
}

/** Adds a label to the summary of a collapsible that contains a house rule, once. */
function flagSummary(rule, undo) {
  const summary = summaryOf(rule);
  if (!summary || summary.querySelector(".house-flag")) return;
  const flag = createFlag(summary.ownerDocument, LABEL);
  summary.append(" ", flag);
  const space = flag.previousSibling;
  undo.push(() => {
    space.remove();
    flag.remove();
  });
}

/** Adds a new rule after the rule that it names. */
function addRule(view, { id, after, title, text }) {
  const { article, marks, undo } = view;
  const mark = marks.get(after);
  if (!mark) return;
  const document = article.ownerDocument;
  const rule = createElement(document, "div", "house-rule house-rule--new");
  const label = createElement(document, "span", "house-rule__label");
  const name = createElement(document, "strong", "house-rule__title");
  const content = createElement(document, "span", "house-rule__text");
  const permalink = createElement(document, "a", "rule-mark");
  if (!document.getElementById(id)) permalink.id = id;
  permalink.href = `#${id}`;
  permalink.ariaLabel = `House rule ${id}`;
  permalink.tabIndex = -1;
  permalink.textContent = id;
  label.textContent = LABEL;
  name.textContent = title;
  fillText(content, String(text), view);
  rule.append(label, " ", ...(title ? [name, " "] : []), content, " ", permalink);
  insertAfterBlock(mark, rule);
  undo.push(() => rule.remove());
  flagSummary(rule, undo);
}

/** Collapses the section below a heading. */
function collapseSection({ article, undo }, heading) {
  if (!/^H\d$/.test(heading?.tagName)) return;
  const parts = [];
  for (
    let next = heading.nextElementSibling;
    next && !endsSection(next, heading);
    next = next.nextElementSibling
  )
    parts.push(next);
  const line = createElement(article.ownerDocument, "p", "house-unused");
  line.append(toggle(article.ownerDocument, UNUSED, "house-unused__label"));
  heading.after(line);
  for (const part of parts) part.classList.add("is-unused-part");
  undo.push(() => {
    line.remove();
    for (const part of parts) removeClasses(part, "is-unused-part", "is-shown");
  });
}

function endsSection(element, { localName }) {
  return /^h[1-6]$/.test(element.localName) && element.localName <= localName;
}

/** Greys out an entry of a list, with the reason. */
function greyOut({ article, undo }, entry) {
  const name = entry?.querySelector(".reference__name");
  if (!name) return;
  const flag = createFlag(article.ownerDocument, UNUSED);
  entry.classList.add("is-unused");
  name.after(" ", flag);
  const space = flag.previousSibling;
  undo.push(() => {
    space.remove();
    flag.remove();
    removeClasses(entry, "is-unused");
  });
}

/**
 * Returns the selector of a heading or an entry, `combat#taking-a-dive`, on the page at an address or in
 * print.
 */
function selectorOf(place, address) {
  const [name, anchor] = place.split("#");
  const page = address.split("/").at(-2) ?? "";
  const inPrint = `[id="${CSS.escape(`${name}--${anchor}`)}"]`;
  return page === name ? `[id="${CSS.escape(anchor)}"], ${inPrint}` : inPrint;
}

function toggle(document, text, classes) {
  const button = createElement(document, "button", classes);
  button.type = "button";
  button.ariaExpanded = "false";
  button.textContent = text;
  return button;
}

/** Shows or hides the original behind a label. */
function setOpen(label, isOpen) {
  label.ariaExpanded = String(isOpen);
  const rule = label.closest(".house-rule");
  if (rule) rule.querySelector(".house-rule__book").hidden = !isOpen;
  const heading = label.closest(".house-unused");
  for (
    let next = heading?.nextElementSibling;
    next?.matches(".is-unused-part");
    next = next.nextElementSibling
  )
    next.classList.toggle("is-shown", isOpen);
}

/** Opens what hides the target of the hash, and scrolls there. */
function revealTarget() {
  const target = hashTarget(location.hash);
  const rule = target?.closest(".house-rule__book[hidden]")?.closest(".house-rule");
  let unused = target?.closest(".is-unused-part:not(.is-shown)");
  while (unused && !unused.matches(".house-unused")) unused = unused.previousElementSibling;
  for (const each of [rule, unused]) if (each) setOpen(each.querySelector("button"), true);
  if (target && (rule || unused || target.closest(".house-rule--new"))) reveal(target);
}

addEventListener("hashchange", revealTarget);
addEventListener("click", ({ target }) => {
  const label =
    target instanceof Element && target.closest("button:is(.house-rule__label, .house-unused__label)");
  if (label) setOpen(label, label.ariaExpanded !== "true");
});
