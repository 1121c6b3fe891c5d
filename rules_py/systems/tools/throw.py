"""Roll dice written as notation and add them up."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from rules_py.author import (
    MAX_EXPLOSIONS,
    Calculator,
    Dice,
    Done,
    Input,
    Odds,
    Outcome,
    Process,
    Scale,
    counts,
    mean,
    value,
)
from rules_py.dice.notation import EXPECTED, HINT, Term, parse


@dataclass(frozen=True, kw_only=True)
class Notation(Input):
    """Dice notation, read into its canonical spelling. See `dice/notation.py`."""

    code: str = "bad_notation"

    @property
    def expected(self) -> str:
        return EXPECTED

    def user_message(self, value: Any) -> str:
        return HINT

    def read(self, value: Any) -> str:
        first, *rest = parse(value)
        tail = (f" {'-' if term.sign < 0 else '+'} {term}" for term in rest)
        return f"{'-' if first.sign < 0 else ''}{first}{''.join(tail)}"


@dataclass(frozen=True, kw_only=True)
class Total(Outcome):
    """The sum of all terms."""

    total: int

    @property
    def verdict(self) -> str:
        return str(self.total)


def roll_notation(dice: Dice, *, notation: str) -> Total:
    """Roll each term in turn and add it up."""
    terms = parse(notation)

    def add(dice: Dice, state: tuple[int, int]) -> tuple[int, int] | Done[Total]:
        place, total = state
        term = terms[place]
        if term.sides:
            total += term.sign * term.factor * _rolled(dice, term)
        else:
            dice.note(f"{'minus' if term.sign < 0 else 'plus'} {term.count}")
            total += term.sign * term.count
        return (place + 1, total) if place + 1 < len(terms) else Done(Total(total=total))

    adding: Process[tuple[int, int], Total] = Process(add)
    return adding.play(dice, (0, 0))


def _rolled(dice: Dice, term: Term) -> int:
    """Return the total of one term's dice, without its factor."""
    if term.digits:
        return sum(
            place * dice.d(term.sides, label=f"{_label(term)}: {PLACES[place]}") for place in term.places
        )
    rolled = dice.roll(
        term.count,
        term.sides,
        lowest=-1 if term.fudge else 1,
        extra_on=(lambda face: face == term.sides) if term.explode else None,
        limit=MAX_EXPLOSIONS,
        label=_label(term),
    )
    if term.rerolled is not None:
        rolled = rolled.reroll(term.rerolled.__contains__)
    if term.counted is not None:
        return rolled.tally(lambda face: "counts" if term.is_counted(face) else None)["counts"]
    if term.keeps_some:
        return rolled.highest(term.keep) if term.highest else rolled.lowest(term.keep)
    return rolled.sum


def _label(term: Term) -> str:
    return f"minus {term}" if term.sign < 0 else str(term)


PLACES = {100: "hundreds", 10: "tens", 1: "ones"}
"""The names of the places of a number whose digits are dice."""


def odds(*, notation: str) -> Odds:
    """Return the odds of the total by adding the terms' own counts; to enumerate them together would take
    too long.
    """
    found = {0: 1}
    for term in parse(notation):
        found = counts.add(found, term.weights())
    return Odds({Total(total=value): way for value, way in sorted(found.items())})


THROW = Calculator(
    "tools.throw",
    "Roll any dice",
    "Write any dice, roll them, and see the exact chance of every total.",
    (
        Notation(
            "notation",
            "Dice",
            start="2d6 + 1",
            help="3d6, 4d6kh3 (keep highest three), d%, d8 + d6 - 1, 3d6! (exploding), "
            "6d10>=7 (count successes), 2d6r1 (reroll 1s), d66 (tens and ones), 4dF.",
        ),
    ),
    mechanic=roll_notation,
    closed_form=odds,
    scale=Scale("Total", lambda outcome: outcome.total),
    measures=(
        mean("mean", "Mean", lambda outcome: outcome.total),
        value("least", "Least", lambda odds, _: min(map(attrgetter("total"), odds))),
        value("greatest", "Greatest", lambda odds, _: max(map(attrgetter("total"), odds))),
    ),
    examples=(
        {"notation": "4d6kh3"},
        {"notation": "2d8kl1 - d4 + 3"},
        {"notation": "2d6r1"},
        {"notation": "4dF + 2"},
        {"notation": "4d10>=7"},
        {"notation": "2d2! + d4"},
    ),
    notation_input="notation",
    worst_case={"notation": "30d33kh29"},
)
