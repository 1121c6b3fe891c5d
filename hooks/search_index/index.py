"""The index of everything that a reader may look for, for the search and the cards.

It is a script that sets `diceleafIndex`, as a page opened from a folder can load scripts but can't fetch. The
prose below the headings would be half of it and only the full-text search needs it, so it has its own script,
`diceleafProse`: a list with one text for each heading. The index, in which empty values are left out:

    books   [{id, title, address, about, aside}]; id is the folder's name, "" for pages outside every book;
            aside if it isn't a game's, so that players see it last
    pages   [{book, address, title, about}]; book is an index into `books`
    things  [{kind, page, anchor, name, text, numbers, also, section, depth, rulings, about, cells, see,
            of}], as hooks.search_index.page_parser.SearchEntry has them; page is an index into `pages`
    prose   the path of the other script from the root of the site
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hooks.base.site_folders import SEARCH
from hooks.search_index.page_parser import SearchEntry
from rules_py.systems import registry

_HEADS = ("chapter", "section")


@dataclass(frozen=True)
class Read:
    """A page of the site with its things.

    address  from the root of the site
    about    its description
    book     its folder, "" for none; `book_title` is the title of that
    synonyms rules of its book by number, each with other words for it
    """

    address: str
    title: str
    about: str
    book: str
    book_title: str
    entries: Sequence[SearchEntry]
    synonyms: Mapping[str, str] = field(default_factory=dict)


def to_json(pages: Sequence[Read]) -> dict[str, Any]:
    """Return the index of these pages, which are in the order of their books."""
    books = {page.book: page.book_title for page in pages}
    places = {book: place for place, book in enumerate(books)}
    opening = {page.address: page.about for page in pages}
    return {
        "books": [
            _without_empty(
                {
                    "id": book,
                    "title": title,
                    "address": _first_page(book),
                    "about": opening.get(_first_page(book)),
                    "aside": bool(book) and book not in registry.game_ids(),
                }
            )
            for book, title in books.items()
        ],
        "pages": [
            {"book": places[page.book]}
            | _without_empty({"address": page.address, "title": page.title, "about": page.about})
            for page in pages
        ],
        "things": [
            {"page": place} | _without_empty(vars(entry)) for place, entry in _without_duplicates(pages)
        ],
    }


def write(pages: Sequence[Read], site: Path) -> str:
    """Write the index below `site`, and return its path there."""
    folder = site / SEARCH
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    data = to_json(pages)
    prose = [entry.pop("text", "") for entry in data["things"] if entry["kind"] in _HEADS]
    path = _write(folder, "prose", prose)
    return _write(folder, "index", {**data, "prose": path})


def _write(folder: Path, name: str, facts: object) -> str:
    """Write a script, with a hash in its name, that sets `diceleafName` to the facts."""
    data = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    text = f"globalThis.diceleaf{name.title()} = {data};\n"
    file = folder / f"{name}.{hashlib.sha256(text.encode()).hexdigest()[:12]}.js"
    file.write_text(text, "utf-8")
    return f"{folder.name}/{file.name}"


def _first_page(book: str) -> str:
    """Return the address of a book's first page."""
    return f"{book}/" if book else ""


def _without_empty(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value}


def _entries_of(page: Read, synonyms: Mapping[str, str]) -> list[SearchEntry]:
    """Return the page's things, calculators with their rules, and rules with other words for them."""
    games = [registry.game(page.book)] if page.book in registry.game_ids() else []
    rules = {each.id: each.rules for game in games for each in game.calculators}
    entries = []
    for entry in page.entries:
        words = _synonyms(entry, synonyms)
        if entry.kind == "calculator":
            entry = replace(entry, about=list(rules.get(entry.of, ())), also=[])
        elif words:
            entry = replace(entry, also=entry.also + words)
        entries.append(entry)
    return entries


def _synonyms(entry: SearchEntry, synonyms: Mapping[str, str]) -> list[str]:
    """Return the other words for the rules that the thing states."""
    return [word.strip() for number in entry.numbers for word in synonyms.get(number, "").split(",") if word]


def _without_duplicates(pages: Sequence[Read]) -> Iterable[tuple[int, SearchEntry]]:
    """Return the things with the numbers of their pages, each on the most suitable one.

    For an entry of a list that is the first. For a calculator it is the page of its book with most
    calculators, where it is open; its titles elsewhere become other words for it.
    """
    synonyms: dict[str, dict[str, str]] = {}
    for page in pages:
        synonyms.setdefault(page.book, {}).update(page.synonyms)
    numbered = [
        (place, entry) for place, page in enumerate(pages) for entry in _entries_of(page, synonyms[page.book])
    ]
    rollers = Counter(place for place, entry in numbered if entry.kind == "calculator")
    chosen: dict[tuple[str, str], tuple[int, SearchEntry]] = {}

    def fitness(place: int, calculator: str) -> tuple[bool, int]:
        return pages[place].book == calculator.partition(".")[0], rollers[place]

    for place, entry in numbered:
        if entry.kind == "calculator":
            best = chosen.get((entry.kind, entry.of))
            if best is None or fitness(place, entry.of) > fitness(best[0], entry.of):
                chosen[entry.kind, entry.of] = (place, entry)
        elif entry.kind == "entry":
            chosen.setdefault((f"{pages[place].book} {entry.of}", entry.anchor), (place, entry))
    chosen_ids = {id(entry) for _, entry in chosen.values()}
    for _, entry in numbered:
        if entry.kind == "calculator":
            fittest = chosen[entry.kind, entry.of][1]
            if entry.name not in (fittest.name, *fittest.also):
                fittest.also.append(entry.name)
    return [
        (place, entry)
        for place, entry in numbered
        if entry.kind not in ("calculator", "entry") or id(entry) in chosen_ids
    ]
