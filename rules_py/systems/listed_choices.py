"""The choices of a sheet that are entries of the game's lists, so that a table can leave them out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.inputs import Choice, Input, Keyed, ListOf, Record, Text
from rules_py.sheets.reference_list import Entry, ReferenceList
from rules_py.sheets.sheet import Sheet
from rules_py.systems.game import Game

ROW = "*"
"""The index of a row in the path of a field."""


@dataclass(frozen=True)
class ListedChoice:
    """A field of a sheet whose choices are entries of a list.

    path     its dotted path, with `*` for a row: `spells.*.spell`
    of       the name of the list
    entries  the entry behind each choice; if templates fill in a text, by its casefolded name
    """

    path: str
    of: str
    entries: Mapping[str, Entry]

    def unused(self, ids: Collection[str]) -> dict[str, str]:
        """Return the choices whose entries have one of these ids, with the names of those entries."""
        return {key: entry.name for key, entry in self.entries.items() if entry.id in ids}


def listed_choices(game: Game) -> tuple[ListedChoice, ...]:
    """Return the choices of the game's sheet that are entries of its lists.

    A field belongs to the list that has the most of its choices, at least half of them, by id or by name.
    """
    sheet = game.sheet
    if not sheet:
        return ()
    listed = [_match_options(path, each.options, game.references) for path, each in choices_of(sheet).items()]
    texts = (each.name for each in sheet.fields if isinstance(each, Text))
    listed += [_match_names(name, template_values(game, name), game.references) for name in texts]
    return tuple(each for each in listed if each)


def choices_of(sheet: Sheet) -> dict[str, Choice]:
    """Return the choices of a sheet by their dotted paths, with `*` for a row."""
    return dict(_choices(sheet.fields))


def template_values(game: Game, field: str) -> dict[str, str]:
    """Return the texts that the sheet's templates fill into a field, by the ids of the templates."""
    templates = game.sheet.templates if game.sheet else ()
    return {each.id: str(each.values[field]) for each in templates if field in each.values}


def values_at(data: Any, path: str) -> Iterator[tuple[str, str]]:
    """Yield the texts in the data of a sheet at this path, each with its own path."""
    places = [("", data)]
    for key in path.split("."):
        places = [
            (f"{at}.{name}".lstrip("."), value) for at, within in places for name, value in _at(within, key)
        ]
    yield from ((at, value) for at, value in places if isinstance(value, str))


def _at(container: Any, key: str) -> Iterable[tuple[Any, Any]]:
    if key != ROW:
        return [(key, container[key])] if isinstance(container, Mapping) and key in container else []
    if isinstance(container, Mapping):  # keyed by the choices themselves
        return [(place, {"of": each}) for place, each in enumerate(container)]
    return enumerate(container) if isinstance(container, list) else ()


def _choices(fields: Iterable[Input], at: str = "") -> Iterator[tuple[str, Choice]]:
    for each in fields:
        path = f"{at}.{each.name}".strip(".")
        if isinstance(each, Choice):
            yield path, each
        elif isinstance(each, Record):
            yield from _choices(each.fields, path)
        elif isinstance(each, ListOf | Keyed):
            item = each.rows.item if isinstance(each, Keyed) else each.item
            inside = item.fields if isinstance(item, Record) else (item,)
            for deeper, choice in _choices(inside, f"{path}.{ROW}"):
                yield deeper if isinstance(item, Record) else f"{path}.{ROW}", choice


def _match_options(
    path: str, options: Mapping[Any, str], references: Iterable[ReferenceList]
) -> ListedChoice | None:
    best: dict[str, Entry] = {}
    of = ""
    for each in references:
        known = {entry.name: entry for entry in each.entries} | {entry.id: entry for entry in each.entries}
        entries = {
            str(key): known.get(str(key)) or known[label]
            for key, label in options.items()
            if str(key) in known or label in known
        }
        if len(entries) > len(best):
            best, of = entries, each.name
    return ListedChoice(path, of, best) if 2 * len(best) >= len(options) and best else None


def _match_names(
    path: str, values: Mapping[str, str], references: Iterable[ReferenceList]
) -> ListedChoice | None:
    for each in references:
        entries = {entry.name.casefold(): entry for entry in each.entries}
        if any(value.casefold() in entries for value in values.values()):
            return ListedChoice(path, each.name, entries)
    return None
