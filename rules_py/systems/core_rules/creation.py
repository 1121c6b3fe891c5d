"""The steps of making a character, as the chapter has them."""

from __future__ import annotations

from rules_py.sheets.creation import CreationStep

STEPS = (
    CreationStep(
        "Say who your character is",
        "Choose a name, and say in one sentence what they do all day, and what they can’t leave alone.",
        ("name",),
    ),
    CreationStep(
        "Place your Aptitude Points",
        "A point improves one roll by a step, and comes back with rest. The book suggests 2 points "
        "in each Aptitude, and 3 more to place where you like. [R-21]",
        ("aptitudes",),
    ),
    CreationStep(
        "Choose your Skills",
        "The book suggests four, from any Aptitudes. A Skill gives one step each time it fits. [C-056]",
        ("skills",),
    ),
    CreationStep(
        "Choose your Specialties",
        "The book suggests two. A Specialty is one narrow case of a Skill, usually one that you lack. "
        "[C-040] [R-14]",
        ("specialties",),
    ),
    CreationStep(
        "Add an ability, if your table uses them",
        "Abilities mostly open up something new in the story, and don’t affect the dice. Invent one, in one "
        "sentence. [C-008]",
        ("abilities",),
    ),
    CreationStep(
        "Look around the table",
        "Is there someone to talk to strangers, someone to hear the step on the stairs, and someone to carry "
        "the rest?",
    ),
    CreationStep(
        "Know your dice",
        "Each Skill has its dice, and its chance of a partial success or better, without and with a point.",
        results=True,
    ),
)
