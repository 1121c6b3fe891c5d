"""A parsed sheet as a character: the dice of every act, and the stats that an injury can reduce."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.wording import same_name
from rules_py.dice.counts import merge
from rules_py.sheets.sheet_parser import ParsedSheet as SheetReading
from rules_py.systems.action_consequence import sizes
from rules_py.systems.action_consequence.options import BOOK, House
from rules_py.systems.action_consequence.readings import high, roll_distribution
from rules_py.systems.action_consequence.specialties import dice_for_action


@dataclass(frozen=True)
class Act:
    """An endeavor, possibly with a specialization, and its dice."""

    endeavor: str
    dice: tuple[int, ...]
    specialization: str = ""

    @property
    def name(self) -> str:
        return f"{self.endeavor}, {self.specialization}" if self.specialization else self.endeavor

    @property
    def sides(self) -> int:
        """The total sides of all dice, which decide about the we owe list. R-19."""
        return sum(self.dice)


@dataclass(frozen=True)
class Character:
    """The part of a sheet that the rules need, without invalid dice and unknown names."""

    stats: Mapping[str, tuple[int, ...]]
    endeavors: Mapping[str, str]
    specializations: Sequence[Mapping[str, Any]]
    exert_stat: str
    duress_stat: str

    @classmethod
    def of(cls, sheet: SheetReading) -> Character:
        """Return the character of a parsed sheet."""
        return cls(
            {name: _valid_dice(dice) for name, dice in sheet["stats"].items()},
            {name: stat for name, stat in sheet["endeavors"].items() if stat in sheet["stats"]},
            [each for _, each in sheet.entries("specializations") if each["name"].strip()],
            sheet["exert_stat"],
            sheet["duress_stat"],
        )

    def acts(self) -> list[Act]:
        """Return every endeavor, alone and with each of its specializations. A-009, A-083, R-38."""
        return list(self._acts())

    def _acts(self) -> Iterator[Act]:
        for name, stat in self.endeavors.items():
            yield Act(name, self.stats[stat])
            for each in self.specializations:
                if same_name(each["endeavor"], name) and each["adds"] in self.stats and each["adds"] != stat:
                    answer = dice_for_action(
                        stat=self.stats[stat],
                        extra_stat=self.stats[each["adds"]],
                        specialization=True,
                        opponent_uses_counter=False,
                    )
                    yield Act(name, tuple(answer["dice"]), each["name"].strip())

    def injured_stats(self, any_stat: bool = False) -> list[tuple[str, str]]:
        """Return the stats that `Exhausted` and `Injured` can reduce, by that word. R-16, R-35.

        With `any_stat`, both can reduce every stat.
        """
        if any_stat:
            return [("Exhausted or injured", stat) for stat in self.stats]
        injuries = (("Exhausted", self.exert_stat), ("Injured", self.duress_stat))
        return [(word, stat) for word, stat in injuries if stat in self.stats]


def _valid_dice(dice: Sequence[int]) -> tuple[int, ...]:
    """Return the valid dice of a stat, largest first, and at most two. R-32."""
    valid = sorted((each for each in dice if each in sizes.SIZES), reverse=True)
    return tuple(valid[: sizes.MAX_DICE])


def high_die(dice: Sequence[int]) -> dict[int, Fraction]:
    """Return the chance of each value of the high die, which is 0 without dice."""
    distribution = roll_distribution(dice, 0, 1)
    highs = merge((high(read), ways) for read, ways in distribution.weights.items())
    return {each: Fraction(ways, distribution.total) for each, ways in sorted(highs.items())}


def mean_high(dice: Sequence[int]) -> Fraction:
    """Return the mean of the high die."""
    return sum((face * chance for face, chance in high_die(dice).items()), Fraction())


def derive(character: Character, house: House = BOOK) -> dict[str, Any]:
    """Return the values derived from a sheet: those of each act, die sizes, and possible injuries."""
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
        "injuries": {
            stat: sizes.injury_results(character.stats[stat], house.injury_sizes, house.keep_d4)
            for _, stat in character.injured_stats(house.any_stat)
        },
    }
