"""Inputs and phrases that several calculators of Action & Consequence share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.inputs import Choice, DieSizes, Input, Int, ListOf, Record
from rules_py.systems.action_consequence.readings import ADVANTAGE
from rules_py.systems.action_consequence.sizes import SIZES
from rules_py.systems.action_consequence.sweep import NOBODY, A, B

MAX_DICE = 4
"""Dice of one side: a stat's and a specialization's. R-41."""
MAX_FACES = 6
"""The most dice of a roll on the table, including a helper's. R-41."""
MAX_ADVANTAGES = 6
"""One seized and the struck names of a round. R-22, R-23, R-41."""
MAX_SHORT_ANSWERS = 5

SIDES = {A: "A", B: "B"}
HOLDERS = {NOBODY: "No one", **SIDES}

DICE_CODES = ProblemGroup(
    "Dice in a conflict", ProblemType("no_dice", "At least one side must have dice.", "R-14")
)


def format_dice(dice: Iterable[int]) -> str:
    """Format dice: `d12 d6`, or `none`."""
    return " ".join(f"d{each}" for each in dice) or "none"


def dice_input(name: str, label: str, **more: Any) -> DieSizes:
    """Return the input of one side's dice."""
    options: dict[str, Any] = {"most": MAX_DICE, "rule": "A-010", "start": [12, 6], **more}
    return DieSizes(name, label, SIZES, **options)


def unchecked_dice_input(name: str, label: str, **more: Any) -> DieSizes:
    """Return the input of a stat's dice on a sheet, which the rules check. R-12, R-32."""
    return DieSizes(name, label, SIZES, most=MAX_FACES, unknown_too=True, **more)


DICE_A = dice_input("dice_a", "Dice of A", noun="A")
DICE_B = dice_input("dice_b", "Dice of B", noun="B", start=[10, 8])

ADVANTAGE_OF = Choice("advantage", "Advantage", HOLDERS, default=NOBODY, rule="A-040")


def roll_input(name: str = "", label: str = "", *more: Input, **about: Any) -> Record:
    """Return the input of a roll: its faces, and those of its advantage dice."""
    return Record(
        name,
        label,
        (
            ListOf("dice", "Faces", Int(label="Face", low=1, high=max(SIZES)), most=MAX_FACES, rule="A-012"),
            ListOf(
                "advantage",
                "Advantage dice",
                Int(label="Face", low=1, high=ADVANTAGE),
                most=MAX_ADVANTAGES,
                default=[],
                rule="A-080",
            ),
            *more,
        ),
        phrase=format_roll,
        **about,
    )


def format_roll(roll: Mapping[str, Any]) -> str:
    """Format a roll: `9 and 4, plus 6 (advantage)`."""
    faces = " and ".join(map(str, roll.get("dice") or ())) or "no dice"
    added = " and ".join(map(str, roll.get("advantage") or ()))
    return f"{faces}, plus {added} (advantage)" if added else faces


def give_at_input(name: str, label: str) -> Int:
    """Return the input for the short answer at which a side gives."""
    return Int(
        name,
        label,
        1,
        MAX_SHORT_ANSWERS,
        optional=True,
        default=None,
        rule="A-041",
        help="1 means the first one. Leave empty to always hang in.",
    )


def short_input(name: str, label: str) -> Int:
    """Return the input for the number of times a side has hung in."""
    return Int(name, label, 0, MAX_SHORT_ANSWERS, default=0, quiet=True, rule="A-038")


def advantage_input(name: str, label: str) -> Int:
    """Return the input of the advantage dice that a side adds to each roll of the round."""
    return Int(name, label, 0, MAX_ADVANTAGES, default=0, rule="R-23")


LIMITS = (
    give_at_input("give_at_a", "A gives at short answer"),
    give_at_input("give_at_b", "B gives at short answer"),
)
SHORT = (short_input("short_a", "Times A has hung in"), short_input("short_b", "Times B has hung in"))


def require_dice(one: str, other: str) -> Callable[[Mapping[str, Any]], Iterator[Fault]]:
    """Return a check that at least one of two sides, named by their inputs, has dice. R-14."""

    def dice_of(value: Any) -> Sequence[int]:
        dice: Sequence[int] = value["dice"] if isinstance(value, Mapping) else value
        return dice

    def faults(values: Mapping[str, Any]) -> Iterator[Fault]:
        if one in values and other in values and not dice_of(values[one]) and not dice_of(values[other]):
            yield DICE_CODES.fault(one, "no_dice", [], "dice for one side or both")

    return faults
