/**
 * What a page needs under house rules alone: attributes of elements that depend on them, and fields of forms.
 * The build moves it to a file of the book (`hooks/pages/house_data.py`). The preview leaves it in the page.
 */
import { runScript } from "../run-script.js";
import { markup } from "../trusted.js";

const loading = new Map(); // path → promise of the data of a book

/** Adds it to a page, a document, unless it is there. Rejects where it can't be loaded. */
export async function addPageData(page, address) {
  const marked = [...page.querySelectorAll("[data-house-mark]")];
  if (marked.length) {
    const { [address]: facts } = await load(page.querySelector("[data-house-rules]").dataset.houseRules);
    if (facts.length !== marked.length) throw new Error("This page differs from its data for house rules.");
    for (const [element, place] of placesOf(marked)) add(element, facts[place]);
  }
  for (const template of page.querySelectorAll('template[data-part="house-fields"]'))
    template.replaceWith(template.content);
}

/** The place in the data of each marked element: its mark says so, or it is the next that no mark names. */
function placesOf(marked) {
  const named = new Set(marked.map(({ dataset }) => dataset.houseMark));
  const others = [...marked.keys()].filter((place) => !named.has(String(place)));
  return marked.map((element) => [element, element.dataset.houseMark || others.shift()]);
}

function add(element, { fields, ...attributes }) {
  if (element.dataset.houseMark === undefined) return; // another call was waiting for the data as well
  delete element.dataset.houseMark;
  Object.assign(element.dataset, attributes);
  if (fields !== undefined) element.innerHTML = markup(fields);
}

function load(path) {
  if (!loading.has(path)) {
    const book = path.split("/").at(-2);
    const data = runScript(path).then(() => globalThis.diceleafHouseRules[book]);
    data.catch(() => loading.delete(path)); // the next page tries again
    loading.set(path, data);
  }
  return loading.get(path);
}
