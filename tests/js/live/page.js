/**
 * A page without a browser: happy-dom shows what the build prints, and the rules answer from a process of
 * their own.
 */
import { withGlobals } from "../browserlike.js";
import { once, setMaxListeners } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

const { Window } = await import(process.env.HAPPY_DOM); // bundled, see test_in_node.py

setMaxListeners(0); // Node takes an element's many listeners for a leak; a browser doesn't

const GLOBALS = [
  "HTMLElement",
  "innerHeight",
  "HTMLSelectElement",
  "HTMLTemplateElement",
  "CSS",
  "Event",
  "EventTarget",
  "CustomEvent",
  "Node",
  "location",
  "history",
];

/** So many an element may wait for before it asks; the page's are as short as a clock's ticks. */
const FRAMES = 5;

/** Keeps a thing as another page of the site would: `key` is such as `sheet:wayfarer:1`. */
export async function keep(key, kept) {
  const { openRecords } = await import("../../../docs/assets/js/storage/records.js");
  await (await openRecords()).change((step) => step.put("things", { key, kept }));
}

/**
 * Opens a page that holds this part of what was printed; its elements ask the rules as they would the engine.
 * `device` is what a navigator there can do.
 */
export async function opened(t, part, device = {}) {
  const window = new Window({ url: "https://book.example/wayfarer/" });
  const rules = connect(process.env.ANSWERING).setNoDelay(); // a port, at which rules_server.py listens
  const lines = createInterface(rules)[Symbol.asyncIterator]();
  t.after(async () => {
    rules.end();
    await Promise.all([window.happyDOM.close(), once(rules, "close")]);
  });
  const printed = JSON.parse((await lines.next()).value);
  let last = Promise.resolve();
  const engine = Object.assign(new EventTarget(), {
    status: "ready",
    state: { status: "ready", loaded: 0, total: 0, message: "" },
    asked: [],
    wake() {},
    call(request) {
      engine.asked.push(request);
      rules.write(`${JSON.stringify(request)}\n`);
      last = last.then(async () => JSON.parse((await lines.next()).value));
      return last;
    },
    /**
     * Resolves when every question so far, and every one that its answer led to, has been answered. What
     * waits for some frames before it asks has had them by then, on a slow machine too.
     */
    async quiet() {
      for (let seen = -1; seen !== engine.asked.length;) {
        seen = engine.asked.length;
        await last;
        for (let frame = 0; frame < FRAMES; frame += 1) await new Promise(requestAnimationFrame);
      }
    },
  });
  withGlobals(t, {
    ...Object.fromEntries(GLOBALS.map((name) => [name, window[name]])),
    window,
    document: window.document,
    localStorage: window.localStorage,
    addEventListener: window.addEventListener.bind(window),
    requestAnimationFrame: (then) => setTimeout(then),
    Option: function Option(text, value, _, selected) {
      return Object.assign(window.document.createElement("option"), { text, value, selected });
    },
    navigator: { connection: { saveData: true }, ...device },
    matchMedia: () => ({ matches: true, addEventListener() {} }), // nothing moves, so nobody waits for it
    diceleafEngine: engine,
  });
  // loaded once, so that what an element imports when it is used is there when the engine is quiet
  await import("../../../docs/assets/js/house/on-demand.js");
  window.document.body.innerHTML = printed[part] + printed.tray; // printed first, as pages are
  const { DiceTray } = await import("../../../docs/assets/js/elements/dice-tray.js");
  window.customElements.define("dice-tray", DiceTray);
  const tray = window.document.querySelector("dice-tray");
  return { engine, document: window.document, window, tray };
}
