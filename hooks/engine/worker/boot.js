/**
 * Starts Python with the rules. `boot(store, game)` resolves to
 *
 *     module     the Emscripten module
 *     respond    `rules_py.web.respond`, as a function of text
 *     rehearsal  a function that returns a list of requests for the rehearsal
 *     addGame    a function that fetches and imports a game
 *     keepGame   a function that stores a snapshot of the memory in its present state
 *     start      {how: "snapshot" or "ordinary", why: the reason for the latter, steps: [[name,
 *                milliseconds since the worker started]]}
 *
 * The fast start restores a memory snapshot in a fresh instance of the same WebAssembly module. The build
 * creates it after importing everything except the games. The ordinary start is Pyodide's own; it is used if
 * the fast one fails for any reason except an unavailable file.
 *
 * Each game has its own archive, which is imported on first use; `game` is imported at once unless it is
 * null. As importing takes time, the browser stores a second snapshot of its changes for the next start.
 */
async function boot(store, game) {
  const steps = [];
  const step = (name) => steps.push([name, Math.round(performance.now() * 10) / 10]);
  step("worker");
  const rules = MANIFEST.files.rules ? store.text(MANIFEST.files.rules) : null;
  const snapshot =
    game && MANIFEST.files.snapshot ? store.storedBytes(gameSnapshotFile(game)) : Promise.resolve(null);
  const archive = snapshot.then((bytes) => (game && !bytes ? store.bytes(MANIFEST.games[game]) : null));
  for (const early of [rules, archive]) early?.catch(() => {}); // reported where it is awaited
  let module;
  let why = null;
  let gameSnapshot = null;
  let changes = null;
  if (MANIFEST.files.snapshot) {
    try {
      gameSnapshot = await snapshot;
      ({ module, changes } = await bootSnapshot(store, gameSnapshot, step));
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      why = String(error);
      store.doubt();
    }
  } else {
    why = "built without a snapshot";
  }
  if (!module) {
    module = (await bootOrdinary(store, step))._module;
    textFunction(module, "rules_py.web", "expect_games")(JSON.stringify(Object.keys(MANIFEST.games)));
  }
  if (rules) textFunction(module, "rules_py.web", "set_rule_locations")(await rules);
  const addGame = async (id) => importGame(module, id, await store.bytes(MANIFEST.games[id]));
  let keepGame = () => {};
  if (game && (why || !gameSnapshot)) {
    const bytes = await archive;
    if (bytes) importGame(module, game, bytes);
    else await addGame(game); // there was a snapshot, but it couldn't be used
    step("game");
    if (!why) keepGame = () => store.add(gameSnapshotFile(game), changes());
  }
  const respond = textFunction(module, "rules_py.web", "respond");
  const rehearsal = () => JSON.parse(textFunction(module, "rules_py.web.warmup", "warmup_requests")(""));
  step("ready");
  const start = { how: why ? "ordinary" : "snapshot", why, steps };
  return { module, respond, rehearsal, start, addGame, keepGame };
}

/**
 * Returns the memory snapshot with a game that this browser created; it belongs to one snapshot and one
 * archive.
 */
function gameSnapshotFile(game) {
  const path = `${MANIFEST.games[game].path} on ${MANIFEST.files.snapshot.path}`;
  return { path, type: "application/octet-stream" };
}

/** Imports a game from its archive. */
function importGame(module, game, bytes) {
  const path = `/games/${game}.zip`;
  module.FS.mkdirTree("/games");
  module.FS.writeFile(path, bytes);
  textFunction(module, "rules_py.web", "add_game")(path);
  module.FS.unlink(path); // it is imported completely
}

/** Starts the interpreter and unpacks the wheel, as Pyodide does. Resolves to its `pyodide` object. */
async function bootOrdinary(store, step) {
  const { loader, script, wasm, stdlib, lock, wheel } = MANIFEST.files;
  const contents = { "pyodide.asm.wasm": wasm, "python_stdlib.zip": stdlib, [MANIFEST.wheelName]: wheel };
  // All files at once, and before Pyodide requests them: it wouldn't report why one of them isn't available.
  const coming = Object.entries(contents).map(async ([name, file]) => [name, await store.response(file)]);
  const responses = Object.fromEntries(await Promise.all(coming));
  const lockFileContents = await store.text(lock);
  if (!self._createPyodideModule) await runScript(store, script);
  if (!self.loadPyodide) await runScript(store, loader);
  const fetchBefore = self.fetch;
  self.fetch = (address, options) => {
    const response = responses[String(address).split("/").pop()];
    return response ? Promise.resolve(response) : fetchBefore(address, options);
  };
  try {
    const pyodide = await loadPyodide({
      indexURL: ENGINE_ROOT,
      packageBaseUrl: ENGINE_ROOT,
      lockFileContents,
      packages: [MANIFEST.package],
      env: { PYTHONHASHSEED: "0" }, // makes the memory snapshot reproducible
    });
    step("python");
    return pyodide;
  } finally {
    self.fetch = fetchBefore;
  }
}

/** Pyodide requests its files below this address; it is never fetched. */
const ENGINE_ROOT = "https://engine.invalid/";

/**
 * Restores the stored memory snapshot in a fresh instance, and then that of a game, if there is one. Resolves
 * to {module, changes}: the Emscripten module, and a function that returns a snapshot of all changes.
 */
async function bootSnapshot(store, gameSnapshot, step) {
  const snapshot = store.bytes(MANIFEST.files.snapshot);
  snapshot.catch(() => {}); // reported where it is awaited
  const { module, fixTrampoline } = await freshInstance(store, MANIFEST.heap, step);
  const bytes = await snapshot;
  step("picture");
  layOver(module, bytes);
  const touched = module._sbrk(0);
  const restored = gameSnapshot ? null : module.HEAPU8.slice();
  const changes = () => takeSnapshot(module.HEAPU8, touched, [restored]);
  if (gameSnapshot) layOver(module, gameSnapshot);
  // If the browser can report how many arguments a C function takes, calls needn't go through JavaScript. The
  // snapshot was created without this, since it depends on the browser.
  fixTrampoline();
  step("memory");
  return { module, changes };
}

/**
 * Returns the interpreter before its first instruction, with `heap` bytes of memory. Resolves to {module,
 * fixTrampoline}: the Emscripten module, and a function that reports the browser's abilities to it.
 */
async function freshInstance(store, heap, step) {
  const { script, wasm } = MANIFEST.files;
  const compiled = store.response(wasm).then((response) => compile(response));
  compiled.catch(() => {}); // reported where it is awaited
  if (!self._createPyodideModule) await runScript(store, script);
  step("script");
  let fixTrampoline;
  let refused;
  const settings = {
    API: { config: { jsglobals: self }, runtimeEnv: { IN_BROWSER: true, IN_BROWSER_WEB_WORKER: true } },
    noInitialRun: true,
    INITIAL_MEMORY: heap,
    preRun: [],
    locateFile: (name) => name,
    instantiateWasm(imports, done) {
      fixTrampoline = imports.env._PyEM_InitTrampoline_js;
      imports.sentinel = SENTINEL;
      compiled
        .then(async (module) => {
          step("compiled");
          done(await WebAssembly.instantiate(module, imports), module);
        })
        .catch((error) => refused(error));
      return {};
    },
  };
  const module = await new Promise((resolve, reject) => {
    refused = reject;
    _createPyodideModule(settings).then(resolve, reject);
  });
  step("instance");
  return { module, fixTrampoline };
}

/**
 * Firefox (seen in 140) stops compiling WebAssembly from streams, in every page, after a few workers were
 * ended while compiling, as happens when a reader changes pages quickly. Compiling from bytes works, and is
 * as fast.
 */
if (/Firefox/.test(self.navigator?.userAgent)) {
  const bytesOf = async (source) => (await source).arrayBuffer();
  WebAssembly.compileStreaming = async (source) => WebAssembly.compile(await bytesOf(source));
  WebAssembly.instantiateStreaming = async (source, imports) =>
    WebAssembly.instantiate(await bytesOf(source), imports);
}

async function compile(response) {
  if (WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Only the bridge between Python and JavaScript objects uses these; here only text crosses it. */
const SENTINEL = {
  create_sentinel: () => Symbol("sentinel"),
  is_sentinel: (value) => typeof value === "symbol",
};

/**
 * A snapshot is a header of little-endian 32-bit numbers (magic, length of the memory, the length that a
 * fresh instance has written to, number of runs), the 32 bytes of its build, a (first page, pages) pair for
 * each run, and the pages of all runs. Pages have 4096 bytes; pages outside the runs are those of a fresh
 * instance.
 */
const SNAPSHOT_MAGIC = 0x50434945;
const PAGE = 4096;
const HEADER_WORDS = 4;
const BUILD_BYTES = 32;

/** Throws if the snapshot can't be used, although it isn't damaged. */
function layOver(module, snapshot) {
  const memory = module.HEAPU8;
  const words = (from, count) => new Uint32Array(snapshot.buffer, snapshot.byteOffset + from, count);
  const [magic, length, touched, count] = words(0, HEADER_WORDS);
  const runsAt = 4 * HEADER_WORDS + BUILD_BYTES;
  const build = snapshot.subarray(4 * HEADER_WORDS, runsAt);
  if (magic !== SNAPSHOT_MAGIC) throw new Error("the snapshot is not one");
  if (hex(build) !== MANIFEST.build) throw new Error("the snapshot belongs to another build");
  if (length !== memory.length) throw new Error("the snapshot is of another size");
  if (touched !== module._sbrk(0)) throw new Error("the snapshot begins from another interpreter");
  const runs = words(runsAt, 2 * count);
  let from = runsAt + runs.byteLength;
  for (let run = 0; run < runs.length; run += 2) {
    const size = runs[run + 1] * PAGE;
    memory.set(snapshot.subarray(from, from + size), runs[run] * PAGE);
    from += size;
  }
  if (from !== snapshot.length) throw new Error("the snapshot is incomplete");
}

/**
 * Returns a snapshot of the pages of a memory that differ from any of the others, which have the same size,
 * or null if the memory has grown. `touched` is the length that the instance it will be restored in has
 * written to.
 */
function takeSnapshot(memory, touched, others) {
  if (others.some(({ length }) => length !== memory.length)) return null;
  const wordsOf = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const [words, ...otherWords] = [memory, ...others].map(wordsOf);
  const runs = [];
  for (let number = 0; number < memory.length / PAGE; number += 1) {
    if (otherWords.every((other) => isSamePage(words, other, number))) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === number) last[1] += 1;
    else runs.push([number, 1]);
  }
  const pages = runs.map(([first, count]) => memory.subarray(first * PAGE, (first + count) * PAGE));
  const head = Uint32Array.of(SNAPSHOT_MAGIC, memory.length, touched, runs.length);
  const build = Uint8Array.from(MANIFEST.build.match(/../g), (digits) => parseInt(digits, 16));
  return joined([head, build, Uint32Array.from(runs.flat()), ...pages]);
}

function isSamePage(words, others, number) {
  const end = ((number + 1) * PAGE) / 4;
  for (let at = (number * PAGE) / 4; at < end; at += 1) if (words[at] !== others[at]) return false;
  return true;
}

function joined(arrays) {
  const out = new Uint8Array(arrays.reduce((total, { byteLength }) => total + byteLength, 0));
  let at = 0;
  for (const each of arrays) {
    out.set(new Uint8Array(each.buffer, each.byteOffset, each.byteLength), at);
    at += each.byteLength;
  }
  return out;
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns a function of a Python module, which takes a string and returns a string or None, as a JavaScript
 * function of text. It only uses the interpreter's C functions, which work in a restored memory without
 * setup. Throws if Python raises.
 */
function textFunction(module, moduleName, name) {
  const python = module._PyImport_ImportModule;
  const callable = withText(module, moduleName, (at) => {
    const imported = python(at);
    if (!imported) throw pythonFailed(module);
    return withText(module, name, (attribute) => module._PyObject_GetAttrString(imported, attribute));
  });
  if (!callable) throw pythonFailed(module);
  return (text) => {
    const argument = withText(module, text, (at, size) => module._PyUnicode_DecodeUTF8(at, size, 0));
    const result = module._PyObject_CallOneArg(callable, argument);
    module.__Py_DecRef(argument);
    if (!result) throw pythonFailed(module);
    // "surrogatepass", since JSON can contain a lone surrogate, which a reply may quote.
    const encoded = withText(module, "utf-8", (codec) =>
      withText(module, "surrogatepass", (errors) => module._PyUnicode_AsEncodedString(result, codec, errors)),
    );
    module.__Py_DecRef(result);
    if (!encoded) {
      module._PyErr_Clear();
      return null;
    }
    const at = module._PyBytes_AsString(encoded);
    const reply = new TextDecoder().decode(module.HEAPU8.slice(at, at + module._PyBytes_Size(encoded)));
    module.__Py_DecRef(encoded);
    return reply;
  };
}

/** Calls `use(address, size)` with the text as zero-terminated UTF-8 in the module's memory. */
function withText(module, text, use) {
  const bytes = new TextEncoder().encode(text);
  const at = module._PyMem_RawMalloc(bytes.length + 1);
  module.HEAPU8.set(bytes, at);
  module.HEAPU8[at + bytes.length] = 0;
  try {
    return use(at, bytes.length);
  } finally {
    module._PyMem_RawFree(at);
  }
}

function pythonFailed(module) {
  module._PyErr_Print();
  return new Error("Python stopped with an internal error.");
}

/** Runs one of the engine's scripts in the worker's global scope. */
async function runScript(store, file) {
  const address = URL.createObjectURL(new Blob([await store.bytes(file)], { type: "text/javascript" }));
  try {
    importScripts(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}
