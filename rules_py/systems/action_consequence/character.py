"""A sheet read as a character: the dice of every act, and what an injury may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.wording import same_name
from rules_py.dice.counts import merge
from rules_py.sheets.sheet_parser import Reading as SheetReading
from rules_py.systems.action_consequence import sizes
from rules_py.systems.action_consequence.readings import high, law
from rules_py.systems.action_consequence.specialties import dice_for_action


@dataclass(frozen=True)
class Act:
    """What a character may be up to: an endeavor, perhaps with a specialization, and the dice it throws."""

    endeavor: str
    dice: tuple[int, ...]
    specialization: str = ""

    @property
    def name(self) -> str:
        return f"{self.endeavor}, {self.specialization}" if self.specialization else self.endeavor

    @property
    def sides(self) -> int:
        """The sides of all dice, as the we owe list counts them. R-19."""
        return sum(self.dice)


@dataclass(frozen=True)
class Character:
    """The part of a sheet that the rules work with: dice there are, entries that name each other."""

    stats: Mapping[str, tuple[int, ...]]
    endeavors: Mapping[str, str]
    specializations: Sequence[Mapping[str, Any]]
    exert_stat: str
    duress_stat: str

    @classmethod
    def of(cls, sheet: SheetReading) -> Character:
        """The character of a sheet as it was read."""
        return cls(
            {name: _known(dice) for name, dice in sheet["stats"].items()},
            {name: stat for name, stat in sheet["endeavors"].items() if stat in sheet["stats"]},
            [each for _, each in sheet.entries("specializations") if each["name"].strip()],
            sheet["exert_stat"],
            sheet["duress_stat"],
        )

    def acts(self) -> list[Act]:
        """Every endeavor, by itself and with each specialization that belongs to it. A-009, A-083, R-38."""
        return list(self._acts())

    def _acts(self) -> Iterator[Act]:
        for name, stat in self.endeavors.items():
            yield Act(name, self.stats[stat])
            for each in self.specializations:
                if same_name(each["endeavor"], name) and each["adds"] in self.stats and each["adds"] != stat:
                    found = dice_for_action(
                        stat=self.stats[stat],
                        extra_stat=self.stats[each["adds"]],
                        specialization=True,
                        opponent_uses_counter=False,
                    )
                    yield Act(name, tuple(found["dice"]), each["name"].strip())

    def hurt(self) -> dict[str, str]:
        """The stat that each takes from, by how it is called: `Exhausted`, `Injured`. R-16, R-35."""
        found = {"Exhausted": self.exert_stat, "Injured": self.duress_stat}
        return {word: stat for word, stat in found.items() if stat in self.stats}


def _known(dice: Sequence[int]) -> tuple[int, ...]:
    """The dice of a stat that there are, largest first; of more than two the largest. R-32."""
    known = sorted((each for each in dice if each in sizes.SIZES), reverse=True)
    return tuple(known[: sizes.MOST_DICE])


def high_die(dice: Sequence[int]) -> dict[int, Fraction]:
    """The chance of each high die; surely 0 without dice."""
    found = law(dice, 0, 1)
    highs = merge((high(read), ways) for read, ways in found.ways.items())
    return {each: Fraction(ways, found.total) for each, ways in sorted(highs.items())}


def mean_high(dice: Sequence[int]) -> Fraction:
    """The mean of the high die."""
    return sum((face * chance for face, chance in high_die(dice).items()), Fraction())


def derived(character: Character) -> dict[str, Any]:
    """What follows from a sheet: the dice, sides and high die of each act, sizes, and what injuries leave."""
    return {
        "acts": [
            {
                "endeavor": act.endeavor,
                "specialization": act.specialization,
                "dice": list(act.dice),
                "sides": act.sides,
                "high": high_die(act.dice),
                "mean_high": mean_high(act.dice),
            }
            for act in character.acts()
        ],
        "sizes": {name: sizes.count(dice) for name, dice in character.stats.items()},
        "sizes_total": sum(map(sizes.count, character.stats.values())),
        "injuries": {stat: sizes.injuries(character.stats[stat]) for stat in character.hurt().values()},
    }
