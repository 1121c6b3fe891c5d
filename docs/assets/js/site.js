/** The URL of the site's root. Links that the engine renders are relative to it. */
export const ROOT = new URL("../../", import.meta.url).href;
