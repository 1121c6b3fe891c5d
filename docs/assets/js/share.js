/**
 * Addresses for chats, which show the head of a page, never run a script and don't send what follows `#`. So
 * each rule and calculator has a small page with its text in the head, which leads on to the place in the
 * book (hooks/pages/share_pages.py).
 */
import { ROOT } from "./site.js";

/** The address of the page of a rule number or a calculator's name, or null where the site has none. */
export function sharePage(game, name) {
  const folder = globalThis.document?.querySelector('meta[name="diceleaf-share"]')?.content;
  return folder ? new URL(`${folder}/${game}/${name}.html`, ROOT) : null;
}
