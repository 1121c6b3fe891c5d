/**
 * The stylesheets of the current page, which lists those of its parts. On navigation, the next page's
 * stylesheets are loaded before it is shown, and others are removed, so that their order is that of a page
 * opened directly.
 */
import { beforePage, onPage } from "./page-navigation.js";

const SHEETS = "link[rel=stylesheet]";

/** address → {link, come: resolves once it is here} */
const worn = new Map(
  Array.from(document.querySelectorAll(SHEETS), (link) => [link.href, { link, come: null }]),
);
let linked = [...worn.keys()]; // of the previous page

beforePage(async (next, to) => {
  const addresses = Array.from(next.querySelectorAll(SHEETS), (link) => link.getAttribute("href"));
  linked = addresses.map((address) => new URL(address, to).href);
  let before = null;
  for (const address of linked) {
    if (!worn.has(address)) worn.set(address, fetched(address, before));
    before = worn.get(address).link;
  }
  await Promise.all(linked.map((address) => worn.get(address).come));
});

onPage(() => {
  for (const address of worn.keys()) if (!linked.includes(address)) takeOff(address);
});

function fetched(address, before) {
  const link = document.createElement("link");
  const come = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      takeOff(address);
      reject(new Error(`${address} can't be had`));
    });
  });
  link.rel = "stylesheet";
  link.href = address;
  before.after(link); // the book's stylesheet, which every page has, is the first
  return { link, come };
}

function takeOff(address) {
  worn.get(address)?.link.remove();
  worn.delete(address);
}
