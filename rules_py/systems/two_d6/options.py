"""The house rules of [2d6]: what a table may switch, choose or count otherwise than the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from rules_py.base.wording import pluralize
from rules_py.calculators.house_rules import Option
from rules_py.inputs import Flag, Int, NumberChoice
from rules_py.systems.two_d6.difficulty import DEATH_DC
from rules_py.systems.two_d6.experience import AWARD, CINEMATIC_XP, STARTING_XP
from rules_py.systems.two_d6.items import MAX_SLOTS, MUNDANE_SLOTS, RICH_TIMES
from rules_py.systems.two_d6.magic import REPEL_DC, WILD_FROM
from rules_py.systems.two_d6.stats import STAT_POINTS
from rules_py.systems.two_d6.wounds import BASE_WOUNDS, DAYS_PER_WOUND

MAX_BASE_WOUNDS, MAX_DAYS, MAX_TIMES = 6, 7, 5


POINTS = Int(
    "stat_points", "Stat points", 0, 120, default=STAT_POINTS, house_rule=True, in_forms=False, rule="T-030"
)
XP = Int(
    "starting_xp", "Starting XP", 0, 100, default=STARTING_XP, house_rule=True, in_forms=False, rule="T-047"
)
LITERACY = Flag("literacy_on_mastery", "mastering a Language includes Literacy", house_rule=True, rule="R-8")
CINEMATICS = Int(
    "cinematic_xp",
    "Price of a cinematic in XP",
    1,
    10,
    default=CINEMATIC_XP,
    house_rule=True,
    in_forms=False,
    rule="T-222",
)
AWARDED = Int(
    "award_xp", "XP for each award", 1, 10, default=AWARD, house_rule=True, in_forms=False, rule="T-220"
)
SLOTS = Int(
    "mundane_slots",
    "Mundane items at the start",
    0,
    MAX_SLOTS,
    default=MUNDANE_SLOTS,
    house_rule=True,
    in_forms=False,
    rule="T-148",
)
RICH = Int(
    "rich_times",
    "Multiplier of money with Rich",
    RICH_TIMES,
    MAX_TIMES,
    default=RICH_TIMES,
    house_rule=True,
    in_forms=False,
    rule="T-084",
)


WOUNDS = Int(
    "base_wounds",
    "Wounds before Toughness",
    1,
    MAX_BASE_WOUNDS,
    default=BASE_WOUNDS,
    house_rule=True,
    in_forms=False,
    rule="T-207",
)
DEATH = Int(
    "death_dc",
    "DC of the death check",
    3,
    15,
    default=DEATH_DC,
    house_rule=True,
    in_forms=False,
    rule="T-208",
)
HEALING = Int(
    "days_per_wound",
    "Days of rest to heal a wound",
    1,
    MAX_DAYS,
    default=DAYS_PER_WOUND,
    house_rule=True,
    in_forms=False,
    rule="T-212",
)


WILD = NumberChoice(
    "wild_from",
    "the shortfall at which a spell goes wild",
    {5: "5 or more short", 6: "6 or more short"},
    noun="Shortfall at which a spell goes wild",
    default=WILD_FROM,
    start=WILD_FROM,
    house_rule=True,
    rule="R-64",
    quiet=True,
)
BARE_DICE = Flag("bare_dice_attack", "a failed spell attacks with dice alone", house_rule=True, rule="R-67")
REPEL = Int(
    "repel_dc", "DC of Repel Attack", 5, 17, default=REPEL_DC, house_rule=True, in_forms=False, rule="T-254"
)

_COMPANION = (
    "A companion is made like any starting character of your table. You pay the talent’s 5 XP and no more."
)
_SUM = (
    "The sum is your {starting_xp} XP, the stat points you didn’t spend and the XP you earn in play. It buys "
    "talents (spells included), skills, and cinematics at {cinematic_xp} XP each. XP can’t buy stats, except "
    "through the talent Stat Boost."
)
_TIMES = {3: "three times the", 4: "four times the", 5: "five times the"}

OPTIONS = (
    Option(
        POINTS,
        {
            "T-030": "You have {value} points to spend on all eight.",
            "T-034": "The GM may hand out more points for mightier characters, or fewer for weaker ones.",
            "R-3": "A boost costs 5 XP for any rank. You may buy four boosts in all, several for the same "
            "stat if you like, and none raises a stat above 5.",
            "R-84": _COMPANION,
        },
    ),
    Option(
        XP,
        {
            "T-047": "A new character has {value} XP, plus any stat points left over.",
            "T-093": "Your starting XP pays for talents and skills alike: {value} XP, plus any stat points "
            "you didn’t spend.",
            "R-1": _SUM,
            "R-84": _COMPANION,
        },
    ),
    Option(
        LITERACY,
        {"R-8": "The fifth rank in a Language brings Polyglot and Literacy for this language, both free."},
    ),
    Option(
        CINEMATICS,
        {
            "T-222": "A cinematic costs {value} XP, or is free when you roll boxcars on a check.",
            "T-221": "XP buys ranks in skills, each for its number; talents and spells, each for its listed "
            "price; and cinematics, for {value} XP each.",
            "R-1": _SUM,
        },
    ),
    Option(
        AWARDED,
        {
            "T-220": "You earn {value} XP each time you finish an adventure, beat an opponent, solve a "
            "puzzle, or do something splendid."
        },
    ),
    Option(
        SLOTS,
        {
            "T-148": {
                count: f"You own {pluralize(count, 'mundane item', 'mundane items')} and one special item."
                for count in range(1, MAX_SLOTS + 1)
            }
            | {0: "You own one special item, and no mundane ones."},
            "T-151": {
                count: f"You may give up any of your {count} mundane items for money, a fixed sum for each; "
                "the GM names the sum."
                for count in range(2, MAX_SLOTS + 1)
            }
            | {
                0: "You have no mundane items to give up for money.",
                1: "You may give up your mundane item for money; the GM names the sum.",
            },
        },
    ),
    Option(
        RICH,
        {
            "T-084": {
                times: f"With the slow method you start with {words} money. With the fast method you have "
                f"two special items, and each mundane item exchanged for money pays {words} sum."
                for times, words in _TIMES.items()
            },
            "T-152": {
                times: f"With the talent Rich, you start with two special items, and get {words} sum for "
                "each mundane item you give up."
                for times, words in _TIMES.items()
            },
            "T-154": {times: f"With Rich, the purse holds {words} money." for times, words in _TIMES.items()},
        },
    ),
    Option(
        WOUNDS,
        {
            "T-207": {
                count: f"You have {pluralize(count, 'wound', 'wounds')} plus your Toughness, and 1 more with "
                "the talent Extra Wound."
                for count in range(1, MAX_BASE_WOUNDS + 1)
            },
            "R-51": "Toughness 0 gives {value}: there is no other minimum.",
        },
    ),
    Option(
        DEATH,
        {
            "T-208": "At 0 wounds you fall unconscious and roll resolve against DC {value}. If you fail, "
            "you die.",
            "R-31": "The death check’s DC is {value}, whatever the six DCs are; no step or help changes it.",
        },
    ),
    Option(
        HEALING,
        {
            "T-212": "Eight hours of rest a day, and proper food: a wound comes back every {value} days.",
            "T-213": {
                days: f"Too little of either: a wound comes back every {2 * days} days."
                for days in range(1, MAX_DAYS + 1)
            },
            "R-58": "A part of a day counts as a whole one: healing n wounds takes {value} × n days with "
            "rest and food, or half of that with a healer, rounded up; without enough rest or food it takes "
            "twice as long.",
        },
    ),
    Option(
        WILD,
        {
            "R-64": "A spell that misses its DC by exactly 5 fizzles; it goes wild from {value} short.",
            "R-65": "Snake eyes fail a cast, which goes wild only if the total is {value} or more short.",
            "T-236": "You miss it by less than {value}: the spell fizzles, without effect.",
            "T-237": "You miss it by {value} or more: the spell goes wild and turns on you.",
        },
    ),
    Option(
        BARE_DICE,
        {"R-67": "A failed attack spell goes on with dice alone, adds no bonus, and may still hit."},
    ),
    Option(
        REPEL,
        {
            "T-254": "Your cast is your defence against Melee, Throwing, Archery and Shooting. Below {value} "
            "the spell fails, and you defend with dice alone."
        },
    ),
)
"""Everything that a table may decide otherwise."""

IN_FIGHTS = tuple(each for each in OPTIONS if each.input in (WOUNDS, DEATH, HEALING, WILD, BARE_DICE, REPEL))
"""The options that reach the combat tracker."""


@dataclass(frozen=True)
class FightRules:
    """The house rules of a fight."""

    wild_from: int = WILD_FROM
    bare_dice_attack: bool = False
    repel_dc: int = REPEL_DC
    death_dc: int = DEATH_DC
    days_per_wound: int = DAYS_PER_WOUND

    @classmethod
    def of(cls, house: Mapping[str, Any]) -> Self:
        """Return the rules with these values of a table; the others are the book's."""
        return cls(**{each.name: house[each.name] for each in fields(cls) if each.name in house})
