"""The inputs of a mechanic: `stat -1..3 = 1; push?; edge (none, boon) = none; die d4 d6 = d6`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from rules_py.authoring.mechanics.names import is_taken, label_of, python_name
from rules_py.authoring.mechanics.parser import plain
from rules_py.authoring.mechanics.syntax import ReadError
from rules_py.base.errors import join_or

NUMBER, FLAG, WORD, SIZE, ROW = "number", "flag", "word", "size", "row"
"""The kinds of inputs."""

FORMS = "stat -1..3 = 1, push?, edge (none, boon) = none, die d4 d6 d8 = d6 or dice d4 d6 d8 x2..6 = d8 d6"
"""An example of each form, for messages."""

_ITEM = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?P<form>[^=]*?)\s*(?:=\s*(?P<start>.*?)\s*)?", re.DOTALL)
_LABEL = re.compile(r'\s*["“”]([^"“”]*)["“”]\s*$')
_RANGE = re.compile(r"(-?\d+)\s*(?:\.\.+|~)\s*\+?(-?\d+)")
_WORDS = re.compile(r"\(\s*(\w+(?:\s*,\s*\w+)*)\s*\)")
_SIZES = re.compile(r"(d\d+(?:[\s,]+d\d+)*)(?:\s*[x×*]\s*(\d+)(?:\s*(?:\.\.+|~)\s*(\d+))?)?")


@dataclass(frozen=True)
class MechanicInput:
    """One input.

    name     as the mechanic writes it; `python` is its name in Python and in the form
    choices  the words, sizes, or the two ends of a range
    start    the initial value of the form
    number   of a row of dice, the fewest and the most
    """

    name: str
    kind: str
    label: str
    choices: tuple[str, ...] | tuple[int, ...]
    start: object
    number: tuple[int, int] = (0, 0)

    @property
    def python(self) -> str:
        return python_name(self.name)

    @property
    def least(self) -> int:
        """The least value of a number or a size."""
        return min(map(int, self.choices))

    @property
    def values(self) -> Sequence[object]:
        """Every value; for a row of dice, each size."""
        if self.kind == FLAG:
            return (False, True)
        return range(self.least, max(map(int, self.choices)) + 1) if self.kind == NUMBER else self.choices

    @property
    def most(self) -> object:
        """The value with the most dice."""
        if self.kind == FLAG:
            return True
        if self.kind == ROW:
            return [max(self.choices)] * self.number[1]
        return max(self.choices) if self.kind in (NUMBER, SIZE) else self.choices[-1]

    @property
    def declaration(self) -> str:
        """The Python that declares the input."""
        start, names = f", start={quote(self.start)}", f'"{self.python}", {quote(self.label)}'
        if self.kind == FLAG:
            return f"Flag({names}{', default=True' if self.start else ''})"
        if self.kind == NUMBER:
            return f"Int({names}, {self.choices[0]}, {self.choices[1]}{start})"
        if self.kind == WORD:
            options = ", ".join(f'"{each}": "{label_of(str(each))}"' for each in self.choices)
            return f"Choice({names}, {{{options}}}{start})"
        if self.kind == SIZE:
            options = ", ".join(f'{each}: "{f"d{each}" if each else "none"}"' for each in self.choices)
            return f"NumberChoice({names}, {{{options}}}{start})"
        fewest, most = self.number
        return f"DieSizes({names}, {self.choices}, fewest={fewest}, most={most}{start})"

    @property
    def type_hint(self) -> str:
        return {NUMBER: "int", FLAG: "bool", WORD: "str", SIZE: "int", ROW: "list[int]"}[self.kind]

    @property
    def input_class(self) -> str:
        return {NUMBER: "Int", FLAG: "Flag", WORD: "Choice", SIZE: "NumberChoice", ROW: "DieSizes"}[self.kind]


def read_inputs(text: str) -> tuple[MechanicInput, ...]:
    """Return the inputs that the text declares. Raises ReadError."""
    inputs: dict[str, MechanicInput] = {}
    at = 0
    for item in text.split(";"):
        if item.strip():
            declared = _read(item, at + len(item) - len(item.lstrip()))
            if declared.name in inputs:
                raise ReadError(f"“{declared.name}” is asked for twice", at)
            inputs[declared.name] = declared
        at += len(item) + 1
    return tuple(inputs.values())


def _read(item: str, at: int) -> MechanicInput:
    label = _LABEL.search(item)
    text = plain(item[: label.start()] if label else item).replace("≤", "<=")
    match = _ITEM.fullmatch(text)
    if not match:
        raise _unreadable(item, at)
    name, form, start = match["name"], match["form"], match["start"]
    if is_taken(name):
        raise ReadError(f"“{name}” is a word of the language; use another name", at)
    label_text = label[1].strip() if label else label_of(name)
    if form == "?":
        if start not in (None, "", "yes", "no"):
            raise ReadError(f"{name}: expected yes or no, got “{start}”", at)
        return MechanicInput(name, FLAG, label_text, ("no", "yes"), start == "yes")
    if bounds := _RANGE.fullmatch(form):
        return _number(name, label_text, int(bounds[1]), int(bounds[2]), start, at)
    if listed := _WORDS.fullmatch(form):
        words = tuple(each.strip() for each in listed[1].split(","))
        if start and start not in words:
            raise ReadError(f"{name}: expected {join_or(words)}, got “{start}”", at)
        return MechanicInput(name, WORD, label_text, words, start or words[0])
    if dice := _SIZES.fullmatch(form):
        sizes = tuple(int(each) for each in re.findall(r"\d+", dice[1]))
        return _sizes(name, label_text, sizes, dice[2], dice[3], start, at)
    raise _unreadable(item, at)


def _unreadable(item: str, at: int) -> ReadError:
    return ReadError(f"expected an input such as {FORMS}; got “{' '.join(item.split())}”", at)


def _number(name: str, label: str, low: int, high: int, start: str | None, at: int) -> MechanicInput:
    if low > high:
        raise ReadError(f"{name}: expected the lower number first, {high}..{low}", at)
    begins = (0 if low <= 0 <= high else low) if not start else _whole(name, start, at)
    if not low <= begins <= high:
        raise ReadError(f"{name}: expected a number from {low} to {high}, got “{start}”", at)
    return MechanicInput(name, NUMBER, label, (low, high), begins)


def _whole(name: str, text: str, at: int) -> int:
    if not re.fullmatch(r"[-+]?\d+", text):
        hint = ". Write ; between two inputs." if "," in text else ""
        raise ReadError(f"{name}: expected a whole number, got “{text}”{hint}", at)
    return int(text)


def _sizes(
    name: str,
    label: str,
    sizes: tuple[int, ...],
    low: str | None,
    high: str | None,
    start: str | None,
    at: int,
) -> MechanicInput:
    known = [f"d{each}" for each in sizes]
    begins = [each for each in re.split(r"[\s,]+", start or "") if each]
    if wrong := [each for each in begins if each not in known]:
        raise ReadError(f"{name}: expected {join_or(known)}, got “{wrong[0]}”", at)
    dice = [int(each[1:]) for each in begins]
    if low is None:
        if len(dice) > 1:
            raise ReadError(f"{name}: expected one size; a row of dice has a number, such as x1..6", at)
        return MechanicInput(name, SIZE, label, sizes, dice[0] if dice else sizes[0])
    number = (int(low), int(high or low))
    dice = dice or [sizes[0]] * max(number[0], 1)
    if not 0 <= number[0] <= len(dice) <= number[1]:
        raise ReadError(f"{name}: expected {number[0]} to {number[1]} dice, got {len(dice)}", at)
    return MechanicInput(name, ROW, label, sizes, dice, number)


def quote(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(quote, value))}]"
    if not isinstance(value, str):
        return repr(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def every_combination(inputs: tuple[MechanicInput, ...]) -> Sequence[dict[str, object]] | None:
    """Return every combination of the inputs' values, or None if they are too many to try."""
    if any(each.kind == ROW for each in inputs):
        return None
    values = [each.values for each in inputs]
    if prod(map(len, values)) > MAX_COMBINATIONS:
        return None
    names = [each.python for each in inputs]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]


def corners(inputs: tuple[MechanicInput, ...]) -> Iterator[dict[str, object]]:
    """Yield inputs at the ends of their ranges, one choice after the other."""
    ends: list[tuple[str, list[object]]] = []
    for each in inputs:
        values: list[object] = [*each.choices]
        if each.kind == FLAG:
            values = [False, True]
        elif each.kind == ROW:
            values = [
                [size] * number
                for size in {min(each.choices), max(each.choices)}
                for number in {*each.number}
            ]
        ends.append((each.python, [*dict.fromkeys(map(_hashable, (*values, each.start)))]))
    total = 1
    for _, values in ends:
        total *= len(values)
    # With few inputs, every combination; with many, about MAX_CORNERS combinations at equal distances.
    step = max(1, total // MAX_CORNERS) | 1
    for number in range(0, total, step):
        left, inputs_here = number, {}
        for name, values in ends:
            left, place = divmod(left, len(values))
            value = values[place]
            inputs_here[name] = [*value] if isinstance(value, tuple) else value
        yield inputs_here


MAX_COMBINATIONS = 400
"""The most combinations of all values of the inputs that the build tries."""
MAX_CORNERS = 80
"""The most combinations of the ends of the inputs' ranges that the build tries."""


def _hashable(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
