/**
 * The stylesheets of the current page, which lists those of its parts. On navigation, the next page's
 * stylesheets are loaded before it is shown, and others are removed, so that their order is that of a page
 * opened directly.
 */
import { beforePage, onPage } from "./page-navigation.js";

const SHEETS = "link[rel=stylesheet]";

/** address → {link, loaded: a promise} */
const linksByAddress = new Map(
  Array.from(document.querySelectorAll(SHEETS), (link) => [link.href, { link, loaded: null }]),
);
let pageAddresses = [...linksByAddress.keys()]; // of the current page

beforePage(async (next, to) => {
  const hrefs = Array.from(next.querySelectorAll(SHEETS), (link) => link.getAttribute("href"));
  pageAddresses = hrefs.map((href) => new URL(href, to).href);
  let before = null;
  for (const address of pageAddresses) {
    if (!linksByAddress.has(address)) linksByAddress.set(address, loadSheet(address, before));
    before = linksByAddress.get(address).link;
  }
  await Promise.all(pageAddresses.map((address) => linksByAddress.get(address).loaded));
});

onPage(() => {
  for (const address of linksByAddress.keys()) if (!pageAddresses.includes(address)) removeSheet(address);
});

function loadSheet(address, before) {
  const link = document.createElement("link");
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      removeSheet(address);
      reject(new Error(`${address} couldn't be loaded`));
    });
  });
  link.rel = "stylesheet";
  link.href = address;
  before.after(link); // the book's stylesheet, which every page has, is the first
  return { link, loaded };
}

function removeSheet(address) {
  linksByAddress.get(address)?.link.remove();
  linksByAddress.delete(address);
}
