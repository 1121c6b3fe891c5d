/** The stylesheet of what house rules add to a page, which lies beside that of every page. */
const NAME = "house-text.css";

let worn = false;

/** Has the page at hand wear it. */
export function dress() {
  if (worn) return;
  worn = true;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(NAME, document.querySelector('link[rel=stylesheet][href*="assets/css"]').href);
  document.head.append(link);
}
