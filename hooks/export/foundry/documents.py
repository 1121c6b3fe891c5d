"""Foundry's documents as plain data, and the ids by which they refer to each other.

Their fields are those of Foundry 12, and those by which Foundry 13 replaces some of them.
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Sequence
from typing import Any

type Document = dict[str, Any]

_CORE_VERSION = "12.331"
"""The version whose documents these are; later ones convert them."""
_READABLE = {"default": 2}
"""The ownership of a document that all players may read."""
_INHERITED = {"default": -1}
_ALPHABET = string.digits + string.ascii_letters
_ID_LENGTH = 16
_STEP = 100_000
"""The distance between neighbours in an order, so that a game master can insert something between them."""


def document_id(*names: str) -> str:
    """Return the id of a document, 16 letters and digits that follow from its names."""
    number = int.from_bytes(hashlib.sha256("\n".join(names).encode()).digest())
    digits = []
    for _ in range(_ID_LENGTH):
        number, digit = divmod(number, len(_ALPHABET))
        digits.append(_ALPHABET[digit])
    return "".join(digits)


def folder(id: str, name: str, place: int) -> Document:
    """Return a folder of journal entries."""
    return {
        "_id": id,
        "_key": f"!folders!{id}",
        "name": name,
        "type": "JournalEntry",
        "description": "",
        "folder": None,
        "sorting": "m",
        "sort": place * _STEP,
        "color": None,
        **_common(),
    }


def journal(id: str, name: str, place: int, pages: Sequence[Document], folder: str | None) -> Document:
    """Return a journal entry with its pages."""
    return {
        "_id": id,
        "_key": f"!journal!{id}",
        "name": name,
        "pages": list(pages),
        "folder": folder,
        "sort": place * _STEP,
        "ownership": _READABLE,
        **_common(),
    }


def journal_page(
    id: str, of: str, name: str, place: int, content: str, *, level: int, shows_title: bool = True
) -> Document:
    """Return a page of the journal entry `of`, with HTML as its content."""
    return {
        "_id": id,
        "_key": f"!journal.pages!{of}.{id}",
        "name": name,
        "type": "text",
        "title": {"show": shows_title, "level": level},
        "image": {},
        "text": {"format": 1, "content": content},
        "video": {"controls": True, "volume": 0.5},
        "src": None,
        "system": {},
        "sort": place * _STEP,
        "ownership": _INHERITED,
        **_common(),
    }


def roll_table(
    id: str, name: str, place: int, formula: str, description: str, results: Sequence[Document]
) -> Document:
    """Return a rollable table with its results."""
    return {
        "_id": id,
        "_key": f"!tables!{id}",
        "name": name,
        "img": "icons/svg/d20-grey.svg",
        "description": description,
        "results": list(results),
        "formula": formula,
        "replacement": True,
        "displayRoll": True,
        "folder": None,
        "sort": place * _STEP,
        "ownership": _READABLE,
        **_common(),
    }


def table_result(id: str, of: str, text: str, span: tuple[int, int], weight: int) -> Document:
    """Return a result of the table `of`: HTML for a range of rolls."""
    return {
        "_id": id,
        "_key": f"!tables.results!{of}.{id}",
        "type": "text",
        "name": "",
        "text": text,
        "description": text,
        "img": "icons/svg/d20-black.svg",
        "range": list(span),
        "weight": weight,
        "drawn": False,
        **_common(),
    }


def link(uuid: str, label: str) -> str:
    """Return a link to a document, as Foundry reads it in text."""
    return f"@UUID[{uuid}]{{{' '.join(label.replace('{', '(').replace('}', ')').split())}}}"


def _common() -> Document:
    return {"flags": {}, "_stats": {"coreVersion": _CORE_VERSION}}
