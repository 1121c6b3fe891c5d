"""The six attributes in their opposed pairs, the peoples, and the slots and items that a score gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from rules_py.base.problems import to_answer

ATTRIBUTES = {
    "finesse": "Finesse",
    "power": "Power",
    "martial": "Martial",
    "spiritual": "Spiritual",
    "natural": "Natural",
    "technical": "Technical",
}
"""Key to name, in the order of the sheet; neighbours are opposites. D-023."""

MEANINGS = {
    "finesse": ("Sight, aim and balance; for shooting, and dodging shots.", "D-026"),
    "power": ("Strength of body or spirit; for close combat.", "D-027"),
    "martial": ("Skill with weapons and shields.", "D-028"),
    "spiritual": ("Powers of the mind, and calm before the uncanny.", "D-029"),
    "natural": ("The wilds, plants and animals.", "D-030"),
    "technical": ("Locks, traps, buildings and city life.", "D-031"),
}
DICHOTOMIES = {
    "finesse_power": ("finesse", "power"),
    "martial_spiritual": ("martial", "spiritual"),
    "natural_technical": ("natural", "technical"),
}
DICHOTOMY_OF = {attribute: key for key, pair in DICHOTOMIES.items() for attribute in pair}
OPPOSITE = {one: other for pair in DICHOTOMIES.values() for one, other in (pair, pair[::-1])}

LOWEST, HIGHEST, PAIR_SUM = 1, 10, 11
POINTS_A_SLOT = 3
RACE_MINIMUM = 4

LEGAL_PAIRS = tuple(pair for pair in combinations(ATTRIBUTES, 2) if OPPOSITE[pair[0]] != pair[1])
"""The twelve pairs a roll may use. D-040."""


@dataclass(frozen=True)
class People:
    """A people: the attributes in which they need at least four points, their walking distance if their
    action points don't determine it, and the picks required of them.

    `first_picks` names the ability that must be the first of its dichotomy; `optional` is the one that only
    they can pick.
    """

    name: str
    strong_in: tuple[str, ...] = ()
    zones: int | None = None
    first_picks: Mapping[str, str] = field(default_factory=dict)
    optional: str = ""
    rule: str = "D-253"


PEOPLES = {
    "human": People("Human"),
    "dwarf": People(
        "Dwarf",
        ("power", "martial", "technical"),
        2,
        {"martial_spiritual": "stone_shape", "natural_technical": "stonecunning"},
        "dwarven_fortitude",
        "D-256",
    ),
    "elf": People(
        "Elf",
        ("finesse", "spiritual", "natural"),
        None,
        {"martial_spiritual": "shape_plants", "natural_technical": "commune_with_nature"},
        "tree_stride",
        "D-266",
    ),
}
RACES = {key: people.name for key, people in PEOPLES.items()}


def are_opposed(first: str, second: str) -> bool:
    """Return whether no roll may use these two together: two halves of a pair, or one attribute twice. D-033,
    R-05.
    """
    return first == second or OPPOSITE[first] == second


def attribute_problems(attributes: Mapping[str, int], race: str) -> list[tuple[str, str]]:
    """Return the problems of six scores as (attribute, code); a wrong sum is assigned to the first of its
    pair. Codes: `attr_range`, `pair_sum`, `race_minimum`. D-024, D-025, D-256, D-266.
    """
    problems = [(name, "attr_range") for name in ATTRIBUTES if not LOWEST <= attributes[name] <= HIGHEST]
    problems += [
        (first, "pair_sum")
        for first, second in DICHOTOMIES.values()
        if attributes[first] + attributes[second] != PAIR_SUM
    ]
    problems += [
        (name, "race_minimum") for name in PEOPLES[race].strong_in if attributes[name] < RACE_MINIMUM
    ]
    return problems


def validate_attributes(*, attributes: Mapping[str, int], race: str) -> dict[str, Any]:
    """Return the codes of `attribute_problems`, and whether there are none."""
    return to_answer(code for _, code in attribute_problems(attributes, race))


def slots_of(score: int) -> int:
    """Return the number of ability slots for an attribute with this score: one for each three full points.
    D-054.
    """
    return score // POINTS_A_SLOT


def ability_slots(*, attributes: Mapping[str, int]) -> dict[str, int]:
    """Return the number of ability slots of each attribute."""
    return {name: slots_of(attributes[name]) for name in ATTRIBUTES}


def carrying_capacity(*, power: int, martial: int, carry_base: int) -> dict[str, Any]:
    """Return the number of items carried: the base, one per three points of Power, two per three of
    Martial. D-142, R-77.
    """
    return {"capacity": carry_base + power // 3 + 2 * (martial // 3)}
