"""The data of the page *Our house rules*: the options of a book, and its sentences by number."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from string import ascii_lowercase, digits
from typing import Any

from hooks.directives import house_rules_form
from hooks.search_index import Read, SearchEntry
from rules_py.systems.game import Game

_STATING = ("rule", "ruling")
_DIGITS = digits + ascii_lowercase


def with_book(output: str, game: Game, pages: Iterable[Read], version: str) -> str:
    """Return the HTML of a page with the data of its book, if it is the page of its house rules.

    `pages` are all of the site, `version` is that of the book.
    """
    if house_rules_form.BOOK_DATA not in output:
        return output
    data = {
        "game": game.id,
        "title": game.title,
        "book": version,
        "options": house_rules_form.options_data(game),
        "rules": dict(_rules(page for page in pages if page.book == game.id)),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    start = house_rules_form.BOOK_DATA.removesuffix("</script>")
    return output.replace(house_rules_form.BOOK_DATA, f"{start}{text}</script>", 1)


def sentence_hash(text: str) -> str:
    """Return the 32-bit FNV-1a hash of a sentence in base 36, over its UTF-16 code units as in JavaScript."""
    units = memoryview(text.encode("utf-16-le")).cast("H")
    number = 0x811C9DC5
    for unit in units:
        number = (number ^ unit) * 0x01000193 & 0xFFFFFFFF
    figures = ""
    while number:
        number, digit = divmod(number, 36)
        figures = _DIGITS[digit] + figures
    return figures or "0"


def _rules(pages: Iterable[Read]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every rule and ruling with its number, each once."""
    entries = ((page, entry) for page in pages for entry in page.entries if entry.kind in _STATING)
    for page, entry in entries:
        for number in entry.numbers:
            yield number, _rule(page, entry)


def _rule(page: Read, entry: SearchEntry) -> dict[str, str]:
    text = entry.text or entry.name
    title = entry.name if entry.kind == "ruling" else entry.section or page.title
    return {"text": text, "of": sentence_hash(text), "page": page.address, "title": title, "kind": entry.kind}
