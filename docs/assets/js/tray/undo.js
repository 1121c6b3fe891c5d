/** A button that undoes the last deletion. */
export class Undo {
  #button;
  #deletion = null;

  /** `putBack` is called with the key of the deletion. */
  constructor(button, putBack, signal) {
    this.#button = button;
    const onClick = async () => {
      button.hidden = true;
      await putBack(this.#deletion);
    };
    button.addEventListener("click", onClick, { signal });
  }

  offer(deletion) {
    this.#deletion = deletion;
    this.#button.hidden = false;
  }
}
