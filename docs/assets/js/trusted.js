/**
 * The only way from text to markup and scripts. With Trusted Types, the policy of each page blocks every
 * other way; other browsers have no such check.
 *
 * Markup comes from the engine and the site's own pages, which escape the reader's input; the content
 * security policy blocks scripts in it. Scripts come from the site only, or from the book's own files in a
 * local folder.
 */
import { IN_FOLDER, ROOT } from "./site.js";

const rules = {
  createHTML: (text) => text,
  createScriptURL(address) {
    const isOurs = address.startsWith(ROOT) || (IN_FOLDER && address.startsWith("blob:"));
    if (!isOurs) throw new TypeError(`${address} is no script of this site`);
    return address;
  },
};

const policy = globalThis.trustedTypes?.createPolicy("diceleaf", rules) ?? rules;

/** Returns HTML of the engine or the build for use in the page. */
export function markup(text) {
  return policy.createHTML(text);
}

/** Returns the address of the site's own script or worker, a URL or text. Throws if it is another site's. */
export function scriptAt(address) {
  return policy.createScriptURL(String(address));
}
