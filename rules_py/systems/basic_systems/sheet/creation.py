"""The steps of making a character, as the chapter has them."""

from __future__ import annotations

from rules_py.sheets.creation import CreationStep

STEPS = (
    CreationStep(
        "Ask about the world",
        "Is the game set here and now? Is there more in the dark than rats? Can a character be more than "
        "human? [R-1] Ask the Storyteller.",
        ("beyond_human",),
    ),
    CreationStep(
        "Agree on the Traits",
        "The Attributes and Abilities depend on the game you play. If yours lists none, use the Traits of "
        "this book’s characters.",
        ("attributes",),
        templates=True,
    ),
    CreationStep(
        "Say who your character is",
        "What do you do all day, and what at night? Who would miss you? Let the dots fit that.",
        ("name", "notes"),
    ),
    CreationStep(
        "Rate your Attributes",
        "Two dots are average, and three are good. [S-007] [S-008] We suggest sixteen dots in all.",
        ("attributes",),
    ),
    CreationStep(
        "Rate your Abilities",
        "With no dots in an Ability, you fall back on the Attribute. We suggest fourteen dots: four good "
        "Abilities and an average one.",
        ("abilities",),
    ),
    CreationStep(
        "Willpower and Inspiration",
        "Fill in the dots of each, and the same number of squares. Five dots of Willpower and three of "
        "Inspiration are a good start. [S-030]",
        ("willpower", "inspiration", "morality"),
    ),
    CreationStep(
        "Write down your pools",
        "Name the Attribute of each Ability; the sheet adds their dots, and shows the chance of each pool. "
        "[R-30]",
        ("based_on",),
        results=True,
    ),
)
