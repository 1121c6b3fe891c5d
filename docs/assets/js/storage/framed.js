/**
 * Whether another site shows this page in a frame. The head of each page determines it before drawing
 * (hooks/mkdocs/overrides/partials/javascripts/base.html). In a frame the site neither reads nor writes
 * storage and defines no element with saved data, as protection from clickjacking.
 */
export const isFramed = globalThis.document?.documentElement.hasAttribute("data-framed") ?? false;
