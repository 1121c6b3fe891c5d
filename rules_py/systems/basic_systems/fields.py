"""The inputs that several calculators share."""

from __future__ import annotations

from rules_py.inputs import Flag, Int
from rules_py.systems.basic_systems.degrees import HIGHEST_DIFFICULTY, LOWEST_DIFFICULTY, STANDARD_DIFFICULTY
from rules_py.systems.basic_systems.pools import BEYOND_HUMAN

MAX_POOL = 20
"""R-3."""

POOL = Int(
    "pool",
    "Dice",
    0,
    MAX_POOL,
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
    help="By the book, a rating of 5 removes one 1 from a botch, and 6 removes two.",
)
WILLPOWER = Flag("willpower", "Spend a Willpower point", quiet=True, rule="S-090")
