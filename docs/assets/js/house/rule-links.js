/** A table's own text, in which the numbers of rules that exist are links. It is text, and never markup. */
import { openIndex } from "../search/books.js";
import { toHref } from "../search/addresses.js";

const NUMBER = /\b[A-Z]{1,2}-\d{1,3}\b/g;

/**
 * Puts a text in an element of a page of `game`. Rules that the page neither states nor links to become links
 * once the index of all books is here.
 */
export function fillText(element, text, game, article) {
  const missing = fill(element, text, (number) => hrefOnPage(article, number, game));
  if (missing) linkLater(element, text, game);
}

async function linkLater(element, text, game) {
  try {
    const books = await openIndex();
    const book = books.books.find(({ id }) => id === game);
    fill(element, text, (number) => {
      const thing = books.numbered(book, number);
      return thing && toHref(thing.address);
    });
  } catch {
    return; // offline without the index: the numbers stay text
  }
}

/** Fills an element, and says whether a number in the text has no link. */
function fill(element, text, hrefOf) {
  const document = element.ownerDocument;
  const pieces = [];
  let at = 0;
  let missing = false;
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    const href = hrefOf(number);
    missing ||= !href;
    if (!href) continue;
    const link = document.createElement("a");
    link.className = "rule-link";
    link.href = href;
    link.dataset.rule = number;
    link.tabIndex = -1;
    link.textContent = number;
    pieces.push(text.slice(at, index), link);
    at = index + number.length;
  }
  element.replaceChildren(...pieces, text.slice(at));
  return missing;
}

/** Where a rule is, if the page states it or links to it. */
function hrefOnPage(article, number, game) {
  const own = article.querySelector(`.rule-mark[id="${number}"]`);
  const link = article.querySelector(`.rule-link[data-rule="${number}"][href*="/${game}/"]`);
  return own ? `#${number}` : link?.getAttribute("href");
}
