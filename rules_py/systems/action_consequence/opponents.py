"""Opponents from the ferry town of Sallowgate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.action_consequence.fields import format_dice


def _opponent(
    name: str, wants: str, stats: Mapping[str, list[int]], endeavors: Mapping[str, str], *special: Any
) -> dict[str, Any]:
    """Return an opponent whose first stat is for exertion, and whose second is for duress."""
    exerts, endures, *_ = stats
    return {
        "id": name.lower().replace(" ", "-"),
        "name": name,
        "interests": wants,
        "stats": dict(stats),
        "endeavors": dict(endeavors),
        "specializations": list(special),
        "exert_stat": exerts,
        "duress_stat": endures,
        "rules": (),
    }


def _special(
    name: str, endeavor: str, adds: str, vulnerable_to: str, challenge: str, against: str
) -> dict[str, Any]:
    return {
        "name": name,
        "endeavor": endeavor,
        "adds": adds,
        "vulnerable_to": vulnerable_to,
        "challenges": [challenge],
        "opponent_challenge": against,
    }


OPPONENTS = (
    _opponent(
        "Captain Strake", "Ninety men fed, and no one to know how.",
        {"Steel": [10, 8], "Eye": [10, 6], "Nerve": [8, 6]},
        {"soldiering": "Steel", "searching": "Eye", "holding out": "Nerve"},
    ),
    _opponent(
        "Corporal Hatch", "To do no wrong. His mother lives in the low town.",
        {"Duty": [8, 6], "Strength": [10, 4], "Patience": [6, 6]},
        {"doing as he’s told": "Duty", "carrying the lot": "Strength", "standing guard": "Patience"},
    ),
    _opponent(
        "Petra Quill", "What she paid for. She deals in anything.",
        {"Tongue": [12, 6], "Eye": [8, 8], "Purse": [10, 4]},
        {"driving a bargain": "Tongue", "knowing what it’s worth": "Eye", "having it seen to": "Purse"},
        _special(
            "the last word", "driving a bargain", "Eye", "letters of the law",
            "You have shaken on it before you know the price.", "I read your receipt out, to all of them.",
        ),
    ),
    _opponent(
        "Old Annick", "An apology. She rings the bell.",
        {"Voice": [10, 6], "Spite": [8, 6], "Knees": [6, 4]},
        {"making a scene": "Voice", "getting even": "Spite", "climbing the tower": "Knees"},
    ),
    _opponent(
        "Launch sergeant", "One quiet night.",
        {"Oars": [8, 8], "Temper": [8, 4], "Ears": [6, 6]},
        {"giving chase": "Oars", "shouting": "Temper", "listening at the water": "Ears"},
    ),
    _opponent(
        "Sentry", "Dice, and supper. With two sentries, one helps the other.",
        {"Boots": [8, 4], "Eyes": [6, 4], "Nerve": [6, 4]},
        {"standing in the way": "Boots", "looking twice": "Eyes", "staying put": "Nerve"},
    ),
    _opponent(
        "Brother Ansgar", "To see the fever house closed. He keeps the alms.",
        {"Faith": [10, 8], "Tongue": [8, 6], "Hands": [6, 6]},
        {"bearing it": "Faith", "preaching": "Tongue", "counting the alms": "Hands"},
        _special(
            "wrath to come", "preaching", "Faith", "the last word",
            "They have all knelt, and only you have not.", "And what was that for, Brother? In coin.",
        ),
    ),
    _opponent(
        "Widow Tolley", "Her money; failing that, you. She lends.",
        {"Patience": [12, 8], "Tongue": [6, 6], "Hearing": [8, 4]},
        {"waiting you out": "Patience", "reminding you": "Tongue", "hearing of it first": "Hearing"},
    ),
    _opponent(
        "Finn", "Your watch, and a way out. Finn picks pockets.",
        {"Fingers": [10, 10], "Nerve": [6, 4], "Tongue": [8, 6]},
        {"being gone": "Fingers", "not telling": "Nerve", "making them laugh": "Tongue"},
    ),
    _opponent(
        "Master Aubrey", "Satisfaction. He duels.",
        {"Steel": [12, 10], "Pride": [8, 4], "Manners": [8, 6]},
        {"ending it": "Steel", "taking offence": "Pride", "leaving with a bow": "Manners"},
        _special(
            "the old salute", "ending it", "Manners", "being laughed at",
            "You are still bowing when it’s over.", "I bow too, and you trip over my stick.",
        ),
    ),
    _opponent(
        "Magistrate", "To be home by noon.",
        {"Law": [10, 10], "Nerve": [6, 6], "Wig": [8, 4]},
        {"passing sentence": "Law", "hearing them out": "Nerve", "being looked up to": "Wig"},
        _special(
            "letters of the law", "passing sentence", "Wig", "wrath to come",
            "It’s in the book, and now you are in it.", "There is a higher court, and it is in this room.",
        ),
    ),
    _opponent(
        "Crowd", "Someone to blame.",
        {"Noise": [12, 4], "Patience": [6, 4], "Feet": [8, 8]},
        {"closing in": "Noise", "waiting for news": "Patience", "running for it": "Feet"},
    ),
)  # fmt: skip
"""Opponents offered in the conflict tracker; their numbers are samples and can be changed there."""


def _each(one: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} {format_dice(dice)}" for name, dice in one["stats"].items())


def _describe_special(each: Mapping[str, Any]) -> str:
    return (
        f"{each['name']} (adds {each['adds']} to {each['endeavor']}; vulnerable to {each['vulnerable_to']})"
    )


OPPONENT_LIST = ReferenceList(
    "opponents",
    "A dozen people of Sallowgate",
    (
        Column("interests", "Wants"),
        Column("stats", "Stats", _each),
        Column(
            "endeavors",
            "Endeavors",
            lambda one: "; ".join(f"{name} ({stat})" for name, stat in one["endeavors"].items()),
        ),
        Column(
            "special", "Specialization", lambda one: "; ".join(map(_describe_special, one["specializations"]))
        ),
    ),
    OPPONENTS,
    names="Person",
    states_rules=False,
)
