/** Shows what a link leads to: the folds around it opened, and all of the sentence that a rule's number ends. */
export function show(place) {
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    fold.open = true;
  }
  const whole = place.matches(".rule-mark") ? place.closest("p, li, tr, summary") : null;
  (whole ?? place).scrollIntoView();
}

/** The element that an address's hash names, or null. */
export function named(hash) {
  return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
}

/**
 * The browser goes to the place itself within the next frame, so this comes after. What was asked for is noted at
 * once: the theme soon writes the section that is read into the address.
 */
function follow() {
  const place = named(location.hash);
  if (place) requestAnimationFrame(() => requestAnimationFrame(() => show(place)));
}

addEventListener("hashchange", follow);
// The theme goes there once more, some time later; what has a state is a way back.
addEventListener("popstate", ({ state }) => state === null && follow());
// Who comes back, or loads the page again, goes on reading where it was.
if (performance.getEntriesByType("navigation")[0]?.type === "navigate") {
  const place = named(location.hash);
  if (place && document.readyState === "complete") show(place);
  else if (place) addEventListener("load", () => setTimeout(() => show(place)));
}
