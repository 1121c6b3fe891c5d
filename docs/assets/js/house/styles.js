/** The stylesheet for house rules, which only pages with house rules load. */
const NAME = "house-text.css";

let isAdded = false;

/** Adds it to the current page. */
export function addStyles() {
  if (isAdded) return;
  isAdded = true;
  const { sheet, href } = document.querySelector('link[rel=stylesheet][href*="assets/css"]');
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(NAME, sheet?.href ?? href); // `href` is relative to the page, which navigation replaces
  document.head.append(link);
}
