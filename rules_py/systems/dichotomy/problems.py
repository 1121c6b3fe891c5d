"""Every problem code in words, with its rule: what breaks one. What is no sound input, such as a name that
nobody has here or a foe without hits, is a fault instead, and told where it is found.
"""

from __future__ import annotations

from rules_py.base.problems import WARNING, Code, Codes
from rules_py.systems.dichotomy.turns import TURN_CODES

ROLL_CODES = Codes(
    "A roll",
    Code("same_dichotomy", "No roll uses both halves of a pair, or one attribute twice.", "R-05"),
    Code("bad_die", "A die shows 1 to 10; a 0 is read as 10.", "D-010"),
    Code("smite_needs_power", "Smite goes with Power attacks.", "D-072"),
    Code("aim_needs_finesse", "Deadly Aim goes with Finesse attacks.", "D-061"),
    Code("telekinesis_needs_finesse_spiritual", "Telekinesis attacks with Finesse and Spiritual.", "D-094"),
)
TRACK_CODES = Codes(
    "The injury track",
    Code(
        "dive_not_allowed",
        "A dive is allowed when a serious injury comes, and when hit while seriously injured.",
        "R-55",
    ),
    TURN_CODES["nothing_to_recover"],
)
DESK_CODES = Codes(
    "The fight desk",
    Code("cannot_act", "Who is out or plays dead does nothing.", "D-209"),
    Code(
        "bad_target",
        "Choose foes who still stand: one, or two of one zone with Cleave or Double Shot.",
        "R-24",
    ),
    Code("npc_against_npc", "The game master tells how those two fare; there is no roll for it.", "R-11"),
    Code("cover_one", "Covering Fire is for one friend, or against the shots of one zone.", "D-060"),
    TRACK_CODES["dive_not_allowed"],
)
ATTRIBUTE_CODES = Codes(
    "Attributes",
    Code("attr_range", "An attribute is a whole number from 1 to 10.", "D-024"),
    Code("pair_sum", "The two attributes of a pair sum to 11.", "D-025"),
    Code(
        "race_minimum",
        "A dwarf has at least 4 in Power, Martial and Technical, an elf in Finesse, Spiritual and Natural.",
        "D-256",
    ),
)
ABILITY_CODES = Codes(
    "Abilities",
    Code("slot_cap", "The attribute has no room: one ability for each three full points.", "D-054"),
    Code("balance", "Another dichotomy holds fewer abilities; its turn comes first.", "D-223"),
    Code("duplicate", "An ability is held once.", "R-62"),
    Code("unknown_ability", "There is no such ability.", "D-113"),
    Code("race_only", "That ability belongs to another people.", "R-62"),
    Code("race_first_choice", "A dwarf or an elf takes an ability of their people first here.", "R-63"),
    Code("too_many", "Nine abilities are the most a character can hold.", "D-053"),
)
EQUIPMENT_CODES = Codes(
    "Equipment",
    Code("overloaded", "More is carried than the capacity allows.", "D-142"),
    Code("unknown_item", "There is no such item on the list.", "D-145"),
)
MOTIVE_CODES = Codes(
    "Motives",
    Code("unknown_motive", "Player characters choose from the sixteen motives.", "R-73"),
    Code("duplicate_motive", "The two motives differ from each other.", "R-72"),
    Code("too_many_motives", "A character has two motives at a time.", "D-114"),
)
EXPERIENCE_CODES = Codes(
    "Experience",
    Code("not_enough_xp", "There is not that much experience to spend.", "R-75"),
    Code("unknown_connection", "There is no such connection.", "D-252"),
    Code("famous_not_allowed", "Only a companion or a spouse can be had famous.", "R-76"),
    Code("not_owned", "What is not held cannot be raised.", "R-74"),
    Code("no_path", "No ladder leads from the one to the other.", "R-74"),
    Code("already_held", "Standing is held once; raise what is there.", "R-75"),
)
SHEET_CODES = Codes(
    "The sheet",
    Code("name_missing", "The character needs a name.", "D-276", WARNING),
    Code("unknown_race", "There is no such people.", "D-253"),
    Code("unknown_wealth", "There is no such level of wealth.", "R-79"),
    Code("unknown_gear", "Gear is whole, poor or missing.", "D-147"),
    Code("peak_too_low", "More abilities are held now than the peak says.", "R-18", WARNING),
    Code(
        "motive_open",
        "A character has two motives, save while a betrayed one's place is empty.",
        "D-114",
        WARNING,
    ),
    Code(
        "abilities_open",
        "A new character usually has three abilities, one from each pair of attributes; this one has none.",
        "D-052",
        WARNING,
    ),
    Code("track_full", "So many hits are the next step of the track; the count starts again at 0.", "D-202"),
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
