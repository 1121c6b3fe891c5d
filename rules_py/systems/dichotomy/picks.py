"""Choosing abilities: slots, the balance between the dichotomies, and the required first picks of each
people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.base.problems import to_answer, violated
from rules_py.systems.dichotomy.abilities import ABILITIES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, DICHOTOMIES, DICHOTOMY_OF, PEOPLES, slots_of
from rules_py.systems.dichotomy.house import House, house_of

MAX_ABILITIES = 9


class _CountedPicks:
    """The abilities counted so far, for one character."""

    def __init__(self, attributes: Mapping[str, int], race: str, house: House) -> None:
        self.attributes, self.people, self.house = attributes, PEOPLES[race], house
        self.race = race
        self.ids: list[str] = []

    def _count(self, attribute: str) -> int:
        return sum(ABILITIES[each].attribute == attribute for each in self.ids)

    def by_dichotomy(self) -> Counter[str]:
        return Counter(ABILITIES[each].dichotomy for each in self.ids)

    def no_slot(self, attribute: str) -> bool:
        """Return whether one more would exceed a third of the attribute. D-054."""
        return self._count(attribute) + 1 > slots_of(self.attributes[attribute])

    def is_unbalanced(self, attribute: str) -> bool:
        """Return whether another dichotomy holds fewer, which free picks permit. D-223, R-60."""
        if self.house.free_picks:
            return False
        counts = self.by_dichotomy()
        own = DICHOTOMY_OF[attribute]
        return any(counts[key] < counts[own] for key in DICHOTOMIES)

    def required_in(self, dichotomy: str) -> str | None:
        """Return the ability of the people that must be the first in this dichotomy, if it isn't picked yet.
        R-63.
        """
        required = self.people.first_picks.get(dichotomy)
        return required if required and not self.by_dichotomy()[dichotomy] else None

    def last_chance(self) -> bool:
        """Return whether this is the last first pick, and none of the own people's was chosen, as a house
        rule requires. D-254.
        """
        return (
            bool(self.people.first_picks)
            and len(self.ids) + 1 == self.house.first_picks
            and not any(ABILITIES[each].race for each in self.ids)
        )

    def wrong_first_choice(self, pick: str) -> bool:
        """Return whether the people requires another ability here. R-63."""
        if self.house.race_lenient:
            return self.last_chance() and ABILITIES[pick].race != self.race
        required = self.required_in(ABILITIES[pick].dichotomy)
        return required is not None and pick != required

    def faults(self, pick: str) -> list[str]:
        """Return the problems of this pick now."""
        ability = ABILITIES[pick]
        return violated(
            slot_cap=self.no_slot(ability.attribute),
            balance=self.is_unbalanced(ability.attribute),
            race_only=ability.race not in ("", self.race),
            race_first_choice=self.wrong_first_choice(pick),
            too_many=len(self.ids) >= MAX_ABILITIES,
        )


def judged_picks(
    attributes: Mapping[str, int], picks: Sequence[str], race: str, house: House
) -> tuple[list[str], list[tuple[int, str]]]:
    """Return the picks that count, and the problems of each at the time of the pick, as (index, code).

    Codes: `unknown_ability` and `duplicate` (such a pick does not count); `slot_cap`, `balance`, `race_only`,
    `race_first_choice`, `too_many` (such a pick counts for those after it).
    """
    own_picks = _CountedPicks(attributes, race, house)
    problems: list[tuple[int, str]] = []
    for place, pick in enumerate(picks):
        if pick not in ABILITIES:
            problems.append((place, "unknown_ability"))
        elif pick in own_picks.ids:
            problems.append((place, "duplicate"))
        else:
            problems += [(place, code) for code in own_picks.faults(pick)]
            own_picks.ids.append(pick)
    return own_picks.ids, problems


def validate_abilities(
    *, attributes: Mapping[str, int], picks: Sequence[str], race: str, **house: Any
) -> dict[str, Any]:
    """Return the codes of `judged_picks`, and whether there are none."""
    _, problems = judged_picks(attributes, picks, race, house_of(**house))
    return to_answer(code for _, code in problems)


def next_faults(
    attributes: Mapping[str, int], picks: Sequence[str], race: str, house: House
) -> dict[str, list[str]]:
    """Return the problems of each ability that isn't held yet as the next pick: the codes of
    `judged_picks`.
    """
    own_picks = _CountedPicks(attributes, race, house)
    own_picks.ids, _ = judged_picks(attributes, picks, race, house)
    return {key: own_picks.faults(key) for key in ABILITIES if key not in own_picks.ids}


def next_picks(
    *, attributes: Mapping[str, int], picks: Sequence[str], race: str, **house: Any
) -> dict[str, Any]:
    """Return the attributes the next ability may come from, in sheet order; and those abilities.
    R-59, R-60.
    """
    faults = next_faults(attributes, picks, race, house_of(**house))
    open_now = [key for key, codes in faults.items() if not codes]
    open_attributes = {ABILITIES[key].attribute for key in open_now}
    return {"attributes": [name for name in ATTRIBUTES if name in open_attributes], "abilities": open_now}


def path_abilities(*, chapter: int) -> dict[str, Any]:
    """Return the number of abilities held in this chapter of an Adventure Path. D-229, R-64."""
    return {"abilities": chapter}
