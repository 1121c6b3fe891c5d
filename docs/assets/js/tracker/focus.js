/**
 * Moves the focus to the element with the id `place`, else to the title of the tracker's part with that name.
 * Scrolls to the top if the turn is out of view or its first action is low in the window.
 */
export function moveFocus(tracker, place) {
  const element = document.getElementById(place);
  if (element && !element.disabled) {
    element.focus({ preventScroll: true });
    return;
  }
  const head = tracker.part("head");
  const part = tracker.part(place) ?? head;
  const title = part.querySelector("[tabindex]");
  title.focus({ preventScroll: true });
  if (place === "turn") {
    const { top } = part.parentElement.getBoundingClientRect();
    const next = part.querySelector("[type=submit]") ?? title;
    const isLow = next.getBoundingClientRect().bottom > innerHeight / 2;
    if (top < head.getBoundingClientRect().bottom || isLow) tracker.scrollIntoView();
  } else {
    const { top, bottom } = part.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) title.scrollIntoView();
  }
}
