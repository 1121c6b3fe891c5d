/** Addresses relative to the root of the site, such as `core_rules/challenges/#C-044`, and their links. */
import { INDEX, ROOT } from "../site.js";

/** Returns the link to an address. In a local folder each page is a file of its own. */
export function toHref(address) {
  const [path, anchor] = address.split("#");
  return `${ROOT}${path}${INDEX}${anchor ? `#${anchor}` : ""}`;
}

/** Returns the address that a link leads to, with its hash, or null if it leaves the site. */
export function toAddress(href) {
  if (!href.startsWith(ROOT) || href.includes("?")) return null;
  return href.slice(ROOT.length).replace(/(^|\/)index\.html(?=#|$)/, "$1");
}

/** Returns the address of the current page. */
export function currentAddress() {
  return toAddress(location.href.split(/[?#]/)[0]) ?? "";
}

/** Returns the game of an address, by default of the current page: the folder of its book. */
export function gameOf(address = currentAddress()) {
  return address.split("/")[0];
}
