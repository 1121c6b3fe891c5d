/** The URL of the site's root. Links that the engine renders are relative to it. */
export const ROOT = new URL("../../", import.meta.url).href;

const { folder, storage } = globalThis.document?.documentElement?.dataset ?? {};

/**
 * Whether this is a copy of the site on disk, or on a host such as itch.io, which can't fetch files and
 * doesn't resolve folders to pages (hooks/offline/zip.py).
 */
export const IN_FOLDER = folder !== undefined;

/** The end of a page's address. */
export const INDEX = IN_FOLDER ? "index.html" : "";

/** The name under which the site saves: its path, or where that changes with each version, its own. */
export const STORAGE = storage ?? new URL(ROOT).pathname;
