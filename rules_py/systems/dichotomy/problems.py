"""Every problem code in words, with its rule: what breaks one. What is no sound input, such as a name that
nobody has here or a foe without hits, is a fault instead, and told where it is found.
"""

from __future__ import annotations

from rules_py.base.problems import WARNING, ProblemGroup, ProblemType
from rules_py.systems.dichotomy.turns import TURN_CODES

ROLL_CODES = ProblemGroup(
    "A roll",
    ProblemType("same_dichotomy", "No roll uses both halves of a pair, or one attribute twice.", "R-05"),
    ProblemType("bad_die", "A die shows 1 to 10; a 0 is read as 10.", "D-010"),
    ProblemType("smite_needs_power", "Smite goes with Power attacks.", "D-072"),
    ProblemType("aim_needs_finesse", "Deadly Aim goes with Finesse attacks.", "D-061"),
    ProblemType(
        "telekinesis_needs_finesse_spiritual", "Telekinesis attacks with Finesse and Spiritual.", "D-094"
    ),
)
TRACK_CODES = ProblemGroup(
    "The injury track",
    ProblemType(
        "dive_not_allowed",
        "A dive is allowed when a serious injury comes, and when hit while seriously injured.",
        "R-55",
    ),
    TURN_CODES["nothing_to_recover"],
)
DESK_CODES = ProblemGroup(
    "The fight desk",
    ProblemType("cannot_act", "Who is out or plays dead does nothing.", "D-209"),
    ProblemType(
        "bad_target",
        "Choose foes who still stand: one, or two of one zone with Cleave or Double Shot.",
        "R-24",
    ),
    ProblemType(
        "npc_against_npc", "The game master tells how those two fare; there is no roll for it.", "R-11"
    ),
    ProblemType("cover_one", "Covering Fire is for one friend, or against the shots of one zone.", "D-060"),
    TRACK_CODES["dive_not_allowed"],
)
ATTRIBUTE_CODES = ProblemGroup(
    "Attributes",
    ProblemType("attr_range", "An attribute is a whole number from 1 to 10.", "D-024"),
    ProblemType("pair_sum", "The two attributes of a pair sum to 11.", "D-025"),
    ProblemType(
        "race_minimum",
        "A dwarf has at least 4 in Power, Martial and Technical, an elf in Finesse, Spiritual and Natural.",
        "D-256",
    ),
)
ABILITY_CODES = ProblemGroup(
    "Abilities",
    ProblemType("slot_cap", "The attribute has no room: one ability for each three full points.", "D-054"),
    ProblemType("balance", "Another dichotomy holds fewer abilities; its turn comes first.", "D-223"),
    ProblemType("duplicate", "An ability is held once.", "R-62"),
    ProblemType("unknown_ability", "There is no such ability.", "D-113"),
    ProblemType("race_only", "That ability belongs to another people.", "R-62"),
    ProblemType(
        "race_first_choice", "A dwarf or an elf takes an ability of their people first here.", "R-63"
    ),
    ProblemType("too_many", "Nine abilities are the most a character can hold.", "D-053"),
)
EQUIPMENT_CODES = ProblemGroup(
    "Equipment",
    ProblemType("overloaded", "More is carried than the capacity allows.", "D-142"),
    ProblemType("unknown_item", "There is no such item on the list.", "D-145"),
)
MOTIVE_CODES = ProblemGroup(
    "Motives",
    ProblemType("unknown_motive", "Player characters choose from the sixteen motives.", "R-73"),
    ProblemType("duplicate_motive", "The two motives differ from each other.", "R-72"),
    ProblemType("too_many_motives", "A character has two motives at a time.", "D-114"),
)
EXPERIENCE_CODES = ProblemGroup(
    "Experience",
    ProblemType("not_enough_xp", "There is not that much experience to spend.", "R-75"),
    ProblemType("unknown_connection", "There is no such connection.", "D-252"),
    ProblemType("famous_not_allowed", "Only a companion or a spouse can be had famous.", "R-76"),
    ProblemType("not_owned", "What is not held cannot be raised.", "R-74"),
    ProblemType("no_path", "No ladder leads from the one to the other.", "R-74"),
    ProblemType("already_held", "Standing is held once; raise what is there.", "R-75"),
)
SHEET_CODES = ProblemGroup(
    "The sheet",
    ProblemType("name_missing", "The character needs a name.", "D-276", WARNING),
    ProblemType("unknown_race", "There is no such people.", "D-253"),
    ProblemType("unknown_wealth", "There is no such level of wealth.", "R-79"),
    ProblemType("unknown_gear", "Gear is whole, poor or missing.", "D-147"),
    ProblemType("peak_too_low", "More abilities are held now than the peak says.", "R-18", WARNING),
    ProblemType(
        "motive_open",
        "A character has two motives, save while a betrayed one's place is empty.",
        "D-114",
        WARNING,
    ),
    ProblemType(
        "abilities_open",
        "A new character usually has three abilities, one from each pair of attributes; this one has none.",
        "D-052",
        WARNING,
    ),
    ProblemType(
        "track_full", "So many hits are the next step of the track; the count starts again at 0.", "D-202"
    ),
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
    DESK_CODES,
)
"""All of them, in the order of the book's list."""
