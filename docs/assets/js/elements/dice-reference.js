import { hashTarget } from "../url-hash.js";
import { onEdit } from "../form/editing.js";

/** What narrows the reference list around it down as one types, and sorts it by any column. */
export class DiceReference extends HTMLElement {
  #leaving = null;

  connectedCallback() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    onEdit(this, () => this.#narrow(), signal);
    this.#list.addEventListener("click", (event) => this.#press(event), { signal });
    addEventListener("hashchange", () => this.#showLinked(), { signal });
  }

  disconnectedCallback() {
    this.#leaving.abort();
  }

  get #list() {
    return this.closest(".reference");
  }

  get #rows() {
    return [...this.#list.querySelectorAll("tbody > tr")];
  }

  #narrow() {
    const words = this.querySelector('[data-part="words"]').value.toLowerCase().split(/\s+/).filter(Boolean);
    const choices = [...this.querySelectorAll("[data-column]")].filter((select) => select.value);
    let shown = 0;
    for (const row of this.#rows) {
      const text = said(row).toLowerCase();
      const wanted =
        words.every((word) => text.includes(word)) &&
        choices.every((select) => values(row, select.dataset.column).includes(select.value));
      row.hidden = !wanted;
      shown += wanted;
    }
    this.querySelector('[data-part="count"]').textContent = shown;
  }

  #press(event) {
    const head = event.target.closest("th:has(.reference__sort)");
    if (head && event.target.closest("button")) this.#sort(head);
  }

  #sort(head) {
    const descending = head.getAttribute("aria-sort") === "ascending";
    const column = [...head.parentElement.children].indexOf(head);
    for (const each of head.parentElement.children) each.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const compare = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
    const sorted = this.#rows.sort((one, other) => compare(sortText(one, column), sortText(other, column)));
    this.#list.querySelector("tbody").append(...(descending ? sorted.reverse() : sorted));
  }

  /** A link to an entry finds it even if the list was narrowed down without it. */
  #showLinked() {
    const row = hashTarget(location.hash)?.closest("tr");
    if (!row?.hidden || !this.#list.contains(row)) return;
    for (const control of this.querySelectorAll("[data-part=words], [data-column]")) control.value = "";
    this.#narrow();
    row.scrollIntoView();
  }
}

/** What a row says, without what it offers to roll, which is told of many rows in the same words. */
function said(row) {
  return [...row.children].map((cell) => (cell.dataset.part === "offers" ? "" : cell.textContent)).join(" ");
}

/** The values of a row in a column: one, or each of several. */
function values(row, column) {
  const several = row.children[column].dataset.values;
  return several ? JSON.parse(several) : [sortText(row, column)];
}

function sortText(row, column) {
  const cell = row.children[column];
  return cell.dataset.sort ?? cell.textContent;
}
