/**
 * A choice of books to save: "all", or the folders of books joined by commas; "" is none. The address of a
 * service worker contains the choice that it saves.
 */
import { ROOT } from "../site.js";

export const ALL = "all";

/** Returns the choice that a service worker saves; "" without one. */
export function choiceOf(worker) {
  return worker ? (new URL(worker.scriptURL).searchParams.get("books") ?? ALL) : "";
}

/** Returns the address of the service worker that saves a choice. */
export function workerAddress(choice) {
  return choice === ALL ? `${ROOT}sw.js` : `${ROOT}sw.js?books=${choice}`;
}

/** Returns whether a choice contains all of the books. */
export function includes(choice, books) {
  const chosen = choice.split(",");
  return choice === ALL || books.split(",").every((book) => chosen.includes(book));
}

/** Returns a choice with further books. */
export function addBooks(choice, books) {
  if (includes(choice, books)) return choice;
  return books === ALL || !choice ? books : [choice, books].join(",").split(",").sort().join(",");
}

/** Returns the games of a choice, or null for all. */
export function gamesOf(choice) {
  return choice === ALL ? null : choice.split(",");
}
