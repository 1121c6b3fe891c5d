"""The steps of making a character, as the chapter has them."""

from __future__ import annotations

from rules_py.sheets.creation import CreationStep

STEPS = (
    CreationStep(
        "Ask about the world",
        "Your character has to belong in the game’s world, so ask the GM about it. [T-017] Ask, too, whether "
        "you’ll meet for one evening or for a campaign. [T-018]",
    ),
    CreationStep(
        "Say who you are",
        "Who are you, and what drives you? One line will do, and every later step should fit it. [T-016]",
        ("name", "player", "concept", "languages"),
    ),
    CreationStep(
        "If there are races, choose one",
        "A race may require talents, and your XP pay for them, so decide now. [T-174] [T-176] Skip this step "
        "if everyone is human.",
        ("race", "race_required"),
        templates=True,
    ),
    CreationStep(
        "Spend your points on eight stats",
        "A +2 is ordinary, and a +4 is remarkable. Each rank costs points equal to its number, so +3 costs "
        "6 in all. [T-031] Points left over become XP. [T-035]",
        ("stats",),
    ),
    CreationStep(
        "Spend your XP on talents and skills",
        "Take something to attack with and something to defend with; Melee does both. A skill costs 1, 3 or "
        "6 XP for one, two or three ranks. [T-047]",
        ("talents", "skills", "spells"),
    ),
    CreationStep(
        "Pack",
        "The fast method gives you mundane items and a special one. [T-147] Light armour is mundane, and "
        "needs no training.",
        ("armour", "items", "money", "item_method", "swapped", "slot_value", "purse"),
    ),
    CreationStep(
        "Write down the derived values",
        "The sheet has calculated your resolve, your initiative and your wounds. [T-043] [T-045] [T-207]",
        results=True,
    ),
    CreationStep(
        "Compare with the others",
        "Who talks, who sneaks, who opens things, who stands in front? Two characters of the same kind are "
        "fine if both players know about it.",
    ),
)
