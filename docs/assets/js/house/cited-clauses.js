/**
 * Strikes out the sentences and rows of a table screen that summarise rules if the set changes all rules that
 * they cite.
 */
import { strikeOut } from "./marked-text.js";

const ENDED = /^.*[.:!?]\s+(?=[^\s.,;:)])/s; // what is before the last sentence of a text
const SIGNS = /^[\s.,;:)]+/; // between a link and the next clause
const LINK = ".rule-link";

/** Strikes out the clauses that cite only `changed` links, and returns a function that restores them. */
export function strikeClauses(changed) {
  const undo = [];
  const handled = new Set();
  for (const link of changed) {
    if (handled.has(link)) continue;
    const links = citationsAt(link);
    for (const each of links) handled.add(each);
    if (!links.every((each) => changed.includes(each))) continue;
    const parts = rowOf(links) ?? [clauseBefore(links[0], undo)];
    for (const nodes of parts) if (nodes.length) undo.push(strikeOut(nodes, "the book’s text, not used"));
  }
  return () => {
    for (const restore of undo.reverse()) restore();
  };
}

/** Returns the links that are cited together with one, first to last. */
function citationsAt(link) {
  const links = [link];
  for (let next; (next = besides(links[0], "previousSibling"));) links.unshift(next);
  for (let next; (next = besides(links.at(-1), "nextSibling"));) links.push(next);
  return links;
}

/** Returns the link beside a link, if there are only spaces between them. */
function besides(link, direction) {
  let node = link[direction];
  if (node?.nodeType === Node.TEXT_NODE && !node.data.trim()) node = node[direction];
  return node?.nodeType === Node.ELEMENT_NODE && node.matches(LINK) ? node : null;
}

/** Returns the nodes of each cell of a row after its name, if these links are all that one cell contains. */
function rowOf(links) {
  const cell = links[0].parentElement;
  const row = cell.closest("tr");
  const isAlone = cell.matches("td") && [...cell.children].every((each) => links.includes(each));
  if (!isAlone || row.querySelectorAll(LINK).length > links.length) return null;
  const [name, ...others] = [...row.cells].filter((each) => each !== cell);
  return (others.length ? others : [name]).map((each) => [...each.childNodes]);
}

/** Returns the nodes of the clause before a link, for which a text may be split. */
function clauseBefore(link, undo) {
  const nodes = [];
  for (let node = link.previousSibling; node && !isBoundary(node); node = node.previousSibling) {
    const before = lengthBefore(node);
    if (!before) {
      nodes.unshift(node);
      continue;
    }
    const rest = node.splitText(before);
    undo.push(() => {
      node.appendData(rest.data);
      rest.remove();
    });
    nodes.unshift(rest);
    break;
  }
  return nodes;
}

/** Returns the number of characters of a node that are before its last clause. */
function lengthBefore(node) {
  if (node.nodeType !== Node.TEXT_NODE) return 0;
  const follows = node.previousSibling && isBoundary(node.previousSibling);
  const ended = ENDED.exec(node.data) ?? (follows && SIGNS.exec(node.data));
  return ended ? ended[0].length : 0;
}

function isBoundary(node) {
  return node.nodeType === Node.ELEMENT_NODE && node.matches(`${LINK}, strong, br`);
}
