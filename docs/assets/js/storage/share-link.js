import { MAX_FILE_CHARS } from "../limits.js";

/**
 * Returns an address, by default of the page, with a file in its fragment, which isn't sent to servers: a
 * name, such as `#sheet=`, and the compressed text.
 */
export async function writeLink(text, name = "sheet", address = location.href) {
  const url = new URL(address);
  url.search = "";
  const bytes = await transform(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  url.hash = `${name}=${encode(bytes)}`;
  return url.href;
}

/**
 * Returns the text of the file in an address, null if there is none, and "" if it is damaged or too large.
 */
export async function readLink(address, name = "sheet") {
  const { hash } = new URL(address);
  const start = `#${name}=`;
  if (!hash.startsWith(start)) return null;
  if (hash.length > 2 * MAX_FILE_CHARS) return ""; // Base64 of more than the limit
  try {
    const bytes = decode(hash.slice(start.length));
    return new TextDecoder().decode(
      await transform(bytes, new DecompressionStream("deflate-raw"), MAX_FILE_CHARS),
    );
  } catch {
    return "";
  }
}

/** Returns bytes passed through a stream, up to a size. Throws RangeError if there are more. */
async function transform(bytes, transformer, most = Infinity) {
  const parts = [];
  let size = 0;
  for await (const part of chunks(new Blob([bytes]).stream().pipeThrough(transformer))) {
    size += part.length;
    if (size > most) throw new RangeError("more than a file may be");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Yields the chunks of a stream, which WebKit can't iterate. Leaving the loop cancels the stream. */
async function* chunks(stream) {
  const reader = stream.getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) yield value;
  } finally {
    reader.cancel().catch(() => {}); // it has ended or failed
  }
}

/** Returns the text of a file, truncated just above the size limit, so that it will be rejected. */
export function readFile(file) {
  return file.slice(0, MAX_FILE_CHARS + 1).text();
}

/** Returns Base64 with characters that are valid in an address. */
function encode(bytes) {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decode(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
