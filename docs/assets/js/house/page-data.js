/**
 * Data of a page that only house rules need: attributes of elements that depend on them, and fields of forms.
 * The build moves it to a file of the book (`hooks/pages/house_data.py`); in the preview server it stays in
 * the page.
 */
import { runScript } from "../run-script.js";
import { markup } from "../trusted.js";

const dataByPath = new Map(); // path → promise of a book's data

/** Adds the data to a page, a document, unless it is there. Rejects if it can't be loaded. */
export async function addPageData(page, address) {
  const elements = [...page.querySelectorAll("[data-house-mark]")];
  if (elements.length) {
    const { [address]: facts } = await load(page.querySelector("[data-house-rules]").dataset.houseRules);
    if (facts.length !== elements.length) throw new Error("This page differs from its data for house rules.");
    for (const [element, place] of placesOf(elements)) addFacts(element, facts[place]);
  }
  for (const template of page.querySelectorAll('template[data-part="house-fields"]'))
    template.replaceWith(template.content);
}

/** Yields the index of each marked element in the data: its mark names it, or it is the next unnamed one. */
function placesOf(elements) {
  const markedIndices = new Set(elements.map(({ dataset }) => dataset.houseMark));
  const remaining = [...elements.keys()].filter((place) => !markedIndices.has(String(place)));
  return elements.map((element) => [element, element.dataset.houseMark || remaining.shift()]);
}

function addFacts(element, { fields, ...attributes }) {
  if (element.dataset.houseMark === undefined) return; // another call was waiting for the data, too
  delete element.dataset.houseMark;
  Object.assign(element.dataset, attributes);
  if (fields !== undefined) element.innerHTML = markup(fields);
}

function load(path) {
  if (!dataByPath.has(path)) {
    const book = path.split("/").at(-2);
    const data = runScript(path).then(() => globalThis.diceleafHouseRules[book]);
    data.catch(() => dataByPath.delete(path)); // the next page tries again
    dataByPath.set(path, data);
  }
  return dataByPath.get(path);
}
