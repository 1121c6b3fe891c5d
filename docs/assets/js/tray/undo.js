/** A button that undoes the last deletion. */
export class Undo {
  #button;
  #deletion = null;

  /** `undelete` is called with the key of the deletion. */
  constructor(button, undelete, signal) {
    this.#button = button;
    const onClick = async () => {
      button.hidden = true;
      await undelete(this.#deletion);
    };
    button.addEventListener("click", onClick, { signal });
  }

  offer(deletion) {
    this.#deletion = deletion;
    this.#button.hidden = false;
  }
}
