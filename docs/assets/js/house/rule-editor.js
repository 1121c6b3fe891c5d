/** The rewritten rules of a set: a list, a search for a rule, and a form for its sentence. */
import { toHref } from "../search/addresses.js";
import { isByTheBook, optionsOn } from "./book.js";
import { withRule } from "./change.js";
import { plainText } from "./format.js";
import { connectFinder, findRules } from "./finder.js";
import { fillList, showProblem } from "./lists.js";
import { wholeText } from "./ruling-titles.js";

export class RuleEditor {
  #page;
  #form;
  #number = ""; // the number of the rule in the form

  constructor(page, signal) {
    this.#page = page;
    this.#form = page.part("rule-form");
    const search = {
      find: (words) => findRules(page.book, words),
      choose: ({ number }) => this.open(number),
    };
    connectFinder(page, "find-rule", search, signal);
    this.#form.addEventListener("submit", (event) => this.#save(event), { signal });
    page.onCommand({
      "edit-rule": ({ key }) => this.open(key),
      "drop-rule": ({ key }) => this.#restore(key),
      cancel: ({ form }) => form === this.#form && this.#close(),
    });
  }

  show(set) {
    const { book } = this.#page;
    const order = Object.keys(book.rules);
    const numbers = Object.keys(set.rules).sort((one, other) => order.indexOf(one) - order.indexOf(other));
    const lines = numbers.map((number) => {
      const rule = book.rules[number];
      const href = rule && toHref(`${rule.page}#${number}`);
      return { key: number, label: number, href, text: String(set.rules[number].text) };
    });
    fillList(this.#page.part("rules"), this.#page.part("rule-line"), lines);
  }

  /** Opens the form for the rule with this number, and focuses its text. */
  open(number) {
    const { book, set } = this.#page;
    const rule = Object.hasOwn(book.rules, number) ? book.rules[number] : null;
    if (!rule) return this.#page.showMessage("rule-gone", { number });
    this.#number = number;
    const part = (name) => this.#page.part(name);
    part("rule-title").textContent = this.#page.message("change", { number });
    part("rule-book").textContent = rule.kind === "ruling" ? `${rule.title}. ${rule.text}` : rule.text;
    const options = optionsOn(book, number);
    part("rule-options").hidden = !options.length;
    const switches = options.flatMap((option, at) => [at ? ", " : "", switchLink(option)]);
    part("rule-options").replaceChildren(this.#page.message("switches"), " ", ...switches, ".");
    const newText = set.rules[number]?.text;
    const changed = options.filter((option) => !isByTheBook(option, set.options));
    const addedText = changed.length ? this.#page.sentences[number] : "";
    this.#text.value = newText || addedText || currentText(rule);
    showProblem(this.#text, "");
    this.#form.hidden = false;
    this.#form.scrollIntoView({ block: "nearest" });
    this.#text.focus();
  }

  get #text() {
    return this.#form.querySelector("textarea");
  }

  async #save(event) {
    event.preventDefault();
    const number = this.#number;
    const { book, set, limits } = this.#page;
    const text = plainText(this.#text.value, limits.text);
    const isFull = !set.rules[number] && Object.keys(set.rules).length >= limits.rules;
    const problem = isFull ? ["many", { most: limits.rules }] : text ? null : ["required", { label: number }];
    showProblem(this.#text, problem ? this.#page.message(...problem) : "");
    if (problem) return this.#text.focus();
    const { of } = book.rules[number];
    const newText = text === currentText(book.rules[number]) ? "" : text;
    const message = [newText ? "kept" : "book", { what: number }];
    if (!(await this.#page.change((before) => withRule(before, number, newText, of), message))) return;
    this.#close("a");
  }

  async #restore(number) {
    await this.#page.change((set) => withRule(set, number, ""), ["book", { what: number }]);
    this.#page.part("find-rule").focus();
  }

  /** Closes the form, and focuses this part of the rule's line, if there is one. */
  #close(part = "[data-command=edit-rule]") {
    this.#form.hidden = true;
    const line = `[data-key="${CSS.escape(this.#number)}"] ${part}`;
    (this.#page.part("rules").querySelector(line) ?? this.#page.part("find-rule")).focus();
  }
}

/** Returns the text of a rule, with the answer in the title of a ruling: a new text replaces both. */
function currentText({ kind, title, text }) {
  return kind === "ruling" ? wholeText(title, text) : text;
}

function switchLink({ name, label }) {
  const link = document.createElement("a");
  link.href = `#option-${name}`;
  link.textContent = label;
  return link;
}
