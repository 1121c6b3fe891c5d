/**
 * Connects a menu that opens by its summary and closes by Escape, a press outside, a command in it, or when
 * it loses the focus. Escape and commands return the focus to the summary.
 */
export function connectMenu(menu, signal) {
  const on = (target, type, then) => target.addEventListener(type, then, { signal });
  const close = () => {
    if (!menu.open) return;
    const focused = menu.contains(document.activeElement);
    menu.open = false;
    if (focused) menu.querySelector("summary").focus();
  };
  on(menu, "keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation(); // Escape closes only the menu
    close();
  });
  on(menu, "click", ({ target }) => target.closest("button, a") && close());
  on(menu, "focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
  });
  on(document, "pointerdown", ({ target }) => {
    if (!menu.contains(target)) menu.open = false;
  });
}
