/**
 * Opens the search: by its button, with `/` or `s` wherever nothing is typed, or where an address asks for it, as
 * `#find=flee` does. It is loaded when first wanted.
 */
const FIELDS = "input, select, textarea, [contenteditable]";

function open(words) {
  import("./search.js").then(({ search }) => search.open(words));
}

const asked = new URLSearchParams(location.hash.slice(1)).get("find");
if (asked !== null) open(asked);

addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-find=open]")) open();
});
addEventListener("keydown", (event) => {
  const alone = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!alone || !["/", "s"].includes(event.key) || event.target.closest?.(FIELDS)) return;
  event.preventDefault();
  open();
});
