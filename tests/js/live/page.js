/** A page without a browser: happy-dom shows the HTML of the build, and a separate process runs the rules. */
import { withGlobals } from "../browserlike.js";
import { once, setMaxListeners } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

const { Window } = await import(process.env.HAPPY_DOM); // bundled, see test_in_node.py

setMaxListeners(0); // Node would warn of a leak because of the many listeners; browsers don't

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

/**
 * The longest delay before a request, in frames, which take a millisecond here.
 */
const FRAMES = 5;

/** Saves an item as another page of the site would: `key` is such as `sheet:wayfarer:1`. */
export async function saveItem(key, saved) {
  const { openRecords } = await import("../../../docs/assets/js/storage/records.js");
  await (await openRecords()).change((step) => step.put("things", { key, kept: saved }));
}

/**
 * Opens a page with this HTML; its elements send requests to the rules as to the engine. `device` is the
 * navigator's properties.
 */
export async function openPage(t, part, device = {}) {
  const window = new Window({ url: "https://book.example/wayfarer/" });
  const rules = connect(process.env.RULES_PORT).setNoDelay(); // the port of rules_server.py
  const lines = createInterface(rules)[Symbol.asyncIterator]();
  t.after(async () => {
    rules.end();
    await Promise.all([window.happyDOM.close(), once(rules, "close")]);
  });
  const htmlByPart = JSON.parse((await lines.next()).value);
  let last = Promise.resolve();
  const engine = Object.assign(new EventTarget(), {
    status: "ready",
    state: { status: "ready", loaded: 0, total: 0, message: "" },
    requests: [],
    wake() {},
    call(request) {
      engine.requests.push(request);
      rules.write(`${JSON.stringify(request)}\n`);
      last = last.then(async () => JSON.parse((await lines.next()).value));
      return last;
    },
    /**
     * Resolves when all requests, and those that their replies caused, have been answered, including requests
     * that wait for some frames.
     */
    async quiet() {
      for (let count = -1; count !== engine.requests.length;) {
        count = engine.requests.length;
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
    matchMedia: () => ({ matches: true, addEventListener() {} }), // nothing is animated
    diceleafEngine: engine,
  });
  // loaded once, so that what an element imports later is available when the engine is idle
  await import("../../../docs/assets/js/house/on-demand.js");
  window.document.body.innerHTML = htmlByPart[part] + htmlByPart.tray; // static HTML first, as on real pages
  const { DiceTray } = await import("../../../docs/assets/js/elements/dice-tray.js");
  window.customElements.define("dice-tray", DiceTray);
  const tray = window.document.querySelector("dice-tray");
  return { engine, document: window.document, window, tray };
}
