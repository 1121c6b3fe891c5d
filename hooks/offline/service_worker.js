/**
 * Makes the site work offline, with one version of it at a time. The build prepends VERSION; SHARED, {address
 * below the scope: integrity}; BOOKS, {top folder: the same for files that only this book needs}; and
 * WORKER_POLICY, the permissions of the engine's worker.
 *
 * The address of this script contains the books to store: `sw.js?books=two_d6`, or all of them, `sw.js`. The
 * choice therefore survives an update, and storing more books registers another worker with the same scope.
 *
 * A version is stored completely, each file checked against its hash, or not at all. From then on, everything
 * including pages comes from the cache until the reader asks for the next version, so that versions never
 * mix. Other requests go to the network, such as for a newer page; its scripts, styles, fonts and pictures
 * have a hash in their addresses. A page that was loaded before another version took over continues with its
 * own files: earlier caches stay while such pages are open.
 *
 * Pages receive messages: {type: "storing", stored, total}; {type: "refused", why: "altered", "missing",
 * "network" or "room", path} if a version can't be stored; and {type: "postponed"} if an automatic update
 * would use paid data.
 *
 * As in Workbox and Serwist, caches are named after the scope, pages come from the cache first, and
 * redirected responses are copied. These libraries would weigh 18 and 32 KB, this script 3; they keep all
 * versions in one cache, which breaks pages of the earlier version, wait forever for a request that hangs,
 * and report no errors to pages.
 */
const SCOPE = new URL(self.registration.scope);
const STORES = `diceleaf-pages ${SCOPE.pathname} `; // another book on this host has another path
const ASKED = `${STORES}asked`; // a page creates it when the reader asks for a postponed update
const CHOSEN = new URL(self.location.href).searchParams.get("books");
const STORE = STORES + [VERSION, CHOSEN].filter(Boolean).join(" ");
const FILES = { ...SHARED };
for (const book of Object.keys(BOOKS)) if (isChosen(book)) Object.assign(FILES, BOOKS[book]);
const UNSCOPED = /^diceleaf-(engine$|site-)/; // caches of versions before books could be chosen
const LIST = "stored-files.json";
const BEFORE = "opened-before.json";

const AT_ONCE = 6;
/** How long storing a file may take, in milliseconds: a request that hangs would block the whole version. */
const FOR_ONE_FILE = 30_000;

let crowded = true; // whether pages may be open that were loaded before this version took over

self.addEventListener("install", (event) => event.waitUntil(store()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE.href)) return;
  const path = new URL(request.url).pathname.slice(SCOPE.pathname.length).replace(/(^|\/)index\.html$/, "$1");
  if (path.endsWith(".bin")) return; // the engine's worker stores these itself
  event.respondWith(answer(request, path));
  // any client, not only pages: during navigation, the previous page still exists
  if (crowded) event.waitUntil(tidy());
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

function isChosen(book) {
  return CHOSEN === null || CHOSEN.split(",").includes(book);
}

function isPage(path) {
  return path === "" || path.endsWith("/");
}

function addressOf(path) {
  return new URL(path, SCOPE).href;
}

async function answer(request, path) {
  if (`${path}/` in FILES) return Response.redirect(addressOf(`${path}/`) + new URL(request.url).search);
  const response = await stored(path).catch(() => undefined); // continues as if nothing were stored
  if (response) return response;
  try {
    return await fetch(request);
  } catch {
    // Without a network, or if the page was left, this is the reply that the page would get without a worker.
    // A rejected promise would count as an error of this worker.
    const [book] = path.split("/");
    const message = book in BOOKS && !isChosen(book) ? "not-saved.html" : "404.html";
    const none = request.mode === "navigate" && (await stored(message).catch(() => undefined));
    return none || Response.error();
  }
}

async function stored(path) {
  if (path in FILES) return (await caches.open(STORE)).match(addressOf(path));
  if (isPage(path)) return undefined; // of an earlier version: the site now has another engine
  for (const [cache] of await otherStores()) {
    const response = await cache.match(addressOf(path));
    if (response) return response;
  }
  return undefined;
}

/** Returns the complete caches of other versions, each as [cache, its FILES, its name]. */
async function otherStores() {
  const lists = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith(STORES) || name === STORE) continue;
    const cache = await caches.open(name);
    const list = await cache.match(addressOf(LIST));
    if (list) lists.push([cache, await list.json(), name]);
  }
  return lists;
}

async function store() {
  if (await mustWait()) {
    await tell({ type: "postponed" });
    throw new Error("an update waits for a connection that costs nothing");
  }
  const waiting = Object.entries(FILES);
  const total = waiting.length;
  try {
    const target = await caches.open(STORE);
    const others = await otherStores();
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await storeOne(target, others, ...next);
        await tell({ type: "storing", stored: total - waiting.length, total });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await target.put(addressOf(LIST), new Response(JSON.stringify(FILES)));
    if (await isAnotherChoice()) self.skipWaiting(); // the open pages are of this version
  } catch (error) {
    waiting.length = 0; // the other downloads stop, too
    await tell({
      type: "refused",
      why: error instanceof Unstored ? error.message : "room",
      path: error.path,
    });
    throw error;
  }
}

/** Returns whether this is an automatic update over a connection on which data is expensive. */
async function mustWait() {
  const { connection } = navigator;
  const isExpensive = connection?.saveData || connection?.type === "cellular";
  const isUpdate = self.registration.active?.scriptURL === self.location.href;
  return Boolean(isExpensive && isUpdate) && !(await caches.has(ASKED));
}

/** Returns whether a worker of this version has taken over before, with other books. */
async function isAnotherChoice() {
  for (const name of await caches.keys()) {
    const isSame = name !== STORE && `${name} `.startsWith(`${STORES}${VERSION} `);
    if (isSame && (await (await caches.open(name)).match(addressOf(BEFORE)))) return true;
  }
  return false;
}

/** A file that can't be stored; the message is one of the reasons that pages get. */
class Unstored extends Error {
  constructor(why, path) {
    super(why);
    this.path = path;
  }
}

async function storeOne(target, others, path, integrity) {
  const address = addressOf(path);
  for (const [cache, files] of [[target, FILES], ...others]) {
    const same = files[path] === integrity && (await cache.match(address));
    if (same) return cache === target ? undefined : target.put(address, same);
  }
  const { content, ok, type } = await download(address, path);
  // A file with the right content is accepted whatever its status: hosts may send 404.html as an error.
  if ((await integrityOf(content)) !== integrity) throw new Unstored(ok ? "altered" : "missing", path);
  // A new response: browsers reject a redirected one for a navigation.
  const headers = { "Content-Type": type };
  if (path.startsWith("engine/worker-")) headers["Content-Security-Policy"] = WORKER_POLICY;
  return target.put(address, new Response(content, { headers }));
}

async function download(address, path) {
  try {
    const answer = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(FOR_ONE_FILE) });
    const content = await answer.arrayBuffer();
    return { content, ok: answer.ok, type: answer.headers.get("Content-Type") ?? "" };
  } catch {
    throw new Unstored("network", path);
  }
}

async function integrityOf(content) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}

async function pages() {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

async function tell(message) {
  for (const page of await pages()) page.postMessage(message);
}

/** Takes over from the previous version, whose caches stay while pages that were loaded with it are open. */
async function takeOver() {
  const stores = [];
  for (const name of await caches.keys()) if (await isEarlier(name)) stores.push(name);
  const before = { stores, pages: (await pages()).map(({ id }) => id) };
  await (await caches.open(STORE)).put(addressOf(BEFORE), new Response(JSON.stringify(before)));
  await tidy();
  await self.clients.claim();
}

/**
 * Returns whether a cache belongs to a previous version. If a newer version may be waiting, only versions
 * known to have taken over count: for a while, browsers may report this very worker as waiting.
 */
async function isEarlier(name) {
  if (UNSCOPED.test(name)) return true;
  if (name === STORE || !name.startsWith(STORES)) return false;
  const { installing, waiting } = self.registration;
  return !(installing || waiting) || Boolean(await (await caches.open(name)).match(addressOf(BEFORE)));
}

/** Deletes the caches of previous versions once all pages that were loaded with them are closed. */
async function tidy() {
  const noted = await (await caches.open(STORE)).match(addressOf(BEFORE));
  if (!noted) return; // this version has yet to take over
  const before = await noted.json();
  if (before.stores.length && (await pages()).some(({ id }) => before.pages.includes(id))) return;
  for (const name of before.stores) await (UNSCOPED.test(name) ? empty(name) : caches.delete(name));
  crowded = false;
}

/** Removes this book's files from a cache that books of this host shared, and leaves those of others. */
async function empty(name) {
  const cache = await caches.open(name);
  const list = await cache.match(addressOf(LIST));
  const ours = new Set([LIST, ...Object.keys(list ? await list.json() : {})].map(addressOf));
  for (const { url } of await cache.keys()) {
    if (ours.has(url) || url.startsWith(addressOf("engine/"))) await cache.delete(url);
  }
  if (!(await cache.keys()).length) await caches.delete(name);
}
