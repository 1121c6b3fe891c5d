/**
 * A link leads to the place it names. The theme, which changes pages without loading them, goes instead to where the
 * last page was scrolled to whenever it notes that a moment too late: within a tenth of a second of a scroll.
 */
import { openAround } from "./folds.js";

let place = "";

if (window.document$) {
  window.location$.subscribe(({ hash }) => (place = hash));
  window.addEventListener("popstate", () => (place = "")); // back to where the reader was
  window.document$.subscribe(() => {
    const found = place && document.getElementById(decodeURIComponent(place.slice(1)));
    if (found) {
      openAround(found);
      location.replace(place);
    }
    place = "";
  });
}
