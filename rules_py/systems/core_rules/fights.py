"""Fights throw no dice: the characters win, and the group settles what it cost. A checklist for that talk."""

from __future__ import annotations

from typing import Any

SIZES = {"small": "A small fight", "usual": "A usual fight", "overwhelming": "Overwhelming odds"}

_SCALES = {
    "small": (
        "small",
        ("A body to hide, or guards on the alert (a guard killed inside a prison).",),
        ("C-081",),
    ),
    "usual": (
        "moderate",
        (
            "The enemy gets away and plans trouble for later.",
            "The enemy dies, and a relative swears revenge.",
            "The law punishes violence, whoever began it.",
        ),
        ("C-082", "C-083", "C-084"),
    ),
    "overwhelming": (
        "immense, for a small gain",
        (
            "The characters are driven off and the enemy wins for now.",
            "One person is lost so that the others get away.",
        ),
        ("C-085", "C-086"),
    ),
}


def fight_checklist(*, size: str, started_by_characters: bool, tried_to_avoid: bool) -> dict[str, Any]:
    """How large a cost the game suggests for a fight, and samples of it. C-079 to C-087."""
    cost, samples, rules = _SCALES[size]
    reminders = ["Whoever bears a cost proposes it."]
    if size == "overwhelming":
        reminders.append("Winning may mean getting away or living through it.")
    else:
        reminders.append("Most foes would rather run or give up than die.")
    spared = tried_to_avoid and not started_by_characters
    if spared:
        cost, (_, samples, _) = "little or none", _SCALES["small"]
        reminders.append("An unfair cost sometimes makes the better story.")
        rules += ("C-087",)
    return {"cost": cost, "samples": list(samples), "reminders": reminders, "rules": list(rules)}
