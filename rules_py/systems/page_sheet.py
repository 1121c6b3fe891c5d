"""The character sheet that a page declares in Markdown, made from the values of its block."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.base.suggest import KnownNames
from rules_py.base.wording import name_key
from rules_py.calculators.calculator import BoundCalculator
from rules_py.inputs import Choice, Flag, Input, Int, NumberChoice, Several, Text
from rules_py.sheets.panel import Cost, Panel, RollButton
from rules_py.sheets.play_mode import Cards, Play, PlayField
from rules_py.sheets.reference_list import ReferenceList
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.page_lists import (
    BlockError,
    Calculators,
    Path,
    chance_of_success,
    check_value,
    find_calculator,
    identifier,
    names_input,
    read_value,
)

FIELD = "a label, such as `Name`, `Might 1..5 = 2`, `Kin (elf, dwarf)`, `Weapon d4 d6 d8` or `Hurt?`"
TRACK = "a label and a range, such as `Wounds 0..4`"

_RANGE = re.compile(
    r"(?P<label>.+?)\s+(?P<low>[-−]?\d{1,4})\s*\.\.\s*(?P<high>[-−]?\d{1,4})(?:\s*=\s*(?P<start>[-−]?\d{1,4}))?"
)
_WORDS = re.compile(r"(?P<label>[^()]+?)\s*\((?P<words>[^()]+)\)(?:\s*=\s*(?P<start>.+))?")
_DICE = re.compile(r"(?P<label>.+?)(?P<dice>(?:\s+d\d{1,3}){2,})(?:\s*=\s*(?P<start>d\d{1,3}))?")
_FLAG = re.compile(r"(?P<label>[^?=]+?)\s*\?(?:\s*=\s*(?P<start>yes|no))?")
_MAX_SQUARES = 12
_ROLL_KEYS = ("roll", "spends", "marks")


def sheet(block: Mapping[str, Any], calculators: Calculators, lists: Mapping[str, ReferenceList]) -> Sheet:
    """Return the sheet of a game with these calculators and lists, by name.

    fields  texts and ratings, separated by `;`; a name is added if there is none
    tracks  ranges to tap in play
    lists   the lists whose entries a character can have
    notes   longer texts
    rolls   label -> the mechanic it rolls, with its inputs

    Raises BlockError.
    """
    fields = [_field(piece, path) for piece, path in _pieces(block, "fields")]
    if not any(each.name == "name" for each in fields):
        fields.insert(0, Text("name", "Name", longest=80))
    tracks = [_track(piece, path) for piece, path in _pieces(block, "tracks")]
    chosen = [_chosen_entries(piece, path, lists) for piece, path in _pieces(block, "lists")]
    notes = [
        Text(_name(piece, path), piece, longest=4_000, lines=4) for piece, path in _pieces(block, "notes")
    ]
    every = [*fields, *tracks, *(several for several, _ in chosen), *notes]
    _check_names(every)
    rolls = [
        _Roll(label, value, ("rolls", label), calculators, every)
        for label, value in (block.get("rolls") or {}).items()
    ]
    sections = (
        Section(block.get("title") or "Character", tuple(fields)),
        Section("Tracks", tuple(tracks)),
        *(Section(several.label, (several,)) for several, _ in chosen),
        Section("Notes", tuple(notes)),
    )
    return Sheet(
        version=1,
        sections=tuple(each for each in sections if each.fields),
        evaluate=partial(_evaluate, rolls),
        play=Play(fields=tuple(PlayField(each.name) for each in tracks)),
        cards=tuple(cards for _, cards in chosen),
    )


def _evaluate(rolls: Sequence[_Roll], parsed: ParsedSheet) -> SheetReport:
    rows = tuple((each.label, each.cell(parsed)) for each in rolls)
    panels = (Panel("Rolls", ("Roll", "Chance"), rows),) if rows else ()
    return SheetReport((), {}, panels)


def _pieces(block: Mapping[str, Any], key: str) -> Iterator[tuple[str, Path]]:
    """Yield the parts of a value, a text separated by `;` or a list of texts, with their paths."""
    value = block.get(key)
    several = value if isinstance(value, list) else [] if value is None else str(value).split(";")
    for at, piece in enumerate(several):
        path = (key, at) if isinstance(value, list) else (key,)
        if not isinstance(piece, (str, int)):
            raise BlockError.wrong(path, key, piece, "a text on one line")
        if text := str(piece).strip():
            yield text, path


def _name(label: str, path: Path) -> str:
    name = identifier(label)
    if not name:
        raise BlockError.wrong(path, "label", label, "a label with a letter or a digit")
    return name


def _whole(text: str) -> int:
    return int(text.replace("−", "-"))


def _field(piece: str, path: Path) -> Input:
    if match := _RANGE.fullmatch(piece):
        return _number(match, path)
    if match := _DICE.fullmatch(piece):
        sizes = {int(each[1:]): each for each in match["dice"].split()}
        size = int(match["start"][1:]) if match["start"] else next(iter(sizes))
        if size not in sizes:
            raise BlockError.wrong(path, piece, match["start"], join_or(sizes.values()))
        return NumberChoice(_name(match["label"], path), match["label"], sizes, start=size)
    if match := _WORDS.fullmatch(piece):
        words = [each.strip() for each in match["words"].split(",") if each.strip()]
        start = (match["start"] or words[0]).strip() if words else ""
        if start not in words:
            raise BlockError.wrong(path, piece, start, KnownNames(join_or(words), words))
        return Choice(
            _name(match["label"], path), match["label"], {each: each for each in words}, start=start
        )
    if match := _FLAG.fullmatch(piece):
        return Flag(_name(match["label"], path), match["label"], default=match["start"] == "yes")
    if re.search(r"[()=?]|\.\.", piece):
        raise BlockError.wrong(path, "field", piece, FIELD)
    return Text(_name(piece, path), piece)


def _number(match: re.Match[str], path: Path, *, squares: bool = False) -> Int:
    low, high = _whole(match["low"]), _whole(match["high"])
    if low >= high:
        raise BlockError.wrong(path, match["label"], f"{low}..{high}", "the lower number first")
    start = _whole(match["start"]) if match["start"] else min(max(low, 0), high)
    if not low <= start <= high:
        raise BlockError.wrong(path, match["label"], start, f"a number from {low} to {high}")
    boxes = high if squares and low == 0 and high <= _MAX_SQUARES else 0
    return Int(_name(match["label"], path), match["label"], low, high, start=start, squares=boxes)


def _track(piece: str, path: Path) -> Input:
    match = _RANGE.fullmatch(piece)
    if match is None:
        raise BlockError.wrong(path, "track", piece, TRACK)
    return _number(match, path, squares=True)


def _chosen_entries(piece: str, path: Path, lists: Mapping[str, ReferenceList]) -> tuple[Several, Cards]:
    """Return the field for the chosen entries of a list, and their cards."""
    titles = {name_key(each.title): each for each in lists.values()}
    listed = lists.get(identifier(piece)) or titles.get(name_key(piece))
    if listed is None:
        expected = KnownNames(join_or(lists) if lists else "a list of this book", [*lists])
        raise BlockError.wrong(path, "lists", piece, expected, "list")
    options = {each.id: each.name for each in listed.entries}
    several = Several(listed.name, listed.title, Choice(options=options), start=[], most=len(options))
    return several, Cards(listed.name, listed.name, tuple(each.key for each in listed.columns))


def _check_names(fields: Sequence[Input]) -> None:
    names = [each.name for each in fields]
    for at, each in enumerate(fields):
        if each.name in names[:at]:
            raise BlockError((), f"{each.label!r} is listed twice. Give each field a name of its own.")


class _Roll:
    """A roll of the sheet. Raises BlockError if a value doesn't fit its input."""

    def __init__(
        self, label: str, value: Any, path: Path, calculators: Calculators, fields: Sequence[Input]
    ) -> None:
        self.label = label
        values = {"roll": value} if isinstance(value, str) else value
        if not isinstance(values, Mapping) or "roll" not in values:
            expected = "a mechanic, such as `act`, or a mechanic and its inputs, `{roll: act, stat: Might}`"
            raise BlockError.wrong(path, label, value, expected)
        self.calculator = find_calculator((*path, "roll"), values["roll"], calculators)
        self._fields: dict[str, str] = {}
        self._values: dict[str, Any] = {}
        inputs = {each.name: each for each in self.calculator.inputs}
        for name in values:
            if name not in inputs and name not in _ROLL_KEYS:
                expected = KnownNames(join_or((*inputs, *_ROLL_KEYS)), [*inputs, *_ROLL_KEYS])
                raise BlockError.wrong((*path, name), f"roll {label!r}", name, expected, "input")
        for each in inputs.values():
            self._bind(each, values.get(each.name), (*path, each.name), fields)
        self._costs = (*_costs("spends", values, path, fields), *_costs("marks", values, path, fields))
        self._chances: dict[str, tuple[Fraction, str]] = {}

    def _bind(self, target: Input, value: Any, path: Path, fields: Sequence[Input]) -> None:
        """Decide the source of an input's value: a field, the block, or a prompt at each roll."""
        field = next(
            (
                each
                for each in fields
                if (names_input(target, each.name, each.label) if value is None else _is_called(each, value))
            ),
            None,
        )
        if field is not None:
            _check_field(path, target, field)
            self._fields[target.name] = field.name
        elif value is not None:
            if isinstance(value, str) and isinstance(target, Int):
                numbers = [each.label for each in fields if isinstance(each, (Int, NumberChoice))]
                expected = KnownNames(f"{join_or(numbers)}, or {target.expected}", numbers)
                raise BlockError.wrong(path, target.name, value, expected, "field")
            check_value(path, target, value)
            self._values[target.name] = read_value(value)

    @property
    def _prompts(self) -> tuple[str, ...]:
        known = self._fields.keys() | self._values.keys()
        return tuple(each.name for each in self.calculator.inputs if each.name not in known)

    def cell(self, parsed: ParsedSheet) -> RollButton | str:
        """Return the button of this character's roll, or why it can't be made."""
        initial = {each.name: each.initial_value for each in self.calculator.inputs}
        own = {name: parsed[field] for name, field in self._fields.items()}
        try:
            bound = self.calculator.bind(initial | self._values | own)
            chance, success = self._chance(bound)
        except InputError as error:
            return error.faults[0].user_message
        return RollButton(
            self.calculator.id,
            bound.inputs,
            self.label,
            chance,
            prompted=self._prompts,
            costs=self._costs,
            button_text=success.replace("{", "{{").replace("}", "}}"),
            shows_chance=bool(success),
        )

    def _chance(self, bound: BoundCalculator) -> tuple[Fraction, str]:
        key = repr(sorted(to_jsonable(dict(bound.inputs)).items()))
        if key not in self._chances:
            self._chances[key] = chance_of_success(bound)
        return self._chances[key]


def _is_called(field: Input, value: Any) -> bool:
    return isinstance(value, str) and name_key(value) in (field.name, name_key(field.label))


def _check_field(path: Path, target: Input, field: Input) -> None:
    """Raise BlockError if the field can have a value that the input doesn't accept."""
    if isinstance(field, Int):
        possible: Sequence[Any] = (field.low, field.high)
    elif isinstance(field, Choice):
        possible = tuple(field.options)
    elif isinstance(field, Flag):
        possible = (True, False)
    else:
        raise BlockError(path, f"{field.label!r} is text. Use a field with numbers, dice or choices.")
    for value in possible:
        try:
            target.parse(value)
        except InputError as error:
            message = f"field {field.label!r} can be {value}, but {target.title!r} must be {error.expected}"
            raise BlockError(path, message) from error


def _costs(key: str, values: Mapping[str, Any], path: Path, fields: Sequence[Input]) -> Iterator[Cost]:
    """Yield the costs of a roll: the amounts it takes from number fields (`spends`) or adds to them
    (`marks`).
    """
    value = values.get(key)
    each_by = value if isinstance(value, Mapping) else {} if value is None else {value: 1}
    numbers = {name_key(each.label): each for each in fields if isinstance(each, Int)}
    for label, by in each_by.items():
        field = numbers.get(name_key(str(label)))
        if field is None:
            labels = [each.label for each in numbers.values()]
            name, _, number = str(label).rpartition(" ")
            if number.isdecimal() and name_key(name) in numbers:
                expected = f"{{{name}: {number}}}, for more than 1"
                raise BlockError.wrong((*path, key), key, label, expected)
            raise BlockError.wrong((*path, key), key, label, KnownNames(join_or(labels), labels), "track")
        if not isinstance(by, int) or by < 1:
            raise BlockError.wrong((*path, key), f"{key}: {label}", by, "a whole number from 1")
        yield Cost(field.name, by if key == "spends" else -by, clips=key == "marks")
