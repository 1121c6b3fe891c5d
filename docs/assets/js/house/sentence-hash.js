/**
 * The 32-bit FNV-1a hash of a sentence in base 36, over its UTF-16 code units, as the build writes it beside
 * each sentence of a book (hooks/pages/house_rules.py).
 */
export function sentenceHash(text) {
  let hash = 0x811c9dc5;
  for (let place = 0; place < text.length; place++)
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193) >>> 0;
  return hash.toString(36);
}
