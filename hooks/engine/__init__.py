"""The build of `site/engine`: everything a browser needs to run `rules_py`, with hashed file names.

    manifest.json         the list of files, for the offline copy and the tests
    worker-HASH.js        the worker script; it contains the manifest, so its name identifies the engine
    NAME-HASH.bin         compressed with zstd: Pyodide's loader and script, the WebAssembly module, the
                          standard library, the wheel, the lock file, the index of rules, the memory
                          snapshot without games, and each game

The suffix is `bin`, as some servers treat `.gz` and `.wasm` files specially.
"""

from hooks.engine.bundle import EngineBuildError, build

__all__ = ["EngineBuildError", "build"]
