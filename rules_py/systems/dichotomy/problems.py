"""Problem codes of characters and ledgers in words, with their rules; `turns.py` has those of turns."""

from __future__ import annotations

WORDS = {
    "attr_range": ("An attribute is a whole number from 1 to 10.", "D-024"),
    "pair_sum": ("The two attributes of a pair sum to 11.", "D-025"),
    "race_minimum": ("A dwarf has at least 4 in Power, Martial and Technical, an elf in Finesse, Spiritual "
                     "and Natural.",
                     "D-256"),
    "slot_cap": ("The attribute has no room: one ability for each three full points.", "D-054"),
    "balance": ("Another dichotomy holds fewer abilities; its turn comes first.", "D-223"),
    "duplicate": ("An ability is held once.", "R-62"),
    "unknown_ability": ("There is no such ability.", "D-113"),
    "race_only": ("That ability belongs to another people.", "R-62"),
    "race_first_choice": ("The people asks for another ability first here.", "R-63"),
    "too_many": ("Nine abilities are the most a character can hold.", "D-053"),
    "overloaded": ("More is carried than the capacity allows.", "D-142"),
    "unknown_item": ("There is no such item on the list.", "D-145"),
    "unknown_motive": ("Player characters choose from the sixteen motives.", "R-73"),
    "duplicate_motive": ("The two motives differ from each other.", "R-72"),
    "too_many_motives": ("A character has two motives at a time.", "D-114"),
    "not_enough_xp": ("There is not that much experience to spend.", "R-75"),
    "unknown_connection": ("There is no such connection.", "D-252"),
    "famous_not_allowed": ("Only a companion or a spouse can be had famous.", "R-76"),
    "not_owned": ("What is not held cannot be raised.", "R-74"),
    "no_path": ("No ladder leads from the one to the other.", "R-74"),
    "already_held": ("Standing is held once; raise what is there.", "R-75"),
}
