"""The works of others on the site: their licences, sources and files."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import distribution, version
from pathlib import Path
from typing import Any

from hooks.pages.libraries import LIBRARIES, Library
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
                "assets/odds/*.json",
                "assets/images*/icon-*.png",
                "assets/images*/favicon.svg",
                "engine/worker-*.js",
                "engine/manifest.json",
                "engine/lock-*.bin",
                "engine/rules-index-*.bin",
                "engine/rules-package-*.bin",
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
            "Look",
            "The frame of the pages, their pictures and their letters.",
            _look(),
            ("assets/css*/*.css", "assets/fonts*/*.woff2"),
        ),
        Group(
            "Scripts",
            "Small libraries that come with our own scripts, unchanged.",
            tuple(_library(npm, library) for library in LIBRARIES),
            ("assets/js*/*.js",),
        ),
        Group(
            "The dice engine",
            "Python as it runs in a browser. It is fetched when you first come near a roller.",
            _engine(npm),
            (
                "engine/library-*.bin",
                "engine/memory-*.bin",
                "engine/pyodide-*.bin",
                "engine/python-*.bin",
                "engine/script-*.bin",
                "engine/folder.js",
            ),
        ),
    )


def _own(root: Path, title: str, licence: Mapping[str, str]) -> Iterator[Work]:
    if (root / "LICENSE").is_file():
        yield Work("book", title, licence["what"], licence["terms"], "", (root / "LICENSE",))
    if root != PACKAGE:
        terms = _installed("diceleaf", "licenses/LICENSE")
        yield Work("diceleaf", "Diceleaf", "What the book is made with.", "MIT", "", (terms,), __version__)


def _look() -> tuple[Work, ...]:
    return (
        Work(
            "material",
            "Material for MkDocs",
            "The frame of the pages, and part of their styles.",
            "MIT",
            "https://github.com/squidfunk/mkdocs-material",
            (_installed("mkdocs-material", "licenses/LICENSE"),),
            version("mkdocs-material"),
            "Its scripts are left out, and of its styles what no page uses.",
        ),
        Work(
            "material-icons",
            "Material Design Icons",
            "The pictures on buttons and notes.",
            "Apache-2.0",
            "https://github.com/Templarian/MaterialDesign",
            (_installed("mkdocs-material", ".icons/material/LICENSE"), *_texts("apache-2.0")),
        ),
        Work(
            "octicons",
            "Octicons",
            "Some of the pictures in the styles.",
            "MIT",
            "https://github.com/primer/octicons",
            (_installed("mkdocs-material", ".icons/octicons/LICENSE"),),
        ),
        Work(
            "fontawesome",
            "Font Awesome Free",
            "One of the pictures in the styles.",
            "CC-BY-4.0",
            "https://github.com/FortAwesome/Font-Awesome",
            (_installed("mkdocs-material", ".icons/fontawesome/LICENSE.txt"),),
        ),
        Work(
            "literata",
            "Literata",
            "The letters one reads.",
            "OFL-1.1",
            "https://github.com/googlefonts/literata",
            _texts("literata"),
            changed="Cut to the letters that the books use.",
        ),
        Work(
            "commissioner",
            "Commissioner",
            "The letters on what one operates.",
            "OFL-1.1",
            "https://github.com/kosbarts/Commissioner",
            _texts("commissioner"),
            changed="Cut to the letters that the books use.",
        ),
    )


def _engine(npm: Path) -> tuple[Work, ...]:
    pyodide = _json(npm / "pyodide" / "package.json")["version"]
    return (
        Work(
            "pyodide",
            "Pyodide",
            "What lets Python run in a browser.",
            "MPL-2.0",
            f"https://github.com/pyodide/pyodide/tree/{pyodide}",
            _texts("pyodide"),
            pyodide,
            "What only its package loading needs is cut away.",
            ("hooks/engine/trim.py", "hooks/engine/shake.mjs"),
        ),
        Work(
            "python",
            "Python",
            "The language, and its standard library, with what it took over from others.",
            "PSF-2.0",
            "https://www.python.org/downloads/source/",
            _texts("python", "python-incorporated", "dtoa"),
            _lock(npm)["info"]["python"],
            "Of its library only what the rules use, without remarks and compiled.",
        ),
        *(
            Work(key, title, what, licence, source, _texts(key))
            for key, title, what, licence, source in _LINKED
        ),
    )


_LINKED = (
    (
        "emscripten",
        "Emscripten",
        "What compiled it all, with its run time.",
        "MIT or NCSA",
        "https://github.com/emscripten-core/emscripten/tree/4.0.9",
    ),
    ("musl", "musl", "The library of C.", "MIT", "https://musl.libc.org/"),
    (
        "llvm",
        "compiler-rt, libc++, libc++abi, libunwind",
        "The libraries of the compiler.",
        "Apache-2.0 WITH LLVM-exception",
        "https://github.com/llvm/llvm-project",
    ),
    (
        "mimalloc",
        "mimalloc",
        "Keeps Python’s memory in order.",
        "MIT",
        "https://github.com/microsoft/mimalloc",
    ),
    ("zlib", "zlib", "Packs and unpacks.", "Zlib", "https://github.com/madler/zlib"),
    ("bzip2", "bzip2", "Packs and unpacks.", "bzip2-1.0.6", "https://sourceware.org/bzip2/"),
    (
        "mini-lz4",
        "MiniLZ4",
        "Packs and unpacks.",
        "MIT",
        "https://github.com/emscripten-core/emscripten/blob/4.0.9/third_party/mini-lz4.js",
    ),
    ("libffi", "libffi", "Lets Python call into C.", "MIT", "https://github.com/libffi/libffi"),
    ("expat", "Expat", "Reads XML.", "MIT", "https://github.com/libexpat/libexpat"),
    (
        "libmpdec",
        "libmpdec",
        "Reckons with decimal numbers.",
        "BSD-2-Clause",
        "https://www.bytereef.org/mpdecimal/",
    ),
    ("hacl", "HACL*", "Checksums.", "MIT", "https://github.com/hacl-star/hacl-star"),
    (
        "stackframe",
        "stackframe",
        "Reads where an error came from.",
        "MIT",
        "https://github.com/stacktracejs/stackframe",
    ),
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


def _installed(package: str, end: str) -> Path:
    """Return the installed file of a Python package whose path has this end.

    The record is read as text, as `importlib.metadata.files` checks each of Material's 14,000 icons.
    """
    installed = distribution(package)
    record = csv.reader((installed.read_text("RECORD") or "").splitlines())
    [path] = [row[0] for row in record if row[0].endswith(end)]
    return Path(str(installed.locate_file(path)))


def _concatenate(paths: Iterable[Path]) -> str:
    return "\n\n\n".join(path.read_text("utf-8").strip() for path in paths) + "\n"
