"""The challenge roll: the number and size of its dice, the kept die, and its band."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.dice import Dice


@dataclass(frozen=True)
class Situation:
    """A difficulty: its dice, and the rule that sets them."""

    key: str
    word: str
    sides: int
    rule: str

    @property
    def label(self) -> str:
        return f"{self.word} (d{self.sides})"


SITUATIONS = {
    each.key: each
    for each in (
        Situation("difficult", "Bad", 4, "C-048"),
        Situation("average", "Average", 6, "C-049"),
        Situation("favourable", "Favourable", 8, "C-050"),
    )
}
SITUATION_ALIASES = {"bad": "difficult", "favorable": "favourable"}

RESULT = Scale(
    "Result",
    "band",
    (
        Grade("failure_consequence", "Failure with a consequence", "worst", "C-042"),
        Grade("failure", "Failure", "bad", "C-043"),
        Grade("partial", "Partial success", "mixed", "C-044"),
        Grade("success", "Success", "good", "C-045"),
        Grade("great", "Great success", "best", "C-046"),
    ),
)

ORDINARY_STEPS = 2
"""The most steps that Skill, Specialty and point give together, by the book. C-054."""


def band_of(result: int) -> str:
    """Return the band of a result from 1 to 8. C-042 to C-046."""
    if result == 1:
        return "failure_consequence"
    if result == 2:
        return "failure"
    return ("partial", "success", "great")[(result - 3) // 2]


@dataclass(frozen=True, kw_only=True)
class Challenge(Outcome, scale=RESULT):
    """A resolved Challenge: the kept die (1 to 8) and its band."""

    kept: int  # a saved name
    band: str


def dice_count(steps: int) -> int:
    """Return the number of dice to roll. C-051 to C-055."""
    return steps or 2


def kept_die(steps: int) -> str:
    """Return which die to keep: `lowest`, `only` or `highest`. C-051 to C-055."""
    return "highest" if steps > 1 else "only" if steps else "lowest"


_STEP_LABELS = {
    0: ("No steps: roll two dice, keep the lower", "C-051"),
    1: ("One step: roll one die", "C-052"),
    2: ("Two steps: roll two dice, keep the higher", "C-053"),
}


def challenge(dice: Dice, *, situation: str, steps: int) -> Challenge:
    """Roll the dice for the situation and the steps of improvement, and read the kept one."""
    sides = SITUATIONS[situation].sides
    dice.note(f"{SITUATIONS[situation].word} situation: d{sides}s", SITUATIONS[situation].rule)
    more = f"{steps} steps: roll {steps} dice, keep the highest", "C-055"
    label, rule = _STEP_LABELS.get(steps, more)
    roll = dice.highest if steps else dice.lowest
    die = roll(dice_count(steps), sides, label=label, rule=rule)
    band = band_of(die)
    dice.note(f"{die}: {RESULT.label(band).lower()}", RESULT.rule(band))
    return Challenge(kept=die, band=band)


def learned_steps(skills: int, specialty: bool, specialty_adds: bool) -> int:
    """Return the steps from fitting Skills and from a Specialty. R-5.

    A Specialty counts only without a Skill, unless the table adds the two.
    """
    return skills + specialty if specialty_adds else skills or int(specialty)


class StepsOfImprovement(TypedDict):
    """The steps of improvement, the dice they give, the die to keep, and codes of warnings."""

    steps: int
    dice: int
    keep: str
    warnings: list[str]


def steps_of_improvement(
    *,
    has_skill: bool,
    has_specialty: bool,
    spend_point: bool,
    special_steps: int,
    skills_applicable: int | None,
    stack_skills: bool,
    specialty_adds: bool,
    ordinary_steps: int,
) -> StepsOfImprovement:
    """Return the steps from Skill or else Specialty, from a point, and from special rules, and the dice they
    give.

    `stack_skills` is the house rule of R-4: a step for each of `skills_applicable` Skills. Ordinary steps
    stop at `ordinary_steps`, so that ordinary play has one or two dice (C-047); special ones do not (R-7,
    R-17).
    """
    skills = int(has_skill) if skills_applicable is None or not stack_skills else skills_applicable
    learned = learned_steps(skills, has_specialty, specialty_adds)
    ordinary = min(ordinary_steps, learned + spend_point)
    total = ordinary + special_steps
    is_wasted = spend_point and learned >= ordinary_steps
    return {
        "steps": total,
        "dice": dice_count(total),
        "keep": kept_die(total),
        "warnings": ["point_wasted"] if is_wasted else [],
    }
