// Finds the root of the site, which may be under any path: the nearest folder with its manifest.
(async () => {
  const { pathname } = location;
  for (let at = pathname.lastIndexOf("/"); at >= 0; at = at && pathname.lastIndexOf("/", at - 1)) {
    const root = pathname.slice(0, at + 1);
    const response = await fetch(`${root}manifest.webmanifest`).catch(() => null);
    if (response?.ok) return show(root);
    if (!at) return;
  }

  function show(root) {
    for (const link of document.querySelectorAll("[data-below]")) link.href = root + link.dataset.below;
    const font = new FontFace("Literata", `url(${root}${document.body.dataset.font})`, { weight: "400 700" });
    font.load().then((loaded) => document.fonts.add(loaded));
    if (document.querySelector("[data-only-saved]")) showOnlySaved();
    // Searches for the last word of the address, the best guess at the missing page.
    const words = decoded(pathname.slice(root.length))
      .split("/")
      .findLast(Boolean)
      ?.replace(/\.html$|[-_]+/g, " ")
      .trim();
    if (!words) return;
    const search = document.querySelector("#search a");
    search.href += `=${encodeURIComponent(words)}`;
    search.textContent = `Search the books for “${words}”`;
    search.nextSibling.textContent = ", or open one:";
  }

  /** Hides the books that the service worker doesn’t store; its address names the others. */
  function showOnlySaved() {
    const worker = navigator.serviceWorker.controller?.scriptURL;
    const saved = worker && new URL(worker).searchParams.get("books");
    if (!saved) return;
    for (const cover of document.querySelectorAll("[data-book]"))
      if (!saved.split(",").includes(cover.dataset.book)) cover.remove();
  }

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text; // a broken percent-encoding
    }
  }
})();
