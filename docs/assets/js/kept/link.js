/**
 * A file in the fragment of an address, which is never sent to a server: its name, such as `#sheet=`, and its
 * text, compressed.
 */
export async function writeLink(text, name = "sheet") {
  const url = new URL(location.href);
  url.search = "";
  const bytes = await pass(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  url.hash = `${name}=${encode(bytes)}`;
  return url.href;
}

/** The file's text in an address; null if it holds none, and "" if it is damaged. */
export async function readLink(address, name = "sheet") {
  const { hash } = new URL(address);
  const start = `#${name}=`;
  if (!hash.startsWith(start)) return null;
  try {
    const bytes = decode(hash.slice(start.length));
    return new TextDecoder().decode(await pass(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return "";
  }
}

async function pass(bytes, through) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
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
