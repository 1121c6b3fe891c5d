"""The roll of two dice against two targets, also between two player characters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import Fault
from rules_py.calculators.outcome import Outcome
from rules_py.dice.dice import Dice
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, are_opposed
from rules_py.systems.dichotomy.grades import RESULT, Die, PairRoll, read_pair
from rules_py.systems.dichotomy.house import House, house_of
from rules_py.systems.dichotomy.problems import ROLL_CODES

USUAL_TN = 10
HARDEST_TN = 14
"""The highest target that the game intends for a task set by the game master. D-019, R-04."""


@dataclass(frozen=True, kw_only=True)
class Check(Outcome, scale=RESULT):
    """A resolved check: both totals, whether each reached its target, and the grade."""

    total_a: int
    total_b: int
    made_a: bool
    made_b: bool
    grade: str


def name_of(attribute: str | None, otherwise: str) -> str:
    """Return the attribute's name for the steps, or a replacement if none is named."""
    return ATTRIBUTES.get(attribute or "", otherwise)


def roll_pair(
    dice: Dice,
    *,
    value_a: int,
    value_b: int,
    tn_a: int,
    tn_b: int,
    mod_a: int,
    mod_b: int,
    attribute_a: str | None,
    attribute_b: str | None,
    **house: Any,
) -> tuple[PairRoll, House]:
    """Roll both dice of a check, an attack or a defence, and return them with the house rules."""
    rules = house_of(**house)
    a = Die(value_a, tn_a, mod_a, name_of(attribute_a, "First die"), rules)
    b = Die(value_b, tn_b, mod_b, name_of(attribute_b, "Second die"), rules)
    return read_pair(dice, a, b), rules


def check(dice: Dice, *, ability_helps: bool, **pair: Any) -> Check:
    """Try a task with the inputs of `roll_pair`.

    For an extreme task, a fitting ability adds a success, but never up to a critical. R-06.
    """
    if max(pair["tn_a"], pair["tn_b"]) > HARDEST_TN:
        dice.note(f"A target above {HARDEST_TN} is beyond the game’s usual limit", "R-04")
    read, _ = roll_pair(dice, **pair)
    grade = read.grade
    if ability_helps and RESULT.rank(grade) < RESULT.rank("total"):
        grade = str(RESULT.step(grade, 1))
        dice.note(f"The ability adds a success: {RESULT.label(grade)}", "D-057")
    return Check(
        total_a=read.total_a, total_b=read.total_b, made_a=read.made_a, made_b=read.made_b, grade=grade
    )


def check_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield `same_dichotomy` if no roll may combine both attributes. D-033."""
    first, second = inputs.get("attribute_a"), inputs.get("attribute_b")
    if first and second and are_opposed(first, second):
        yield ROLL_CODES.fault(
            "attribute_b",
            "same_dichotomy",
            second,
            f"an attribute from another pair than {ATTRIBUTES[first]}",
        )


def pvp_tn(*, defender_value: int, defender_mod: int, pvp_base: int) -> dict[str, Any]:
    """Return the target that a defending player character sets. D-021, R-07."""
    return {"tn": pvp_base + defender_value + defender_mod}
