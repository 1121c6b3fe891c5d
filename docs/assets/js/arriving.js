/**
 * A link leads to the place it names. The theme, which changes pages without loading them, goes instead to where the
 * last page was scrolled to whenever it notes that a moment too late: within a tenth of a second of a scroll.
 */
import { named, show } from "./folds.js";

let hash = "";

if (window.document$) {
  window.location$.subscribe((address) => (hash = address.hash));
  window.addEventListener("popstate", () => (hash = "")); // back to where the reader was
  window.document$.subscribe(() => {
    const place = hash && named(hash);
    if (place) {
      location.replace(hash); // marks it, too
      show(place);
    }
    hash = "";
  });
}
