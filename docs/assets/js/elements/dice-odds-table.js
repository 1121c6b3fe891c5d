import { hashTarget } from "../url-hash.js";

/** An odds table whose cells fill in the roller that they link to, if it is on the same page. */
export class DiceOddsTable extends HTMLElement {
  #abortController = null;

  connectedCallback() {
    this.#abortController = new AbortController();
    this.addEventListener("click", (event) => this.#follow(event), { signal: this.#abortController.signal });
  }

  disconnectedCallback() {
    this.#abortController.abort();
  }

  #follow(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const roller = link.pathname === location.pathname && hashTarget(link.hash);
    if (!roller?.follow) return;
    event.preventDefault();
    history.replaceState(history.state, "", link.href);
    roller.follow(link.href);
    roller.scrollIntoView({ block: "start" });
    roller.querySelector("input, select")?.focus({ preventScroll: true });
  }
}
