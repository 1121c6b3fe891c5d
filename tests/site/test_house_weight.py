"""Readers without house rules load at most 1 KB for them: marks in pages, the loader, some styles.

`benchmarks/page_weight.py` compares whole sites.
"""

import gzip
import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from hooks.base.site_folders import PRINT
from hooks.pages import house_data
from rules_py.systems import registry
from tests.site.browsers import SITE

MAX_BYTES = 900
"""The most compressed bytes of a page and its files that only house rules need.

The rest of 1 KB is for calls in other modules.
"""

ROOT = SITE.parent
BUNDLE = ROOT / "hooks" / "offline" / "bundle_modules.mjs"
SCRIPTS = ROOT / "docs" / "assets" / "js"
LIBRARIES = ("lean-qr", "minisearch")

_OPTIONS = "|".join(option.name for game in registry.games() for option in game.options)
_FOR_HOUSE_RULES = re.compile(
    r' data-house-mark(?:="\d+")?| data-house-rules="[^"]*"| data-options="[^"]*"'
    r'|<template data-part="house-fields"(?: data-house-mark)?></template>'
    r'|<span class="house-number">|<li[^>]*>\s*<a href="[^"]*house-rules/"[^>]*>[^<]*</a>\s*</li>'
    rf',?(?P<quote>&quot;|\\?")(?:{_OPTIONS})(?P=quote):(?:\w+|(?P=quote)\w+(?P=quote))'
)
_STYLES = re.compile(r"[^{}]*\bhouse\b[^{}]*\{[^{}]*\}")
_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)"')
_EDITOR = "<dice-house-rules"


def pages() -> Iterator[tuple[Path, str]]:
    """Yield the path and the text of each page, except printed books and pages on which sets are edited."""
    for path in sorted(SITE.rglob("*.html")):
        text = path.read_text("utf-8")
        if path.relative_to(SITE).parts[0] != PRINT and _EDITOR not in text:
            yield path, text


def packed_size(text: str | bytes) -> int:
    return len(gzip.compress(text.encode() if isinstance(text, str) else text, mtime=0))


type Sizes = Mapping[tuple[str, ...], int]
"""The bytes of modules by the elements for which they are loaded; () for modules of every page."""


@pytest.fixture(scope="module")
def script_bytes(tmp_path_factory: pytest.TempPathFactory) -> Sizes:
    """The bytes by which house rules enlarge modules."""
    folder = tmp_path_factory.mktemp("scripts")
    with_house, without = (module_bytes(folder / str(has_house), has_house) for has_house in (True, False))
    return {elements: size - without[elements] for elements, size in with_house.items()}


def module_bytes(folder: Path, has_house: bool) -> Sizes:
    """Bundle our modules in a folder as for the site, and return their sizes."""
    shutil.copytree(SCRIPTS, folder)
    libraries = [folder / "libraries" / f"{name}.js" for name in LIBRARIES]
    for path in [*libraries, *([] if has_house else (folder / "house").glob("*.js"))]:
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    command: list[str | Path] = [
        "node",
        BUNDLE,
        "modules",
        folder,
        "paper.js",
        "paper-figures.js",
        "embed.js",
    ]
    result = subprocess.run(command, capture_output=True, check=True, text=True)
    every, *parts = json.loads(result.stdout)
    files = {(): every["files"]}
    files |= {tuple(part["elements"]): {*part["files"]} - {*every["files"]} for part in parts}
    return {
        elements: sum(packed_size((folder / name).read_bytes()) for name in names)
        for elements, names in files.items()
    }


def is_loaded(elements: tuple[str, ...], page: str) -> bool:
    return not elements or any(f"<{name}" in page for name in elements)


@cache
def style_bytes(sheet: Path) -> int:
    """Return the bytes of a stylesheet that only house rules need."""
    text = sheet.read_text("utf-8")
    return packed_size(text) - packed_size(_STYLES.sub("", text))


def test_pages_load_little_for_house_rules(script_bytes: Sizes) -> None:
    weights = {}
    for path, text in pages():
        html = packed_size(text) - packed_size(_FOR_HOUSE_RULES.sub("", text))
        scripts = sum(size for elements, size in script_bytes.items() if is_loaded(elements, text))
        styles = sum(style_bytes((path.parent / sheet).resolve()) for sheet in {*_SHEET.findall(text)})
        weights[path.relative_to(SITE).as_posix()] = html + styles + scripts
    assert len(weights) > 100
    assert {page: size for page, size in weights.items() if size > MAX_BYTES} == {}


def test_data_of_house_rules_is_in_a_separate_file() -> None:
    texts = [(path, text) for path, text in pages()]
    assert [path for path, text in texts if house_data.take(text)[1]] == []
    assert any(" data-house-mark" in text for _, text in texts)
