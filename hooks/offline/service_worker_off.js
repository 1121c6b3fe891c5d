/** Removes every earlier service worker of this site with its caches. Characters stay. */
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
