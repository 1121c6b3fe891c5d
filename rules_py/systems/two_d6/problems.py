"""The messages of every problem of a character, with its rule."""

from __future__ import annotations

from rules_py.base.problems import WARNING, ProblemGroup, ProblemType

LEDGER_CODES = ProblemGroup(
    "A character",
    ProblemType("STAT_RANGE", "Stat ranks must be between 0 and 5.", "R-80"),
    ProblemType("STAT_POINTS", "These stats cost more points than you have.", "T-030"),
    ProblemType("STAT_CAP", "A stat can’t be above 5, even with Stat Boosts.", "R-3"),
    ProblemType("BOOST_LIMIT", "You can take at most four Stat Boosts.", "T-086"),
    ProblemType("XP_OVERSPENT", "This costs more XP than you have.", "R-1"),
    ProblemType("SKILL_RANGE", "Skill ranks must be between 0 and 5.", "R-80"),
    ProblemType("SKILL_TWICE", "List each skill once, with its total rank.", "T-091"),
    ProblemType(
        "SKILL_SPECIALTY",
        "Specify which: a field of Knowledge, a Language, a type of Performance or a Trade; "
        "for Melee: Heavy, Light or Unarmed.",
        "T-095",
    ),
    ProblemType(
        "TALENT_UNKNOWN",
        "This isn’t on the list. Give a custom talent a price, or a custom spell a DC.",
        "T-046",
    ),
    ProblemType("TALENT_REPEAT", "You can take this only once, or only once for each subject.", "R-9"),
    ProblemType(
        "TALENT_LATE",
        "You can take this talent only while making the character. Later, an Extra Organ needs an exception "
        "by the GM. Rank 5 in a Language brings Polyglot, and perhaps Literacy.",
        "R-10",
    ),
    ProblemType("ORGAN_TIER", "An Extra Organ costs 1, 3 or 5 XP.", "T-066"),
    ProblemType(
        "ALTERED_PAIR", "A state must raise one stat and lower another, and always the same two.", "R-12"
    ),
    ProblemType("ALTERED_RANGE", "This state would take a stat above +5 or below +0.", "T-054"),
    ProblemType("RACE_REQUIRED", "This race requires a talent you haven’t bought.", "T-176"),
    ProblemType("SPELL_DC", "A spell’s DC must be 7, 9, 11, 13, 15 or 17.", "R-32"),
    ProblemType("NEGATIVE", "Enter a whole number from 0 to 9999. Anything below 0 counts as 0.", "R-98"),
    ProblemType(
        "ARMOUR_UNTRAINED",
        "Without Armor Proficiency this armour rerolls only a 2, and hampers you in full.",
        "T-166",
        WARNING,
    ),
    ProblemType(
        "POLYGLOT_REDUNDANT", "Rank 5 in this Language already brings Polyglot free.", "R-8", WARNING
    ),
    ProblemType("STAT_OFF_LIST", "This skill doesn’t usually use this stat.", "R-81", WARNING),
    ProblemType(
        "NO_WAKING",
        "With this many limbs lost, the character has no wounds left and can’t wake up.",
        "R-52",
        WARNING,
    ),
    ProblemType("SPECIAL_ITEMS", "You have more special items than the fast method gives.", "T-148", WARNING),
)
SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("NAME_MISSING", "The character needs a name.", "T-016"),
    ProblemType("SKILL_UNKNOWN", "Choose a skill from the list, or Custom.", "T-094"),
    ProblemType("WHICH", "Specify which.", "R-9", WARNING),
    ProblemType("NO_STATS", "You haven’t spent any points on stats yet.", "T-030", WARNING),
    ProblemType("NO_SPELL", "You don’t know a spell that this works with.", "R-70", WARNING),
    ProblemType("ARMOUR_ITEM", "This armour is a special item. Add it to your belongings.", "T-157", WARNING),
    ProblemType("MUNDANE_ITEMS", "You have more mundane items than the fast method gives.", "T-148", WARNING),
    ProblemType("STATE_UNKNOWN", "You haven’t bought an Altered State with this name.", "T-053", WARNING),
)
CHARACTER_CODES = LEDGER_CODES | SHEET_CODES
GROUPS = (LEDGER_CODES, SHEET_CODES)
