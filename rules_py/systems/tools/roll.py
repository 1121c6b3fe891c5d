"""Roll dice written as notation, and count them exactly."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from rules_py.author import Calculator, Dice, Grade, Input, Odds, Outcome, Scale, mean, value
from rules_py.dice.notation import EXPECTED, HINT, parse
from rules_py.dice.notation.odds import roll_weights
from rules_py.dice.notation.rolling import roll_tree
from rules_py.inputs import Readback

RESULT = Scale("Result", "result", (Grade("failure", "Failure", "bad"), Grade("success", "Success", "good")))


@dataclass(frozen=True, kw_only=True)
class Notation(Input):
    """Dice notation, parsed to its canonical form with the reader's labels. See `dice/notation`."""

    code: str = "bad_notation"

    @property
    def expected(self) -> str:
        return EXPECTED

    def user_message(self, value: Any) -> str:
        return HINT

    def read(self, value: Any) -> str:
        return parse(value).with_labels

    def readback(self, value: Any) -> Readback:
        read = parse(value)
        return Readback(read.canonical, read.sentence, read.other)


@dataclass(frozen=True, kw_only=True)
class Total(Outcome):
    """The total of the dice."""

    total: int

    @property
    def verdict(self) -> str:
        return str(self.total)


@dataclass(frozen=True, kw_only=True)
class TestedTotal(Total, scale=RESULT):
    """A total that was compared with another."""

    success: bool

    @property
    def result(self) -> str:
        return "success" if self.success else "failure"

    @property
    def verdict(self) -> str:
        return f"{RESULT.label(self.result)}: {self.total}"


@dataclass(frozen=True, kw_only=True)
class Repeated(Total):
    """The totals of dice that were rolled several times, of which `total` is the last."""

    totals: tuple[int, ...]
    successes: int | None

    @property
    def verdict(self) -> str:
        totals = ", ".join(map(str, self.totals))
        if self.successes is None:
            return totals
        return f"{self.successes} of {len(self.totals)} succeed: {totals}"


def roll_notation(dice: Dice, *, notation: str) -> Total:
    """Roll dice as often as the notation says.

    Dice that count branches count only one roll: the one within which the known faces of a partial roll end.
    """
    read = parse(notation)
    rolled: list[tuple[int, bool | None]] = []
    for number in range(read.repeats):
        if read.repeats > 1 and not dice.is_counting:
            dice.note(f"Roll {number + 1}")
        rolled.append(roll_tree(dice, read.tree))
        if dice.is_counting:
            break
    total, success = rolled[-1]
    if len(rolled) == read.repeats > 1:
        totals = tuple(each for each, _ in rolled)
        successes = None if success is None else sum(bool(each) for _, each in rolled)
        return Repeated(total=total, totals=totals, successes=successes)
    return _outcome(total, success)


def _outcome(total: int, success: bool | None) -> Total:
    return Total(total=total) if success is None else TestedTotal(total=total, success=success)


def odds(*, notation: str) -> Odds:
    """Return the odds of one roll in ascending order of the totals."""
    weights = roll_weights(parse(notation).tree)
    return Odds({_outcome(*value): weight for value, weight in sorted(weights.items())})


ROLL = Calculator(
    "tools.throw",
    "Roll any dice",
    "Write any dice, roll them, and see the exact chance of every total.",
    (
        Notation(
            "notation",
            "Dice",
            start="2d6 + 1",
            help="3d6, 4d6kh3 (keep the highest 3), d20 adv, d%, d8 + d6 - 1, 3d6! (exploding), "
            "6d10>=7 (count successes), 2d6 + 3 >= 10 (a test), 2d6r1 (reroll 1s), 6x4d6kh3 (six times).",
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
        {"notation": "2d6 + 3 >= 10"},
        {"notation": "{2d6, d8}kh1 * 2"},
        {"notation": "2d4!!kh1"},
        {"notation": "2d{0:3, 1, 2}"},
    ),
    notation_input="notation",
    worst_case={"notation": "30d33kh29"},
)
"""A roller with exact odds for any dice notation, independent of a game."""
