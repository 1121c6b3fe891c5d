/** Texts of a set, in which the numbers of existing rules become links. The texts are never markup. */
import { openIndex } from "../search/books.js";
import { toHref } from "../search/addresses.js";

const NUMBER = /\b[A-Z]{1,2}-\d{1,3}\b/g;

/**
 * Writes a text into an element of an article of `game`, which states rules at these `marks`. Numbers of
 * other rules become links once the search index has been loaded.
 */
export function fillText(element, text, { article, game, marks }) {
  const hasMissing = fill(element, text, (number) => {
    if (marks.has(number)) return `#${marks.get(number).id}`;
    return article
      .querySelector(`.rule-link[data-rule="${number}"][href*="/${game}/"]`)
      ?.getAttribute("href");
  });
  if (hasMissing) linkLater(element, text, game);
}

async function linkLater(element, text, game) {
  try {
    const books = await openIndex();
    const book = books.books.find(({ id }) => id === game);
    fill(element, text, (number) => {
      const entry = books.numbered(book, number);
      return entry && toHref(entry.address);
    });
  } catch {
    return; // offline without the index: the numbers stay text
  }
}

/** Fills an element; returns whether a number in the text has no link. */
function fill(element, text, hrefOf) {
  const document = element.ownerDocument;
  const pieces = [];
  let end = 0;
  let hasMissing = false;
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    const href = hrefOf(number);
    hasMissing ||= !href;
    if (!href) continue;
    const link = document.createElement("a");
    link.className = "rule-link";
    link.href = href;
    link.dataset.rule = number;
    link.tabIndex = -1;
    link.textContent = number;
    pieces.push(text.slice(end, index), link);
    end = index + number.length;
  }
  element.replaceChildren(...pieces, text.slice(end));
  return hasMissing;
}
