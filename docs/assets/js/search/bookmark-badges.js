/** Shows which rules of a page the reader has bookmarked. */
import { onPage } from "../shell/page-navigation.js";
import { currentAddress } from "./addresses.js";
import { bookmarks } from "./reader-data.js";

function showBadges() {
  const [book] = currentAddress().split("/");
  for (const rule of document.querySelectorAll("article .rule-mark[id]")) {
    rule.toggleAttribute("data-marked", bookmarks.isMarked(`${book}:${rule.id}`));
  }
}

onPage(showBadges);
bookmarks.addEventListener("change", showBadges);
