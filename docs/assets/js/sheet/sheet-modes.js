/**
 * The edit and play modes of a sheet, and the switch between them. The chosen mode is saved, and set on the
 * root element, which hooks/mkdocs/overrides/partials/javascripts/base.html does first.
 */
const NAME = "sheet-way";

export class SheetModes {
  #element;
  #storage;

  constructor(element, storage, signal) {
    this.#element = element;
    this.#storage = storage;
    element.addEventListener("click", ({ target }) => this.#press(target.closest("[data-set-mode]")), {
      signal,
    });
    this.#markButtons();
  }

  get now() {
    return document.documentElement.dataset.sheetMode === "play" ? "play" : "make";
  }

  /** The mode that the reader chose last, on this sheet or another. */
  get chosen() {
    return this.#storage.get(NAME) === "play" ? "play" : "make";
  }

  show(mode) {
    if (mode === this.now) return;
    document.documentElement.dataset.sheetMode = mode;
    this.#markButtons();
  }

  /** Shows a mode and saves it. */
  choose(mode) {
    this.show(mode);
    if (mode !== this.chosen) this.#storage.note(NAME, mode);
  }

  #press(button) {
    if (button) this.choose(button.dataset.setMode);
  }

  #markButtons() {
    for (const button of this.#element.querySelectorAll(".mode-switch [data-set-mode]")) {
      button.setAttribute("aria-pressed", String(button.dataset.setMode === this.now));
    }
  }
}
