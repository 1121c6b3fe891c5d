"""Readers who play by the book load at most 1 KB for house rules: marks in pages, the loader, some code.

`tests/js/house_loader.test.mjs` measures the loader, and `benchmarks/page_weight.py` compares whole sites.
"""

import gzip
import re
from collections.abc import Iterator

from hooks.pages import house_data
from hooks.pages.site_folders import PRINT
from tests.site.browsers import SITE

MOST_BYTES = 400
"""The bytes of a compressed page that only house rules need."""

_FOR_HOUSE_RULES = re.compile(
    r' data-house-mark(?:="\d+")?| data-house-rules="[^"]*"| data-options="[^"]*"'
    r'|<template data-part="house-fields"(?: data-house-mark)?></template>'
)


def pages() -> Iterator[tuple[str, str]]:
    """Yield the address and the text of each page but those for paper."""
    for path in sorted(SITE.rglob("*.html")):
        address = path.relative_to(SITE)
        if address.parts[0] != PRINT:
            yield address.as_posix(), path.read_text("utf-8")


def packed(text: str) -> int:
    return len(gzip.compress(text.encode(), mtime=0))


def test_pages_hold_little_for_house_rules() -> None:
    most = {page: packed(text) - packed(_FOR_HOUSE_RULES.sub("", text)) for page, text in pages()}
    assert {page: size for page, size in most.items() if size > MOST_BYTES} == {}


def test_pages_leave_data_of_house_rules_to_a_file() -> None:
    assert [page for page, text in pages() if house_data.take(text)[1]] == []
    assert any(" data-house-mark" in text for _, text in pages())
