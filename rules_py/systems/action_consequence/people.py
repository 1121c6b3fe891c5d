"""Three characters ready to play, whose specializations counter each other in a ring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.reference import Column, ReferenceList
from rules_py.systems.action_consequence.fields import dice_said

HANNEKE = {
    "name": "Hanneke Vos",
    "interests": "To get her brother off the prison hulk. To owe nobody in this harbour anything.",
    "stats": {"Guts": [10, 8], "Art": [8, 6], "Grace": [12, 6]},
    "endeavors": {
        "Defending yourself": "Grace",
        "Slipping away": "Grace",
        "Fighting dirty": "Guts",
        "Talking your way out": "Art",
    },
    "exert_stat": "Grace",
    "duress_stat": "Guts",
    "specializations": [
        {
            "name": "Knife in the dark",
            "endeavor": "Fighting dirty",
            "adds": "Grace",
            "vulnerable_to": "Lamplight drill",
            "challenges": [
                "You feel the blade before you see me",
                "The lamp goes out, and your purse with it",
            ],
            "opponent_challenge": "I hold the light up, and everybody sees your face",
        }
    ],
}

ORSOLO = {
    "name": "Orsolo Brand",
    "interests": "To bring every smuggler before the magistrate alive. To be made commander.",
    "stats": {"Guts": [12, 8], "Art": [6, 6], "Grace": [8, 8]},
    "endeavors": {
        "Defending yourself": "Guts",
        "Keeping order": "Guts",
        "Giving chase": "Grace",
        "Questioning": "Art",
    },
    "exert_stat": "Guts",
    "duress_stat": "Grace",
    "specializations": [
        {
            "name": "Lamplight drill",
            "endeavor": "Keeping order",
            "adds": "Grace",
            "vulnerable_to": "Sermon on the steps",
            "challenges": [
                "My people close the ring around you",
                "You are in irons before you finish speaking",
            ],
            "opponent_challenge": "Your own guards lower their lanterns",
        }
    ],
}

QUILL = {
    "name": "Sister Quill",
    "interests": "To have the hulks emptied before winter. To keep her own past out of the sermon.",
    "stats": {"Guts": [6, 6], "Art": [12, 10], "Grace": [8, 6]},
    "endeavors": {
        "Defending yourself": "Grace",
        "Swaying a crowd": "Art",
        "Tending the hurt": "Art",
        "Standing your ground": "Guts",
    },
    "exert_stat": "Art",
    "duress_stat": "Guts",
    "specializations": [
        {
            "name": "Sermon on the steps",
            "endeavor": "Swaying a crowd",
            "adds": "Guts",
            "vulnerable_to": "Knife in the dark",
            "challenges": ["The whole square kneels, and you with it", "They turn, and look at you"],
            "opponent_challenge": "I whisper your old name from behind",
        }
    ],
}

PEOPLE: tuple[Mapping[str, Any], ...] = (HANNEKE, ORSOLO, QUILL)
"""Sheets, as `check_sheet` takes them."""


def _each(person: Mapping[str, Any], part: str) -> str:
    return "; ".join(f"{name} {dice_said(dice)}" for name, dice in person[part].items())


def _special(person: Mapping[str, Any]) -> str:
    return "; ".join(
        f"{each['name']} ({each['endeavor']}, adds {each['adds']}, vulnerable to {each['vulnerable_to']})"
        for each in person["specializations"]
    )


PEOPLE_LIST = ReferenceList(
    "people",
    "Three characters",
    (
        Column("interests", "Interests"),
        Column("stats", "Stats", lambda person: _each(person, "stats")),
        Column(
            "endeavors",
            "Endeavors",
            lambda person: "; ".join(f"{name} ({stat})" for name, stat in person["endeavors"].items()),
        ),
        Column("special", "Specialization", _special),
    ),
    [{**each, "id": each["name"].lower().replace(" ", "-"), "rules": ()} for each in PEOPLE],
    names="Character",
    states=False,
)
