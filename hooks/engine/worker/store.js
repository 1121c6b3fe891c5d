/**
 * Fetches the engine's files, reports the progress, checks each file against its hash in the manifest, and
 * unpacks it. Fetched files are stored unpacked in the browser's cache storage, if there is one; their names
 * contain the hash of their content, so stored files are never outdated.
 *
 * The cache is named after the site's path, as another book on the same host has its own.
 *
 * The manifest describes a file as {path, bytes, unpacked, sha256, type}: `bytes` and `sha256` are those of
 * the served, zstd-compressed file, `unpacked` is its size in memory.
 */
/** The pauses before further attempts, in milliseconds: a phone on a train loses some requests. */
const PAUSES = [300, 1500];

class Store {
  #base;
  #served;
  #report;
  #name;
  #cache;
  #arrived = new Map(); // the number of bytes of each file so far
  #fresh = [];
  #isDoubtful;

  /**
   * `base` is the address of the engine's folder; `served` contains the served bytes of every file by its
   * path if they can't be fetched, else null; `report(loaded, total)` is called with the progress.
   * `isDoubtful` is as after `doubt`.
   */
  constructor(base, served, report, isDoubtful = false) {
    this.#base = base;
    this.#served = served;
    this.#report = report;
    this.#isDoubtful = isDoubtful;
    this.#name = served ? "" : `diceleaf-engine ${new URL("..", base).pathname}`;
    this.#cache = served ? Promise.resolve(null) : openCache(this.#name);
  }

  /**
   * Returns a Response with the unpacked content of a file. Rejects with Unavailable, whose message is for
   * the reader.
   */
  async response(file) {
    const response = this.#isDoubtful ? null : await this.#cached(file);
    return response ?? asResponse(file, await this.#fetched(file));
  }

  async bytes(file) {
    return (await this.storedBytes(file)) ?? this.#fetched(file);
  }

  /** Returns whether a file is stored. */
  async has(file) {
    return Boolean(await this.#cached(file));
  }

  /** Returns the bytes of a file if it is stored and not in doubt, else null. */
  async storedBytes(file) {
    return this.#isDoubtful ? null : this.#readBytes(file);
  }

  async #readBytes(file) {
    const response = await this.#cached(file);
    return response ? new Uint8Array(await response.arrayBuffer()) : null;
  }

  /** Adds a file that was created here to those to store. */
  add(file, content) {
    if (content && !this.#served) this.#fresh.push([file, content]);
  }

  async text(file) {
    return (await this.response(file)).text();
  }

  /**
   * Stores the fetched files for the next visit, and deletes files that aren't in the manifest, unless
   * another stored version needs them offline. Resolves to whether all fetched files are stored.
   */
  async keep() {
    const cache = await this.#cache;
    if (!cache) return false;
    try {
      const games = Object.keys(MANIFEST.games);
      const files = [...Object.values(MANIFEST.files), ...Object.values(MANIFEST.games)];
      if (MANIFEST.files.snapshot) files.push(...games.map(gameSnapshotFile));
      const addresses = new Set(files.map((file) => this.#address(file)));
      if (this.#isDoubtful) await this.#renew(cache, files);
      const old = (await cache.keys()).filter(({ url }) => !addresses.has(url));
      if (old.length && !(await this.#isShared())) for (const request of old) await cache.delete(request);
      for (const [file, content] of this.#fresh.splice(0)) {
        await cache.put(this.#address(file), asResponse(file, content));
      }
      return true;
    } catch {
      return false; // full or blocked: the browser's HTTP cache must do
    }
  }

  /** Returns whether the service worker stores a version of the site with another engine than this one. */
  async #isShared() {
    const stores = this.#name.replace("engine", "pages");
    for (const name of await caches.keys()) {
      if (!name.startsWith(`${stores} `)) continue;
      const files = await (await caches.open(name)).keys();
      if (files.some(({ url }) => url.startsWith(`${this.#base}worker-`) && url !== location.href))
        return true;
    }
    return false;
  }

  /**
   * Uses stored files only if they can't be fetched, and lets `keep` replace them, as one may be damaged.
   * None is deleted before: a start also fails if its page is left or memory is short, perhaps offline.
   */
  doubt() {
    this.#isDoubtful = true;
  }

  /** Fetches the stored files that weren't fetched yet, and deletes those that were created here. */
  async #renew(cache, files) {
    const fresh = new Set(this.#fresh.map(([file]) => this.#address(file)));
    for (const file of files) {
      if (fresh.has(this.#address(file)) || !(await this.has(file))) continue;
      if (file.sha256) await this.#fetched(file);
      else await cache.delete(this.#address(file));
    }
    this.#isDoubtful = false;
  }

  #tell() {
    const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
    this.#report(sum([...this.#arrived.values()]), sum([...this.#arrived.keys()].map(({ bytes }) => bytes)));
  }

  #address(file) {
    return new URL(file.path, this.#base).href;
  }

  async #cached(file) {
    try {
      return await (await this.#cache)?.match(this.#address(file));
    } catch {
      return undefined;
    }
  }

  async #fetched(file) {
    this.#arrived.set(file, 0);
    if (this.#served) return unpack(new Uint8Array(this.#served[file.path]), file);
    try {
      const content = await this.#download(file);
      this.#fresh.push([file, content]);
      return content;
    } catch (error) {
      const stored = this.#isDoubtful && (await this.#readBytes(file));
      if (stored) return stored;
      throw error;
    }
  }

  async #download(file) {
    // After a failure, bypasses the browser's HTTP cache, which may contain the damaged file.
    const tries = ["default", ...PAUSES.map(() => "reload")];
    for (const [number, cache] of tries.entries()) {
      try {
        return await this.#downloadOnce(file, cache);
      } catch (error) {
        this.#arrived.set(file, 0);
        if (number === PAUSES.length || error instanceof Final) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSES[number]));
      }
    }
  }

  async #downloadOnce(file, cache) {
    let answer;
    try {
      answer = await fetch(this.#address(file), { cache });
    } catch {
      throw new Unavailable("you appear to be offline.");
    }
    if (answer.status === 404) {
      throw new Final("the book has been updated. Reload the page to get the new version.");
    }
    if (!answer.ok) throw new Unavailable(`the site returned error ${answer.status}.`);
    const packed = new Uint8Array(file.bytes);
    let filled = 0;
    const arriving = answer.body.getReader();
    const next = () => arriving.read().catch(() => ({ done: true })); // the length reveals a lost connection
    for (let part = await next(); !part.done; part = await next()) {
      if (filled + part.value.length > packed.length) {
        arriving.cancel().catch(() => {});
        throw new Damaged();
      }
      packed.set(part.value, filled);
      filled += part.value.length;
      this.#arrived.set(file, filled);
      this.#tell();
    }
    const foreign = ZSTD_MAGIC.slice(0, filled).some((byte, at) => packed[at] !== byte);
    if (filled < packed.length && !foreign) throw new Unavailable("the connection was lost.");
    if (!(await matches(packed, file.sha256))) throw new Damaged();
    return unpack(packed, file);
  }
}

/** The magic number at the start of every served file. */
const ZSTD_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/** A file isn't available. */
class Unavailable extends Error {}

/** A file isn't available, and retrying won't help. */
class Final extends Unavailable {}

class Damaged extends Unavailable {
  constructor() {
    super("a downloaded file is damaged.");
  }
}

async function openCache(name) {
  try {
    return await globalThis.caches.open(name);
  } catch {
    return null;
  }
}

/**
 * Returns whether bytes have a SHA-256 in hexadecimal. Without TLS, browsers can't compute it, and zstd's
 * checksum must do.
 */
async function matches(bytes, sha256) {
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}

/** The decoder, compiled on first use: a later start from stored files doesn't need it. */
let unpacker = null;

/**
 * Returns the content of a zstd-compressed file. Each file gets its own instance of the decoder, as the
 * memory of an instance never shrinks.
 */
async function unpack(packed, file) {
  unpacker ??= compileUnpacker();
  const imports = { env: { emscripten_notify_memory_growth: () => {} } };
  const {
    memory,
    malloc,
    ZSTD_decompress: decompress,
  } = (await WebAssembly.instantiate(await unpacker, imports)).exports;
  const [from, to] = [malloc(packed.length), malloc(file.unpacked)];
  new Uint8Array(memory.buffer).set(packed, from);
  if (decompress(to, file.unpacked, from, packed.length) !== file.unpacked) throw new Damaged();
  return new Uint8Array(memory.buffer).slice(to, to + file.unpacked);
}

/** Returns the decoder's module; `UNPACKER` contains it as gzip in Base64, which every browser can unpack. */
async function compileUnpacker() {
  const packed = Uint8Array.from(atob(UNPACKER), (letter) => letter.charCodeAt(0));
  const stream = streamOf(packed).pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** Returns bytes as a stream, not through a Blob, which WebKit can't read on a page opened from a folder. */
function streamOf(bytes) {
  return new ReadableStream({
    start(out) {
      out.enqueue(bytes);
      out.close();
    },
  });
}

function asResponse(file, content) {
  return new Response(content, { headers: { "Content-Type": file.type } });
}
