/**
 * Addresses for chats, which read the head of a page, run no scripts and ignore the fragment. Each rule and
 * calculator therefore has a small page with its text in the head, which redirects to the book
 * (hooks/pages/share_pages.py).
 */
import { ROOT } from "./site.js";

/** Returns the address of the page of a rule or calculator, or null if the site has none. */
export function sharePage(game, name) {
  const folder = globalThis.document?.querySelector('meta[name="diceleaf-share"]')?.content;
  return folder ? new URL(`${folder}/${game}/${name}.html`, ROOT) : null;
}
