/** Where the site's first page is: links in what the engine renders start here. */
export const ROOT = new URL("../../", import.meta.url).href;
