"""The data of a book, put together from its declarations and the entries that the search index knows."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import unescape
from typing import Any

from hooks.export.data.calculators import calculator_data, odds_data
from hooks.export.data.examples import examples_data
from hooks.export.data.values import number, without_empty, without_markup
from hooks.export.edition import Edition
from hooks.search_index.page_parser import Kind, SearchEntry
from rules_py import __version__
from rules_py.base.jsonable import to_jsonable
from rules_py.base.paths import BOOK
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.present.random_table import anchor_of
from rules_py.sheets.reference_list import Entry, ReferenceList
from rules_py.sheets.track import Track

SCHEMA = "assets/schema/book-1.json"
"""The address of the schema from the root of the site."""

FORMAT, VERSION = "diceleaf-book", 1
"""The name of the format, and its version, which rises when a reader of the former can't read it."""


def to_data(edition: Edition) -> dict[str, Any]:
    """Return a book as plain data that fits the schema."""
    book = _Book(edition)
    game = edition.game
    return {
        "$schema": f"{edition.site_url or '../'}{SCHEMA}",
        "format": FORMAT,
        "format_version": VERSION,
        "diceleaf": __version__,
        **without_empty(commit=_commit(), site=edition.site_url),
        "game": book.game(),
        "licence": {name: str(edition.licence[name]) for name in ("what", "terms")},
        "pages": list(book.pages()),
        "rules": list(book.rules()),
        "rulings": list(book.rulings()),
        "terms": list(book.terms()),
        "lists": [book.list_data(each) for each in game.references if each.name in book.shown_lists],
        "tables": [table_data(each) | book.table_place(each) for each in game.tables],
        "tracks": [track_data(each) for each in game.tracks],
        "foes": list(book.foes()),
        "calculators": [
            calculator_data(each, book.places.get(("calculator", each.id), {})) for each in game.calculators
        ],
        "odds": [
            odds_data(each)
            for each in edition.library.tables.added
            if each["calculator"].startswith(f"{game.id}.")
        ],
        "examples": list(examples_data(edition.library, game.id)),
    }


@dataclass(frozen=True)
class _Book:
    edition: Edition

    @cached_property
    def entries(self) -> list[tuple[str, SearchEntry]]:
        """Everything on the book's pages, each with the address of its page."""
        read = (self.edition.read_pages[page.file.src_uri] for page in self.edition.pages)
        return [(page.address, entry) for page in read for entry in page.entries]

    @cached_property
    def places(self) -> Mapping[tuple[Kind, str], Mapping[str, str]]:
        """The page and anchor of every entry, by its id, and of every calculator's first form."""
        places: dict[tuple[Kind, str], Mapping[str, str]] = {}
        for page, entry in self.entries:
            key = entry.of if entry.kind == "calculator" else entry.anchor
            places.setdefault((entry.kind, key), {"page": page, "anchor": entry.anchor})
        return places

    @cached_property
    def shown_lists(self) -> frozenset[str]:
        """The names of the lists that a page shows: error messages are for programs."""
        return frozenset(
            each.name
            for each in self.edition.game.references
            if any(("entry", entry.id) in self.places for entry in each.entries)
        )

    def of_kind(self, kind: Kind) -> Iterator[tuple[dict[str, str], SearchEntry]]:
        for page, entry in self.entries:
            if entry.kind == kind:
                place = {"page": page, "anchor": entry.anchor, **without_empty(section=entry.section)}
                yield place, entry

    def game(self) -> dict[str, Any]:
        game = self.edition.game
        source = game.source
        credit = source and {
            "title": source.title,
            "author": source.author,
            "version": source.version,
            "date": source.date,
        }
        return {"id": game.id, "title": game.title, **without_empty(tagline=game.tagline, source=credit)}

    def pages(self) -> Iterator[dict[str, Any]]:
        for page in self.edition.pages:
            yield {
                "page": page.file.url,
                "title": unescape(str(page.title)),
                **without_empty(
                    description=unescape(str(page.meta.get("description", ""))),
                    chapter=self.edition.numbers.get(page.file.src_uri),
                ),
            }

    def rules(self) -> Iterator[dict[str, Any]]:
        synonyms = {
            number: words
            for page in self.edition.pages
            for number, words in self.edition.read_pages[page.file.src_uri].synonyms.items()
        }
        for place, entry in self.of_kind("rule"):
            [rule] = entry.numbers
            words = [word.strip() for word in synonyms.get(rule, "").split(",") if word.strip()]
            extra_fields = without_empty(name=entry.name, rulings=entry.rulings, synonyms=words)
            yield {"number": rule, "text": entry.text, **place, **extra_fields}

    def rulings(self) -> Iterator[dict[str, Any]]:
        for place, entry in self.of_kind("ruling"):
            numbered = without_empty(number=next(iter(entry.numbers), None))
            about = without_empty(rules=entry.about)
            yield {**numbered, "title": entry.name, "text": entry.text, **place, **about}

    def terms(self) -> Iterator[dict[str, Any]]:
        for place, entry in self.of_kind("term"):
            see = [{"text": text, "address": address} for text, address in entry.see]
            extra_fields = without_empty(synonyms=entry.also, see=see)
            yield {"term": entry.name, "definition": entry.text, **place, **extra_fields}

    def list_data(self, declared: ReferenceList) -> dict[str, Any]:
        return {
            "id": declared.name,
            "title": declared.title,
            "states_rules": declared.states_rules,
            "names": declared.names,
            "columns": [{"key": each.key, "label": each.label} for each in declared.columns],
            "entries": [self._entry(each) for each in declared.entries],
        }

    def _entry(self, entry: Entry) -> dict[str, Any]:
        button = entry.roll_button
        roll = button and {"calculator": button.calculator, "inputs": to_jsonable(button.inputs)}
        return {
            "id": entry.id,
            "name": entry.name,
            **self.places.get(("entry", entry.id), {}),
            **without_empty(rules=list(entry.rules)),
            "cells": {key: without_markup(value) for key, value in entry.values.items() if value != ""},
            **without_empty(roll=roll),
        }

    def table_place(self, table: RandomTable) -> dict[str, str]:
        address = self.edition.library.index.pages.get(self.edition.game.id, {}).get(table.id)
        return {"page": address, "anchor": anchor_of(table)} if address else {}

    def foes(self) -> Iterator[dict[str, Any]]:
        tracker = self.edition.game.tracker
        setup = tracker.setup if tracker else None
        for sample in setup.samples if setup else ():
            list_name = setup.reference_list if setup and ("entry", sample.id) in self.places else ""
            yield {
                "id": sample.id,
                "name": sample.title,
                **without_empty(note=without_markup(sample.note), list=list_name),
                "participant": to_jsonable(sample.participant),
            }


def table_data(table: RandomTable) -> dict[str, Any]:
    """Return a random table with the exact chance of each entry."""
    return {
        "id": table.id,
        "title": table.title,
        "dice": table.dice,
        **without_empty(summary=without_markup(table.summary), rules=list(table.rules)),
        "entries": [_table_entry(table, at, entry) for at, entry in enumerate(table.entries)],
    }


def _table_entry(table: RandomTable, at: int, entry: TableEntry) -> dict[str, Any]:
    low, _, high = table.span(at, "-").partition("-")
    weight, total = table.shares[at]
    return {
        "low": int(low),
        "high": int(high or low),
        "text": without_markup(entry.text),
        **without_empty(next_table=entry.next_table and entry.next_table.id, rule=entry.rule),
        "chance": number(Fraction(weight, total)),
    }


def track_data(track: Track) -> dict[str, Any]:
    """Return a track with its stages, whose texts are plain."""
    stages: Iterable[dict[str, Any]] = (
        {
            "name": each.name,
            **without_empty(
                text=without_markup(each.text), effect=without_markup(each.effect), rules=list(each.rules)
            ),
            "boxes": each.boxes,
        }
        for each in track.stages
    )
    return {"id": track.name, "title": track.title, "unit": track.unit_names[0], "stages": list(stages)}


def _commit() -> str:
    """Return the commit that the book is built from, with `-dirty` after local changes; "" without Git."""
    command = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        result = subprocess.run(command, cwd=BOOK, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return result.stdout.strip()
