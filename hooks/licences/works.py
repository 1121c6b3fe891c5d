"""The works of others on the site: their licences, sources and files."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

from hooks.base.libraries import LIBRARIES, Library
from rules_py import __version__
from rules_py.base.paths import PACKAGE

_TEXTS = Path(__file__).parent / "texts"
"""The licences of works that are installed without one, as their authors publish them."""


@dataclass(frozen=True)
class Work:
    """A work of others.

    key      the name of its file in the site's folder of licences
    texts    its licence
    changed  a sentence about our changes, if any
    changes  the programs that make them, relative to the repository, if the licence requires their source
    """

    key: str
    title: str
    what: str
    licence: str
    source: str
    texts: tuple[Path, ...]
    version: str = ""
    changed: str = ""
    changes: tuple[str, ...] = ()

    def text(self) -> str:
        """Return the whole licence."""
        return _concatenate(self.texts)

    def changes_text(self) -> str:
        """Return the source of the programs that make our changes."""
        return _concatenate(PACKAGE / path for path in self.changes)


@dataclass(frozen=True)
class Group:
    """Works that are published together; `files` are their shell patterns below the site."""

    title: str
    about: str
    works: tuple[Work, ...]
    files: tuple[str, ...]


def groups(root: Path, title: str, licence: Mapping[str, str]) -> tuple[Group, ...]:
    """Return all works; `root` is the repository, with `node_modules`.

    The first is the site itself: `licence` has its scope as `what` and its `terms`, which the file LICENSE,
    if any, has in full.
    """
    npm = root / "node_modules"
    return (
        Group(
            "The site itself",
            "Pages, rules, scripts and pictures.",
            tuple(_own(root, title, licence)),
            (
                "**/*.html",
                "*.html",
                "*/house-rules.*.js",
                "assets/odds/*.json",
                "assets/rolls/*.json",
                "assets/schema/*.json",
                "assets/images*/icon-*.png",
                "assets/images*/favicon.svg",
                "engine/manifest.json",
                "engine/game-*.bin",
                "engine/lock-*.bin",
                "engine/rules-index-*.bin",
                "engine/rules-package-*.bin",
                "downloads/*",
                "manifest.webmanifest",
                "search/*.js",
                "sitemap.xml",
                "sitemap.xml.gz",
                "sw.js",
                "_headers",
                "licences/*.txt",
            ),
        ),
        Group(
            "Design",
            "The page layout, icons and fonts.",
            _look(),
            ("assets/css*/*.css", "assets/fonts*/*.woff2"),
        ),
        Group(
            "Scripts",
            "Small libraries included with our scripts, unchanged.",
            tuple(_library(npm, library) for library in LIBRARIES),
            ("assets/js*/*.js",),
        ),
        Group(
            "The dice engine",
            "Python for the browser. It is downloaded when you first reach a roller.",
            _engine(npm),
            (
                "engine/library-*.bin",
                "engine/memory-*.bin",
                "engine/pyodide-*.bin",
                "engine/python-*.bin",
                "engine/script-*.bin",
                "engine/worker-*.js",
                "engine/folder.js",
            ),
        ),
    )


def _own(root: Path, title: str, licence: Mapping[str, str]) -> Iterator[Work]:
    if (root / "LICENSE").is_file():
        yield Work("book", title, licence["what"], licence["terms"], "", (root / "LICENSE",))
    if root != PACKAGE:
        terms = _installed_file("diceleaf", "licenses/LICENSE")
        yield Work(
            "diceleaf", "Diceleaf", "The software that builds the book.", "MIT", "", (terms,), __version__
        )


def _look() -> tuple[Work, ...]:
    return (
        Work(
            "material",
            "Material for MkDocs",
            "The page layout and some of its styles.",
            "MIT",
            "https://github.com/squidfunk/mkdocs-material",
            (_installed_file("mkdocs-material", "licenses/LICENSE"),),
            version("mkdocs-material"),
            "Scripts and unused styles are removed.",
        ),
        Work(
            "material-icons",
            "Material Design Icons",
            "Icons on buttons and notes.",
            "Apache-2.0",
            "https://github.com/Templarian/MaterialDesign",
            (_installed_file("mkdocs-material", ".icons/material/LICENSE"), *_texts("apache-2.0")),
        ),
        Work(
            "octicons",
            "Octicons",
            "Some of the icons in the styles.",
            "MIT",
            "https://github.com/primer/octicons",
            (_installed_file("mkdocs-material", ".icons/octicons/LICENSE"),),
        ),
        Work(
            "fontawesome",
            "Font Awesome Free",
            "One of the icons in the styles.",
            "CC-BY-4.0",
            "https://github.com/FortAwesome/Font-Awesome",
            (_installed_file("mkdocs-material", ".icons/fontawesome/LICENSE.txt"),),
        ),
        Work(
            "literata",
            "Literata",
            "The font for text.",
            "OFL-1.1",
            "https://github.com/googlefonts/literata",
            _texts("literata"),
            changed="Reduced to the characters that the books use.",
        ),
        Work(
            "commissioner",
            "Commissioner",
            "The font for controls.",
            "OFL-1.1",
            "https://github.com/kosbarts/Commissioner",
            _texts("commissioner"),
            changed="Reduced to the characters that the books use.",
        ),
    )


def _engine(npm: Path) -> tuple[Work, ...]:
    pyodide = _json(npm / "pyodide" / "package.json")["version"]
    return (
        Work(
            "pyodide",
            "Pyodide",
            "Runs Python in the browser.",
            "MPL-2.0",
            f"https://github.com/pyodide/pyodide/tree/{pyodide}",
            _texts("pyodide"),
            pyodide,
            "The code for loading packages is removed.",
            ("hooks/engine/trim.py", "hooks/engine/shake.mjs"),
        ),
        Work(
            "python",
            "Python",
            "The language and its standard library, including third-party code.",
            "PSF-2.0",
            "https://www.python.org/downloads/source/",
            _texts("python", "python-incorporated", "dtoa"),
            _lock(npm)["info"]["python"],
            "Only the modules that the rules use, compiled and without docstrings.",
        ),
        *(
            Work(key, title, what, licence, source, _texts(key))
            for key, title, what, licence, source in _LINKED
        ),
        Work(
            "zstddec",
            "zstddec",
            "Decompresses the engine’s files, with Zstandard’s decoder.",
            "MIT AND BSD-3-Clause",
            "https://github.com/donmccurdy/zstddec",
            (npm / "zstddec" / "LICENSE",),
            _json(npm / "zstddec" / "package.json")["version"],
        ),
    )


_LINKED = (
    (
        "emscripten",
        "Emscripten",
        "The compiler, with its runtime.",
        "MIT or NCSA",
        "https://github.com/emscripten-core/emscripten/tree/4.0.9",
    ),
    ("musl", "musl", "The C library.", "MIT", "https://musl.libc.org/"),
    (
        "llvm",
        "compiler-rt, libc++, libc++abi, libunwind",
        "Compiler libraries.",
        "Apache-2.0 WITH LLVM-exception",
        "https://github.com/llvm/llvm-project",
    ),
    ("mimalloc", "mimalloc", "Allocates Python’s memory.", "MIT", "https://github.com/microsoft/mimalloc"),
    ("zlib", "zlib", "Compresses and decompresses data.", "Zlib", "https://github.com/madler/zlib"),
    ("bzip2", "bzip2", "Compresses and decompresses data.", "bzip2-1.0.6", "https://sourceware.org/bzip2/"),
    (
        "mini-lz4",
        "MiniLZ4",
        "Compresses and decompresses data.",
        "MIT",
        "https://github.com/emscripten-core/emscripten/blob/4.0.9/third_party/mini-lz4.js",
    ),
    ("libffi", "libffi", "Lets Python call C functions.", "MIT", "https://github.com/libffi/libffi"),
    ("expat", "Expat", "Reads XML.", "MIT", "https://github.com/libexpat/libexpat"),
    ("libmpdec", "libmpdec", "Decimal arithmetic.", "BSD-2-Clause", "https://www.bytereef.org/mpdecimal/"),
    ("hacl", "HACL*", "Checksums.", "MIT", "https://github.com/hacl-star/hacl-star"),
    ("stackframe", "stackframe", "Parses stack traces.", "MIT", "https://github.com/stacktracejs/stackframe"),
)
"""The libraries linked into the core of Pyodide `REVIEWED`: key, title, purpose, licence, source.

They are listed in its Makefile.envs, and those of Python's modules in cpython/Setup.local.
"""

REVIEWED = "0.29.5"


def _library(npm: Path, library: Library) -> Work:
    folder = npm / library.package
    facts = _json(folder / "package.json")
    return Work(
        library.package,
        library.title,
        library.use,
        facts["license"],
        re.sub(r"^(git\+)?\w+://|\.git$", "", facts["repository"]["url"]).join(["https://", ""]),
        (folder / library.licence,),
        facts["version"],
    )


def _lock(npm: Path) -> Any:
    return _json(npm / "pyodide" / "pyodide-lock.json")


def _json(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))


def _texts(*keys: str) -> tuple[Path, ...]:
    return tuple(_TEXTS / f"{key}.txt" for key in keys)


@cache  # the preview server writes the page at each save
def _installed_file(package: str, end: str) -> Path:
    """Return the installed file of a Python package whose path has this end.

    The record is read as text, as `importlib.metadata.files` checks each of Material's 14,000 icons.
    """
    installed = distribution(package)
    record = csv.reader((installed.read_text("RECORD") or "").splitlines())
    [path] = [row[0] for row in record if row[0].endswith(end)]
    return Path(str(installed.locate_file(path)))


def _concatenate(paths: Iterable[Path]) -> str:
    return "\n\n\n".join(path.read_text("utf-8").strip() for path in paths) + "\n"
