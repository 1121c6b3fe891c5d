/**
 * The one way from text to markup and to scripts. Browsers that know Trusted Types refuse every other, as the
 * policy of each page asks them to; the others do without.
 *
 * Markup comes from the engine and from the site's own pages, which escape whatever a reader typed; the
 * policy of the page lets nothing in it run. A script may come from the site alone, or from a part of the
 * book that was opened from a folder.
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
