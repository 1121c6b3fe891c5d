/**
 * Limits for data from other people, as in `rules_py/base/limits.py`.
 */

/** Characters of one value in an address. */
export const MAX_JSON_CHARS = 100_000;

/** Lists and records within each other. */
export const MAX_JSON_DEPTH = 50;

/** Bytes of a file, and of what a link unpacks to. */
export const MAX_FILE_CHARS = 2_000_000;

/** The most characters in a picker. */
export const MAX_CHARACTERS_OFFERED = 100;

/** Rows of a list of a sheet, unless its field allows more. */
export const MAX_ROWS = 200;
