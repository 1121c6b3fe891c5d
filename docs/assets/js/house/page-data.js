/**
 * Data of a page that only house rules need: attributes of elements that depend on them, and fields of forms.
 * The build moves it to a file of the book (`hooks/pages/house_data.py`). In the preview it stays in the
 * page.
 */
import { runScript } from "../run-script.js";
import { markup } from "../trusted.js";

const loading = new Map(); // path → promise of a book's data

/** Adds the data to a page, a document, unless it is there. Rejects if it can't be loaded. */
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

/** Yields the index of each marked element in the data: its mark names it, or it is the next unnamed one. */
function placesOf(marked) {
  const named = new Set(marked.map(({ dataset }) => dataset.houseMark));
  const others = [...marked.keys()].filter((place) => !named.has(String(place)));
  return marked.map((element) => [element, element.dataset.houseMark || others.shift()]);
}

function add(element, { fields, ...attributes }) {
  if (element.dataset.houseMark === undefined) return; // another call was waiting for the data, too
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
