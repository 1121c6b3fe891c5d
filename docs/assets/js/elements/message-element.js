import { formatMessage, formatMessageNodes, stripDirectionMarks } from "../messages.js";
import { EngineElement } from "./engine-element.js";

/**
 * An element that shows messages and asks questions. Its parts: `notice`, the message; `put-back`, the button
 * that undoes what it reports; `confirm`, the box of a question, with `question`, `yes` and `no`; and
 * `items`, which gets the focus if no element had it. Attribute: `data-messages`, the texts by their names.
 */
export class MessageElement extends EngineElement {
  #undo = null; // undoes what the message reports
  #answer = null; // answers the current question
  #untilSaved = false;

  connected(signal) {
    const on = (part, then) => this.part(part).addEventListener("click", then, { signal });
    on("yes", () => this.#answer?.(true));
    on("no", () => this.#answer?.(false));
  }

  message(key, values) {
    return formatMessage(this, key, values);
  }

  /** Returns a message as nodes, in which names are isolated. */
  messageNodes(key, values) {
    return formatMessageNodes(this, key, values);
  }

  /**
   * Shows a message, a text or nodes, until the next one. With `untilSaved`, it disappears when the item is
   * saved; with `passing`, at the next command.
   */
  showMessage(message, { passing = false, untilSaved = false } = {}) {
    this.#untilSaved = untilSaved;
    const line = this.part("notice");
    line.replaceChildren(
      ...[message].flat().map((each) => (typeof each === "string" ? stripDirectionMarks(each) : each)),
    );
    line.parentElement.toggleAttribute("data-notice", message.length > 0);
    line.parentElement.toggleAttribute("data-passing", passing);
    this.part("put-back").hidden = true;
  }

  /** Shows what was done, beside a button with the text `key` that undoes it. */
  showUndoable(message, key, undo) {
    this.showMessage(message, { passing: true });
    this.#undo = undo;
    this.part("put-back").textContent = this.message(key);
    this.part("put-back").hidden = false;
  }

  undo() {
    return this.#undo();
  }

  /** Removes a message that is shown until the next command. */
  clearPassing() {
    if (this.querySelector(".saved__notice[data-passing]")) this.showMessage("");
  }

  /** Removes a message that is shown until the item is saved. */
  clearUntilSaved() {
    if (this.#untilSaved) this.showMessage("");
  }

  /** Resolves with whether the reader answered yes. Asking another question answers the first with no. */
  question(nodes) {
    this.#answer?.(false);
    this.part("question").replaceChildren(...nodes);
    this.part("confirm").hidden = false;
    const before = document.activeElement;
    this.part("yes").focus();
    return new Promise((resolve) => {
      this.#answer = (isYes) => {
        this.#answer = null;
        this.part("confirm").hidden = true;
        // a link that led here has lost the focus
        const previous = before === document.body ? this.part("items") : before;
        previous?.focus({ preventScroll: true });
        resolve(isYes);
      };
    });
  }
}
