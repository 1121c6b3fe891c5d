"""Random tables and lists that a page declares in Markdown, made from the values of its blocks.

The values come from YAML and the rows of Markdown tables: texts, whole numbers, lists and mappings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from rules_py.base.errors import DeclarationError, InputError, format_value_error, join_or
from rules_py.base.inline_markup import plain_text
from rules_py.base.suggest import KnownNames
from rules_py.base.wording import name_key
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.calculators.scale import success_grades
from rules_py.inputs import Input, parse_all
from rules_py.sheets.panel import RollButton
from rules_py.sheets.reference_list import Column, ReferenceList, RollOption

type Path = tuple[str | int, ...]
"""The keys that lead to a value in a block: `("rows", 2)`."""

Calculators = Mapping[str, Calculator]
"""The calculators of the game by their names, the second half of their ids."""

_MARK = re.compile(r"\s*\[#(?P<number>[A-Z]{1,2}-[0-9]{1,3})\]")
_WHOLE = re.compile(r"[-+−]?[0-9]{1,9}")
_NO_NAME = re.compile(r"\W+")


class BlockError(DeclarationError):
    """A mistake in the values of a `block`, at the `path` of a value."""

    def __init__(self, path: Path, message: str, block: Mapping[str, Any] | None = None) -> None:
        self.path, self.block = path, block
        super().__init__("", None, "", message=message)

    @classmethod
    def wrong(cls, path: Path, subject: str, value: object, expected: str, kind: str = "") -> BlockError:
        """Return the error for a wrong value, or for an unknown name of this kind."""
        return cls(path, format_value_error(subject, value, expected, kind))


@contextmanager
def in_block(block: Mapping[str, Any]) -> Iterator[None]:
    """Raise a mistake in a declaration as a BlockError of this block."""
    try:
        yield
    except BlockError as error:
        error.block = error.block or block
        raise
    except DeclarationError as error:
        rows = [str(row[0]) for row in block.get("rows", ())]
        path: Path = ("rows", rows.index(str(error.value))) if str(error.value) in rows else ()
        raise BlockError(path, error.describe(), block) from error


def identifier(title: str) -> str:
    """Return the name for a title: `out_of_sight` for "Out of sight!"."""
    name = _NO_NAME.sub("_", title.lower()).strip("_")
    return f"n{name}" if name[:1].isdecimal() else name


def rule_marks(text: str) -> list[str]:
    """Return the numbers of the rules that a text states by marks such as `[#E-1]`."""
    return [match["number"] for match in _MARK.finditer(text)]


def random_tables(game: str, blocks: Sequence[Mapping[str, Any]]) -> tuple[RandomTable, ...]:
    """Return the tables of a game. An entry can continue on another of them. Raises BlockError."""
    values = {block["name"]: block for block in blocks}
    tables: dict[str, RandomTable] = {}

    def table(name: str, within: tuple[str, ...] = ()) -> RandomTable:
        if name not in tables:
            with in_block(values[name]):
                tables[name] = _random_table(
                    game, values[name], lambda path, then: follow(path, then, (*within, name))
                )
        return tables[name]

    def follow(path: Path, then: str, within: tuple[str, ...]) -> RandomTable:
        known = {name_key(block["title"]): name for name, block in values.items()}
        name = known.get(name_key(then), identifier(then))
        if name not in values:
            titles = [block["title"] for block in values.values()]
            raise BlockError.wrong(path, "then", then, KnownNames(join_or(titles), titles), "table")
        if name in within:
            chain = " → ".join(values[each]["title"] for each in (*within[within.index(name) :], name))
            raise BlockError(path, f"then: these tables lead back to themselves: {chain}")
        return table(name, within)

    return tuple(table(name) for name in values)


def _random_table(
    game: str, block: Mapping[str, Any], follow: Callable[[Path, str], RandomTable]
) -> RandomTable:
    entries = []
    for at, (span, *cells, then) in enumerate(block["rows"]):
        rule = next((number for cell in cells for number in rule_marks(cell)), None)
        texts = tuple(_MARK.sub("", cell) for cell in cells)
        follows = follow(("rows", at), then) if then else None
        by_column = texts if len(texts) > 1 else ()
        text = " – ".join(filter(None, texts))
        entries.append(TableEntry(str(span), text, next_table=follows, rule=rule, cells=by_column))
    return RandomTable(
        f"{game}.{block['name']}",
        block["title"],
        block["dice"],
        tuple(entries),
        summary=block.get("summary", ""),
        rules=tuple(block.get("rules", ())),
        headings=tuple(block.get("headings", ())),
    )


def reference_list(block: Mapping[str, Any], calculators: Calculators) -> ReferenceList:
    """Return a list: `columns` are its headings, the first that of the names, and `rows` its cells.

    With `roll`, each entry rolls that mechanic. Inputs with the name of a column have the entry's value; the
    others are set once above the list. Raises BlockError.
    """
    names, *labels = block["columns"]
    keys = [identifier(label) for label in labels]
    filters = {name_key(each) for each in block.get("filter", ())}
    columns = tuple(
        Column(key, label, filter=name_key(label) in filters) for key, label in zip(keys, labels, strict=True)
    )
    plain = {at for at, column in enumerate(columns, 1) if column.filter} | {0}
    rows = (
        [plain_text(str(cell)) if at in plain else cell for at, cell in enumerate(row)]
        for row in block["rows"]
    )
    entries = tuple(_entry(block["name"], keys, row, ("rows", at)) for at, row in enumerate(rows))
    rolls = (
        _ListRoll(block, calculators, dict(zip(keys, labels, strict=True)), entries)
        if "roll" in block
        else None
    )
    return ReferenceList(
        block["name"],
        block["title"],
        columns,
        entries,
        names=names,
        roll_button=rolls.button if rolls and not rolls.open_inputs else None,
        query_inputs=rolls.open_inputs if rolls else (),
        roll_options=rolls.options if rolls and rolls.open_inputs else None,
    )


def _entry(list_name: str, keys: Sequence[str], row: Sequence[str | int], path: Path) -> dict[str, Any]:
    texts = [_MARK.sub("", str(cell)) for cell in row]
    rules = [number for cell in row for number in rule_marks(str(cell))]
    name, *values = texts
    if not identifier(name):
        raise BlockError.wrong(path, "name of an entry", name, "a name with a letter or a digit")
    numbers = (_number(value) for value in values)
    anchor = f"{list_name}_{identifier(name)}".replace("_", "-")
    return {"id": anchor, "name": name, "rules": tuple(rules), **dict(zip(keys, numbers, strict=True))}


def _number(text: str) -> str | int:
    return int(text.replace("−", "-")) if _WHOLE.fullmatch(text) and text[0] != "+" else text


class _ListRoll:
    """The roll that each entry of a list offers. Raises BlockError if an entry's values don't fit."""

    def __init__(
        self,
        block: Mapping[str, Any],
        calculators: Calculators,
        labels: Mapping[str, str],
        entries: Sequence[Mapping[str, Any]],
    ) -> None:
        self.calculator = find_calculator(("roll",), block["roll"], calculators)
        self._columns = {
            each.name: key
            for each in self.calculator.inputs
            for key, label in labels.items()
            if names_input(each, key, label)
        }
        inputs = self.calculator.inputs
        self.open_inputs = tuple(each for each in inputs if each.name not in self._columns)
        for at, entry in enumerate(entries):
            for each in inputs:
                if each.name in self._columns:
                    check_value(("rows", at), each, entry[self._columns[each.name]])

    def _inputs(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        return {name: read_value(entry[key]) for name, key in self._columns.items()}

    def button(self, entry: Mapping[str, Any]) -> RollButton:
        bound = self.calculator.bind(self._inputs(entry))
        label = f"{entry['name']}: {self.calculator.title}"
        chance, success = chance_of_success(bound)
        return RollButton(self.calculator.id, bound.inputs, label, chance, shows_chance=bool(success))

    def options(self, entry: Mapping[str, Any], values: Mapping[str, Any]) -> tuple[RollOption | str, ...]:
        try:
            bound = self.calculator.bind(self._inputs(entry) | dict(values))
        except InputError as error:
            return (str(error.faults[0].user_message),)
        title = self.calculator.title
        return (RollOption(self.calculator.id, bound.inputs, f"{entry['name']}: {title}", title),)


def find_calculator(path: Path, name: object, calculators: Calculators) -> Calculator:
    """Return the calculator with this name or title. Raises BlockError."""
    if isinstance(name, str):
        titles = {name_key(each.title): each for each in calculators.values()}
        calculator = calculators.get(identifier(name)) or titles.get(name_key(name))
        if calculator:
            return calculator
    known = KnownNames(join_or(calculators) if calculators else "a mechanic of this book", [*calculators])
    raise BlockError.wrong(path, "roll", name, known, "mechanic")


def names_input(field: Input, name: str, label: str) -> bool:
    """Return whether a column or field of this name and label gives the value of the input."""
    return field.name == name or name_key(field.title) == name_key(label)


def read_value(value: Any) -> Any:
    """Return a value in the form of the input: 8 for the die `d8`."""
    die = re.fullmatch(r"d([0-9]{1,3})", value) if isinstance(value, str) else None
    return int(die[1]) if die else value


def check_value(path: Path, field: Input, value: Any) -> None:
    """Raise BlockError if the input doesn't accept the value."""
    try:
        parse_all((field,), {field.name: read_value(value)})
    except InputError as error:
        raise BlockError.wrong(path, field.title, value, error.expected) from error


def chance_of_success(bound: BoundCalculator) -> tuple[Fraction, str]:
    """Return the chance of a good result, and its label; 1 and "" if no result is good."""
    scale = bound.calculator.scale
    success = success_grades(scale) if scale else None
    if scale is None or success is None:
        return Fraction(1), ""
    chances = scale.chances(bound.odds())
    label, grades = success
    return sum((chances[key] for key in grades), Fraction()), label
