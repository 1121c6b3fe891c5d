/**
 * Opens the search by its button, by `/` or `s` outside fields, or by an address such as `#find=flee`. The
 * dialog is loaded on first use.
 */
import { isShortcut } from "../shell/shortcuts.js";

function open(words) {
  import("./dialog.js").then(({ search }) => search.open(words));
}

const query = new URLSearchParams(location.hash.slice(1)).get("find");
if (query !== null) open(query);

addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-find=open]")) open();
});
addEventListener("keydown", (event) => {
  if (!["/", "s"].includes(event.key) || !isShortcut(event)) return;
  event.preventDefault();
  open();
});
