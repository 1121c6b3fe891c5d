/**
 * Finds where a page states a rule or a ruling: the nodes of its text, as the search index reads them
 * (hooks/search_index/page_parser.py).
 */
const BLOCKS = new Set(
  (
    "ARTICLE ASIDE BLOCKQUOTE CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE H1 H2 H3 H4 H5 H6 LI OL P PRE SECTION " +
    "SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL DICE-REFERENCE DICE-ROLL-BUTTONS DICE-ROLLER DICE-CALCULATOR " +
    "DICE-ODDS-TABLE DICE-PLOT"
  ).split(" "), // in capitals, as PurgeCSS keeps the styles of lower-case tag names in scripts
);
const LISTS = "ul, ol, table, dl, div:has(> table)";
const IN_PRINT = "--"; // separates a page's name and a fragment in the whole book on one page

/**
 * A statement is {mark, parent, nodes, before, list, isBlock, title}: the `nodes` of its text in `parent`,
 * followed by the node `before` or null. `list` is the list that continues a sentence such as `A race has
 * eight lines:`. The text of a ruling is a block below the nodes of its `title`.
 */

/** Returns {number: mark} of the rules and rulings that an article states. */
export function marksIn(article) {
  const marks = article.querySelectorAll(".rule-mark[id]");
  return new Map(Array.from(marks, (mark) => [mark.id.split(IN_PRINT).at(-1), mark]));
}

/** Returns the statement of a rule or ruling at its mark, or null. */
export function statementOf(mark) {
  const title = mark.closest(".ruling > :first-child");
  if (title) return rulingStatement(title, mark);
  const value = mark.closest("[data-label] + span")?.previousElementSibling;
  if (value) return statement(mark, [...value.childNodes], null, value);
  return ruleAt(mark);
}

/** Returns the statements of rulings that an article repeats from other pages, by number. */
export function* repeatedRulings(article) {
  for (const ruling of article.querySelectorAll(".ruling--again")) {
    const title = ruling.firstElementChild;
    const [number] = title.textContent.trim().split(" ", 1);
    const source = ruling.lastElementChild; // "In the book: …"
    const options = { isBlock: true, title: [...title.childNodes] };
    yield [number, statement(title, between(title, source), source, ruling, options)];
  }
}

function ruleAt(mark) {
  const nodes = siblingNodes(mark, "previousSibling").reverse();
  if (hasText(nodes)) return statement(mark, nodes, mark, mark.parentElement, { list: followingList(mark) });
  const before = nodes[0]?.previousSibling ?? (nodes.length ? null : mark.previousSibling);
  if (isMark(before)) return { ...ruleAt(before), mark }; // two marks after one sentence share it
  let last = mark; // the marks are before their sentence
  for (;;) {
    const after = siblingNodes(last, "nextSibling");
    const end = after.at(-1)?.nextSibling ?? (after.length ? null : last.nextSibling);
    if (hasText(after)) return statement(mark, after, end, mark.parentElement);
    if (!isMark(end)) return null;
    last = end;
  }
}

/** Returns a ruling's text below its title, or the question and answer of the title if there is none. */
function rulingStatement(title, mark) {
  const ruling = title.parentElement;
  const nodes = between(title, null);
  const about = title.querySelector(":scope > .ruling__about");
  const titleNodes = between(mark, about);
  if (hasText(nodes)) return statement(mark, nodes, null, ruling, { isBlock: true, title: titleNodes });
  return statement(mark, titleNodes, about, title);
}

function statement(mark, nodes, before, parent, { list = null, isBlock = false, title = [] } = {}) {
  return { mark, nodes, before, parent, list, isBlock, title };
}

/** Returns the nodes beside a mark, nearest first, that can belong to its sentence. */
function siblingNodes(mark, direction) {
  const nodes = [];
  for (let node = mark[direction]; node && !isMark(node) && !isBlock(node); node = node[direction])
    nodes.push(node);
  return nodes;
}

/** Returns the list after a sentence such as `A race has eight lines:`, if it states no rules itself. */
function followingList(mark) {
  const block = mark.parentElement;
  const rest = siblingNodes(mark, "nextSibling");
  const sentence = siblingNodes(mark, "previousSibling")[0]?.textContent ?? "";
  if (hasText(rest) || mark.closest("li, td") || !/:\s*$/.test(sentence)) return null;
  const next = block.nextElementSibling;
  return next?.matches(LISTS) && !next.querySelector(".rule-mark") ? next : null;
}

function between(first, end) {
  const nodes = [];
  for (let node = first.nextSibling; node && node !== end; node = node.nextSibling) nodes.push(node);
  return nodes;
}

function hasText(nodes) {
  return nodes.some((node) => node.textContent.trim());
}

function isMark(node) {
  return node instanceof Object && node.nodeType === 1 && node.matches(".rule-mark");
}

function isBlock(node) {
  return node.nodeType === 1 && BLOCKS.has(node.tagName);
}
