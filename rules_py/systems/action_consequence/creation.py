"""The steps of making a character, as the chapter has them."""

from __future__ import annotations

from rules_py.sheets.creation import CreationStep

STEPS = (
    CreationStep(
        "Say who your character is, and what they want",
        "Who are you, and whom do you annoy? Write down one or two interests: what this character wants, and "
        "won’t leave alone. [A-106]",
        ("name", "player", "interests"),
    ),
    CreationStep(
        "Name three or four stats",
        "Choose words that describe this character, such as Nerve, Hands and Tongue. [A-010]",
        ("stats",),
        templates=True,
    ),
    CreationStep(
        "Give each stat two dice",
        "Agree on the dice at your table. [R-32] We suggest three stats, made from one d12, one d10, two d8 "
        "and two d6.",
        ("stats",),
    ),
    CreationStep(
        "List your endeavors",
        "List four to six things you do, each with its stat. [A-008] Have one for when you’re attacked, and "
        "one for when you’re lied to.",
        ("endeavors",),
    ),
    CreationStep(
        "Choose the stats that an injury can reduce",
        "Choose the stat you exert yourself with, and the one you endure duress with. [A-031] One stat may "
        "serve for both. [R-16]",
        ("exert_stat", "duress_stat"),
    ),
    CreationStep(
        "Choose one specialization",
        "It belongs to an endeavor, adds another stat’s dice, and is vulnerable to another specialization, "
        "best another character’s. [A-085]",
        ("specializations",),
    ),
    CreationStep(
        "Show your character to the others",
        "Who wants what, and who’s in whose way? If no one is in anyone’s way, go back to the first step.",
    ),
)
