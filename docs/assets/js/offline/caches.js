/** The names of the caches of this site, as `hooks/offline/service_worker.js` knows them. */
import { ROOT } from "../site.js";

export const SCOPE = new URL(ROOT).pathname;
export const ENGINE_CACHE = `diceleaf-engine ${SCOPE}`;
/** How the name of each version's cache starts. */
export const PAGE_CACHES = `diceleaf-pages ${SCOPE} `;
