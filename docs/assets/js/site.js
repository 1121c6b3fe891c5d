/** The URL of the site's root. Links that the engine renders are relative to it. */
export const ROOT = new URL("../../", import.meta.url).href;

const { folder, storage } = globalThis.document?.documentElement?.dataset ?? {};

/**
 * Whether this is a copy of the site on disk, or on a host such as itch.io, which can't fetch files and
 * doesn't resolve folders to pages (hooks/offline/zip.py).
 */
export const IN_FOLDER = folder !== undefined;

/** The file name at the end of a page's address. */
export const INDEX = IN_FOLDER ? "index.html" : "";

/**
 * The namespace of the site's storage: its path, or its own name where the path changes with each version.
 */
export const STORAGE = storage ?? new URL(ROOT).pathname;
