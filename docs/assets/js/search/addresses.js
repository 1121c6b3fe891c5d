/** Addresses from the root of the site, such as `core_rules/challenges/#C-044`, and the links they are as. */
import { INDEX, ROOT } from "../site.js";

/** Where an address from the root of the site is; in a folder each page is a file of its own. */
export function toHref(address) {
  const [path, anchor] = address.split("#");
  return `${ROOT}${path}${INDEX}${anchor ? `#${anchor}` : ""}`;
}

/** The address from the root of the site, with its hash, that a link leads to; null if that is elsewhere. */
export function toAddress(href) {
  if (!href.startsWith(ROOT) || href.includes("?")) return null;
  return href.slice(ROOT.length).replace(/(^|\/)index\.html(?=#|$)/, "$1");
}

/** The page at hand, from the root of the site. */
export function currentAddress() {
  return toAddress(location.href.split(/[?#]/)[0]) ?? "";
}

/** The game at an address, of the page at hand unless given: its book's folder, whatever that holds. */
export function gameOf(address = currentAddress()) {
  return address.split("/")[0];
}
