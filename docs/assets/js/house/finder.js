/** A search field with the number of results and a list of them, as buttons, below it. */
import { matchQuality, readNumber } from "../search/rule-numbers.js";

const MOST = 8;

/**
 * Connects the search field of this name on the page. `find` gets the query and returns [{label, text}], or a
 * promise of it; `choose` gets the pressed result. Returns the function that removes the results.
 */
export function connectFinder(page, name, { find, choose }, signal) {
  const field = page.part(name);
  const hits = page.part(`${name}-hits`);
  const count = page.part(`${name}-count`);
  let latest = 0;
  const close = () => {
    hits.hidden = true;
    hits.replaceChildren();
    count.textContent = "";
  };
  const showCount = (matches, listed) => {
    const word = matches > listed ? "found-more" : matches ? "found" : "nothing";
    count.textContent = page.message(word, { count: matches, shown: listed });
  };
  const search = async () => {
    const words = field.value.trim();
    const request = (latest += 1);
    if (!words) return close();
    const matches = await find(words);
    if (request !== latest || signal.aborted) return;
    const first = matches.slice(0, MOST);
    hits.replaceChildren(...first.map((each) => createHit(each, select)));
    hits.hidden = !first.length;
    showCount(matches.length, first.length);
  };
  const select = (each) => {
    latest += 1;
    close();
    choose(each);
  };
  field.addEventListener("input", search, { signal });
  // The query stays: changing it while the focus moves would announce it instead of the target.
  field.addEventListener("focus", () => field.select(), { signal });
  field.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") close();
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (hits.hidden) search();
      else hits.querySelector("button").click();
    },
    { signal },
  );
  return close;
}

function createHit(each, onSelect) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button button--row";
  const label = document.createElement("strong");
  label.textContent = each.label;
  button.append(label, " ", each.text);
  button.addEventListener("click", () => onSelect(each));
  item.append(button);
  return item;
}

/** Returns the `things` whose text contains all words; `textOf` returns the text to search. */
export function filterByWords(things, words, textOf) {
  const terms = words.toLocaleLowerCase().split(/\s+/);
  return things.filter((each) => {
    const text = textOf(each).toLocaleLowerCase();
    return terms.every((word) => text.includes(word));
  });
}

/** Returns the rules and rulings of a book that match a number or all words, those with the number first. */
export function findRules({ rules }, words) {
  const all = Object.entries(rules).map(([number, { title, text }]) => {
    return { number, label: number, text: `${title}: ${text}` };
  });
  const query = readNumber(words);
  const byNumber = query
    ? all
        .filter(({ number }) => matchQuality(number, query))
        .sort((one, other) => matchQuality(other.number, query) - matchQuality(one.number, query))
    : [];
  const byWords = filterByWords(all, words, ({ text }) => text);
  return [...new Set([...byNumber, ...byWords])];
}
