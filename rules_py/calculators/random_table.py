"""Random tables: roll, find the entry for the result, and continue on the entry's next table, if any.

A table is declared by its dice and its entries. Its calculator and the exact chance of each entry follow from
those.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from itertools import product
from math import lcm

from rules_py.base.dice_marks import without_marks
from rules_py.base.errors import DeclarationError
from rules_py.base.inline_markup import plain_text
from rules_py.base.type_check import check_field_types
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Scale
from rules_py.dice import counts
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds

MAX_VALUES = 1_000
"""The most results that the dice of a table can tell apart."""

DICE = "dice such as d20, 2d6 or d100, or d66, d88 or d666, whose dice are read as figures one after another"

_DICE = re.compile(r"(?P<count>[1-9]\d?)?d(?P<sides>[1-9]\d{0,2}|%)", re.ASCII)
_FIGURES = re.compile(r"d(?P<figure>[2-9])(?P=figure)+", re.ASCII)
_SPAN = re.compile(r"\s*(?P<low>\d{1,4})\s*(?:[-–—]\s*(?P<high>\d{1,4})\s*)?", re.ASCII)
_FROM = re.compile(
    r"(?:(?:>=|≥)\s*(?P<at_least>\d{1,4})|(?P<low>\d{1,4})\s*(?:\+|or (?:more|higher|above)))", re.ASCII
)
_UP_TO = re.compile(
    r"(?:(?:<=|≤)\s*(?P<at_most>\d{1,4})|(?P<high>\d{1,4})\s*(?:-|−|or (?:less|lower|below|fewer)))", re.ASCII
)
_CITED = re.compile(r"\s*\[[A-Z]+-[0-9]+\]")
_PLACES = ("Ones", "Tens", "Hundreds", "Thousands")


@dataclass(frozen=True)
class TableEntry:
    """One entry of a table: `TableEntry("3-5", "Rain")`, or `TableEntry(6, "A beast", next_table=BEASTS)`.

    span        the results of the dice: a number, the first and the last, or an open end such as "10+" or
                "6 or less"
    text        the entry; it can have emphasis and links, cite rules such as `[L-4]`, and hold dice:
                `` `#!dice 1d6 guards` ``
    next_table  the table to roll on next
    rule        the number of the rule that this entry states
    cells       its texts by column, of a table with several; `text` has them all
    """

    span: int | str
    text: str
    _: KW_ONLY
    next_table: RandomTable | None = None
    rule: str | None = None
    cells: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_field_types(self)

    @property
    def name(self) -> str:
        """The text without markup, the rules it cites, the marks of its dice and its final punctuation."""
        return _CITED.sub("", without_marks(plain_text(self.text))).rstrip(".:")


@dataclass(frozen=True, kw_only=True)
class TableResult(Outcome):
    """The entries that were rolled, from table to table: their indexes and texts."""

    places: tuple[int, ...]
    said: tuple[str, ...]  # a saved name

    @property
    def first(self) -> str:
        """The text of the entry on the first table."""
        return self.said[0]

    @property
    def verdict(self) -> str:
        return ": ".join(self.said)


@dataclass(frozen=True)
class RandomTable:
    """A table to roll on. A `table` block shows it with the chance of each entry.

    id       the ID of its calculator, such as `lantern.weather`; the second part is its anchor on the page
    title    for headings
    dice     `2d6` to add; `d66` to read as digits; `d100` or `d%`
    entries  the entries; each result of the dice belongs to exactly one
    summary  a sentence on when to roll; generated from the dice if empty
    rules    the numbers of the rules that it implements
    headings the headings of the dice and of each column of texts

    Raises DeclarationError for unknown dice, and for entries that leave a gap, overlap, or include impossible
    results.
    """

    id: str
    title: str
    dice: str
    entries: tuple[TableEntry, ...]
    _: KW_ONLY
    summary: str = ""
    rules: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_field_types(self, self._wrong)
        self._check()

    @property
    def name(self) -> str:
        """The second half of its id."""
        return self.id.partition(".")[2]

    def anchor(self, place: int) -> str:
        """Return the anchor of the entry at this index, such as `weather-3-5`."""
        return f"{self.name}-{self.span(place, '-')}"

    def span(self, place: int, dash: str = "–") -> str:
        """Return the range of rolls for the entry at this index, such as `3–5`."""
        low, high = self._spans[place]
        return f"{low}" if low == high else f"{low}{dash}{high}"

    def written_span(self, place: int) -> str:
        """Return the range as its author wrote it, such as `01–05` or `10+`."""
        return re.sub(r"(?<=\d)\s*[-–—]\s*(?=\d)", "–", str(self.entries[place].span).strip())

    @cached_property
    def shares(self) -> tuple[tuple[int, int], ...]:
        """Return each entry's weight and the total weight."""
        total = sum(self._values.values())
        return tuple(
            (sum(ways for value, ways in self._values.items() if low <= value <= high), total)
            for low, high in self._spans
        )

    @cached_property
    def calculator(self) -> Calculator:
        """The calculator that rolls on the table."""
        return Calculator(
            self.id,
            self.title,
            self.summary or f"Roll {self.dice} and read the entry.",
            mechanic=self.roll,
            closed_form=self._odds,
            scale=Scale("Entry", _first_place, say=lambda place: self.entries[place].name, ordered=False),
            rules=self.rules,
            fixed_dice=() if any(each.next_table for each in self.entries) else self._sizes,
        )

    def roll(self, dice: Dice) -> TableResult:
        """Roll on the table, and on those that its entries lead to.

        A mechanic of yours calls it to choose between tables by an input.
        """
        places: list[int] = []
        names: list[str] = []
        table: RandomTable | None = self
        while table:
            place = table._place_of(table._roll_value(dice))
            entry = table.entries[place]
            dice.note(f"{table.span(place)}: {entry.name}", entry.rule, entry=(table.id, table.anchor(place)))
            places.append(place)
            names.append(entry.name)
            table = entry.next_table
        return TableResult(places=tuple(places), said=tuple(names))

    def _roll_value(self, dice: Dice) -> int:
        """Roll the dice and return the value to look up."""
        rule = self.rules[0] if self.rules else None
        if not self._by_figures:
            return dice.sum(self._sizes, label=f"{self.title}: {self.dice}", rule=rule)
        names = reversed(_PLACES[: len(self._sizes)])
        faces = [
            dice.d(size, label=f"{self.title}: {name.lower()}", rule=rule)
            for name, size in zip(names, self._sizes, strict=True)
        ]
        return int("".join(map(str, faces)))

    def _odds(self) -> Odds:
        ways, total = self._sequence_weights()
        return Odds(
            {TableResult(places=places, said=names): number for (places, names), number in ways.items()},
            total,
        )

    def _sequence_weights(self) -> tuple[Mapping[tuple[tuple[int, ...], tuple[str, ...]], int], int]:
        """Return the weight of every possible sequence of entries, by indices and names, and the total
        weight.
        """
        sequences_after = [
            each.next_table._sequence_weights() if each.next_table else ({((), ()): 1}, 1)
            for each in self.entries
        ]
        whole = lcm(*(total for _, total in sequences_after))
        sequences = {}
        for place, ((ways, _), (rest, total)) in enumerate(zip(self.shares, sequences_after, strict=True)):
            for (places, names), number in rest.items():
                sequences[(place, *places), (self.entries[place].name, *names)] = (
                    ways * number * (whole // total)
                )
        return sequences, self.shares[0][1] * whole

    def _place_of(self, value: int) -> int:
        return next(place for place, (low, high) in enumerate(self._spans) if low <= value <= high)

    @cached_property
    def _by_figures(self) -> bool:
        return bool(_FIGURES.fullmatch(self.dice))

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        """The sides of each die."""
        if self._by_figures:
            return tuple(int(figure) for figure in self.dice[1:])
        read = _DICE.fullmatch(self.dice)
        if read is None:
            raise self._wrong("dice", self.dice, DICE)
        return (100 if read["sides"] == "%" else int(read["sides"]),) * int(read["count"] or 1)

    @cached_property
    def _values(self) -> Mapping[int, int]:
        """The possible results of the dice in order, each with its weight."""
        if self._by_figures:
            faces = product(*(range(1, size + 1) for size in self._sizes))
            return {int("".join(map(str, each))): 1 for each in faces}
        return dict(sorted(counts.sum_of_mixed(self._sizes).items()))

    @cached_property
    def _spans(self) -> tuple[tuple[int, int], ...]:
        """The lowest and highest value of each entry."""
        return tuple(self._span(each.span) for each in self.entries)

    def _span(self, span: int | str) -> tuple[int, int]:
        text, values = str(span).strip(), list(self._values)
        if match := _FROM.fullmatch(text):
            return int(match["low"] or match["at_least"]), values[-1]
        if match := _UP_TO.fullmatch(text):
            return values[0], int(match["high"] or match["at_most"])
        read = _SPAN.fullmatch(text)
        if read is None:
            raise self._wrong("entry", span, "a number or a range, such as 7, '3-5' or '10+'")
        low = self._result(read["low"])
        return low, self._result(read["high"]) if read["high"] else low

    def _result(self, digits: str) -> int:
        """Return the result that digits mean: a d10 shows 10 as 0, and percentile dice show 100 as 00."""
        size = self._sizes[0]
        return size if not int(digits) and self._sizes in ((10,), (100,)) else int(digits)

    def _wrong(self, what: str, value: object, expected: str, *, message: str = "") -> DeclarationError:
        return DeclarationError(f"table {self.id}: {what}", value, expected, message=message)

    def _check(self) -> None:
        if sum(1 for _ in self._sizes) > 1 and len(self._values) > MAX_VALUES:
            raise self._wrong("dice", self.dice, f"dice with at most {MAX_VALUES} different results")
        if not self.entries:
            raise self._wrong("entries", None, "a tuple with a comma after each item, (TableEntry(…),)")
        for each, (low, high) in zip(self.entries, self._spans, strict=True):
            self._check_ends(each, low, high)
        self._check_cover(self._values, list(zip(self.entries, self._spans, strict=True)))

    def _check_ends(self, entry: TableEntry, low: int, high: int) -> None:
        if not entry.name:
            raise self._wrong(f"entry {entry.span}: text", entry.text, "a text that says what is found")
        if low > high:
            raise self._wrong("entry", entry.span, f"the lower number first, '{high}-{low}'")
        for end in (low, high):
            if end not in self._values:
                values = list(self._values)
                digits = f" with no digit above {max(self._sizes)}" if self._by_figures else ""
                expected = f"results of {self.dice}, {values[0]} to {values[-1]}{digits}"
                raise self._wrong("entry", entry.span, expected)

    def _check_cover(
        self, values: Mapping[int, int], spans: Sequence[tuple[TableEntry, tuple[int, int]]]
    ) -> None:
        """Raise DeclarationError unless each result of the dice belongs to exactly one entry."""
        before: TableEntry | None = None
        for value in values:
            here = [each for each, (low, high) in spans if low <= value <= high]
            if len(here) > 1:
                message = (
                    f"{here[0].span} and {here[1].span} both contain {value}. Give each number one entry."
                )
                raise self._wrong("entries", value, "", message=message)
            if not here:
                where = f" after {before.span}" if before else ""
                add = f"Add an entry for {value}, or extend the range of an entry next to it."
                raise self._wrong("entries", value, "", message=f"no entry for {value}{where}. {add}")
            before = here[0]
        order = [low for _, (low, _) in spans]
        for at, low in enumerate(order[1:], 1):
            if low < order[at - 1]:
                message = f"{spans[at][0].span} must come before {spans[at - 1][0].span}. Sort the entries."
                raise self._wrong("entries", spans[at][0].span, "", message=message)


def _first_place(outcome: TableResult) -> int:
    return outcome.places[0]
