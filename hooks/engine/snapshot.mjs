/**
 * Requests of the build to a running engine, under Node. Both commands print one line of JSON.
 *
 *     node snapshot.mjs modules DIRECTORY WORKER NAMES       the Python modules that an ordinary start needs
 *     node snapshot.mjs snapshot DIRECTORY WORKER NAMES OUT  null
 *
 * NAMES are modules of the standard library that the rules may import, separated by commas. `snapshot` starts
 * the interpreter without Pyodide's Python half, which a restored engine doesn't use, imports the rules,
 * fills their caches, and writes a memory snapshot to OUT in the format of `boot.js`.
 */
import fs from "node:fs";
import v8 from "node:v8";
import { loadWorker, process } from "./node_worker.mjs";

// Everything runs once, so optimising or compiling ahead would cost more than it saves.
v8.setFlagsFromString("--liftoff-only");
v8.setFlagsFromString("--wasm-lazy-compilation");

const [command, directory, worker, names, out] = process.argv.slice(2);

/** Imports everything that may be needed later, as files aren't part of the memory. */
const PREPARE = `
def prepare(request):
    import gc, importlib, json, pkgutil, sys
    leave_out()
    import rules_py
    from rules_py.systems import registry
    request = json.loads(request)
    registry.expect(request["games"])
    for module in pkgutil.walk_packages(rules_py.__path__, "rules_py."):
        importlib.import_module(module.name)
    for name in request["names"]:
        importlib.import_module(name)
    import linecache, traceback # what an error would import
    from rules_py.web import warmup
    warmup.warm_up()
    forget_the_way()
    registry.loaded_games() # whose folders can't be looked for later
    forget_annotations()
    importlib.invalidate_caches()
    forget_caches()
    gc.collect()
    sys._clear_internal_caches()

def leave_out():
    """Modules of which the rules need nothing, a tenth of a megabyte: urllib.parse imports \`ipaddress\` for hosts
    in brackets, inspect the others for code that it reads and shows.
    """
    import sys, types
    for name in ("ipaddress", "ast", "dis", "tokenize"):
        sys.modules[name] = types.ModuleType(name)
    flags = ["OPTIMIZED", "NEWLOCALS", "VARARGS", "VARKEYWORDS", "NESTED", "GENERATOR", "NOFREE", "COROUTINE"]
    flags += ["ITERABLE_COROUTINE", "ASYNC_GENERATOR"]
    sys.modules["dis"].COMPILER_FLAG_NAMES = {1 << place: name for place, name in enumerate(flags)}

def forget_annotations():
    """Those of functions were read while modules were imported. What classes say of their source is for tools."""
    import gc, types
    for each in gc.get_objects():
        if isinstance(each, types.FunctionType):
            each.__annotations__ = None
        elif isinstance(each, type) and "__firstlineno__" in vars(each):
            del each.__firstlineno__, each.__static_attributes__
            each.__doc__ = None

def forget_caches():
    """Those of the library that only helped to import."""
    import re, typing, zipimport
    re.purge()
    for clear in typing._cleanups:
        clear()
    zipimport._zip_directory_cache.clear()

def forget_the_way():
    """The answers are kept; what they were counted from weighs megabytes and is soon counted again."""
    import functools, gc, types
    kinds = type(functools.cache(len)), types.FunctionType # the latter by \`incremental_cache\`
    for each in gc.get_objects():
        if isinstance(each, kinds) and hasattr(each, "cache_clear"):
            if (each.__module__ or "").startswith("rules_py."):
                each.cache_clear()

def modules(_):
    import json, sys
    return json.dumps(sorted(sys.modules))
`;

if (command === "snapshot") freezeChance(0);
const { evaluate, files } = loadWorker(directory, worker);
const PAGE = evaluate("PAGE");
globalThis.givenFiles = files;
evaluate("store = new Store('', givenFiles, () => {})");
const compiled = WebAssembly.compile(await evaluate("store").bytes(evaluate("MANIFEST.files.wasm")));
WebAssembly.compileStreaming = () => compiled; // once for all later instances
const bootOrdinary = async () => (await evaluate("bootOrdinary(store, () => {})"))._module;
const module = await (command === "snapshot" ? bootBare() : bootOrdinary());
evaluate("withText")(module, PREPARE, (at) => module._PyRun_SimpleString(at));
call("prepare", JSON.stringify({ names: names.split(","), games: Object.keys(evaluate("MANIFEST.games")) }));
if (command === "snapshot") {
  scrub(module);
  fs.writeFileSync(out, await snapshot(module.HEAPU8));
  print(null);
} else {
  print(JSON.parse(call("modules", "")));
}
process.exit(0);

function call(name, text) {
  return evaluate("textFunction")(module, "__main__", name)(text);
}

function print(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}

/** Starts the interpreter with only the standard library and the wheel on its path. */
async function bootBare() {
  const { script, stdlib, wheel } = evaluate("MANIFEST.files");
  const store = evaluate("store");
  await evaluate("runScript")(store, script);
  const library = await store.bytes(stdlib);
  const rules = await store.bytes(wheel);
  return _createPyodideModule({
    API: { config: { jsglobals: globalThis }, runtimeEnv: { IN_BROWSER: true, IN_BROWSER_WEB_WORKER: true } },
    locateFile: (name) => name,
    preRun: [
      ({ FS, ENV }) => {
        FS.mkdirTree("/lib/python3.13/site-packages");
        FS.writeFile("/lib/python313.zip", library);
        FS.writeFile("/lib/rules.zip", rules);
        const settings = { PYTHONHASHSEED: "0", PYTHONINSPECT: "1", PYTHONPATH: "/lib/rules.zip" };
        Object.assign(ENV, { HOME: "/", ...settings });
      },
    ],
    instantiateWasm(imports, done) {
      imports.sentinel = evaluate("SENTINEL");
      compiled.then(async (module) => done(await WebAssembly.instantiate(module, imports), module));
      return {};
    },
  });
}

/**
 * Makes builds reproducible: no clock and no randomness; both vary with `turn`. Nothing random that a roll
 * uses stays in the snapshot; dice use the browser's randomness. The fake `telephone` keeps Pyodide from
 * storing the address of a helper in the memory that not every browser can run.
 */
function freezeChance(turn) {
  const now = 1577836800000 + turn;
  globalThis.Date = class extends Date {
    constructor(...args) {
      super(...(args.length ? args : [now]));
    }
    static now() {
      return now;
    }
  };
  performance.now = () => turn;
  const crypto = { getRandomValues: (array) => array.fill(4 + turn) };
  const navigator = { userAgent: "iPhone", platform: "" };
  for (const [name, value] of Object.entries({ crypto, navigator })) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
}

/** Overwrites unused memory with zeros: the free part of the stack, and the free blocks of the heap. */
function scrub(module) {
  const low = Number(/\b___stack_low=(\d+)/.exec(String(_createPyodideModule))[1]);
  module.HEAPU8.fill(0, low, module._emscripten_stack_get_current());
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError("no more memory while free blocks are sought");
  };
  const blocks = [];
  for (let size = 1 << 24; size >= 8; size = size > 64 ? size >> 1 : size - 8) {
    for (let block = module._PyMem_RawMalloc(size); block; block = module._PyMem_RawMalloc(size)) {
      module.HEAPU8.fill(0, block, block + size);
      blocks.push(block);
    }
  }
  for (const block of blocks.reverse()) module._PyMem_RawFree(block);
  WebAssembly.Memory.prototype.grow = grow;
}

/** Returns the memory as runs of the pages that differ from those of any fresh instance. */
async function snapshot(memory) {
  const whole = new Uint8Array(evaluate("MANIFEST.heap"));
  whole.set(memory);
  const fresh = await freshModule();
  freezeChance(1);
  const later = await freshModule();
  return evaluate("takeSnapshot")(whole, fresh._sbrk(0), [fresh.HEAPU8, later.HEAPU8]);
}

/** Returns the Emscripten module of an instance that has run nothing yet. */
async function freshModule() {
  return (await evaluate("freshInstance")(evaluate("store"), evaluate("MANIFEST.heap"), () => {})).module;
}
