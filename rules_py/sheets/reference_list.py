"""Lists a game refers to: abilities, skills, gear, spells.

One source for the engine, the sheet and the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Any

from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.problems import ProblemGroup
from rules_py.base.type_check import check_field_types
from rules_py.inputs import Input, parse_all
from rules_py.sheets.panel import RollButton

Value = str | int | tuple[str, ...]
"""The value of a cell; the column's filter offers each item of a tuple separately."""


@dataclass(frozen=True)
class Column:
    """A column of a list.

    `of` is the entry's field or a function that returns the value; by default the field named `key`. `filter`
    offers the values as a filter. Texts can contain rule numbers such as `[C-021]`.
    """

    key: str
    label: str
    of: str | Callable[[Any], Any] | None = None
    _: KW_ONLY
    filter: bool = False

    def __post_init__(self) -> None:
        check_field_types(self)

    def value(self, entry: Any) -> Value:
        """Return the entry's value in this column, or an empty string if it has none."""
        value = _read(entry, self.of or self.key)
        if isinstance(value, (list, set, frozenset, tuple)):
            return tuple(map(str, sorted(value) if isinstance(value, (set, frozenset)) else value))
        return "" if value is None else value if isinstance(value, int) else str(value)


@dataclass(frozen=True)
class RollOption:
    """A roll that an entry offers for the inputs above its list: a calculator with inputs, its `label` in the
    tray, and the `kind` of roll as text.
    """

    calculator: str
    inputs: Mapping[str, Any]
    label: str
    kind: str

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Entry:
    """One entry of a list: `id` is its anchor, `rules` are its rule numbers, and `roll_button` is its roll,
    if any.
    """

    id: str
    name: str
    values: Mapping[str, Value]
    rules: tuple[str, ...] = ()
    roll_button: RollButton | None = None


@dataclass(frozen=True)
class ReferenceList:
    """A list, and how to read its entries.

    name          its ID within the game
    title         its heading
    columns       its columns
    of            the entries, mappings or objects, each with an `id`, a `name`, and `rules` or a `rule`
    states_rules  whether the list states the rules of its entries; otherwise it links to them
    names         the heading of the column of names
    roll_button   `roll_button(entry)` returns the roll that an entry offers, or None
    query_inputs  inputs set once above the list, such as the reader's modifier
    roll_options  `roll_options(entry, inputs)` returns the rolls for these inputs, shown with the chances of
                  every result, or a sentence why there are none
    chances       the heading of those chances
    success_only  whether to show only the chance of success
    grid          whether all cells are of one kind, to be read by row and column
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    of: Collection[Any]
    _: KW_ONLY
    states_rules: bool = True
    names: str = "Name"
    roll_button: Callable[[Any], RollButton | None] | None = None
    query_inputs: tuple[Input, ...] = ()
    roll_options: Callable[[Any, Mapping[str, Any]], tuple[RollOption | str, ...]] | None = None
    chances: str = "Chances"
    success_only: bool = False
    grid: bool = False

    def __post_init__(self) -> None:
        check_field_types(self, self._wrong)
        if bool(self.query_inputs) != bool(self.roll_options):
            declared = "query_inputs" if self.query_inputs else "roll_options"
            expected = "both query_inputs and roll_options, or neither"
            raise DeclarationError(f"list {self.name}", declared, expected)

    def _wrong(self, what: str, value: object, expected: str) -> DeclarationError:
        return DeclarationError(f"list {self.name}: {what}", value, expected)

    @property
    def initial_query(self) -> dict[str, Any]:
        """The initial values of the inputs above the list."""
        return parse_all(self.query_inputs, {each.name: each.initial_value for each in self.query_inputs})

    def options_by_entry(self, request: Mapping[str, Any]) -> dict[str, tuple[RollOption | str, ...]]:
        """Return each entry's roll options by entry id. Raises InputError if a query input is invalid."""
        if self.roll_options is None:
            return {}
        checked_query = parse_all(self.query_inputs, request)
        return {
            entry.id: self.roll_options(own, checked_query)
            for entry, own in zip(self.entries, self.of, strict=True)
        }

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The entries as they are shown. Raises DeclarationError for a duplicate id."""
        entries = tuple(self._entry(each) for each in self.of)
        ids = Counter(each.id for each in entries)
        if twice := [each for each, times in ids.items() if times > 1]:
            raise DeclarationError(f"list {self.name}: ids", twice, "each id only once")
        return entries

    def _entry(self, entry: Any) -> Entry:
        rules = _read(entry, "rules", None)
        if rules is None:
            rules = tuple(filter(None, (_read(entry, "rule", None),)))
        return Entry(
            str(_read(entry, "id")),
            str(_read(entry, "name")),
            {each.key: each.value(entry) for each in self.columns},
            tuple(rules),
            self.roll_button(entry) if self.roll_button else None,
        )

    def choices(self, column: Column) -> list[str]:
        """Return the column's filter values: numbers in ascending order, then text in order of appearance."""
        values = (entry.values[column.key] for entry in self.entries)
        each = (part for value in values for part in (value if isinstance(value, tuple) else (str(value),)))
        return sorted(dict.fromkeys(each), key=lambda each: (0, int(each)) if each.isdecimal() else (1, 0))


_MISSING = object()


def _read(entry: Any, of: str | Callable[[Any], Any], otherwise: Any = _MISSING) -> Any:
    """Return a field of an entry (a mapping or an object), or the result of calling a function on it."""
    if callable(of):
        return of(entry)
    value = entry.get(of, _MISSING) if isinstance(entry, Mapping) else getattr(entry, of, _MISSING)
    if value is not _MISSING:
        return value
    if otherwise is _MISSING:
        known = (
            list(entry) if isinstance(entry, Mapping) else [name for name in dir(entry) if name[:1] != "_"]
        )
        raise DeclarationError("entry of a list", of, join_or(known), kind="field")
    return otherwise


def problem_list(groups: Iterable[ProblemGroup]) -> ReferenceList:
    """Return all problems of a game as a reference list, each with its message and topic."""
    return ReferenceList(
        "problems",
        "Error messages",
        (Column("about", "About", filter=True),),
        [
            {
                "id": f"{group.about}-{each.code}".lower().replace(" ", "-"),
                "name": each.message,
                "about": group.about,
                "rule": each.rule,
            }
            for group in groups
            for each in group
        ],
        names="Message",
        states_rules=False,
    )
