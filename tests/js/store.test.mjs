import { withGlobals } from "./browserlike.js";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";
import { gzipSync } from "node:zlib";

const BASE = "https://example.org/book/engine/";
const CONTENT = "rules ".repeat(2000) + createHash("sha256").update("what can't be compressed").digest("hex");
// as zstd, which Node 20 can't create
const packed = Buffer.from(
  "KLUv/WQgLgUCACIEDRCw63joTU04KdTNydLCcsguRv9hUtNoxTuubxaPOOur8zTZPpGIGI0idgvJhysHD9hVWwECAHkJyrULX+AcpFv9",
  "base64",
);
const other = Buffer.from("KLUv/SQMYQAAYW5vdGhlciBmaWxlT5vDQQ==", "base64");
const file = described("rules-1.bin", packed, CONTENT.length);
const otherFile = described("other-1.bin", other, 12);

function described(path, bytes, unpacked) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { path, bytes: bytes.length, unpacked, sha256, type: "application/json" };
}

const sourceOf = (name) =>
  fs.readFileSync(new URL(`../../hooks/engine/worker/${name}`, import.meta.url), "utf8");
const source = sourceOf("store.js");
const decoder = fs.readFileSync(
  new URL("../../node_modules/zstddec/dist/zstddec.mjs", import.meta.url),
  "utf8",
);
const unpacker = gzipSync(Buffer.from(/wasm = "(.+)"/.exec(decoder)[1], "base64")).toString("base64");
const { Store, Unavailable } = vm.runInThisContext(
  `(() => { const UNPACKER = "${unpacker}"; ${source}; return { Store, Unavailable }; })()`,
);

/** The worker's globals: `answers` are the network's replies, one per request, the last one repeatedly. */
function network(t, answers, { caches } = {}) {
  const requests = [];
  const pauses = [];
  withGlobals(t, {
    fetch: async (address, { cache }) => {
      requests.push([address, cache]);
      return answers[Math.min(requests.length, answers.length) - 1]();
    },
    setTimeout: (then, after) => {
      pauses.push(after);
      setImmediate(then);
    },
    caches,
    location: { href: `${BASE}worker-1.js` },
    MANIFEST: { files: { rules: file }, games: {} },
  });
  return { requests, pauses };
}

/** A fake cache storage of a worker. */
function cacheStorage({ full = false, pages = [] } = {}) {
  const entries = new Map();
  const cache = {
    match: async (address) => entries.get(address)?.clone(),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async ({ url }) => entries.delete(url),
    put: async (address, response) => {
      if (full) throw new Error("QuotaExceededError");
      entries.set(address, response);
    },
  };
  const stored = { keys: async () => pages.map((url) => ({ url })) };
  return {
    entries,
    keys: async () => ["diceleaf-engine /book/", "diceleaf-pages /book/ 1"],
    open: async (name) => (name.startsWith("diceleaf-pages") ? stored : cache),
    delete: async () => (entries.clear(), true),
  };
}

const whole = () => new Response(packed);
const inPieces = (bytes, { thenFails = false, size = 50 } = {}) => {
  let at = 0;
  return new Response(
    new ReadableStream({
      pull(out) {
        if (at < bytes.length) out.enqueue(new Uint8Array(bytes.subarray(at, (at += size))));
        else if (thenFails) out.error(new TypeError("network error"));
        else out.close();
      },
    }),
  );
};
const changed = (at) => {
  const copy = new Uint8Array(packed);
  copy[at] ^= 1;
  return new Response(copy);
};

const FAULTS = [
  ["a missing file", () => new Response("", { status: 404 }), /has been updated/, 1],
  ["a server error", () => new Response("", { status: 500 }), /site returned error 500/, 3],
  [
    "a broken connection",
    () => inPieces(packed.subarray(0, 60), { thenFails: true }),
    /connection was lost/,
    3,
  ],
  ["a truncated response", () => new Response(packed.subarray(0, 60)), /connection was lost/, 3],
  ["a response that is too long", () => new Response(Buffer.concat([packed, packed])), /file is damaged/, 3],
  ["another page", () => new Response("<!doctype html><title>Sign in</title>"), /file is damaged/, 3],
  ["another file", () => new Response(other), /connection was lost|file is damaged/, 3],
  ["a wrong byte at the start", () => changed(1), /file is damaged/, 3],
  ["a wrong byte in the middle", () => changed(packed.length >> 1), /file is damaged/, 3],
  ["a wrong byte of the checksum", () => changed(packed.length - 1), /file is damaged/, 3],
  ["no network", () => Promise.reject(new TypeError("Failed to fetch")), /you appear to be offline/, 3],
];

for (const [name, fault, message, tries] of FAULTS) {
  test(`${name} is reported (tries: ${tries})`, async (t) => {
    const { requests, pauses } = network(t, [fault]);
    const store = new Store(BASE, null, () => {});
    await assert.rejects(store.bytes(file), (error) => {
      assert.ok(error instanceof Unavailable);
      return message.test(error.message);
    });
    assert.deepEqual(pauses, [300, 1500].slice(0, tries - 1));
    const caches = ["default", "reload", "reload"].slice(0, tries);
    assert.deepEqual(
      requests,
      caches.map((cache) => [`${BASE}rules-1.bin`, cache]),
    );
  });

  if (tries > 1) {
    test(`${name} that ends causes no failure`, async (t) => {
      network(t, [fault, fault, whole]);
      const progress = [];
      const store = new Store(BASE, null, (...args) => progress.push(args));
      assert.equal(await store.text(file), CONTENT);
      assert.deepEqual(progress.at(-1), [packed.length, packed.length]);
    });
  }
}

test("progress counts served bytes and ends at the total", async (t) => {
  network(t, [() => inPieces(packed), () => inPieces(other)]);
  const progress = [];
  const store = new Store(BASE, null, (...args) => progress.push(args));
  assert.equal(await store.text(file), CONTENT);
  const first = progress.length;
  assert.ok(first > 1);
  assert.deepEqual(progress[0], [50, packed.length]);
  assert.equal(await store.text(otherFile), "another file");
  assert.deepEqual(progress[first], [
    packed.length + Math.min(50, other.length),
    packed.length + other.length,
  ]);
  assert.deepEqual(progress.at(-1), [packed.length + other.length, packed.length + other.length]);
});

test("stored files are used, and unused ones are deleted", async (t) => {
  const caches = cacheStorage();
  const { requests } = network(t, [whole], { caches });
  caches.entries.set(`${BASE}earlier-0.bin`, new Response("old"));
  const store = new Store(BASE, null, () => {});
  assert.equal(await store.text(file), CONTENT);
  assert.equal(await store.keep(), true);
  assert.deepEqual([...caches.entries.keys()], [`${BASE}rules-1.bin`]);
  const response = await new Store(BASE, null, () => {}).response(file);
  assert.equal(response.headers.get("Content-Type"), "application/json");
  assert.equal(await response.text(), CONTENT);
  assert.equal(requests.length, 1);
});

test("files of a version stored for offline use are preserved", async (t) => {
  const page = "https://example.org/book/";
  for (const [worker, isPreserved] of Object.entries({ "worker-0.js": true, "worker-1.js": false })) {
    const caches = cacheStorage({ pages: [page, `${BASE}${worker}`] });
    network(t, [whole], { caches });
    caches.entries.set(`${BASE}earlier-0.bin`, new Response("old"));
    const store = new Store(BASE, null, () => {});
    await store.text(file);
    assert.equal(await store.keep(), true);
    assert.equal(caches.entries.has(`${BASE}earlier-0.bin`), isPreserved, worker);
  }
});

test("stored files in doubt are fetched again, and replaced", async (t) => {
  const created = `${BASE}game-1.bin on memory-1.bin`;
  const games = { rites: { path: "game-1.bin" } };
  for (const isRead of [true, false]) {
    const caches = cacheStorage();
    const { requests } = network(t, [whole], { caches });
    withGlobals(t, { gameSnapshotFile: () => ({ path: "game-1.bin on memory-1.bin" }) });
    withGlobals(t, { MANIFEST: { files: { rules: file, snapshot: otherFile }, games } });
    for (const address of [`${BASE}rules-1.bin`, created])
      caches.entries.set(address, new Response("damaged"));
    const store = new Store(BASE, null, () => {});
    store.doubt();
    assert.equal(await store.storedBytes(file), null);
    if (isRead) assert.equal(await store.text(file), CONTENT);
    assert.equal(caches.entries.size, 2); // nothing is deleted before
    assert.equal(await store.keep(), true);
    assert.equal(await caches.entries.get(`${BASE}rules-1.bin`).clone().text(), CONTENT);
    assert.equal(caches.entries.has(created), false);
    assert.equal(requests.length, 1);
  }
});

test("without a network, stored files in doubt are used", async (t) => {
  const caches = cacheStorage();
  network(t, [() => Promise.reject(new TypeError("offline"))], { caches });
  caches.entries.set(`${BASE}rules-1.bin`, new Response(CONTENT));
  const store = new Store(BASE, null, () => {}, true);
  assert.equal(await store.text(file), CONTENT);
  assert.equal(await store.keep(), true);
  assert.equal(await caches.entries.get(`${BASE}rules-1.bin`).clone().text(), CONTENT);
});

test("a full or missing storage is reported, and files load anyway", async (t) => {
  for (const caches of [
    cacheStorage({ full: true }),
    undefined,
    { open: () => Promise.reject(new Error("no")) },
  ]) {
    network(t, [whole], { caches });
    const store = new Store(BASE, null, () => {});
    assert.equal(await store.text(file), CONTENT);
    assert.equal(await store.keep(), false);
  }
});

test("without TLS, only zstd's checksum is checked", async (t) => {
  network(t, [() => changed(packed.length - 6), whole]);
  withGlobals(t, { crypto: {} });
  assert.equal(await new Store(BASE, null, () => {}).text(file), CONTENT);
});

test("a book opened from a folder sends no requests", async (t) => {
  const { requests } = network(t, [whole], { caches: cacheStorage() });
  const progress = [];
  const bytes = packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.length);
  const store = new Store("", { "rules-1.bin": bytes }, (...args) => progress.push(args));
  assert.equal(await store.text(file), CONTENT);
  assert.equal(await store.keep(), false);
  assert.deepEqual(requests, []);
});

const LEFT = {
  "while files arrive": { answer: () => inPieces(packed.subarray(0, 60), { thenFails: true }) },
  "before they arrive": { answer: () => Promise.reject(new DOMException("left", "AbortError")) },
  "while stored files are read": {
    answer: () => Promise.reject(new DOMException("left", "AbortError")),
    match: () => Promise.reject(new DOMException("left", "AbortError")),
  },
};

for (const [when, { answer, match }] of Object.entries(LEFT)) {
  test(`a start whose page is left ${when} deletes no stored file`, async (t) => {
    for (const isDoubtful of [false, true]) {
      const caches = cacheStorage();
      const { worker, messages, files } = startingWorker(t, caches, answer);
      for (const { path } of files) caches.entries.set(`${BASE}${path}`, new Response(`stored ${path}`));
      const before = [...caches.entries.keys()];
      const cache = await caches.open("diceleaf-engine /book/");
      if (match) cache.match = match;
      await worker.start({ base: BASE, files: null, page: "https://example.org/book/lamp/", isDoubtful });
      assert.equal(messages.at(-1).type, "failed");
      await worker.storeGames({ games: ["lamp"], base: BASE });
      assert.deepEqual([...caches.entries.keys()], before);
      for (const { path } of files)
        assert.equal(await caches.entries.get(`${BASE}${path}`).clone().text(), `stored ${path}`);
    }
  });
}

/** A worker whose interpreter can't be compiled, as when the browser drops its page. */
function startingWorker(t, caches, answer) {
  const messages = [];
  const names = ["script", "wasm", "snapshot", "rules"];
  const common = Object.fromEntries(names.map((name) => [name, described(`${name}-1.bin`, packed, 1)]));
  const lamp = described("game-lamp-1.bin", packed, 1);
  const picture = { path: "game-lamp-1.bin%20on%20snapshot-1.bin" };
  const missing = ["loader", "stdlib", "lock", "wheel"].map((name) => [
    name,
    described(`${name}-1.bin`, packed, 1),
  ]);
  network(t, [answer], { caches });
  withGlobals(t, {
    self: globalThis,
    postMessage: (message) => messages.push(message),
    MANIFEST: { files: { ...common, ...Object.fromEntries(missing) }, games: { lamp }, heap: 1, build: "00" },
    _createPyodideModule: (settings) => new Promise(() => settings.instantiateWasm({ env: {} }, () => {})),
  });
  const scripts = ["boot.js", "serve.js"].map(sourceOf).join("\n");
  const worker = vm.runInThisContext(
    `(() => { const UNPACKER = "${unpacker}"; let onmessage; ${source}; ${scripts}; return { start, storeGames }; })()`,
  );
  return { worker, messages, files: [...Object.values(common), lamp, picture] };
}
