/** The Contents button of the bar at the bottom of a phone opens the drawer, and closes it. */
addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest(".dock [data-open-contents]"))
    document.querySelector("#__drawer")?.click();
});
