/**
 * The stylesheets of the page that is shown: each page asks for those of the parts that it holds. Where pages
 * are turned the next one's come before it is shown, and what it doesn't ask for goes with the last, so that
 * they stand as they do where a page is opened by itself.
 */
import { beforePage, onPage } from "./page-navigation.js";

const SHEETS = "link[rel=stylesheet]";

/** address → {link, come: resolves once it is here} */
const worn = new Map(
  Array.from(document.querySelectorAll(SHEETS), (link) => [link.href, { link, come: null }]),
);
let asked = [...worn.keys()]; // by the page that came last

beforePage(async (next, to) => {
  const addresses = Array.from(next.querySelectorAll(SHEETS), (link) => link.getAttribute("href"));
  asked = addresses.map((address) => new URL(address, to).href);
  let before = null;
  for (const address of asked) {
    if (!worn.has(address)) worn.set(address, fetched(address, before));
    before = worn.get(address).link;
  }
  await Promise.all(asked.map((address) => worn.get(address).come));
});

onPage(() => {
  for (const address of worn.keys()) if (!asked.includes(address)) takeOff(address);
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
  before.after(link); // the book's, which every page asks for, comes first
  return { link, come };
}

function takeOff(address) {
  worn.get(address)?.link.remove();
  worn.delete(address);
}
