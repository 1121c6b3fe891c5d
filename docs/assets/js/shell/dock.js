/**
 * The bar at the bottom of a phone: its Contents button opens the list of pages as the one in the head does.
 */
addEventListener("click", ({ target }) => {
  if (!(target instanceof Element) || !target.closest("[data-dock=contents]")) return;
  const opener =
    document.querySelector("[data-open-contents]") ?? document.querySelector(".md-header [for=__drawer]");
  opener.click();
});
