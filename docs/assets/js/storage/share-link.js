import { MAX_FILE_CHARS } from "../limits.js";

/**
 * A file in the fragment of an address, that of the page unless another is given, which is never sent to a
 * server: its name, such as `#sheet=`, and its text, compressed.
 */
export async function writeLink(text, name = "sheet", address = location.href) {
  const url = new URL(address);
  url.search = "";
  const bytes = await pass(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  url.hash = `${name}=${encode(bytes)}`;
  return url.href;
}

/**
 * The file's text in an address; null if it holds none, and "" if it is damaged or unpacks to more than any
 * file is.
 */
export async function readLink(address, name = "sheet") {
  const { hash } = new URL(address);
  const start = `#${name}=`;
  if (!hash.startsWith(start)) return null;
  if (hash.length > 2 * MAX_FILE_CHARS) return ""; // base64 of more than would ever be allowed
  try {
    const bytes = decode(hash.slice(start.length));
    return new TextDecoder().decode(
      await pass(bytes, new DecompressionStream("deflate-raw"), MAX_FILE_CHARS),
    );
  } catch {
    return "";
  }
}

/** What bytes become; no more is unpacked than there may be. Throws where it would be. */
async function pass(bytes, through, most = Infinity) {
  const parts = [];
  let size = 0;
  for await (const part of chunks(new Blob([bytes]).stream().pipeThrough(through))) {
    size += part.length;
    if (size > most) throw new RangeError("more than a file may be");
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** WebKit can't go through a stream by `for await` itself. Leaving off stops the stream. */
async function* chunks(stream) {
  const reader = stream.getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) yield value;
  } finally {
    reader.cancel().catch(() => {}); // what is over or broken needn't be stopped
  }
}

/**
 * The text of a file, or of its beginning where it is longer than any that is taken: enough to be refused.
 */
export function readFile(file) {
  return file.slice(0, MAX_FILE_CHARS + 1).text();
}

/** Base64 with letters that an address may hold. */
function encode(bytes) {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function decode(text) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
