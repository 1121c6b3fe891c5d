/**
 * Makes the book work without a network. The build puts VERSION, and FILES {address below the scope:
 * integrity}, in front of this.
 *
 * Pages come from the network while there is one, so a reader always sees the newest; what has a hash in its
 * name comes from the store, since it can't be out of date. A page's scripts and styles have such names, so a
 * page of one version never runs with those of another. A version is stored whole, each file checked against
 * its hash, or not at all.
 */
const STORE = `diceleaf-site-${VERSION}`;
const LIST = "stored-files.json";
const HASHED = /[-.][0-9a-f]{8,}[./]/;

/** How long a network that neither answers nor fails is waited for, in milliseconds. */
const PATIENCE = 4000;
const AT_ONCE = 6;
/** How long a file that is to be stored may take, in milliseconds: one that hangs would keep all from being stored. */
const FOR_ONE_FILE = 30_000;

self.addEventListener("install", (event) => event.waitUntil(store()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path === null || path.endsWith(".bin")) return;
  event.respondWith(HASHED.test(path) ? storedFirst(event.request) : networkFirst(event.request));
});
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

/** The path below the scope of a request that is ours to answer, else null. */
function pathOf(request) {
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return null;
  return new URL(request.url).pathname.slice(new URL(self.registration.scope).pathname.length);
}

async function store() {
  const target = await caches.open(STORE);
  const earlier = await earlierStores();
  const waiting = Object.entries(FILES);
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await storeOne(target, earlier, ...next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await target.put(addressOf(LIST), new Response(JSON.stringify(FILES)));
}

/** Stores of versions before this one, each as [cache, its FILES]. */
async function earlierStores() {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("diceleaf-site-") || name === STORE) continue;
    const cache = await caches.open(name);
    const list = await cache.match(addressOf(LIST));
    if (list) found.push([cache, await list.json()]);
  }
  return found;
}

async function storeOne(target, earlier, path, integrity) {
  const address = addressOf(path);
  for (const [cache, files] of [[target, FILES], ...earlier]) {
    const same = files[path] === integrity && (await cache.match(address));
    if (same) return cache === target ? undefined : target.put(address, same);
  }
  const signal = AbortSignal.timeout(FOR_ONE_FILE);
  const answer = await fetch(address, { integrity, cache: "no-cache", signal });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await target.put(address, answer);
}

async function takeOver() {
  for (const name of await caches.keys()) {
    if (name.startsWith("diceleaf-site-") && name !== STORE) await caches.delete(name);
  }
  await self.clients.claim();
}

function addressOf(path) {
  return new URL(path, self.registration.scope).href;
}

/**
 * What the store holds for a request, whatever follows a question mark; a page also without its last slash.
 */
async function stored(request) {
  const cache = await caches.open(STORE);
  const address = new URL(request.url);
  address.search = address.hash = "";
  const { href } = address;
  for (const form of [href, href.replace(/index\.html$/, ""), `${href}/`]) {
    const found = await cache.match(form);
    if (found) return found;
  }
  return request.mode === "navigate" ? cache.match(addressOf("404.html")) : undefined;
}

async function storedFirst(request) {
  return (await stored(request)) ?? fetch(request).catch(noNetwork);
}

async function networkFirst(request) {
  const asked = fetch(request).catch(noNetwork);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, null));
  const answer = await Promise.race([asked, late]);
  if (answer && answer.type !== "error" && answer.status < 500) return answer;
  return (await stored(request)) ?? asked;
}

/**
 * What the page would get without us where there is no network, or where it was left meanwhile: neither is an
 * error of this worker, as a rejected answer would be.
 */
function noNetwork() {
  return Response.error();
}
