/** Shows the book and chapter in the head of the page while the title is out of view. */
import { onPage } from "./page-navigation.js";

const head = document.querySelector("[data-md-component=header-title]");
const watcher = new IntersectionObserver(
  ([{ isIntersecting, boundingClientRect }]) =>
    head.classList.toggle(
      "md-header__title--active",
      !isIntersecting && boundingClientRect.top < head.offsetHeight,
    ),
  { rootMargin: `-${head.offsetHeight}px 0px 0px` },
);

onPage(() => {
  watcher.disconnect();
  head.classList.remove("md-header__title--active");
  const title = document.querySelector("article h1");
  if (title) watcher.observe(title);
});
