/** The new rules of a set: a list, and a form for one of them. */
import { toHref } from "../search/addresses.js";
import { readNumber } from "../search/rule-numbers.js";
import { withNew, withoutNew } from "./change.js";
import { connectFinder, findRules } from "./finder.js";
import { plainText } from "./format.js";
import { fillList, showProblem } from "./lists.js";

export class NewRules {
  #page;
  #form;
  #id = ""; // the id of the rule in the form, "" for a new one
  #clearHits;

  constructor(page, signal) {
    this.#page = page;
    this.#form = page.part("new-form");
    const search = { find: (words) => findRules(page.book, words), choose: (rule) => this.#setPlace(rule) };
    this.#clearHits = connectFinder(page, "new-after", search, signal);
    this.#form.addEventListener("submit", (event) => this.#save(event), { signal });
    page.onCommand({
      add: () => this.#open(),
      "edit-new": ({ key }) => this.#open(page.set.new.find(({ id }) => id === key)),
      "drop-new": ({ key }) => this.#delete(key),
      cancel: ({ form }) => form === this.#form && this.#close(),
    });
  }

  show(set) {
    const { rules } = this.#page.book;
    const lines = set.new.map(({ id, title, text, after }) => {
      const href = Object.hasOwn(rules, after) ? toHref(`${rules[after].page}#${after}`) : undefined;
      return { key: id, label: id, href, text: [title, text].filter(Boolean).join(": ") };
    });
    fillList(this.#page.part("added"), this.#page.part("new-line"), lines);
  }

  #field(name) {
    return document.getElementById(`house-new-${name}`);
  }

  #open(rule = { id: "", title: "", text: "", after: "" }) {
    this.#id = rule.id;
    for (const name of ["title", "text", "after"]) {
      this.#field(name).value = rule[name];
      showProblem(this.#field(name), "");
    }
    this.#clearHits();
    if (Object.hasOwn(this.#page.book.rules, rule.after)) this.#showPlace(rule.after);
    this.#form.hidden = false;
    this.#field("title").focus();
  }

  /** Puts the rule in the form after this one. */
  #setPlace({ number }) {
    this.#field("after").value = number;
    showProblem(this.#field("after"), "");
    this.#showPlace(number);
    this.#form.querySelector("[type=submit]").focus();
  }

  #showPlace(number) {
    const { title } = this.#page.book.rules[number];
    this.#page.part("new-after-count").textContent = this.#page.message("place", { number, title });
  }

  async #save(event) {
    event.preventDefault();
    const { set, limits, book } = this.#page;
    const rule = { id: this.#id, title: "", text: "", after: "" };
    for (const name of ["title", "text", "after"])
      rule[name] = plainText(this.#field(name).value, limits.text);
    rule.after = rule.after.toUpperCase();
    const isFull = !rule.id && set.new.length >= limits.new;
    const problems = {
      text: isFull
        ? ["many", { most: limits.new }]
        : rule.text
          ? null
          : ["required", { label: this.#labelOf("text") }],
      after: Object.hasOwn(book.rules, rule.after)
        ? null
        : [readNumber(rule.after) ? "rule-gone" : "no-place", { number: rule.after }],
    };
    for (const [name, problem] of Object.entries(problems)) {
      showProblem(this.#field(name), problem ? this.#page.message(...problem) : "");
    }
    const invalid = Object.keys(problems).find((name) => problems[name]);
    if (invalid) return this.#field(invalid).focus();
    const message = ["kept", { what: rule.title || rule.id || this.#page.message("own-rule") }];
    if (!(await this.#page.change((before) => withNew(before, rule), message))) return;
    this.#close();
    if (rule.id) return;
    this.#page.part("added").lastElementChild.scrollIntoView({ block: "nearest", behavior: "instant" });
  }

  #labelOf(name) {
    return this.#form.querySelector(`label[for="${this.#field(name).id}"]`).textContent;
  }

  async #delete(id) {
    await this.#page.change((set) => withoutNew(set, id), ["deleted", { what: id }]);
    this.#page.part("add").focus();
  }

  #close() {
    this.#form.hidden = true;
    const line = `[data-key="${CSS.escape(this.#id)}"] [data-command=edit-new]`;
    (this.#page.part("added").querySelector(line) ?? this.#page.part("add")).focus();
  }
}
