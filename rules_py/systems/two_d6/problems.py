"""Every problem of a character in words, with its rule."""

from __future__ import annotations

from rules_py.base.problems import WARNING, ProblemGroup, ProblemType

LEDGER_CODES = ProblemGroup(
    "A character",
    ProblemType("STAT_RANGE", "The rank of a stat must be from 0 to 5.", "R-80"),
    ProblemType("STAT_POINTS", "There aren’t enough points for all of these stats.", "T-030"),
    ProblemType("STAT_CAP", "No stat goes past 5, Stat Boosts and all.", "R-3"),
    ProblemType("BOOST_LIMIT", "A character can have at most four Stat Boosts.", "T-086"),
    ProblemType("XP_OVERSPENT", "There isn’t enough experience for all of this.", "R-1"),
    ProblemType("SKILL_RANGE", "The rank of a skill must be from 0 to 5.", "R-80"),
    ProblemType("SKILL_TWICE", "A skill is listed once, with its whole rank.", "T-091"),
    ProblemType(
        "SKILL_SPECIALTY",
        "Say which: a field of Knowledge, a Language, what is Performed, a Trade; "
        "and of Melee whether Heavy, Light or Unarmed.",
        "T-095",
    ),
    ProblemType(
        "TALENT_UNKNOWN",
        "This isn’t on the list. A talent of your own needs a price, and a spell of your own a DC.",
        "T-046",
    ),
    ProblemType("TALENT_REPEAT", "This can be bought only once, or once for each thing it names.", "R-9"),
    ProblemType(
        "TALENT_LATE",
        "This talent can be bought only when the character is made. Later an Extra Organ takes an exception "
        "by the GM, and rank 5 in a Language brings Polyglot and perhaps Literacy.",
        "R-10",
    ),
    ProblemType("ORGAN_TIER", "An Extra Organ costs 1, 3 or 5 XP.", "T-066"),
    ProblemType(
        "ALTERED_PAIR",
        "A state raises one stat and lowers another, and the same two each time it is bought.",
        "R-12",
    ),
    ProblemType("ALTERED_RANGE", "In this state a stat would pass +5 or drop below +0.", "T-054"),
    ProblemType("RACE_REQUIRED", "This race requires a talent that hasn’t been bought.", "T-176"),
    ProblemType("SPELL_DC", "The difficulty of a spell is 7, 9, 11, 13, 15 or 17.", "R-32"),
    ProblemType("NEGATIVE", "This must be a whole number from 0 to 9999; one below 0 counts as 0.", "R-98"),
    ProblemType(
        "ARMOUR_UNTRAINED",
        "Without Armor Proficiency this armour rerolls a 2 only, and hampers as much as ever.",
        "T-166",
        WARNING,
    ),
    ProblemType(
        "POLYGLOT_REDUNDANT",
        "Rank 5 in this Language brings Polyglot free; it need not be bought.",
        "R-8",
        WARNING,
    ),
    ProblemType("STAT_OFF_LIST", "This stat isn’t among those usual with the skill.", "R-81", WARNING),
    ProblemType(
        "NO_WAKING", "With so many limbs lost no wound is left: the character can’t wake.", "R-52", WARNING
    ),
    ProblemType(
        "SPECIAL_ITEMS", "These are more special items than the fast method gives.", "T-148", WARNING
    ),
)
SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("NAME_MISSING", "The character needs a name.", "T-016"),
    ProblemType("SKILL_UNKNOWN", "Choose one of the skills, or one of your own.", "T-094"),
    ProblemType("WHICH", "Say which.", "R-9", WARNING),
    ProblemType(
        "NO_STATS", "No stat has been bought yet; all points are still to be spent.", "T-030", WARNING
    ),
    ProblemType("NO_SPELL", "The character knows no spell that this can be used with.", "R-70", WARNING),
    ProblemType("ARMOUR_ITEM", "This armour is a special item; add it to the belongings.", "T-157", WARNING),
    ProblemType(
        "MUNDANE_ITEMS", "These are more mundane items than the fast method gives.", "T-148", WARNING
    ),
    ProblemType("STATE_UNKNOWN", "No Altered State of this name has been bought.", "T-053", WARNING),
)
CHARACTER_CODES = LEDGER_CODES | SHEET_CODES
GROUPS = (LEDGER_CODES, SHEET_CODES)
