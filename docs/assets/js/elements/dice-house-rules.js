import { bookOf } from "../house/book.js";
import { changeSet } from "../house/change.js";
import { clearAnswer, reviewChanges, offerFile, offerLink } from "../house/consent.js";
import { emptySet, LIMITS, plainText } from "../house/format.js";
import { inForce, putInForce } from "../house/in-force.js";
import { showProblem } from "../house/lists.js";
import { NewRules } from "../house/new-rules.js";
import { OptionForm } from "../house/option-form.js";
import { RuleEditor } from "../house/rule-editor.js";
import { playBy, recordOf, savedSets } from "../house/sets.js";
import { SharePanel } from "../house/share-panel.js";
import { UnusedParts } from "../house/unused.js";
import { formatMessage, formatMessageNodes } from "../messages.js";
import { nameOf } from "../storage/collection.js";

/**
 * The page *Our house rules*, where readers choose, change and share their table's set. The markup comes from
 * `hooks.directives.house_rules_form`. The page shows the set in force; without one, the first change creates
 * a set. Attributes: `data-game`; `data-messages`, the texts by their names.
 */
export class DiceHouseRules extends HTMLElement {
  #abortController = null;
  #editor = null;
  #commands = {};
  #parts = [];
  #rules = null;
  #undoChange = null; // undoes the last change
  #changeSubject = ""; // the subject of the last change, "" for the whole set
  #recordAfter = null; // the record in force after it
  #lastPressed = null; // the control that was pressed last; WebKit doesn't focus it

  book = null;
  limits = LIMITS;

  connectedCallback() {
    this.#abortController = new AbortController();
    const { signal } = this.#abortController;
    this.#editor = this.querySelector('[data-part="editor"]');
    this.book = bookOf(this);
    this.#commands = {};
    this.#rules = new RuleEditor(this, signal);
    const share = new SharePanel(this);
    this.#parts = [
      new OptionForm(this, signal),
      this.#rules,
      new NewRules(this, signal),
      new UnusedParts(this, signal),
      share,
    ];
    this.onCommand({
      new: () => this.#addSet({ ...emptySet(this.book), name: this.message("first-name") }),
      copy: () =>
        this.#addSet({
          ...this.set,
          name: plainText(this.message("copy", { name: this.#name }), LIMITS.name),
        }),
      reset: () => this.change(({ name, note }) => ({ ...emptySet(this.book), name, note }), ["reset"]),
      delete: () => this.#delete(),
      undo: () => this.#undo(),
    });
    this.#listen(signal);
    for (const part of ["bar", "more"]) this.part(part).hidden = false;
    this.part("without").hidden = true;
    this.#open(signal);
  }

  disconnectedCallback() {
    this.#abortController.abort();
  }

  async #open(signal) {
    this.#show();
    await savedSets(this.book.game).opened;
    if (signal.aborted) return;
    savedSets(this.book.game).listen(signal, () => this.#show());
    this.#show();
    if (!savedSets(this.book.game).lasting) this.showMessage("unlasting");
    if (!(await offerLink(this, this.book)) && !signal.aborted) await reviewChanges(this, this.book);
    if (!signal.aborted) this.#followHash();
  }

  #listen(signal) {
    const on = (target, type, then) => target.addEventListener(type, then, { signal });
    this.#editor.addEventListener("click", ({ target }) => (this.#lastPressed = target), {
      signal,
      capture: true,
    });
    on(this.#editor, "click", ({ target }) => this.#press(target.closest("[data-command]")));
    on(this.part("sets"), "change", ({ target }) => this.#choose(target.value));
    on(this.part("file"), "change", ({ target }) => this.#importFile(target));
    for (const name of ["name", "note"])
      on(this.part(name), "change", ({ target }) => this.#describe(name, target));
    on(globalThis, "diceleaf:house", ({ detail }) => detail.game === this.book.game && this.#show());
    on(globalThis, "hashchange", async () => {
      await offerLink(this, this.book);
      this.#followHash();
    });
  }

  // used by the parts of the page

  part(name) {
    return this.#editor.querySelector(`[data-part="${name}"]`);
  }

  /** The set in force, or one without changes. */
  get set() {
    return inForce(this.book.game)?.set ?? emptySet(this.book);
  }

  /** {rule number: text} of the sentences that the set's options add. */
  get sentences() {
    return inForce(this.book.game)?.sentences ?? {};
  }

  /**
   * Connects buttons with `data-command`. The function gets {key, form}: the line and the form of the button.
   */
  onCommand(commands) {
    for (const [name, then] of Object.entries(commands)) (this.#commands[name] ??= []).push(then);
  }

  /** Saves a change to the set, with a message and undo; returns whether it was saved. */
  async change(change, message) {
    const before = inForce(this.book.game);
    const action = async () => {
      await changeSet(this.book.game, change, { book: this.book, name: this.message("first-name") });
      const { id } = inForce(this.book.game);
      return () => this.#restore(before, id);
    };
    if (!before?.look) return this.#runAndReport(message, action);
    this.#changeSubject = "";
    return this.#run(action, () => this.#showMessage("kept-look", { name: this.#name }));
  }

  message(key, values) {
    return formatMessage(this, key, values);
  }

  /** Shows a message about something that needs no undo. */
  showMessage(key, values) {
    this.#undoChange = null;
    this.#showMessage(key, values);
  }

  #showMessage(key, values) {
    this.part("notice").replaceChildren(...formatMessageNodes(this, key, values));
    this.part("notice").parentElement.toggleAttribute("data-notice", true);
    this.part("undo").hidden = !this.#undoChange;
  }

  // changing

  /**
   * Runs an action that returns a function to undo it, and reports it; returns false if the browser can't
   * save it.
   */
  #runAndReport([word, filled = {}], action) {
    this.#changeSubject = filled.what ?? "";
    return this.#run(action, () => this.#showMessage(word, filled));
  }

  async #run(action, report) {
    const restoreScrollPosition = keepScrollPosition(this.#editor, this.#lastPressed);
    try {
      this.#undoChange = await action();
      this.#recordAfter = inForce(this.book.game);
      report();
      restoreScrollPosition();
      return true;
    } catch (error) {
      if (error instanceof TypeError) throw error; // a programming error
      this.#show();
      this.showMessage("not-saved");
      return false;
    }
  }

  async #undo() {
    const back = this.#undoChange;
    this.#undoChange = null;
    await this.#run(
      async () => (await back()) ?? null,
      () =>
        this.#showMessage("restored", {
          what: this.#changeSubject || this.part("sets").selectedOptions[0].text,
        }),
    );
    this.part("notice").focus({ preventScroll: true }); // in view; the button has disappeared
  }

  /** Restores the set that was in force before; deletes a set that was created since. */
  async #restore(before, id) {
    if (before && !before.look && before.id === id) return void (await playBy(this.book.game, before, id));
    await savedSets(this.book.game).remove(id);
    putInForce(this.book.game, before, { look: Boolean(before?.look) });
  }

  /** Saves a new set and puts it in force. */
  #addSet(set) {
    const before = inForce(this.book.game);
    return this.#runAndReport(["in-force", { name: set.name }], async () => {
      const id = await playBy(this.book.game, recordOf(set, this.book, before?.was));
      return () => this.#restore(before, id);
    });
  }

  async #choose(id) {
    const { game } = this.book;
    const before = inForce(game);
    const name = savedSets(game).list.find((each) => each.id === id)?.name || this.message("nameless");
    await this.#runAndReport(id ? ["in-force", { name }] : ["by-the-book"], async () => {
      const { item, beside } = id ? await savedSets(game).read(id) : {};
      putInForce(game, null, { look: true });
      putInForce(game, item ? { id, ...recordOf(item, this.book, beside.was) } : null);
      return () => putInForce(game, before, { look: Boolean(before?.look) });
    });
    await reviewChanges(this, this.book);
  }

  #delete() {
    const { game } = this.book;
    const before = inForce(game);
    return this.#runAndReport(["deleted", { what: this.#name }], async () => {
      const deleted = await savedSets(game).remove(before.id);
      putInForce(game, null);
      this.part("sets").focus();
      return async () => {
        await savedSets(game).undelete(deleted);
        putInForce(game, before);
      };
    });
  }

  #describe(name, control) {
    return this.change(
      (set) => ({ ...set, [name]: plainText(control.value, LIMITS[name] ?? LIMITS.text) }),
      ["kept", { what: this.message(name) }],
    );
  }

  async #importFile(control) {
    const [file] = control.files;
    if (file) await offerFile(this, this.book, file);
    control.value = ""; // otherwise choosing the same file again would fire no event
  }

  #press(button) {
    if (!button) return;
    const key = button.closest("[data-key]")?.dataset.key;
    for (const then of this.#commands[button.dataset.command] ?? [])
      then({ key, form: button.closest("form"), button });
  }

  /** The address can name a rule to rewrite, `#change=D-012`, or the saved set to open. */
  #followHash() {
    const [, kind, which] = /^#(change|set)=(.+)$/.exec(location.hash) ?? [];
    if (!kind) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    if (kind === "change") this.#rules.open(which);
    else this.#openSet(which);
  }

  /** Puts the saved set with this encoded id in force, unless it is already. */
  #openSet(which) {
    const { game } = this.book;
    const set = savedSets(game).list.find(({ id }) => encodeURIComponent(id) === which);
    if (set && inForce(game)?.id !== set.id) this.#choose(set.id);
  }

  // showing

  get #name() {
    return nameOf(this.set) || this.message("nameless");
  }

  #show() {
    const record = inForce(this.book.game);
    if (record !== this.#recordAfter) this.#forget(record);
    this.#showSets(record);
    for (const each of this.#editor.querySelectorAll("[data-of-set]")) each.hidden = !record || record.look;
    for (const name of ["name", "note"]) {
      const control = this.part(name);
      if (control !== document.activeElement) control.value = this.set[name];
      showProblem(control, "");
    }
    for (const part of this.#parts) part.show(this.set);
  }

  /**
   * Removes the messages about the previous record, and the undo, which would revert another tab's change.
   */
  #forget(record) {
    this.#recordAfter = record;
    this.#undoChange = null;
    this.part("undo").hidden = true;
    this.part("notice").replaceChildren();
    this.part("notice").parentElement.toggleAttribute("data-notice", false);
    clearAnswer(this);
  }

  #showSets(record) {
    const select = this.part("sets");
    const [byTheBook] = select.options;
    const options = savedSets(this.book.game).list.map(
      ({ id, name }) => new Option(name || this.message("nameless"), id),
    );
    if (record?.look) options.push(new Option(this.message("looking"), "look"));
    else if (record && !options.some(({ value }) => value === record.id))
      options.push(new Option(this.#name, record.id));
    select.replaceChildren(byTheBook, ...options);
    select.value = record ? (record.look ? "look" : record.id) : "";
  }
}

/** Returns a function that scrolls the current control back to its position in the window. */
function keepScrollPosition(editor, pressed) {
  const focused = document.activeElement;
  const control = editor.contains(focused) ? focused : pressed;
  const top = () => control.getBoundingClientRect().top;
  const before = control && top();
  return () => {
    if (focused !== document.activeElement || !control?.checkVisibility()) return;
    scrollBy({ top: top() - before, behavior: "instant" });
  };
}
