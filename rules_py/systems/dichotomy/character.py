"""Everything derived from a character's scores, abilities and load."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from rules_py.base.problems import to_answer
from rules_py.systems.dichotomy.abilities import ABILITIES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, PEOPLES, ability_slots, attribute_problems
from rules_py.systems.dichotomy.equipment import load, supplies
from rules_py.systems.dichotomy.grades import Die, chance
from rules_py.systems.dichotomy.house import BOOK, House, house_of
from rules_py.systems.dichotomy.modifiers import veteran_bonus
from rules_py.systems.dichotomy.motives import judged_motives
from rules_py.systems.dichotomy.picks import MAX_ABILITIES, judged_picks, next_picks
from rules_py.systems.dichotomy.turns import ATTACK_PAIRS, attack_price

SHOWN_TNS = (10, 12, 14)


@dataclass(frozen=True)
class Character:
    """The part of a sheet that rules work with. `peak` is the most abilities ever held, if more than now."""

    attributes: Mapping[str, int]
    picks: Sequence[str] = ()
    race: str = "human"
    house: House = BOOK
    peak: int = 0
    items: Mapping[str, int] | None = None
    motives: Sequence[str] = ()

    @cached_property
    def counted_picks(self) -> list[str]:
        """The picks that count."""
        return judged_picks(self.attributes, self.picks, self.race, self.house)[0]

    @cached_property
    def ability_counts(self) -> dict[str, int]:
        """The number of abilities held in each attribute."""
        return {
            name: sum(ABILITIES[each].attribute == name for each in self.counted_picks) for name in ATTRIBUTES
        }

    @cached_property
    def load(self) -> dict[str, Any]:
        """The items carried and the capacity."""
        scores = self.attributes
        return load(
            items=self.items or {},
            power=scores["power"],
            martial=scores["martial"],
            carry_base=self.house.carry_base,
        )

    @property
    def fortitude(self) -> bool:
        return "dwarven_fortitude" in self.counted_picks

    @property
    def thresholds(self) -> list[int]:
        """The hits needed for each step of the track. D-202, D-261."""
        later = self.house.step_hits
        return [later + self.fortitude, later, later]

    @cached_property
    def bonus(self) -> int:
        """The monster slayer bonus."""
        peak = min(MAX_ABILITIES, max(self.peak, len(self.counted_picks)))
        bonus: int = veteran_bonus(peak_abilities=peak)["bonus"]
        return bonus


def pair_name(first: str, second: str) -> str:
    """Return the short form of a pair: `P/M` or `F/S`."""
    return f"{ATTRIBUTES[first][0]}/{ATTRIBUTES[second][0]}"


def face_chances(value: int, house: House) -> dict[int, Fraction]:
    """Return the chances that a die with this score reaches each of the typical targets."""
    return {tn: chance(Die(value, tn, house=house).need) for tn in SHOWN_TNS}


def derive(character: Character) -> dict[str, Any]:
    """Return all derived values. Scores must be whole numbers; `codes` are the codes of broken rules."""
    picks = character.counted_picks
    slots = ability_slots(attributes=character.attributes)
    used, carrying = character.ability_counts, character.load
    next_picks_answer = next_picks(
        attributes=character.attributes,
        picks=character.picks,
        race=character.race,
        **character.house._asdict(),
    )
    return {
        "slots": {
            name: {"slots": slots[name], "used": used[name], "free": slots[name] - used[name]}
            for name in ATTRIBUTES
        },
        "next_picks": next_picks_answer["attributes"],
        "next_abilities": next_picks_answer["abilities"],
        "capacity": carrying["capacity"],
        "carried": carrying["carried"],
        "free": carrying["free"],
        "supplies": supplies(items=character.items or {}),
        "veteran_bonus": character.bonus,
        "zones_per_turn": PEOPLES[character.race].zones or character.house.action_points,
        "thresholds": character.thresholds,
        "attack_prices": {pair_name(*pair): attack_price(pair, frozenset(picks)) for pair in ATTACK_PAIRS},
        "chances": {name: face_chances(character.attributes[name], character.house) for name in ATTRIBUTES},
    }


def codes(character: Character) -> list[str]:
    """Return the codes of all broken rules, in alphabetical order."""
    picked = judged_picks(character.attributes, character.picks, character.race, character.house)
    return sorted(
        {
            *(code for _, code in attribute_problems(character.attributes, character.race)),
            *(code for _, code in picked[1]),
            *(code for _, code in judged_motives(character.motives)[1]),
            *character.load["problems"],
        }
    )


def sheet(
    *,
    attributes: Mapping[str, int],
    picks: Sequence[str],
    race: str,
    peak_abilities: int,
    items: Mapping[str, int],
    motives: Sequence[str],
    **house: Any,
) -> dict[str, Any]:
    """Return all derived values and all problems."""
    character = Character(attributes, picks, race, house_of(**house), peak_abilities, items, motives)
    return derive(character) | to_answer(codes(character))
