"""Everything the site ships has a licence: its files, the libraries in its scripts, and what is linked into
Python.
"""

import json
import re
import subprocess
from fnmatch import fnmatchcase
from functools import cache, partial
from importlib.metadata import files
from pathlib import Path
from urllib.parse import unquote

import pytest

from hooks.licences.works import REVIEWED, Work, groups
from tests.markup import markup_of

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide"
BUILT_WITH = {"@foundryvtt/foundryvtt-cli", "esbuild", "purgecss"}  # the site contains nothing of them

LINKED = {
    "bzip2": b"BZ2_bzlibVersion",
    "expat": b"Expat %d.%d.%d",
    "hacl": b"Hacl_",
    "libffi": b"ffi_call",
    "libmpdec": b"libmpdec",
    "llvm": b"std::bad_alloc",
    "mimalloc": b"mimalloc",
    "zlib": b"inflate 1.",
}
"""A text in the module that shows that it contains the library."""


shipped = cache(partial(groups, ROOT, "Diceleaf", {"what": "This site.", "terms": "MIT"}))


def works() -> dict[str, Work]:
    return {work.key: work for group in shipped() for work in group.works}


def unlicensed(names: list[str]) -> list[str]:
    """Return the files that belong to no work."""
    patterns = [pattern for group in shipped() for pattern in group.files]
    return [name for name in names if not any(fnmatchcase(name, pattern) for pattern in patterns)]


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_unlicensed_file_is_found() -> None:
    assert unlicensed(["index.html", "assets/js-1/theirs.wasm", "tools/a/index.html"]) == [
        "assets/js-1/theirs.wasm"
    ]


def test_every_file_of_the_site_has_a_licence(site: Path) -> None:
    assert unlicensed(names(site)) == []


def test_zip_has_a_licence_for_every_file(book_zip: Path) -> None:
    listing = subprocess.run(
        ["python3", "-m", "zipfile", "-l", book_zip], capture_output=True, text=True, check=True
    )
    inside = re.findall(r"^diceleaf-book/(\S+)", listing.stdout, re.MULTILINE)
    assert unlicensed(inside) == []
    assert {f"licences/{key}.txt" for key in works()} <= set(inside)


def test_licences_page_links_to_each_text_and_source(site: Path) -> None:
    article = markup_of(site / "licences" / "index.html").css_first("article")
    hrefs = {link.attrs["href"] for link in article.css("a[href]")}
    for work in works().values():
        text = (site / "licences" / f"{work.key}.txt").read_text("utf-8")
        assert len(text) > 500, work.key
        assert {f"{work.key}.txt", *([work.source] if work.source else [])} <= hrefs
        assert work.title in article.text()


def test_every_page_links_to_the_licences(site: Path) -> None:
    for path in site.rglob("index.html"):
        if {"embed", "print"} & {*path.parts}:
            continue  # books for print and embedded calculators have no footer
        links = [
            (path.parent / link.attrs["href"]).resolve()
            for link in markup_of(path).css("footer .elsewhere li:last-child a")
        ]
        assert links == [(site / "licences").resolve()], path


def test_mozilla_licence_comes_with_source_and_changes(site: Path) -> None:
    """The licence requires a link to the source, and our changes."""
    pyodide = works()["pyodide"]
    assert pyodide.source.endswith(f"/tree/{json.loads((PYODIDE / 'package.json').read_text())['version']}")
    changes = (site / "licences" / "pyodide-changes.txt").read_text("utf-8")
    for path in ("hooks/engine/trim.py", "hooks/engine/shake.mjs"):
        assert (ROOT / path).read_text("utf-8").strip() in changes


def test_every_served_package_has_a_licence() -> None:
    needed = json.loads((ROOT / "package.json").read_text("utf-8"))["dependencies"]
    versions = {name: version for name, version in needed.items() if name not in BUILT_WITH}
    assert {name: works()[name].version for name in versions} == versions


def test_own_files_contain_no_unlicensed_work() -> None:
    """Code of others must come as a package, with its licence."""
    listing = subprocess.run(
        ["git", "ls-files", "docs"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listing.stdout.split():
        if name.endswith((".js", ".css")):
            text = (ROOT / name).read_text("utf-8")
            assert not re.search(r"copyright|@license|@preserve|\(c\)", text, re.IGNORECASE), name
        elif name.endswith(".woff2"):
            assert Path(name).stem.split("-")[0] in works(), name


@cache
def icon_sets() -> dict[str, str]:
    """Return the set of each outline among the icons of Material."""
    names = {}
    for path in files("mkdocs-material") or ():
        if ".icons/" in str(path) and path.suffix == ".svg" and path.parent.name != ".icons":
            name = str(path).split(".icons/")[1].split("/")[0]
            for outline in re.findall(r'\bd="([^"]{20,})"', Path(str(path.locate())).read_text("utf-8")):
                names.setdefault(" ".join(outline.split()), name)
    return names


def test_every_icon_set_has_a_licence(site: Path) -> None:
    [sheet] = site.glob("assets/css-*/book.css")
    outlines = re.findall(r"""\bd=["']([^"']{20,})["']""", unquote(sheet.read_text("utf-8")))
    for page in ("index.html", "dichotomy/combat/index.html", "authoring/index.html"):
        outlines += re.findall(r'\bd="([^"]{20,})"', (site / page).read_text("utf-8"))
    sets = {icon_sets()[outline] for each in outlines if (outline := " ".join(each.split())) in icon_sets()}
    assert sets
    assert {"material": "material-icons"}.items() <= {each: f"{each}-icons" for each in sets}.items()
    assert {each for each in sets if each != "material"} <= works().keys()


@pytest.mark.parametrize(("key", "mark"), LINKED.items())
def test_libraries_linked_into_python_have_a_licence(key: str, mark: bytes) -> None:
    assert mark in (PYODIDE / "pyodide.asm.wasm").read_bytes()
    assert key in works()


def test_linked_libraries_are_reviewed_for_this_pyodide() -> None:
    """Another version may link other libraries: compare its Makefile.envs and cpython/Setup.local with
    `_LINKED`.
    """
    assert json.loads((PYODIDE / "package.json").read_text())["version"] == REVIEWED
