import { settled, withClock } from "./browserlike.js";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import test from "node:test";
import vm from "node:vm";

const SCOPE = "https://example.org/book/";
const source = fs.readFileSync(new URL("../../hooks/offline/service_worker.js", import.meta.url), "utf8");

const PAGES = {
  "": "the first page",
  "rules/": "a page of rules",
  "404.html": "no such page",
  "assets/site.0123abcd.css": "a style",
};

/** Cache storage as a service worker has it: `stores` by name, each an address -> text. */
function cacheStorage() {
  const stores = new Map();
  const open = async (name) => {
    if (!stores.has(name)) stores.set(name, new Map());
    const store = stores.get(name);
    const addressOf = (request) => request.url ?? String(request);
    return {
      match: async (request) =>
        store.has(addressOf(request)) ? new Response(store.get(addressOf(request))) : undefined,
      put: async (request, response) => void store.set(addressOf(request), await response.text()),
    };
  };
  return { stores, open, keys: async () => [...stores.keys()], delete: async (name) => stores.delete(name) };
}

/** A service worker of `version` with these files; `network(request)` answers what it fetches. */
function worker({ version = "1", files = PAGES, caches = cacheStorage(), network }) {
  const listeners = new Map();
  const fetched = [];
  const self = {
    registration: { scope: SCOPE },
    clients: { claim: async () => {} },
    addEventListener: (type, then) => listeners.set(type, then),
    skipped: false,
    skipWaiting: () => (self.skipped = true),
  };
  const fetch = (request, options) => {
    fetched.push(request.url ?? String(request));
    return network(request, options);
  };
  const integrity = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
  const list = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, integrity(text)]));
  const facts = `const VERSION = ${JSON.stringify(version)}; const FILES = ${JSON.stringify(list)};`;
  vm.runInThisContext(`(self, caches, fetch) => { ${facts} ${source} }`)(self, caches, fetch);
  const happens = (type, event) => listeners.get(type)(event);
  return {
    self,
    caches,
    fetched,
    happens,
    /** What the worker does about an install or an activation. */
    does: (type) => {
      let work;
      happens(type, { waitUntil: (promise) => (work = promise) });
      return work;
    },
    /** What the worker answers to a request: a promise of a Response, or null where it leaves it to the browser. */
    answer: (path, { mode = "no-cors", method = "GET" } = {}) => {
      let given = null;
      const url = new URL(path, SCOPE).href;
      happens("fetch", { request: { url, mode, method }, respondWith: (promise) => (given = promise) });
      return given;
    },
  };
}

const publish = (files) => async (request) => {
  const path = (request.url ?? String(request)).slice(SCOPE.length).split("?")[0];
  return path in files ? new Response(files[path]) : new Response("not found", { status: 404 });
};

/** A worker that has stored its version; `network` may be replaced afterwards. */
async function installed(given = {}) {
  const online = { now: publish(given.files ?? PAGES) };
  const made = worker({ ...given, network: (...asked) => online.now(...asked) });
  await made.does("install");
  await made.does("activate");
  made.fetched.length = 0;
  return { ...made, goes: (network) => (online.now = network) };
}

const cut = () => Promise.reject(new TypeError("Failed to fetch"));
const textOf = async (answer) => (await answer).text();

test("while there is a network pages come from it, and what has a hash in its name from the store", async () => {
  const { answer, fetched, goes } = await installed();
  goes(publish({ ...PAGES, "rules/": "a newer page" }));
  assert.equal(await textOf(answer("rules/", { mode: "navigate" })), "a newer page");
  assert.equal(await textOf(answer("assets/site.0123abcd.css")), "a style");
  assert.deepEqual(fetched, [`${SCOPE}rules/`]);
});

test("without a network every page comes from the store, however it is called", async () => {
  const { answer, goes } = await installed();
  goes(cut);
  for (const path of ["rules/", "rules", "rules/index.html", "rules/?steps=1#x"]) {
    assert.equal(await textOf(answer(path, { mode: "navigate" })), "a page of rules", path);
  }
  assert.equal(await textOf(answer("", { mode: "navigate" })), "the first page");
  assert.equal(await textOf(answer("nowhere/", { mode: "navigate" })), "no such page");
});

test("a server that breaks down is as good as none, one that knows no such page is right", async () => {
  const { answer, goes } = await installed();
  goes(async () => new Response("oh", { status: 503 }));
  assert.equal(await textOf(answer("rules/")), "a page of rules");
  goes(publish({}));
  assert.equal((await answer("rules/")).status, 404);
});

test("a network that neither answers nor fails is waited for four seconds", async (t) => {
  const pass = withClock(t);
  const { answer, goes } = await installed();
  goes(() => new Promise(() => {}));
  const answers = [];
  answer("rules/").then((given) => answers.push(given));
  await pass(3_900);
  assert.equal(answers.length, 0);
  await pass(200);
  assert.equal(await answers[0].text(), "a page of rules");
});

test("what neither store nor network has is an error of the network, never one of the worker", async (t) => {
  const pass = withClock(t);
  const { answer, goes } = await installed();
  goes(cut);
  for (const path of ["unknown.json", "assets/other.89abcdef.js"]) {
    assert.equal((await answer(path)).type, "error", path);
  }
  let fail;
  goes(() => new Promise((_, reject) => (fail = reject)));
  const given = answer("unknown.json");
  await pass(5_000);
  fail(new DOMException("the page was left", "AbortError"));
  assert.equal((await given).type, "error");
});

test("what is not the book's, or is no reading, is left to the browser", async () => {
  const { answer } = await installed();
  assert.equal(answer("https://elsewhere.example/"), null);
  assert.equal(answer("https://example.org/other/"), null);
  assert.equal(answer("rules/", { method: "POST" }), null);
  assert.equal(answer("engine/memory-0123456789ab.bin"), null);
});

test("a version is stored whole or not at all", async () => {
  const network = (address) =>
    address.endsWith("rules/") ? new Response("", { status: 500 }) : publish(PAGES)(address);
  const { caches, does } = worker({ network });
  await assert.rejects(does("install"), /rules\/: 500/);
  assert.ok(
    !caches.stores.get("diceleaf-site-1").has(`${SCOPE}stored-files.json`),
    "it is not known as a whole",
  );
});

test("each file is asked for with its hash, past the browser's own cache", async () => {
  const asked = [];
  const network = (address, options) => {
    asked.push(options);
    return publish(PAGES)(address);
  };
  await worker({ network }).does("install");
  assert.equal(asked.length, 4);
  for (const { integrity, cache } of asked) {
    assert.match(integrity, /^sha256-.{44}$/);
    assert.equal(cache, "no-cache");
  }
});

test("a new version takes over from the store what is the same, and lets the old one go when it begins", async () => {
  const { caches } = await installed();
  const files = { ...PAGES, "rules/": "other rules" };
  const next = worker({ version: "2", files, caches, network: publish(files) });
  await next.does("install");
  assert.deepEqual(next.fetched, [`${SCOPE}rules/`]);
  assert.deepEqual([...caches.stores.keys()], ["diceleaf-site-1", "diceleaf-site-2"]);
  await next.does("activate");
  assert.deepEqual([...caches.stores.keys()], ["diceleaf-site-2"]);
});

test("it waits until the reader asks for it", async () => {
  const { happens, self } = await installed();
  happens("message", { data: "something else" });
  assert.equal(self.skipped, false);
  happens("message", { data: "take over" });
  assert.equal(self.skipped, true);
  await settled();
});
