import { hashTarget } from "./url-hash.js";

/** Open every `<details>` around an element and scroll to it. */
export function reveal(place) {
  for (let details = place.closest("details"); details; details = details.parentElement.closest("details")) {
    details.open = true;
  }
  place.scrollIntoView();
}

/** Reveal the target of the hash. The browser itself scrolls to a visible one. */
function follow() {
  const place = hashTarget(location.hash);
  if (place?.closest("details:not([open])")) reveal(place);
}

addEventListener("hashchange", follow);
follow();
