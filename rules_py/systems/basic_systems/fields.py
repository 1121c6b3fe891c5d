"""The inputs that several calculators share."""

from __future__ import annotations

from rules_py.inputs import Choice, Flag, Int
from rules_py.systems.basic_systems import results
from rules_py.systems.basic_systems.degrees import HIGHEST_DIFFICULTY, LOWEST_DIFFICULTY, STANDARD_DIFFICULTY
from rules_py.systems.basic_systems.pools import BEYOND_HUMAN

LARGEST_POOL = 20
"""R-3."""

POOL = Int(
    "pool",
    "Dice",
    0,
    LARGEST_POOL,
    start=5,
    code="bad_pool",
    rule="S-019",
    help="A die for each dot in the Attribute and in the Ability, or in the one Trait that stands alone.",
)
DIFFICULTY = Int(
    "difficulty",
    "Difficulty",
    LOWEST_DIFFICULTY,
    HIGHEST_DIFFICULTY,
    default=STANDARD_DIFFICULTY,
    code="bad_difficulty",
    rule="S-037",
    help="What a die has to show to succeed. The Storyteller says it; it is 6 if nobody does.",
)
ABILITY_RATING = Int(
    "ability_rating",
    "Rating of the Ability used",
    0,
    BEYOND_HUMAN,
    default=0,
    quiet=True,
    code="ability_out_of_range",
    rule="R-12",
    help="5 takes a 1 from a botch, 6 takes two. Below that, or without an Ability, it changes nothing.",
)
WILLPOWER = Flag("willpower", "Spend a point of Willpower", quiet=True, rule="S-090")

SWITCHES = (
    Flag(
        "willpower_immune",
        "1s never touch the success of a Willpower point",
        default=True,
        house_rule=True,
        quiet=True,
        rule="R-14",
    ),
    Flag("ones_cancel", "each 1 wipes out a success", default=True, house_rule=True, rule="R-31"),
    Choice(
        "tens",
        "what a 10 does",
        {
            results.ONCE: "It is one success",
            results.DOUBLE: "It is two successes",
            results.AGAIN: "It adds one more die, which adds none itself",
        },
        default=results.ONCE,
        house_rule=True,
        quiet=True,
        rule="R-31",
    ),
    Choice(
        "botch_rule",
        "what makes a botch",
        {
            results.NONE_SCORED: "No success thrown, and at least one 1",
            results.ONES_OUTNUMBER: "More 1s than successes thrown",
            results.NEVER: "Nothing: there are no botches",
        },
        default=results.NONE_SCORED,
        house_rule=True,
        quiet=True,
        rule="R-31",
    ),
)
