/** Elements that depend on house rules: their `data-options` contain the game and the options. */

/** The distance from the window at which elements are prepared. */
const NEAR = "400px";

/**
 * Returns [element, {name: value}] for each element of this kind whose options the record changes, except
 * inside the book's own sentences.
 */
export function houseValues(page, record, kind) {
  const entries = [];
  for (const element of page.querySelectorAll(`:is(${kind})[data-options]`)) {
    const [game, ...names] = element.dataset.options.split(" ");
    if (game !== record.set.game) continue; // a page can show another game's calculator
    if (element.closest(".house-rule__book")) continue;
    const values = Object.entries(record.set.options).filter(([name]) => names.includes(name));
    if (values.length) entries.push([element, Object.fromEntries(values)]);
  }
  return entries;
}

export function label(text) {
  const span = document.createElement("span");
  span.className = "house-label";
  span.textContent = text;
  return span;
}

const runs = new Map(); // element → the function to run when it comes near

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

/** Calls `run` once when the element comes near the window; a later call replaces an earlier one. */
export function whenNear(element, run) {
  runs.set(element, run);
  observer.unobserve(element);
  observer.observe(element);
}
