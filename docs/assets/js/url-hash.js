/** Returns the decoded fragment of a URL. It may hold anything, so a malformed one is returned unchanged. */
export function decodeHash(hash) {
  const text = hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the element a fragment names, or null. */
export function hashTarget(hash) {
  const id = decodeHash(hash);
  return id ? document.getElementById(id) : null;
}
