"""The problem codes, each with its meaning and its rule. Invalid inputs, such as an unknown name, are faults
instead, reported where they are detected.
"""

from __future__ import annotations

from rules_py.base.problems import WARNING, ProblemGroup, ProblemType
from rules_py.systems.dichotomy.turns import TURN_CODES

ROLL_CODES = ProblemGroup(
    "A roll",
    ProblemType("same_dichotomy", "A roll can’t use both halves of a pair, or one attribute twice.", "R-05"),
    ProblemType("bad_die", "A die shows 1 to 10 (a 0 is read as 10).", "D-010"),
    ProblemType("smite_needs_power", "Smite works with Power attacks only.", "D-072"),
    ProblemType("aim_needs_finesse", "Deadly Aim works with Finesse attacks only.", "D-061"),
    ProblemType(
        "telekinesis_needs_finesse_spiritual", "A Telekinesis attack uses Finesse and Spiritual.", "D-094"
    ),
)
TRACK_CODES = ProblemGroup(
    "The injury track",
    ProblemType(
        "dive_not_allowed",
        "You can take a dive only when you become seriously injured, or take a hit while seriously injured.",
        "R-55",
    ),
    TURN_CODES["nothing_to_recover"],
)
TRACKER_CODES = ProblemGroup(
    "The Combat tracker",
    ProblemType("cannot_act", "Anyone who is out or playing dead can’t act.", "D-209"),
    ProblemType(
        "bad_target",
        "Choose a foe who is still fighting or, with Cleave or Double Shot, two in the same zone.",
        "R-24",
    ),
    ProblemType("npc_against_npc", "The GM decides fights between NPCs; there is no roll for them.", "R-11"),
    ProblemType(
        "cover_one", "Covering Fire protects one ally, or all allies against one zone, not both.", "D-060"
    ),
    TRACK_CODES["dive_not_allowed"],
)
ATTRIBUTE_CODES = ProblemGroup(
    "Attributes",
    ProblemType("attr_range", "An attribute must be a whole number from 1 to 10.", "D-024"),
    ProblemType("pair_sum", "The two attributes of a pair must add up to 11.", "D-025"),
    ProblemType(
        "race_minimum",
        "A dwarf needs at least 4 in Power, Martial and Technical; an elf in Finesse, Spiritual and Natural.",
        "D-256",
    ),
)
ABILITY_CODES = ProblemGroup(
    "Abilities",
    ProblemType(
        "slot_cap", "No slots left: each attribute holds one ability per three full points.", "D-054"
    ),
    ProblemType("balance", "Choose from the pair with the fewest abilities first.", "D-223"),
    ProblemType("duplicate", "You can’t take the same ability twice.", "R-62"),
    ProblemType("unknown_ability", "Unknown ability.", "D-113"),
    ProblemType("race_only", "Only another people can take this ability.", "R-62"),
    ProblemType(
        "race_first_choice", "A dwarf or elf must take their people’s ability first in this pair.", "R-63"
    ),
    ProblemType("too_many", "A character can’t have more than nine abilities.", "D-053"),
)
EQUIPMENT_CODES = ProblemGroup(
    "Equipment",
    ProblemType("overloaded", "You carry more than your capacity allows.", "D-142"),
    ProblemType("unknown_item", "Unknown item.", "D-145"),
)
MOTIVE_CODES = ProblemGroup(
    "Motives",
    ProblemType("unknown_motive", "Choose one of the sixteen motives.", "R-73"),
    ProblemType("duplicate_motive", "Choose two different motives.", "R-72"),
    ProblemType("too_many_motives", "A character can’t have more than two motives.", "D-114"),
)
EXPERIENCE_CODES = ProblemGroup(
    "Experience",
    ProblemType("not_enough_xp", "You don’t have enough experience.", "R-75"),
    ProblemType("unknown_connection", "Unknown connection.", "D-252"),
    ProblemType("famous_not_allowed", "Only a companion or spouse can be famous.", "R-76"),
    ProblemType("not_owned", "You can’t improve a connection you don’t have.", "R-74"),
    ProblemType("no_path", "This connection can’t be improved to that one.", "R-74"),
    ProblemType("already_held", "You can hold only one standing. Improve the one you have.", "R-75"),
)
SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("name_missing", "The character needs a name.", "D-276", WARNING),
    ProblemType("unknown_race", "Unknown people.", "D-253"),
    ProblemType("unknown_wealth", "Unknown level of wealth.", "R-79"),
    ProblemType("unknown_gear", "Choose armed and armoured, poor or improvised, or none.", "D-147"),
    ProblemType(
        "peak_too_low", "“Most abilities ever held” is lower than the number you have now.", "R-18", WARNING
    ),
    ProblemType(
        "motive_open",
        "A character has two motives, unless one was betrayed and hasn’t been replaced yet.",
        "D-114",
        WARNING,
    ),
    ProblemType("abilities_open", "No abilities yet.", "D-052", WARNING),
    ProblemType("track_full", "That many hits move you to the next step; the count resets to 0.", "D-202"),
)

CHARACTER_CODES = (
    ATTRIBUTE_CODES | ABILITY_CODES | EQUIPMENT_CODES | MOTIVE_CODES | EXPERIENCE_CODES | SHEET_CODES
)
"""The problems of a character or a ledger."""

GROUPS = (
    ATTRIBUTE_CODES,
    ABILITY_CODES,
    MOTIVE_CODES,
    EQUIPMENT_CODES,
    EXPERIENCE_CODES,
    SHEET_CODES,
    ROLL_CODES,
    TURN_CODES,
    TRACK_CODES,
    TRACKER_CODES,
)
"""All problems, in the order of the book's list."""
