/** What on a page depends on house rules: elements whose `data-options` name their game and some of its. */

/** How far beyond the window something is prepared for the reader. */
const NEAR = "400px";

/**
 * [element, {name: value}] for each element of this kind whose house rules the record decides otherwise; not
 * for those in the book's own sentence behind a table's.
 */
export function houseValues(page, record, kind) {
  const found = [];
  for (const element of page.querySelectorAll(`:is(${kind})[data-options]`)) {
    const [game, ...names] = element.dataset.options.split(" ");
    if (game !== record.set.game) continue; // a page may show another game's calculator
    if (element.closest(".house-rule__book")) continue;
    const values = Object.entries(record.set.options).filter(([name]) => names.includes(name));
    if (values.length) found.push([element, Object.fromEntries(values)]);
  }
  return found;
}

export function label(text) {
  const span = document.createElement("span");
  span.className = "house-label";
  span.textContent = text;
  return span;
}

const runs = new Map(); // element → what is done when it comes near

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      const run = runs.get(target);
      runs.delete(target);
      run?.();
    }
  },
  { rootMargin: NEAR },
);

/**
 * Calls `run` once when the element comes near the window; a later call takes the place of an earlier one.
 */
export function whenNear(element, run) {
  runs.set(element, run);
  observer.unobserve(element);
  observer.observe(element);
}
