"""Ready-made conflicts: the page’s own, a search at the landing stage, three sides on the quay."""

from __future__ import annotations

from typing import Any

from rules_py.systems.action_consequence.opponents import OPPONENTS
from rules_py.tracker import Preset


def participant_of(entry: dict[str, Any]) -> dict[str, Any]:
    """Return a character of the book as a participant, with their first endeavor."""
    values = {key: value for key, value in entry.items() if key not in ("id", "rules")}
    return {**values, "kind": "npc", "act": next(iter(entry["endeavors"]), "")}


def opponent(id: str, **more: Any) -> dict[str, Any]:
    """Return someone of the book’s opponents."""
    return participant_of(next(each for each in OPPONENTS if each["id"] == id)) | more


ALTHESA: dict[str, Any] = {
    "name": "Althesa",
    "interests": "Foreign influence gone for good.",
    "kind": "npc",
    "act": "warrior-priestessing",
    "stats": {"Art": [10, 8], "Grace": [8, 6], "Guts": [8, 8]},
    "endeavors": {"warrior-priestessing": "Art", "keeping out of sight": "Grace", "fasting": "Guts"},
    "exert_stat": "Art",
    "duress_stat": "Guts",
}
IRIN: dict[str, Any] = {
    "name": "Irin",
    "interests": "To marry a priestess, and so tie two peoples together.",
    "kind": "pc",
    "act": "defending himself",
    "stats": {"Guts": [12, 6], "Grace": [8, 8], "Art": [8, 6]},
    "endeavors": {"defending himself": "Guts", "courting": "Grace", "demonology": "Art"},
    "exert_stat": "Guts",
    "duress_stat": "Grace",
    "owed": 1,
}
RUTA: dict[str, Any] = {
    "name": "Ruta",
    "interests": "The garrison gone, and her brother home from it.",
    "kind": "pc",
    "stats": {"Nerve": [12, 6], "Hands": [10, 8], "Tongue": [8, 6]},
    "endeavors": {
        "running the river": "Hands",
        "standing her ground": "Nerve",
        "keeping watch": "Nerve",
        "lying to officials": "Tongue",
    },
    "exert_stat": "Hands",
    "duress_stat": "Nerve",
    "specializations": [
        {
            "name": "night pilot",
            "endeavor": "running the river",
            "adds": "Nerve",
            "vulnerable_to": "harbour lights",
            "challenges": ["You never see where I’ve gone, and you have followed me onto the bar."],
            "opponent_challenge": "I know this water too. My lamp is round the next bend, waiting.",
        }
    ],
}
OSWIN: dict[str, Any] = {
    "name": "Oswin",
    "interests": "The truth on paper, and to be thanked for it, once.",
    "kind": "pc",
    "stats": {"Wit": [12, 8], "Grace": [10, 6], "Nerve": [8, 6]},
    "endeavors": {
        "finding what’s hidden": "Wit",
        "proving it": "Wit",
        "slipping away": "Grace",
        "keeping a straight face": "Nerve",
    },
    "exert_stat": "Wit",
    "duress_stat": "Nerve",
    "specializations": [
        {
            "name": "harbour lights",
            "endeavor": "finding what’s hidden",
            "adds": "Grace",
            "vulnerable_to": "below notice",
            "challenges": ["I have every lamp on the quay lit, and there you stand."],
            "opponent_challenge": "You counted everything. You never looked at who carried it.",
        }
    ],
}

NIGHT = Preset("night", "A knife at night", {"people": [ALTHESA, IRIN]})
STAGE = Preset(
    "stage",
    "The landing stage",
    {"people": [RUTA | {"act": "lying to officials"}, opponent("captain-strake", act="searching")]},
)
QUAY = Preset(
    "quay",
    "Three on the quay",
    {
        "people": [
            RUTA | {"act": "standing her ground"},
            OSWIN | {"act": "proving it"},
            opponent("captain-strake"),
        ]
    },
)
STARTS = (NIGHT, STAGE, QUAY)
BLANK = Preset("blank", "A new conflict", {"people": []})
EXAMPLE: dict[str, Any] = {"people": NIGHT.state["people"], "sides": [{"lead": "Althesa"}, {"lead": "Irin"}]}
"""A conflict as plain data, as programs send one."""
