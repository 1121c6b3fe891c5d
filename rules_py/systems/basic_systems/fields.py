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
    help="One die per dot of Attribute and Ability, or of one standalone Trait.",
)
DIFFICULTY = Int(
    "difficulty",
    "Difficulty",
    LOWEST_DIFFICULTY,
    HIGHEST_DIFFICULTY,
    default=STANDARD_DIFFICULTY,
    code="bad_difficulty",
    rule="S-037",
    help="The number a die must reach to succeed. Set by the Storyteller; 6 by default.",
)
ABILITY_RATING = Int(
    "ability_rating",
    "Ability rating",
    0,
    BEYOND_HUMAN,
    default=0,
    quiet=True,
    code="ability_out_of_range",
    rule="R-12",
    help="A rating of 5 removes one 1 from a botch, 6 removes two. Lower ratings have no effect.",
)
WILLPOWER = Flag("willpower", "Spend a Willpower point", quiet=True, rule="S-090")

SWITCHES = (
    Flag(
        "willpower_immune",
        "1s can’t cancel the success of a Willpower point",
        default=True,
        house_rule=True,
        quiet=True,
        rule="R-14",
    ),
    Flag("ones_cancel", "each 1 cancels a success", default=True, house_rule=True, rule="R-31"),
    Choice(
        "tens",
        "effect of a 10",
        {
            results.ONCE: "Counts as one success",
            results.DOUBLE: "Counts as two successes",
            results.AGAIN: "Adds one more die, which doesn’t add another",
        },
        default=results.ONCE,
        house_rule=True,
        quiet=True,
        rule="R-31",
    ),
    Choice(
        "botch_rule",
        "condition for a botch",
        {
            results.NONE_SCORED: "No successes and at least one 1",
            results.ONES_OUTNUMBER: "More 1s than successes",
            results.NEVER: "No botches",
        },
        default=results.NONE_SCORED,
        house_rule=True,
        quiet=True,
        rule="R-31",
    ),
)
