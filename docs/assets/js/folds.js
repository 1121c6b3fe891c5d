/** Opens the folds around a place that a link leads to, and goes there. */
export function show(place) {
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    fold.open = true;
  }
  place.scrollIntoView();
}

/** The element that an address's hash names, or null. A hash may hold anything: a character, half a link. */
export function named(hash) {
  return hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
}

/** The browser goes to a place that is seen by itself. */
function follow() {
  const place = named(location.hash);
  if (place?.closest("details:not([open])")) show(place);
}

addEventListener("hashchange", follow);
follow();
