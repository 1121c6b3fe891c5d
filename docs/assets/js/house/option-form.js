/** The switches, choices and numbers of the page *Our house rules*. */
import { connectForm } from "../form/form-controls.js";
import { showProblems } from "../form/problems.js";
import { toHref } from "../search/addresses.js";
import { isByTheBook, sentencesBy } from "./book.js";
import { withOption } from "./change.js";
import { connectFinder, filterByWords } from "./finder.js";

export class OptionForm {
  #page;
  #form;
  #problems = new Map(); // name of an option → the problem of its control

  constructor(page, signal) {
    this.#page = page;
    this.#form = page.part("options");
    if (!this.#form) return; // a book without options
    connectForm(this.#form, signal);
    const onChange = ({ target }) => this.#change(target.closest("[data-option]"));
    this.#form.addEventListener("change", onChange, { signal });
    this.#form.addEventListener("submit", (event) => event.preventDefault(), { signal });
    // the stepper buttons dispatch their own event
    const step = (event) => event instanceof CustomEvent && onChange(event);
    this.#form.addEventListener("input", step, { signal });
    const finder = page.part("find-option"); // of a book with many
    if (!finder) return;
    finder.parentElement.hidden = false;
    const search = { find: (words) => this.#find(words), choose: ({ name }) => this.#goTo(name) };
    connectFinder(page, "find-option", search, signal);
  }

  /** Shows the values of a set; an invalid value stays as it was typed. */
  show(set) {
    for (const option of this.#page.book.options) {
      const place = this.#placeOf(option.name);
      const value = isByTheBook(option, set.options) ? option.default : set.options[option.name];
      if (!this.#problems.has(option.name)) write(option, place, value);
      const byTheBook = value === option.default;
      place.toggleAttribute("data-changed", !byTheBook);
      place.querySelector('[data-part="state"]').textContent = byTheBook ? "" : this.#page.message("changed");
      this.#showSentences(option, place.querySelector('[data-part="sentences"]'), set.options);
    }
  }

  #find(words) {
    const options = this.#page.book.options.map(({ name, label, rule }) => ({ name, label, text: rule }));
    return filterByWords(options, words, ({ label, text }) => `${label} ${text}`);
  }

  #goTo(name) {
    const place = this.#placeOf(name);
    place.querySelector("select, input:not([type=radio]), input:checked").focus();
    place.scrollIntoView({ block: "nearest" });
  }

  #placeOf(name) {
    return this.#form.querySelector(`[data-option="${CSS.escape(name)}"]`);
  }

  async #change(place) {
    const option = this.#page.book.options.find(({ name }) => name === place.dataset.option);
    const { value, problem } = this.#read(option, place);
    if (problem) this.#problems.set(option.name, problem);
    else this.#problems.delete(option.name);
    const problems = [...this.#problems].map(([field, message]) => ({ field, message }));
    showProblems(this.#form, problems);
    if (problem) return;
    const key = value === option.default ? "book" : "switched";
    await this.#page.change((set) => withOption(set, option, value), [key, { what: option.label }]);
  }

  #read(option, place) {
    const [control] = place.querySelectorAll("select, input:not([type=radio]), input:checked");
    if (option.kind === "flag") return { value: control.checked };
    if (option.kind === "choice") {
      return { value: option.choices.find(([choice]) => String(choice) === control.value)[0] };
    }
    const { label, low, high } = option;
    const value = control.value === "" ? NaN : Number(control.value);
    const isValid = Number.isInteger(value) && value >= low && value <= high;
    return isValid ? { value } : { problem: this.#page.message("range", { label, low, high }) };
  }

  #showSentences(option, list, values) {
    const { book } = this.#page;
    const lines = sentencesBy(book, option, values);
    list.replaceChildren(...lines.map(([number, text]) => createLine(number, text, book.rules[number])));
    list.hidden = !lines.length;
  }
}

function write({ kind }, place, value) {
  for (const control of place.querySelectorAll("select, input")) {
    if (kind === "flag") control.checked = value;
    else if (control.type === "radio") control.checked = control.value === String(value);
    else control.value = String(value);
  }
}

function createLine(number, text, rule) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.className = "rule-link";
  link.textContent = number;
  if (rule) link.href = toHref(`${rule.page}#${number}`);
  item.append(link, " ", text);
  return item;
}
