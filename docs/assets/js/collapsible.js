import { hashTarget } from "./url-hash.js";

/** Opens every `<details>` around an element and scrolls to it. */
export function reveal(place) {
  for (let details = place.closest("details"); details; details = details.parentElement.closest("details")) {
    details.open = true;
  }
  place.scrollIntoView();
}

/** Opens what hides the target of the hash. The browser itself scrolls to a visible target. */
function follow() {
  const place = hashTarget(location.hash);
  if (place?.closest("details:not([open])")) reveal(place);
}

addEventListener("hashchange", follow);
follow();
