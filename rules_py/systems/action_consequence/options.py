"""The house rules of Action & Consequence: what a table may decide otherwise than the book does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rules_py.author import Flag, Int, Option

INJURY_SIZES = Int(
    "injury_sizes",
    "Die sizes lost by exhaustion or injury",
    1,
    4,
    default=2,
    house_rule=True,
    in_forms=False,
    rule="A-030",
)
KEEP_D4 = Flag("keep_d4", "a d4 can’t be lost", house_rule=True, in_forms=False, rule="R-12")
SPECIALIZATION_COST = Int(
    "specialization_cost",
    "Die sizes that a new specialization costs",
    0,
    3,
    default=1,
    house_rule=True,
    in_forms=False,
    rule="R-17",
)
ANY_STAT = Flag("any_stat", "the winner may hurt any stat", house_rule=True, in_forms=False, rule="A-031")
OWED_MARGIN = Int(
    "owed_margin",
    "Sides by which the other side’s dice must exceed yours",
    1,
    6,
    default=1,
    house_rule=True,
    in_forms=False,
    rule="R-19",
)
OWED_WHEN_DOUBLED = Flag(
    "owed_when_doubled",
    "being doubled in the first round puts you on the list too",
    house_rule=True,
    in_forms=False,
    rule="A-073",
)

_SIZES = {1: "one die size", 2: "two die sizes", 3: "three die sizes", 4: "four die sizes"}
_GAINED = "Sizes may move, an endeavor may use another stat, and a specialization "
_OTHER_SIZES = [number for number in _SIZES if number != INJURY_SIZES.default]

OPTIONS = (
    Option(
        INJURY_SIZES,
        {
            "A-030": {number: f"You lose {_SIZES[number]} from one stat." for number in _OTHER_SIZES},
            "A-032": {
                number: "The winner chooses which of these stats, if there’s a choice, and which "
                + ("die." if number == 1 else "dice lose the sizes.")
                for number in _OTHER_SIZES
            },
            "A-034": {
                number: "Either of you can fall back on exhaust or injure at any time. Say so, and the loss "
                f"is {_SIZES[number]}, with no more bargaining."
                for number in _OTHER_SIZES
            },
            "R-13": {
                number: f"If a stat has {'nothing' if number == 1 else f'fewer than {_SIZES[number]}'} left, "
                "the winner takes from the other; if neither has enough, you lose what is left."
                for number in _OTHER_SIZES
            },
        },
    ),
    Option(
        KEEP_D4,
        {
            "R-12": "Dice go from d4 to d12. A d4 can’t get smaller and is never lost.",
            "R-13": "A d4 has no size to lose. If both stats are short, you lose what is left, and "
            "anything more has to be negotiated.",
            "R-32": "Two, whatever your injuries. Only a specialization or helpers can give you more.",
        },
    ),
    Option(
        ANY_STAT,
        {
            "A-031": "It’s whichever of your stats the winner chooses.",
            "R-35": "The one that the winner chooses, for exhaustion as for injury.",
        },
    ),
    Option(
        SPECIALIZATION_COST,
        {
            "R-17": {
                0: f"{_GAINED}may be gained for nothing.",
                2: f"{_GAINED}costs at least two sizes.",
                3: f"{_GAINED}costs at least three sizes.",
            }
        },
    ),
    Option(
        OWED_MARGIN,
        {
            "R-19": "Those rolled in the first round count. The other side’s dice must have at least {value} "
            "more sides in total than yours.",
            "R-31": "Compare dice with each opponent you faced in the first round. Only those whose dice had "
            "at least {value} more sides than yours can put you on the list.",
        },
    ),
    Option(
        OWED_WHEN_DOUBLED,
        {
            "A-073": "Your character’s name is added after the first round of a conflict in which your dice "
            "have fewer sides in total, even if you’re doubled.",
            "R-20": "However the first round ends, you’re listed.",
            "R-31": "Compare dice with each opponent you faced in the first round. An opponent who doubled "
            "you can put you on the list, too.",
        },
    ),
)

ON_SHEETS = tuple(each for each in OPTIONS if each.input != SPECIALIZATION_COST)
"""The options that the character sheet follows."""


class House(NamedTuple):
    """The values of all options, by default those of the book."""

    injury_sizes: int = 2
    keep_d4: bool = False
    specialization_cost: int = 1
    any_stat: bool = False
    owed_margin: int = 1
    owed_when_doubled: bool = False

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> House:
        """Return the options with these values; those that aren't named have the book's."""
        return cls(**values)

    @property
    def injury_words(self) -> str:
        """The loss in words: `two die sizes`."""
        return _SIZES[self.injury_sizes]


BOOK = House()
