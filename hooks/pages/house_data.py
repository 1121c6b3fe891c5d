"""The data that a book's pages need only under house rules, in one file per book.

Readers without house rules don't load it. Each element of a page that has such data is marked, and
`docs/assets/js/house/page-data.js` restores the data: the first on the list belongs to the first mark. The
mark of a button contains its index, as readers may have sorted the list with the button.
"""

from __future__ import annotations

import hashlib
import html
import json
import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from hooks.base.site_folders import PRINT
from rules_py.present.calculator_form import HIDDEN_FIELDS

NAME = "house-rules.{hash}.js"
"""The name of a book's file, in its folder."""

ATTRIBUTES = ("options", "table", "path", "number", "claim", "proof")
"""Attributes that only house rules need, without `data-`."""

FIGURE_ATTRIBUTES = ("options", "table", "path", "number", "plot")
"""Attributes of tables, charts and numbers in a book for print, where charts don't use theirs otherwise."""

FIELDS = "fields"
"""The name of a template's content."""

type Facts = dict[str, str]
"""The value of each attribute that an element needs, or the content of a template as `fields`."""

_MARK = " data-house-mark"


def write(site: Path, books: Collection[str]) -> None:
    """Move what pages need under house rules from them to the file of their book; `books` are the folders of
    those with house rules. The page of a whole book for paper has a file of its own. Pages of other folders
    need none of it.
    """
    folders = [*books, *(f"{PRINT}/{book}" for book in books)]
    facts_of_pages: dict[str, dict[str, list[Facts]]] = {folder: {} for folder in folders}
    texts: dict[Path, str] = {}
    for path in sorted(site.rglob("*.html")):
        folder, *inner = path.relative_to(site).parts
        if is_paper := folder == PRINT:
            folder = f"{PRINT}/{inner[0]}"
        texts[path], facts = take(path.read_text("utf-8"), FIGURE_ATTRIBUTES if is_paper else ATTRIBUTES)
        if facts and folder in facts_of_pages:
            facts_of_pages[folder][_address(path, site)] = facts
    for folder, pages in facts_of_pages.items():
        if not pages:
            continue
        name = f"{folder}/{_write_file(site / folder, pages)}"
        for address in pages:
            path = site / address / "index.html"
            texts[path] = texts[path].replace("<article ", f'<article data-house-rules="{name}" ', 1)
    for path, text in texts.items():
        path.write_text(text, "utf-8")


def _write_file(folder: Path, pages: Mapping[str, list[Facts]]) -> str:
    """Write the file of a book, a script because a page in a folder can't fetch, and return its name."""
    data = json.dumps(pages, ensure_ascii=False, separators=(",", ":"))
    script = f"(globalThis.diceleafHouseRules ??= {{}})[{json.dumps(folder.name)}] = {data};\n"
    name = NAME.format(hash=hashlib.sha256(script.encode()).hexdigest()[:12])
    (folder / name).write_text(script, "utf-8")
    return name


def _address(page: Path, site: Path) -> str:
    return f"{page.parent.relative_to(site).as_posix()}/"


def take(text: str, attributes: Sequence[str] = ATTRIBUTES) -> tuple[str, list[Facts]]:
    """Return a page with marks in place of what it needs under house rules, and that, by mark."""
    facts: list[Facts] = []
    names = "|".join(attributes)
    attribute = re.compile(rf'\sdata-({names})="([^"]*)"')
    pattern = re.compile(
        rf'<(?P<tag>[a-z-]+)\s[^<>]*?\bdata-(?:{names})="[^<>]*>'
        rf'|<template data-part="{HIDDEN_FIELDS}">(?P<{FIELDS}>.*?)</template>',
        re.DOTALL,
    )

    def mark(element: re.Match[str]) -> str:
        place = f'="{len(facts)}"' if element["tag"] == "button" else ""
        if element[FIELDS] is not None:
            facts.append({FIELDS: element[FIELDS]})
            return f'<template data-part="{HIDDEN_FIELDS}"{_MARK}></template>'
        facts.append({name: html.unescape(value) for name, value in attribute.findall(element[0])})
        return f"{attribute.sub('', element[0])[:-1]}{_MARK}{place}>"

    return pattern.sub(mark, text), facts


def read(page: Path, site: Path) -> list[Facts]:
    """Return what a finished page needs under house rules, by mark; nothing if it has no marks."""
    match = re.search(r'<article data-house-rules="([^"]*)"', page.read_text("utf-8"))
    if not match:
        return []
    script = (site / match[1]).read_text("utf-8")
    facts: list[Facts] = json.loads(script.partition(" = ")[2].rstrip(";\n"))[_address(page, site)]
    return facts


def give(text: str, facts: list[Facts]) -> str:
    """Return a page as it was before `take`."""

    remaining_facts = iter(facts)

    def restored(element: re.Match[str]) -> str:
        own = next(remaining_facts)
        if FIELDS in own:
            return f"{element[1]}{own[FIELDS]}"
        return "".join(f' data-{name}="{html.escape(value)}"' for name, value in own.items()) + element[1]

    return re.sub(rf'{_MARK}(?:="\d+")?(>)', restored, text)
