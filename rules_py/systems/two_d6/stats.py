"""The eight stats, the price of a rank, and their derived values."""

from __future__ import annotations

from collections.abc import Mapping

from rules_py.sheets.reference_list import Column, ReferenceList

STATS = {
    "STR": "Strength",
    "AGI": "Agility",
    "DEX": "Dexterity",
    "TOU": "Toughness",
    "INT": "Intelligence",
    "WIL": "Willpower",
    "CHA": "Charisma",
    "PER": "Perception",
}
MEANINGS = {
    "STR": ("Raw power: blows, and forceful Athletics.", "T-020"),
    "AGI": ("Speed and grace; half of your initiative.", "T-021"),
    "DEX": ("Sure hands: shots, locks, fine work.", "T-022"),
    "TOU": ("Hardiness; your wounds, and half of your resolve.", "T-023"),
    "INT": ("What you know and can work out.", "T-024"),
    "WIL": ("Backbone; half of your resolve.", "T-025"),
    "CHA": ("Wit, looks, a way with people.", "T-026"),
    "PER": ("Keen senses; half of your initiative.", "T-027"),
}
LOWEST, HIGHEST = 0, 5
STAT_POINTS = 36


def rank_price(rank: int) -> int:
    """Return the total price of a rank, in points for a stat and in XP for a skill: 1, 3, 6, 10, 15. T-031,
    T-032, T-091.
    """
    return rank * (rank + 1) // 2


def is_rank(rank: int) -> bool:
    """Return whether a stat or a skill can have this rank. T-033, T-092."""
    return LOWEST <= rank <= HIGHEST


def resolve(stats: Mapping[str, int]) -> int:
    """Return the sum of Toughness and Willpower. T-043."""
    return stats["TOU"] + stats["WIL"]


def initiative(stats: Mapping[str, int]) -> int:
    """Return the sum of Agility and Perception. T-045."""
    return stats["AGI"] + stats["PER"]


STAT_LIST = ReferenceList(
    "stats",
    "Stats",
    (Column("use", "What it is for"),),
    [
        {"id": key, "name": f"{name} ({key})", "use": MEANINGS[key][0], "rules": (MEANINGS[key][1],)}
        for key, name in STATS.items()
    ],
    states_rules=False,
)
