import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";

const SCOPE = "https://example.org/book/";
const STORES = "diceleaf-pages /book/ ";
const source = fs.readFileSync(new URL("../../hooks/offline/service_worker.js", import.meta.url), "utf8");

const WORKER = `${SCOPE}sw.js`;

const PAGES = {
  "": "the first page",
  "rules/": "a page of rules",
  "404.html": "no such page",
  "assets/site.0123abcd.css": "a style",
};
const BOOKS = {
  two_d6: { "two_d6/": "a book", "two_d6/checks/": "its page" },
  dichotomy: { "dichotomy/": "another book" },
};

/** A fake cache storage: `stores` by name, each from address to text. */
function cacheStorage() {
  const stores = new Map();
  const open = async (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const store = stores.get(name);
    const toAddress = (request) => request.url ?? String(request);
    return {
      match: async (request) =>
        store.has(toAddress(request)) ? new Response(store.get(toAddress(request))) : undefined,
      put: async (request, response) => void store.set(toAddress(request), await response.text()),
      keys: async () => [...store.keys()].map((url) => ({ url })),
      delete: async (request) => store.delete(toAddress(request)),
    };
  };
  const has = async (name) => stores.has(name);
  return {
    stores,
    open,
    has,
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
  };
}

/**
 * A service worker of `version` at `address`, with the files of all readers and of the books;
 * `network(request)` answers its fetches over this `connection`. `active` is the address of the previous
 * worker.
 */
function worker({
  version = "1",
  files = PAGES,
  books = {},
  address = WORKER,
  active = null,
  connection,
  caches = cacheStorage(),
  network,
  clients = [],
  scope = SCOPE,
}) {
  const listeners = new Map();
  const fetched = [];
  const messages = [];
  const self = {
    location: { href: address },
    registration: { scope, active: active && { scriptURL: active } },
    clients: {
      claim: async () => {},
      matchAll: async () => clients.map((id) => ({ id, postMessage: (message) => messages.push(message) })),
    },
    addEventListener: (type, then) => listeners.set(type, then),
    skipped: false,
    skipWaiting: () => (self.skipped = true),
  };
  const fetch = (request, options) => {
    fetched.push(request.url ?? String(request));
    return network(request, options);
  };
  const integrity = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const listOf = (files) => mapped(files, integrity);
  const facts = `const VERSION = ${JSON.stringify(version)}; const SHARED = ${JSON.stringify(listOf(files))};
    const BOOKS = ${JSON.stringify(mapped(books, listOf))}; const WORKER_POLICY = "default-src 'none'";`;
  const run = vm.runInThisContext(`(self, caches, fetch, navigator) => { ${facts} ${source} }`);
  run(self, caches, fetch, { connection });
  const dispatch = (type, event) => listeners.get(type)(event);
  const work = [];
  return {
    self,
    caches,
    fetched,
    messages,
    dispatch,
    /** Dispatches an install or activate event and waits for its end. */
    run: (type) => {
      let work;
      dispatch(type, { waitUntil: (promise) => (work = promise) });
      return work;
    },
    /**
     * Returns the reply to a fetch: a promise of a Response, or null if the worker leaves it to the browser.
     */
    answer: (path, { mode = "no-cors", method = "GET" } = {}) => {
      let response = null;
      const url = new URL(path, scope).href;
      const respondWith = (promise) => (response = promise);
      dispatch("fetch", {
        request: { url, mode, method },
        respondWith,
        waitUntil: (each) => work.push(each),
      });
      return response;
    },
    /** Waits for the work beside the reply. */
    finish: () => Promise.all(work),
  };
}

function mapped(record, change) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

const publish = (files) => async (request) => {
  const path = (request.url ?? String(request)).slice(SCOPE.length).split("?")[0];
  return path in files ? new Response(files[path]) : new Response("not found", { status: 404 });
};

/** Returns a worker that has stored its version; `network` may be replaced afterwards. */
async function installed(options = {}) {
  const online = {
    now: publish(Object.assign({}, options.files ?? PAGES, ...Object.values(options.books ?? {}))),
  };
  const started = worker({ ...options, network: (...args) => online.now(...args) });
  await started.run("install");
  await started.run("activate");
  started.fetched.length = 0;
  return { ...started, setNetwork: (network) => (online.now = network) };
}

const cut = () => Promise.reject(new TypeError("Failed to fetch"));
const textOf = async (answer) => (await answer).text();

test("a stored version comes from the cache, online or not", async () => {
  const { answer, fetched, setNetwork } = await installed();
  for (const network of [publish({ ...PAGES, "rules/": "a newer page" }), cut]) {
    setNetwork(network);
    for (const path of ["rules/", "rules/index.html", "rules/?steps=1#x"]) {
      assert.equal(await textOf(answer(path, { mode: "navigate" })), "a page of rules", path);
    }
    assert.equal(await textOf(answer("", { mode: "navigate" })), "the first page");
    assert.equal(await textOf(answer("assets/site.0123abcd.css")), "a style");
  }
  assert.deepEqual(fetched, []);
});

test("a page without a trailing slash is redirected", async () => {
  const { answer } = await installed();
  const response = await answer("rules?steps=1", { mode: "navigate" });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("Location"), `${SCOPE}rules/?steps=1`);
});

test("unknown pages come from the network or are not found", async () => {
  const { answer, setNetwork } = await installed();
  setNetwork(publish({ "new/": "a page of the next version", "assets/new.89abcdef.js": "its script" }));
  assert.equal(await textOf(answer("new/", { mode: "navigate" })), "a page of the next version");
  assert.equal(await textOf(answer("assets/new.89abcdef.js")), "its script");
  assert.equal((await answer("nowhere/", { mode: "navigate" })).status, 404);
  setNetwork(cut);
  assert.equal(await textOf(answer("new/", { mode: "navigate" })), "no such page");
  for (const path of ["unknown.json", "assets/other.89abcdef.js"]) {
    assert.equal((await answer(path)).type, "error", path); // an error of the network, not of the worker
  }
});

test("a file missing from the cache is fetched", async () => {
  const { answer, caches, setNetwork } = await installed();
  caches.stores.get(`${STORES}1`).clear();
  setNetwork(publish(PAGES));
  assert.equal(await textOf(answer("rules/", { mode: "navigate" })), "a page of rules");
});

test("other origins and methods are left to the browser", async () => {
  const { answer } = await installed();
  assert.equal(answer("https://elsewhere.example/"), null);
  assert.equal(answer("https://example.org/other/"), null);
  assert.equal(answer("rules/", { method: "POST" }), null);
  assert.equal(answer("engine/memory-0123456789ab.bin"), null);
});

for (const [why, network] of Object.entries({
  missing: async () => new Response("", { status: 500 }),
  altered: async () => new Response("a page of rules, with an advertisement"),
  network: cut,
})) {
  test(`an incomplete version is rejected with a reason: ${why}`, async () => {
    const answers = (address) => (address.endsWith("rules/") ? network() : publish(PAGES)(address));
    const { caches, run, messages } = worker({ network: answers, clients: ["page"] });
    await assert.rejects(run("install"));
    assert.ok(
      !caches.stores.get(`${STORES}1`).has(`${SCOPE}stored-files.json`),
      "the cache isn't marked as complete",
    );
    assert.deepEqual(messages.at(-1), { type: "refused", why, path: "rules/" });
  });
}

test("a full storage is reported", async () => {
  const caches = cacheStorage();
  const full = async () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  const store = { match: async () => undefined, put: full };
  const { run, messages } = worker({
    network: publish(PAGES),
    clients: ["page"],
    caches: { ...caches, open: async () => store },
  });
  await assert.rejects(run("install"));
  assert.equal(messages.at(-1).why, "room");
});

test("a request that hangs times out after half a minute", async (t) => {
  const signals = [];
  t.mock.method(AbortSignal, "timeout", (time) => {
    signals.push(time);
    return new AbortController().signal;
  });
  await worker({ network: publish(PAGES) }).run("install");
  assert.deepEqual(new Set(signals), new Set([30_000]));
});

test("pages get the progress", async () => {
  const { run, messages } = worker({ network: publish(PAGES), clients: ["page"] });
  await run("install");
  assert.deepEqual(messages.at(-1), { type: "storing", stored: 4, total: 4 });
  assert.equal(messages.length, 4);
});

test("a redirected response is stored as a navigable page", async () => {
  const network = async (address) => {
    const answer = await publish(PAGES)(address);
    Object.defineProperty(answer, "redirected", { value: true });
    return answer;
  };
  const { caches, run } = worker({ network });
  const put = [];
  caches.open = async () => ({
    match: async () => undefined,
    put: async (_, response) => put.push(response),
  });
  await run("install");
  assert.ok(put.length > 4);
  assert.ok(put.every(({ redirected }) => !redirected));
});

test("files are fetched past the HTTP cache", async () => {
  const requests = [];
  const network = (address, options) => {
    requests.push(options);
    return publish(PAGES)(address);
  };
  await worker({ network }).run("install");
  assert.equal(requests.length, 4);
  for (const { cache } of requests) assert.equal(cache, "no-cache");
});

test("two books on one host don't use each other's cache", async () => {
  const caches = cacheStorage();
  const files = { "": "another book" };
  const scope = "https://example.org/book/other/";
  const network = async () => new Response("another book");
  const other = worker({ files, caches, network, scope });
  await other.run("install");
  await other.run("activate");
  await installed({ caches });
  assert.deepEqual([...caches.stores.keys()], ["diceleaf-pages /book/other/ 1", `${STORES}1`]);
  assert.equal(await textOf(other.answer("")), "another book");
});

/** Returns the next version after an installed one; `clients` are the pages open when it takes over. */
async function updated(clients) {
  const files = { ...PAGES, "rules/": "other rules", "assets/site.4567cdef.css": "another style" };
  delete files["assets/site.0123abcd.css"];
  const { caches } = await installed();
  const next = worker({ version: "2", files, caches, network: publish(files), clients });
  await next.run("install");
  return next;
}

test("this book's files in shared caches are removed once unused", async () => {
  const caches = cacheStorage();
  const fill = async (name, addresses) => {
    const cache = await caches.open(name);
    for (const address of addresses) await cache.put(new URL(address, SCOPE).href, new Response('{"": ""}'));
  };
  const other = "https://example.org/book/two/";
  await fill("diceleaf-site-1", ["", "stored-files.json"]);
  await fill("diceleaf-site-2", ["", "stored-files.json", other, `${other}stored-files.json`]);
  await fill("diceleaf-engine", ["engine/python-1.bin", `${other}engine/python-1.bin`]);
  await fill("another-site-3", [""]);
  const clients = ["an old page"];
  const { answer, finish } = await installed({ caches, clients });
  assert.equal(caches.stores.size, 5);
  clients.pop();
  await answer("", { mode: "navigate" });
  await finish();
  const left = [...caches.stores].filter(([name]) => !name.startsWith(STORES));
  assert.deepEqual(Object.fromEntries(left.map(([name, store]) => [name, [...store.keys()]])), {
    "diceleaf-site-2": [other, `${other}stored-files.json`],
    "diceleaf-engine": [`${other}engine/python-1.bin`],
    "another-site-3": [SCOPE],
  });
});

test("a new version copies unchanged files from the cache", async () => {
  const next = await updated([]);
  assert.deepEqual(next.fetched, [`${SCOPE}rules/`, `${SCOPE}assets/site.4567cdef.css`]);
  assert.deepEqual([...next.caches.stores.keys()], [`${STORES}1`, `${STORES}2`]);
  await next.run("activate");
  assert.deepEqual([...next.caches.stores.keys()], [`${STORES}2`]);
});

test("earlier caches stay while their pages are open", async () => {
  const clients = ["old page"];
  const next = await updated(clients);
  await next.run("activate");
  assert.equal(await textOf(next.answer("assets/site.0123abcd.css")), "a style");
  clients.push("new page");
  assert.equal(await textOf(next.answer("rules/", { mode: "navigate" })), "other rules");
  await next.finish();
  assert.equal(next.caches.stores.size, 2);
  clients.shift();
  next.answer("rules/", { mode: "navigate" });
  await next.finish();
  assert.deepEqual([...next.caches.stores.keys()], [`${STORES}2`]);
});

test("earlier caches are removed even if a worker is waiting", async () => {
  const next = await updated([]);
  next.self.registration.waiting = {};
  await next.run("activate");
  assert.deepEqual([...next.caches.stores.keys()], [`${STORES}2`]);
});

test("a request for styles removes caches of closed pages", async () => {
  const clients = ["old page"];
  const next = await updated(clients);
  await next.run("activate");
  next.answer("rules/", { mode: "navigate" });
  await next.finish();
  assert.equal(next.caches.stores.size, 2);
  clients.splice(0, 1, "new page");
  next.answer("assets/site.4567cdef.css");
  await next.finish();
  assert.deepEqual([...next.caches.stores.keys()], [`${STORES}2`]);
});

test("a version that is being installed isn't an earlier one", async () => {
  const next = await updated([]);
  const files = { "": "the third" };
  const third = worker({
    version: "3",
    files,
    caches: next.caches,
    network: async () => new Response("the third"),
  });
  await third.run("install");
  next.self.registration.waiting = {};
  await next.run("activate");
  next.answer("rules/", { mode: "navigate" });
  await next.finish();
  assert.ok(next.caches.stores.has(`${STORES}3`));
});

test("a new version waits until the reader activates it", async () => {
  const { dispatch, self } = await installed();
  dispatch("message", { data: "something else" });
  assert.equal(self.skipped, false);
  dispatch("message", { data: "take over" });
  assert.equal(self.skipped, true);
});

const FILES = { ...PAGES, "not-saved.html": "not saved here" };

test("all books are stored by default, else the chosen ones", async () => {
  const stored = async (address) => {
    const { caches } = await installed({ books: BOOKS, address });
    const [store] = caches.stores.values();
    const paths = [...store.keys()].map((url) => url.slice(SCOPE.length));
    return paths.filter((path) => /^two|^dich/.test(path)).sort(); // files are fetched in parallel
  };
  assert.deepEqual(await stored(WORKER), ["dichotomy/", "two_d6/", "two_d6/checks/"]);
  assert.deepEqual(await stored(`${WORKER}?books=two_d6`), ["two_d6/", "two_d6/checks/"]);
  assert.deepEqual(await stored(`${WORKER}?books=dichotomy,two_d6`), await stored(WORKER));
});

test("a book that isn't stored is fetched or shows a message", async () => {
  const options = { files: FILES, books: BOOKS, address: `${WORKER}?books=two_d6` };
  const { answer, setNetwork } = await installed(options);
  assert.equal(await textOf(answer("dichotomy/", { mode: "navigate" })), "another book");
  setNetwork(cut);
  assert.equal(await textOf(answer("two_d6/checks/", { mode: "navigate" })), "its page");
  for (const path of ["dichotomy/", "dichotomy", "dichotomy/combat/"]) {
    assert.equal(await textOf(answer(path, { mode: "navigate" })), "not saved here", path);
  }
  assert.equal(await textOf(answer("nowhere/", { mode: "navigate" })), "no such page");
});

test("more books of the same version are added and take over", async () => {
  const before = await installed({ files: FILES, books: BOOKS, address: `${WORKER}?books=two_d6` });
  const wider = { files: FILES, books: BOOKS, caches: before.caches, active: before.self.location.href };
  const network = publish({ ...FILES, ...BOOKS.dichotomy });
  const same = worker({ ...wider, network });
  await same.run("install");
  assert.deepEqual(same.fetched, [`${SCOPE}dichotomy/`]);
  assert.equal(same.self.skipped, true);
  const newer = worker({ ...wider, network, version: "2" });
  await newer.run("install");
  assert.equal(newer.self.skipped, false);
});

const METERED = { "reduced data": { saveData: true }, "mobile data": { type: "cellular" } };

for (const [name, connection] of Object.entries(METERED)) {
  test(`an update over a metered connection waits: ${name}`, async () => {
    const { caches } = await installed();
    const update = (clients = []) =>
      worker({
        version: "2",
        caches,
        network: publish(PAGES),
        clients,
        connection,
        active: WORKER,
      });
    const waiting = update(["page"]);
    await assert.rejects(waiting.run("install"));
    assert.deepEqual(waiting.fetched, []);
    assert.deepEqual(waiting.messages, [{ type: "postponed" }]);
    await caches.open(`${STORES}asked`);
    const updating = update();
    await updating.run("install");
    await updating.run("activate");
    assert.deepEqual([...caches.stores.keys()], [`${STORES}2`]);
    const later = worker({ version: "3", caches, network: publish(PAGES), connection, active: WORKER });
    await assert.rejects(later.run("install"));
  });
}

test("requested downloads use any connection", async () => {
  const connection = { saveData: true, type: "cellular" };
  const { caches } = await installed({ connection, address: `${WORKER}?books=two_d6`, books: BOOKS });
  const options = { caches, connection, books: BOOKS, active: `${WORKER}?books=two_d6` };
  await worker({ ...options, network: publish({ ...PAGES, ...BOOKS.dichotomy }) }).run("install");
  assert.ok(caches.stores.get(`${STORES}1`).has(`${SCOPE}stored-files.json`));
});
