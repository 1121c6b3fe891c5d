/** Takes back every service worker this site had before, with all it stored. Characters are not touched. */
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const { pathname } = new URL(self.registration.scope);
  const ours = (await caches.keys()).filter(
    (name) => /^diceleaf-\w+ /.test(name) && name.split(" ")[1] === pathname,
  );
  for (const name of ours) await caches.delete(name);
  await self.registration.unregister();
}
