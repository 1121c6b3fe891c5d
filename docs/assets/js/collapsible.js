import { hashTarget } from "./url-hash.js";

/** Opens the folds around a place that a link leads to, and goes there. */
export function show(place) {
  for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    fold.open = true;
  }
  place.scrollIntoView();
}

/** The browser goes to a place that is seen by itself. */
function follow() {
  const place = hashTarget(location.hash);
  if (place?.closest("details:not([open])")) show(place);
}

addEventListener("hashchange", follow);
follow();
