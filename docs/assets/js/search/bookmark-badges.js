/** Shows on a page which of its rules the reader has marked. */
import { onPage } from "../shell/page-navigation.js";
import { here } from "./addresses.js";
import { bookmarks } from "./reader-data.js";

export function markPage() {
  const [book] = here().split("/");
  for (const rule of document.querySelectorAll("article .rule-mark[id]")) {
    rule.toggleAttribute("data-marked", bookmarks.isMarked(`${book}:${rule.id}`));
  }
}

onPage(markPage);
bookmarks.addEventListener("change", markPage);
