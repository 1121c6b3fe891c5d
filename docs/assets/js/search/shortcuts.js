/**
 * Opens the search: by its button, with `/` or `s` wherever nothing is typed, or where an address asks for
 * it, as `#find=flee` does. It is loaded when first wanted.
 */
import { isShortcut } from "../shell/shortcuts.js";

function open(words) {
  import("./dialog.js").then(({ search }) => search.open(words));
}

const asked = new URLSearchParams(location.hash.slice(1)).get("find");
if (asked !== null) open(asked);

addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-find=open]")) open();
});
addEventListener("keydown", (event) => {
  if (!["/", "s"].includes(event.key) || !isShortcut(event)) return;
  event.preventDefault();
  open();
});
