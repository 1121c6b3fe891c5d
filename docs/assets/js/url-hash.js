/** What stands behind the # of an address. It may hold anything: a character, half a link, half a letter. */
export function decodeHash(hash) {
  const text = hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The element that it names, or null. */
export function hashTarget(hash) {
  const id = decodeHash(hash);
  return id ? document.getElementById(id) : null;
}
