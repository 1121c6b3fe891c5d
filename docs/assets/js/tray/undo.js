/** A button that undoes the last deletion. */
export class Undo {
  #button;
  #deleted = null;

  /** `putBack` is called with the key of the deletion. */
  constructor(button, putBack, signal) {
    this.#button = button;
    const pressed = async () => {
      button.hidden = true;
      await putBack(this.#deleted);
    };
    button.addEventListener("click", pressed, { signal });
  }

  offer(deleted) {
    this.#deleted = deleted;
    this.#button.hidden = false;
  }
}
