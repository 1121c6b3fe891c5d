/** A button that puts back what was deleted last, for as long as something else isn't. */
export class Undo {
  #button;
  #deleted = null;

  /** `putBack` is given the key of what was deleted. */
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
