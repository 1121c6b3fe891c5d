"""Attacks: the hits of a roll's grade, with everything that changes them, and one roll against two foes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from rules_py.base.errors import Fault
from rules_py.calculators.outcome import Outcome
from rules_py.dice.counts import merge
from rules_py.dice.dice import Dice
from rules_py.systems.dichotomy.checks import roll_pair
from rules_py.systems.dichotomy.grades import PAIRS, RESULT, Die, grade_of, grade_ways
from rules_py.systems.dichotomy.house import BOOK, House, house_of
from rules_py.systems.dichotomy.problems import ROLL_CODES

HITS_DEALT = {"failure": 0, "partial": 1, "total": 2, "critical": 2}
"""D-194; a critical counts as a total success, R-03."""


class Boons(NamedTuple):
    """The conditions that affect the hits of an attack. `bless`: the attacker has Bless and the target is an
    outsider. `protected`: an ally keeps one hit off the target, and never more than one (R-30).
    """

    smite: bool = False
    deadly_aim: bool = False
    bless: bool = False
    telekinesis: bool = False
    protected: bool = False
    house: House = BOOK


PLAIN = Boons()


@dataclass(frozen=True, kw_only=True)
class Attack(Outcome):
    """A resolved attack: the grade, the hits dealt, and whether the target may be shoved a zone away."""

    grade: str
    hits: int
    push: bool

    @property
    def verdict(self) -> str:
        shove = ", and the foe may be shoved to an adjacent zone" if self.push else ""
        return f"{RESULT.label(self.grade)}: {describe_hits(self.hits)}{shove}"


@dataclass(frozen=True, kw_only=True)
class Split(Outcome):
    """One roll read against two foes: the grade and the hits for each, in the order given."""

    grades: tuple[str, ...]
    hits: tuple[int, ...]

    @property
    def verdict(self) -> str:
        first, second = self.hits
        return f"{describe_hits(first)} on the first foe, {describe_hits(second)} on the second"


def describe_hits(hits: int) -> str:
    """Return `no hits`, `1 hit` or `2 hits`."""
    return "1 hit" if hits == 1 else f"{hits} hits" if hits else "no hits"


Notes = list[tuple[str, str]]
"""Roll steps: text and rule."""


def hits_with(base: int, boons: Boons) -> tuple[int, bool, Notes]:
    """Return the hits of an attack whose roll gives `base`, whether it shoves, and the steps, in the order of
    R-19.
    """
    house, hits = boons.house, base
    is_miss = base == 0
    adds_nothing = is_miss and house.miss_is_miss
    notes: Notes = []
    push = boons.telekinesis and base == 2
    if push:
        hits = 1
        notes.append(("Telekinesis: 1 hit and a shove, not 2 hits", "D-094"))
    if boons.smite and not is_miss:
        hits += house.smite_bonus
        notes.append((f"Smite: +{describe_hits(house.smite_bonus)}", "D-072"))
    if boons.deadly_aim and not adds_nothing:
        hits += house.aim_bonus
        notes.append((f"Deadly Aim: +{describe_hits(house.aim_bonus)}", "D-061"))
    if boons.bless and not adds_nothing:
        hits += house.bless_bonus
        notes.append((f"Bless against an outsider: +{describe_hits(house.bless_bonus)}", "D-085"))
    if boons.protected and hits:
        hits -= 1
        notes.append(("An ally’s protection: −1 hit", "R-30"))
    return hits, push, notes


def noted_hits(dice: Dice, base: int, boons: Boons) -> tuple[int, bool]:
    """Return the hits and whether the attack shoves, and note each step."""
    hits, push, notes = hits_with(base, boons)
    for text, rule in notes:
        dice.note(text, rule)
    if notes:
        dice.note(f"In all: {describe_hits(hits)}", "R-19")
    return hits, push


def attack(
    dice: Dice, *, smite: bool, deadly_aim: bool, bless: bool, telekinesis: bool, reduction: int, **pair: Any
) -> Attack:
    """Attack a foe with the inputs of `roll_pair`: compare each die with the target for the same attribute,
    and turn the grade into hits. D-194, D-196.
    """
    read, rules = roll_pair(dice, **pair)
    base = HITS_DEALT[read.grade]
    dice.note(f"The roll deals {describe_hits(base)}", "D-194")
    boons = Boons(smite, deadly_aim, bless, telekinesis, bool(reduction), rules)
    hits, push = noted_hits(dice, base, boons)
    return Attack(grade=read.grade, hits=hits, push=push)


def attack_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield faults for abilities that don't go with the attributes: `smite_needs_power`, `aim_needs_finesse`
    and so on.
    """
    first, second = inputs.get("attribute_a"), inputs.get("attribute_b")
    if inputs.get("smite") and first == "finesse":
        yield ROLL_CODES.fault("smite", "smite_needs_power", True, "no Smite on a Finesse attack")
    if inputs.get("deadly_aim") and first == "power":
        yield ROLL_CODES.fault("deadly_aim", "aim_needs_finesse", True, "no Deadly Aim on a Power attack")
    if inputs.get("telekinesis") and (first == "power" or second == "martial"):
        yield ROLL_CODES.fault(
            "telekinesis",
            "telekinesis_needs_finesse_spiritual",
            True,
            "Telekinesis only with Finesse and Spiritual",
        )


def split(
    dice: Dice,
    *,
    value_a: int,
    value_b: int,
    mod_a: int,
    mod_b: int,
    targets: Sequence[Mapping[str, Any]],
    smite: bool,
    deadly_aim: bool,
    bless: bool,
    **house: Any,
) -> Split:
    """Roll one pair of dice against each foe's own targets: Cleave or Double Shot. D-062, D-066, R-24."""
    face_a = dice.d(10, label="First die", rule="D-009")
    face_b = dice.d(10, label="Second die", rule="D-009")
    rules, grades, hits = house_of(**house), [], []
    for place, target in enumerate(targets, start=1):
        a = Die(value_a, target["tn_a"], mod_a, house=rules)
        b = Die(value_b, target["tn_b"], mod_b, house=rules)
        grade = grade_of(face_a, face_b, a.need, b.need, rules)
        against = f"{a.total(face_a)} against {a.tn}, {b.total(face_b)} against {b.tn}"
        dice.note(f"Foe {place}: {against}: {RESULT.label(grade)}", "R-24")
        boons = Boons(smite, deadly_aim, bless, False, bool(target["reduction"]), rules)
        grades.append(grade)
        hits.append(noted_hits(dice, HITS_DEALT[grade], boons)[0])
    return Split(grades=tuple(grades), hits=tuple(hits))


def hit_chances(
    need_a: int, need_b: int, boons: Boons = PLAIN, base_hits: Mapping[str, int] = HITS_DEALT
) -> dict[int, Fraction]:
    """Return the chance of each possible number of hits, computed fast for pages full of chances.

    `base_hits` are the hits by grade: dealt by an attack, or taken by a defence.
    """
    weights = merge(
        (hits_with(base_hits[grade], boons)[0], ways)
        for grade, ways in grade_ways(need_a, need_b, boons.house.tens_need_targets).items()
    )
    return {hits: Fraction(ways, PAIRS) for hits, ways in sorted(weights.items())}
