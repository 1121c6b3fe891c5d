/** Takes back every service worker this site had before, with all it stored. Characters are not touched. */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  for (const name of await caches.keys()) if (name.startsWith("diceleaf-")) await caches.delete(name);
  await self.registration.unregister();
}
