/** The set of house rules in force: saved, previewed in this tab, and without storage. */
import "./fresh_modules.js";
import assert from "node:assert/strict";
import test from "node:test";
import { withGlobals } from "./browserlike.js";

/** Returns the modules of a new page, by default with its own storage. */
async function page(t, storages = { localStorage: webStorage(), sessionStorage: webStorage() }) {
  const events = new EventTarget();
  const changes = [];
  events.addEventListener("diceleaf:house", ({ detail }) => changes.push(detail.game));
  withGlobals(t, {
    ...storages,
    addEventListener: events.addEventListener.bind(events),
    dispatchEvent: events.dispatchEvent.bind(events),
  });
  const inForce = await import(
    `../../docs/assets/js/house/in-force.js?${(page.count = (page.count ?? 0) + 1)}`
  );
  return { ...inForce, events, changes };
}

function webStorage() {
  const values = new Map();
  const methods = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, text) => values.set(key, String(text)),
    removeItem: (key) => values.delete(key),
  };
  return new Proxy(methods, { ownKeys: () => [...values.keys()] });
}

const set = {
  game: "lantern",
  name: "Thursday",
  options: { wounds: 4 },
  rules: {},
  entries: {},
  hidden: [],
  new: [],
};
const record = { id: "1", set, sentences: { "L-002": "You have 4 wounds." } };

test("a set is in force until the standard rules are", async (t) => {
  const { inForce, optionsOf, putInForce, changes } = await page(t);
  assert.deepEqual([inForce("lantern"), optionsOf("lantern")], [null, {}]);
  putInForce("lantern", record);
  assert.deepEqual(inForce("lantern"), { ...record, look: false });
  assert.deepEqual(optionsOf("lantern"), { wounds: 4 });
  assert.equal(inForce("lantern"), inForce("lantern"), "it is read once");
  assert.equal(inForce("dichotomy"), null);
  putInForce("lantern", null);
  assert.equal(inForce("lantern"), null);
  assert.deepEqual(changes, ["lantern", "lantern"]);
});

test("a preview ends with the set in force before it", async (t) => {
  const { inForce, putInForce } = await page(t);
  putInForce("lantern", record);
  putInForce("lantern", { ...record, id: "" }, { look: true });
  assert.deepEqual([inForce("lantern").look, inForce("lantern").id], [true, ""]);
  putInForce("lantern", null, { look: true });
  assert.equal(inForce("lantern").id, "1");
  putInForce("lantern", { ...record, id: "" }, { look: true });
  putInForce("lantern", { ...record, id: "2" });
  assert.deepEqual([inForce("lantern").look, inForce("lantern").id], [false, "2"]);
});

test("showing the standard rules leaves the set in force", async (t) => {
  const { inForce, isSuspended, optionsOf, putInForce, shownRecord, setSuspended, changes } = await page(t);
  putInForce("lantern", record);
  setSuspended("lantern", true);
  assert.deepEqual([shownRecord("lantern"), optionsOf("lantern")], [null, {}]);
  assert.equal(inForce("lantern").id, "1");
  setSuspended("lantern", false);
  assert.equal(shownRecord("lantern").id, "1");
  setSuspended("lantern", true);
  putInForce("lantern", record);
  assert.equal(isSuspended("lantern"), false, "a change shows the house rules");
  assert.equal(changes.length, 5);
});

test("a change in another tab applies here", async (t) => {
  const storages = { localStorage: webStorage(), sessionStorage: webStorage() };
  const other = await page(t, { ...storages, sessionStorage: webStorage() });
  const { inForce } = await page(t, storages);
  assert.equal(inForce("lantern"), null);
  other.putInForce("lantern", record);
  assert.equal(inForce("lantern").id, "1");
});

test("a damaged set isn't in force", async (t) => {
  const storages = { localStorage: webStorage(), sessionStorage: webStorage() };
  const { inForce, putInForce } = await page(t, storages);
  putInForce("lantern", record);
  const [key] = Reflect.ownKeys(storages.localStorage);
  const whole = storages.localStorage.getItem(key);
  for (const text of ["", "{", "null", "7", "{}", '{"set":{}}', whole.replace('"rules":{}', '"rules":[]')]) {
    storages.localStorage.setItem(key, text);
    assert.equal(inForce("lantern"), null, text);
  }
  storages.localStorage.setItem(key, whole.replace("lantern", "dichotomy"));
  assert.equal(inForce("lantern"), null, "a set of another game");
});

test("without storage, a set is in force as long as the page", async (t) => {
  const fail = () => {
    throw new Error("blocked");
  };
  const storages = { localStorage: { getItem: fail }, sessionStorage: { getItem: fail } };
  const { inForce, putInForce } = await page(t, storages);
  putInForce("lantern", record);
  assert.equal(inForce("lantern").id, "1");
});
