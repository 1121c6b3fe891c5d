"""The house rules of Basic Systems: what a table may decide otherwise, and the sentences that follow."""

from __future__ import annotations

from rules_py.calculators.house_rules import Option
from rules_py.inputs import Choice, Flag, Int
from rules_py.systems.basic_systems.degrees import HIGHEST_DIFFICULTY
from rules_py.systems.basic_systems.results import (
    AGAIN,
    DOUBLE,
    MASTERY_FROM,
    NEVER,
    NONE_SCORED,
    ONCE,
    ONES_OUTNUMBER,
)

WILLPOWER_IMMUNE = Flag(
    "willpower_immune",
    "1s can’t cancel the success of a Willpower point",
    default=True,
    house_rule=True,
    quiet=True,
    rule="R-14",
)
ONES_CANCEL = Flag("ones_cancel", "each 1 cancels a success", default=True, house_rule=True, rule="R-31")
TENS = Choice(
    "tens",
    "effect of a 10",
    {
        ONCE: "Counts as one success",
        DOUBLE: "Counts as two successes",
        AGAIN: "Adds one more die, which doesn’t add another",
    },
    default=ONCE,
    house_rule=True,
    quiet=True,
    rule="R-31",
)
BOTCH_RULE = Choice(
    "botch_rule",
    "condition for a botch",
    {
        NONE_SCORED: "No successes and at least one 1",
        ONES_OUTNUMBER: "More 1s than successes",
        NEVER: "No botches",
    },
    default=NONE_SCORED,
    house_rule=True,
    quiet=True,
    rule="R-31",
)
POINT_AVERTS = Flag(
    "point_averts",
    "a Willpower point averts a botch",
    default=True,
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="R-15",
)
POINT_SUCCESSES = Int(
    "point_successes",
    "successes from a Willpower point",
    1,
    3,
    default=1,
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="S-090",
)
MASTERY = Int(
    "mastery_from",
    "dots of an Ability that remove one 1 from a botch",
    3,
    6,
    default=MASTERY_FROM,
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="S-082",
    help="One dot more removes two.",
)
AUTOMATIC_MARGIN = Int(
    "automatic_margin",
    "extra dice for an automatic success",
    0,
    5,
    default=0,
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="S-087",
    help="The pool needs this many dice more than the difficulty.",
)
DEFAULT_PENALTY = Int(
    "default_penalty",
    "dice lost without the Ability",
    0,
    3,
    default=0,
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="R-19",
)
HIGHEST = Int(
    "highest_difficulty",
    "highest difficulty",
    8,
    HIGHEST_DIFFICULTY,
    default=HIGHEST_DIFFICULTY,
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="S-038",
)
ALLOW_MIX = Flag("allow_mix", "a ten-dot Trait can be added to others", house_rule=True, rule="R-21")
ALL_BEYOND_HUMAN = Flag(
    "all_beyond_human",
    "every character can have six dots",
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="R-1",
)

DICE = (ONES_CANCEL, TENS, BOTCH_RULE)
"""The house rules that change what dice count for, with or without a Willpower point."""
SWITCHES = (WILLPOWER_IMMUNE, *DICE, POINT_AVERTS, POINT_SUCCESSES, MASTERY)
"""All house rules of a roll: the fields of `House`."""

_NO_MASTERY = (
    "A roll with an Attribute alone, or with Willpower, Humanity or a Path, uses no Ability, so it has no "
    "mastery."
)
_ORDER = "Read the roll in the usual order: botch, 1s, Willpower, degree."
_ADDED = "The point is added to the successes of the dice."
_NUMBERS = ("no dice", "one die", "two dice", "three dice")

OPTIONS = (
    Option(
        ONES_CANCEL,
        {
            "S-062": "A 1 cancels no success.",
            "S-063": "At the table, leave every success in place.",
            "S-064": "So 1s never turn a success into a failure.",
            "S-066": "1s cancel no success, so they never turn a roll with a success into a plain failure.",
            "S-040": "All your successes are left. More successes are better.",
            "R-6": f"{_ORDER} The 1s cancel nothing.",
            "R-7": "1s cancel nothing. They matter only if the roll is a botch.",
            "R-8": "Add the Willpower point to the successes of the dice, and read the degree in the table.",
            "R-13": "There is nothing to help against: 1s cancel no success.",
            "R-14": "1s cancel no success, whether of a die or of a point.",
        },
    ),
    Option(
        TENS,
        {
            "S-043": {
                DOUBLE: "Count the successes. A ten is always two successes, at any difficulty.",
                AGAIN: "Count the successes. A ten is always a success, at any difficulty, and adds one more "
                "die. The added die counts in full, but a 10 on it adds no further die.",
            }
        },
    ),
    Option(
        BOTCH_RULE,
        {
            "S-065": {
                ONES_OUTNUMBER: "If a roll shows more 1s than successes, it is a botch.",
                NEVER: "No roll is a botch: a failure is the worst result.",
            },
            "S-066": {
                ONES_OUTNUMBER: "A roll with at least as many successes as 1s is never a botch. If 1s cancel "
                "them all, it is a plain failure.",
                NEVER: "If 1s cancel every success, the roll is a plain failure, however many 1s are left.",
            },
            "S-071": {
                ONES_OUTNUMBER: "Count how many more 1s than successes there are: the more, the worse the "
                "botch.",
                NEVER: "The number of 1s never makes a failure worse.",
            },
            "R-6": {
                ONES_OUTNUMBER: f"{_ORDER} It is a botch if after mastery it still has more 1s than "
                "successes, not counting those of a Willpower point; the surplus is the degree.",
                NEVER: f"{_ORDER} No roll is a botch.",
            },
            "R-11": {
                ONES_OUTNUMBER: "The 1s no longer outnumber the successes, so the roll isn’t a botch.",
                NEVER: "Mastery has nothing to remove: no roll is a botch.",
            },
            "R-15": {
                ONES_OUTNUMBER: "A Willpower point averts a botch, however many 1s there are, unless your "
                "table lets the dice alone decide.",
                NEVER: "No roll is a botch, with a point or without.",
            },
        },
    ),
    Option(
        WILLPOWER_IMMUNE,
        {
            "R-6": f"{_ORDER} But the success from a Willpower point is added before 1s cancel any.",
            "R-14": "If 1s cancel the successes of dice, they cancel those of a Willpower point, too.",
            "S-091": f"{_ADDED} 1s cancel successes only after that.",
        },
    ),
    Option(
        POINT_AVERTS,
        {
            "R-15": "Here the dice alone decide whether a roll is a botch, and in a botch the point is lost.",
            "S-091": f"{_ADDED} In a botch it is lost.",
            "R-31": "The house rules for 1s, tens, botches and the Willpower point. A Willpower point averts "
            "no botch.",
        },
    ),
    Option(
        POINT_SUCCESSES,
        {
            "S-090": "One Willpower point buys {value} successes.",
            "S-091": _ADDED,
            "R-20": "Without dice there is no success, and no 1 for a botch. A Willpower point still gives "
            "{value} successes.",
        },
    ),
    Option(
        MASTERY,
        {
            "S-082": {
                dots: f"With {words} dots in the Ability you use, you may remove one 1 from a botch."
                for dots, words in {3: "three", 4: "four", 6: "six"}.items()
            },
            "S-083": {
                3: "With four dots or more, you may remove two.",
                4: "With five dots or more, you may remove two.",
                6: "No number of dots removes more than one.",
            },
            "R-12": {
                3: f"Up to two dots remove no 1, three remove one, more remove two. {_NO_MASTERY}",
                4: f"Up to three dots remove no 1, four remove one, more remove two. {_NO_MASTERY}",
                6: f"Up to five dots remove no 1, six remove one. {_NO_MASTERY}",
            },
        },
    ),
    Option(
        AUTOMATIC_MARGIN,
        {
            "S-087": "If your pool exceeds the difficulty by at least {value}, the Storyteller may let you "
            "succeed without a roll.",
            "S-088": {more: f"Against 8, you need {8 + more} dice." for more in range(1, 6)},
        },
    ),
    Option(
        DEFAULT_PENALTY,
        {
            "S-026": {
                fewer: "If you don’t have the Ability, roll the Attribute that goes with it, less "
                f"{_NUMBERS[fewer]}."
                for fewer in range(1, 4)
            },
            "S-027": {
                fewer: "Dov has Perception 3 and no Alertness: he has spent his life next to engines. When a "
                "roll calls for Perception and Alertness, he rolls Perception alone, with "
                f"{_NUMBERS[3 - fewer]}."
                for fewer in range(1, 4)
            },
            "R-19": {
                fewer: f"Yes: {_NUMBERS[fewer]} fewer than your Attribute has dots. The Storyteller chooses "
                "the Attribute for this roll."
                for fewer in range(1, 4)
            },
        },
    ),
    Option(
        HIGHEST,
        {
            "S-038": "The difficulty is a number from 2 to {value}.",
            "S-049": "No difficulty is 10, at which some pools botch more often than smaller ones.",
            "R-4": "No. If a modifier would take the difficulty above {value}, it stays {value}; below 2, it "
            "stays 2.",
            "R-5": "No difficulty is above {value}, and a ten always succeeds.",
            "R-25": "The table has no name for 2, which seldom needs one.",
        },
    ),
    Option(
        ALLOW_MIX,
        {
            "S-023": "A Trait that can go up to ten, such as Humanity, a Path or Willpower, may be added to "
            "other Traits.",
            "R-21": "No. You may add all the Traits that suit the task, and the Ability still gives mastery.",
        },
    ),
    Option(
        ALL_BEYOND_HUMAN,
        {
            "S-002": "A Trait is rated from one to six dots.",
            "S-003": "One dot is also called mediocre; six dots are the most in an Attribute or Ability.",
            "S-024": "A pool of more than twelve dice is practically out of reach.",
            "R-1": "Attributes and Abilities go from 0 to 6, for every character. Willpower, Inspiration, "
            "Humanity and Path go up to ten.",
            "R-3": "Twelve dice, for every character: two ratings of six.",
        },
    ),
)

ON_SHEETS = tuple(each for each in OPTIONS if each.input != ALLOW_MIX)
"""The options that the character sheet follows."""
