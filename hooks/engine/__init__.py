"""Builds `site/engine`: everything a browser needs to run `rules_py`, under names that hold a hash of
the content.

    manifest.json         which files there are, for whoever is not a page: the offline part, the tests
    worker-HASH.js        the worker script; it holds the manifest, so its name stands for the whole engine
    NAME-HASH.bin         each gzip-compressed: Pyodide's loader and script, the WebAssembly module, the
                          standard library, the wheel, the lock file, the index of rules, and the
                          picture of the memory

The suffix says `bin` since servers treat `.gz` and `.wasm` files in ways of their own.
"""

from hooks.engine.bundle import EngineBuildError, build

__all__ = ["EngineBuildError", "build"]
