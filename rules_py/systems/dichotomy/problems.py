"""Every problem code in words, with its rule; the list of them all that the book shows."""

from __future__ import annotations

from rules_py.game import Column, ReferenceList
from rules_py.systems.dichotomy.turns import TURN as TURN_CODES

Wording = tuple[str, str]
"""What is wrong, as a sentence, and the rule that says so."""

TURN: dict[str, Wording] = {each.code: (each.words, each.rule or "") for each in TURN_CODES}
ROLL: dict[str, Wording] = {
    "same_dichotomy": ("No roll uses both halves of a pair, or one attribute twice.", "R-05"),
    "bad_die": ("A die shows 1 to 10; a 0 is read as 10.", "D-010"),
    "smite_needs_power": ("Smite goes with Power attacks.", "D-072"),
    "aim_needs_finesse": ("Deadly Aim goes with Finesse attacks.", "D-061"),
    "telekinesis_needs_finesse_spiritual": ("Telekinesis attacks with Finesse and Spiritual.", "D-094"),
}
TRACK: dict[str, Wording] = {
    "dive_not_allowed": (
        "A dive is for those who have just become seriously injured, or are hurt again.",
        "R-55",
    ),
    "nothing_to_recover": TURN["nothing_to_recover"],
}
ATTRIBUTE: dict[str, Wording] = {
    "attr_range": ("An attribute is a whole number from 1 to 10.", "D-024"),
    "pair_sum": ("The two attributes of a pair sum to 11.", "D-025"),
    "race_minimum": (
        "A dwarf has at least 4 in Power, Martial and Technical, an elf in Finesse, Spiritual and Natural.",
        "D-256",
    ),
}
ABILITY: dict[str, Wording] = {
    "slot_cap": ("The attribute has no room: one ability for each three full points.", "D-054"),
    "balance": ("Another dichotomy holds fewer abilities; its turn comes first.", "D-223"),
    "duplicate": ("An ability is held once.", "R-62"),
    "unknown_ability": ("There is no such ability.", "D-113"),
    "race_only": ("That ability belongs to another people.", "R-62"),
    "race_first_choice": ("A dwarf or an elf takes an ability of their people first here.", "R-63"),
    "too_many": ("Nine abilities are the most a character can hold.", "D-053"),
}
EQUIPMENT: dict[str, Wording] = {
    "overloaded": ("More is carried than the capacity allows.", "D-142"),
    "unknown_item": ("There is no such item on the list.", "D-145"),
}
MOTIVE: dict[str, Wording] = {
    "unknown_motive": ("Player characters choose from the sixteen motives.", "R-73"),
    "duplicate_motive": ("The two motives differ from each other.", "R-72"),
    "too_many_motives": ("A character has two motives at a time.", "D-114"),
}
EXPERIENCE: dict[str, Wording] = {
    "not_enough_xp": ("There is not that much experience to spend.", "R-75"),
    "unknown_connection": ("There is no such connection.", "D-252"),
    "famous_not_allowed": ("Only a companion or a spouse can be had famous.", "R-76"),
    "not_owned": ("What is not held cannot be raised.", "R-74"),
    "no_path": ("No ladder leads from the one to the other.", "R-74"),
    "already_held": ("Standing is held once; raise what is there.", "R-75"),
}
WORDS = ATTRIBUTE | ABILITY | EQUIPMENT | MOTIVE | EXPERIENCE
"""What may be wrong with a character or a ledger."""

_ABOUT = {
    "Attributes": ATTRIBUTE,
    "Abilities": ABILITY,
    "Motives": MOTIVE,
    "Equipment": EQUIPMENT,
    "Experience": EXPERIENCE,
    "A roll": ROLL,
    "A turn": TURN,
    "The injury track": TRACK,
}

PROBLEM_LIST = ReferenceList(
    name="problems",
    title="Problems and what they mean",
    names="Code",
    states=False,
    columns=(Column("about", "About", filter=True), Column("words", "In words")),
    entries=tuple(
        {
            "id": f"{about}-{code}".lower().replace(" ", "-"),
            "name": code,
            "about": about,
            "words": words,
            "rules": (rule,),
        }
        for about, codes in _ABOUT.items()
        for code, (words, rule) in codes.items()
    ),
)
