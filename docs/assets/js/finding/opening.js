/** Opens the search: by its button, or with `/` or `s` wherever nothing is typed. It is loaded when first wanted. */
const FIELDS = "input, select, textarea, [contenteditable]";

function open() {
  import("./search.js").then(({ search }) => search.open());
}

addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("[data-find=open]")) open();
});
addEventListener("keydown", (event) => {
  const alone = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!alone || !["/", "s"].includes(event.key) || event.target.closest?.(FIELDS)) return;
  event.preventDefault();
  open();
});
