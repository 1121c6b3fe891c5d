/**
 * Limits for data from other people, as in `rules_py/base/limits.py`.
 */

/** Characters of one value in an address. */
export const MAX_JSON_CHARS = 100_000;

/** The nesting depth of lists and records. */
export const MAX_JSON_DEPTH = 50;

/** Bytes of a file, and of the uncompressed content of a link. */
export const MAX_FILE_CHARS = 2_000_000;

/** The most characters in a picker. */
export const MAX_CHARACTERS_OFFERED = 100;

/** The most rows of a list in a sheet, unless its field allows more. */
export const MAX_ROWS = 200;
