"""The roll of two dice against two targets, and what two player characters make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rules_py.dice.dice import Dice
from rules_py.errors import Fault
from rules_py.outcome import Outcome
from rules_py.scale import Grade
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, opposed
from rules_py.systems.dichotomy.chances import grades

USUAL_TN = 10
HARDEST_TN = 14
"""Above this a task set by the game master is beyond what the game has in mind. D-019, R-04."""

BEST_FACE = 10

GRADES = (
    Grade("failure", "Failure", "worst", "D-016"),
    Grade("partial", "Partial success", "mixed", "D-014"),
    Grade("total", "Total success", "good", "D-013"),
    Grade("critical", "Critical success", "best", "D-017"),
)
LABELS = {grade.key: grade.label for grade in GRADES}
GRADE_RULES = {grade.key: grade.rule for grade in GRADES}
RANKS = {grade.key: rank for rank, grade in enumerate(GRADES)}


@dataclass(frozen=True)
class Read:
    """Two dice read against their targets."""

    total_a: int
    total_b: int
    made_a: bool
    made_b: bool
    grade: str


@dataclass(frozen=True, kw_only=True)
class Check(Outcome):
    """A resolved check: both totals, whether each reached its target, and the grade."""

    total_a: int
    total_b: int
    made_a: bool
    made_b: bool
    grade: str

    @property
    def verdict(self) -> str:
        return LABELS[self.grade]


def read_pair(
    dice: Dice,
    *,
    value_a: int,
    value_b: int,
    tn_a: int,
    tn_b: int,
    mod_a: int,
    mod_b: int,
    name_a: str = "First die",
    name_b: str = "Second die",
) -> Read:
    """Throw two ten-sided dice, each with its score and modifier against its own target. D-009 to D-017."""
    face_a = dice.d(10, label=partial(_sum, name_a, value_a, mod_a, tn_a), rule="D-012")
    face_b = dice.d(10, label=partial(_sum, name_b, value_b, mod_b, tn_b), rule="D-012")
    total_a, total_b = face_a + value_a + mod_a, face_b + value_b + mod_b
    made_a, made_b = total_a >= tn_a, total_b >= tn_b
    if face_a == face_b == BEST_FACE:
        grade = "critical"
    else:
        grade = ("failure", "partial", "total")[made_a + made_b]
    dice.note(LABELS[grade], GRADE_RULES[grade])
    return Read(total_a, total_b, made_a, made_b, grade)


def _sum(name: str, value: int, mod: int, tn: int, face: int) -> str:
    """A die beside its target, once its face is known."""
    modifier = f" {'+' if mod > 0 else '−'} {abs(mod)}" if mod else ""
    total = face + value + mod
    return f"{name}: {face} + {value}{modifier} = {total} against {tn}, {'made' if total >= tn else 'missed'}"


def name_of(attribute: str | None, otherwise: str) -> str:
    """The attribute's name for the working, or other words where none was named."""
    return ATTRIBUTES.get(attribute, otherwise)


def check(
    dice: Dice,
    *,
    value_a: int,
    value_b: int,
    tn_a: int,
    tn_b: int,
    mod_a: int,
    mod_b: int,
    ability_helps: bool,
    attribute_a: str | None,
    attribute_b: str | None,
) -> Check:
    """Try a task. A fitting ability on an extreme one adds a success, never up to a critical. R-06."""
    if max(tn_a, tn_b) > HARDEST_TN:
        dice.note(f"A target above {HARDEST_TN} is harder than any task the game has in mind", "R-04")
    read = read_pair(
        dice,
        value_a=value_a,
        value_b=value_b,
        tn_a=tn_a,
        tn_b=tn_b,
        mod_a=mod_a,
        mod_b=mod_b,
        name_a=name_of(attribute_a, "First die"),
        name_b=name_of(attribute_b, "Second die"),
    )
    grade = read.grade
    if ability_helps and RANKS[grade] < RANKS["total"]:
        grade = GRADES[RANKS[grade] + 1].key
        dice.note(f"The ability adds a success: {LABELS[grade]}", "D-057")
    return Check(
        total_a=read.total_a, total_b=read.total_b, made_a=read.made_a, made_b=read.made_b, grade=grade
    )


def check_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """`same_dichotomy`: both attributes are named and no roll may pit them together. D-033."""
    first, second = inputs.get("attribute_a"), inputs.get("attribute_b")
    if first and second and opposed(first, second):
        yield Fault(
            "attribute_b",
            "same_dichotomy",
            second,
            f"an attribute from another pair than {ATTRIBUTES[first]}",
        )


def pvp_tn(*, defender_value: int, defender_mod: int) -> dict:
    """The target that a defending player character sets. D-021, R-07."""
    return {"tn": 5 + defender_value + defender_mod}


def combine_modifiers(
    *, entries: Sequence[Mapping], attribute_a: str, attribute_b: str, rolling: str
) -> dict:
    """The sum of all modifiers in force on each die: on its attribute, and on every roll. R-13."""
    applying = [each for each in entries if each["active"] and each["when"] in (rolling, "both")]

    def on(attribute: str) -> int:
        return sum(each["value"] for each in applying if each["on"] in (attribute, "all"))

    return {"mod_a": on(attribute_a), "mod_b": on(attribute_b)}


GEAR = {"normal": "Armed and armoured", "poor": "Poor or improvised", "none": "None"}
GEAR_MODIFIERS = {"normal": 0, "poor": -2, "none": -4}


def gear_modifier(*, gear: str, attribute: str) -> dict:
    """What missing or poor gear does to a die: it weighs on Martial alone. D-147, D-148, R-16."""
    return {"modifier": GEAR_MODIFIERS[gear] if attribute == "martial" else 0}


def veteran_bonus(*, peak_abilities: int) -> dict:
    """What so many abilities, now or once, add to both dice of attacks and defences. D-225, R-17, R-18."""
    return {"bonus": max(0, peak_abilities - 5)}


def veteran_roll(*, peak_abilities: int, value_a: int, value_b: int, tn_a: int, tn_b: int) -> dict:
    """The bonus of so many abilities, and the chance of each grade of an attack or defence that has it."""
    bonus = veteran_bonus(peak_abilities=peak_abilities)["bonus"]
    return {"bonus": bonus} | grades(tn_a - value_a - bonus, tn_b - value_b - bonus)
