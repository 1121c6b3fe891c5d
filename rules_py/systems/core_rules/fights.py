"""A checklist for the cost of a fight. The characters win without rolling dice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

SIZES = {"small": "A small fight", "usual": "A usual fight", "overwhelming": "Overwhelming odds"}


@dataclass(frozen=True)
class Cost:
    """The cost of a fight: the scale, sample costs to negotiate from, and the rules behind it."""

    scale: str
    samples: tuple[str, ...]
    rules: tuple[str, ...]


COSTS = {
    "small": Cost(
        "small", ("A body to hide, or guards on the alert (a guard killed inside a prison).",), ("C-081",)
    ),
    "usual": Cost(
        "moderate",
        (
            "The enemy gets away and plans trouble for later.",
            "The enemy dies, and a relative swears revenge.",
            "The law punishes violence, even in self-defence.",
        ),
        ("C-082", "C-083", "C-084"),
    ),
    "overwhelming": Cost(
        "immense, for a small gain",
        (
            "The characters are driven off and the enemy wins for now.",
            "One person is lost so that the others get away.",
        ),
        ("C-085", "C-086"),
    ),
}
PROPOSING = ("The players whose characters bear the cost should propose it.", "C-080")
RUNNING = ("Most enemies would rather run or give up than die.", "C-079")
LIVING = ("Winning may mean getting away or living through it.", "C-064")
UNFAIR = ("An unfair cost sometimes makes the better story.", "C-087")


def fight_checklist(*, size: str, started_by_characters: bool, tried_to_avoid: bool) -> dict[str, Any]:
    """Return the cost that the game suggests for a fight, examples of it, and its rules.

    C-079 to C-087, R-19.
    """
    cost = COSTS[size]
    reminders = [PROPOSING, LIVING if size == "overwhelming" else RUNNING]
    if size == "overwhelming" and tried_to_avoid:
        cost = replace(
            cost, scale="large, shared out as the players choose", rules=(*cost.rules, "C-087", "R-19")
        )
    elif tried_to_avoid and not started_by_characters:
        cost = replace(COSTS["small"], scale="little or none")
        reminders.append(UNFAIR)
    return {
        "cost": cost.scale,
        "samples": list(cost.samples),
        "reminders": [words for words, _ in reminders],
        "rules": sorted({*cost.rules, *(rule for _, rule in reminders)}),
    }
