"""The one index of everything that a reader may look for: the search answers from it, and the cards show it.

It is written as a script that names it `diceleafIndex`, since a page that was opened from a folder may load
scripts and fetch nothing. Half of it would be the running text below the headings, which only the search by
words reads, so that has a script of its own, `diceleafProse`: a list of texts, one for each heading in turn.
The shape of the index, in which whatever is empty is left out:

    books   [{id, title, address, about, aside}]; id is the folder's name, "" for pages outside every book;
            aside where it is no game's, so that players are led there last
    pages   [{book, address, title, about}]; book is a place in `books`
    things  [{kind, page, anchor, name, text, numbers, also, section, rulings, about, cells, see, of}], as
            hooks.search_index.page_parser.Thing has them; page is a place in `pages`
    prose   where the other script lies, from the root of the site
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from hooks.pages.site_folders import SEARCH
from hooks.search_index.page_parser import Thing
from rules_py.systems import registry

_HEADS = ("chapter", "section")


@dataclass(frozen=True)
class Read:
    """A page of the site with its things.

    address  from the root of the site; title and about (a line) as its author calls it
    book     the folder it lies in, "" for none; book_title is what that is called
    """

    address: str
    title: str
    about: str
    book: str
    book_title: str
    things: Sequence[Thing]


def build_index(pages: Sequence[Read]) -> dict[str, Any]:
    """The index of these pages, which are in the order of their books."""
    books = {page.book: page.book_title for page in pages}
    places = {book: place for place, book in enumerate(books)}
    opening = {page.address: page.about for page in pages}
    return {
        "books": [
            _told(
                {
                    "id": book,
                    "title": title,
                    "address": _opening(book),
                    "about": opening.get(_opening(book)),
                    "aside": bool(book) and book not in registry.game_ids(),
                }
            )
            for book, title in books.items()
        ],
        "pages": [
            {"book": places[page.book]}
            | _told({"address": page.address, "title": page.title, "about": page.about})
            for page in pages
        ],
        "things": [{"page": place} | _told(asdict(thing)) for place, thing in _each_once(pages)],
    }


def write(pages: Sequence[Read], site: Path) -> str:
    """Write the index below `site`; returns where, from its root."""
    folder = site / SEARCH
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    found = build_index(pages)
    prose = [thing.pop("text", "") for thing in found["things"] if thing["kind"] in _HEADS]
    path = _write(folder, "prose", prose)
    return _write(folder, "index", {**found, "prose": path})


def _write(folder: Path, name: str, facts: object) -> str:
    """Write a script that names the facts `diceleafName`. Its own name changes with what is in it."""
    told = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    text = f"globalThis.diceleaf{name.title()} = {told};\n"
    file = folder / f"{name}.{hashlib.sha256(text.encode()).hexdigest()[:12]}.js"
    file.write_text(text, "utf-8")
    return f"{folder.name}/{file.name}"


def _opening(book: str) -> str:
    """The address of a book's first page."""
    return f"{book}/" if book else ""


def _told(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value}


def _known(page: Read) -> list[Thing]:
    """The page's things, and what the rules know of its calculators."""
    games = [registry.game(page.book)] if page.book in registry.game_ids() else []
    rules = {each.id: each.rules for game in games for each in game.calculators}
    return [
        replace(thing, about=list(rules.get(thing.of, ())), also=[]) if thing.kind == "calculator" else thing
        for thing in page.things
    ]


def _each_once(pages: Sequence[Read]) -> Iterable[tuple[int, Thing]]:
    """The things with the places of their pages; what stands on several pages is on the fittest of them.

    That is the first for a list. For a calculator it is the page of its own book that has most of them: there
    it stands open, under its own title, and the titles it has elsewhere are other words for it.
    """
    numbered = [(place, thing) for place, page in enumerate(pages) for thing in _known(page)]
    rollers = Counter(place for place, thing in numbered if thing.kind == "calculator")
    chosen: dict[tuple[str, str], tuple[int, Thing]] = {}

    def fitness(place: int, calculator: str) -> tuple[bool, int]:
        return pages[place].book == calculator.partition(".")[0], rollers[place]

    for place, thing in numbered:
        if thing.kind == "calculator":
            best = chosen.get((thing.kind, thing.of))
            if best is None or fitness(place, thing.of) > fitness(best[0], thing.of):
                chosen[thing.kind, thing.of] = (place, thing)
        elif thing.kind == "entry":
            chosen.setdefault((f"{pages[place].book} {thing.of}", thing.anchor), (place, thing))
    kept = {id(thing) for _, thing in chosen.values()}
    for _, thing in numbered:
        if thing.kind == "calculator":
            fittest = chosen[thing.kind, thing.of][1]
            if thing.name not in (fittest.name, *fittest.also):
                fittest.also.append(thing.name)
    return [
        (place, thing)
        for place, thing in numbered
        if thing.kind not in ("calculator", "entry") or id(thing) in kept
    ]
