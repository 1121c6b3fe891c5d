/** Opens what a link leads into: a place behind a fold is seen once all folds around it are open. */
export function openAround(element) {
  for (let fold = element?.closest("details"); fold; fold = fold.parentElement.closest("details")) {
    fold.open = true;
  }
}

function follow() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!place?.closest("details:not([open])")) return;
  openAround(place);
  place.scrollIntoView();
}

addEventListener("hashchange", follow);
if (window.document$) window.document$.subscribe(follow);
else follow();
