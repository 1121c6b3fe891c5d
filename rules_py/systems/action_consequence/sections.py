"""The fields of the character sheet, from top to bottom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.inputs import Int, Keyed, ListOf, Record, Text
from rules_py.sheets.sheet import Section
from rules_py.systems.action_consequence.fields import unchecked_dice_input

MAX_OWED = 99
MAX_NAME_LENGTH = 80


def _special_phrase(row: Mapping[str, Any]) -> str:
    name = row.get("name") or "A specialization"
    adds = f" adds {row['adds']}" if row.get("adds") else ""
    against = f", vulnerable to {row['vulnerable_to']}" if row.get("vulnerable_to") else ""
    return f"{name} ({row.get('endeavor') or 'no endeavor'}){adds}{against}"


SECTIONS = (
    Section(
        "Character",
        (
            Text("name", "Name", longest=MAX_NAME_LENGTH, missing="name_missing"),
            Text("player", "Player", longest=MAX_NAME_LENGTH),
            Text("interests", "Interests", longest=400, lines=2, rule="A-106", help="What you want."),
        ),
    ),
    Section(
        "Stats",
        (
            Keyed(
                "stats",
                "Stats",
                unchecked_dice_input("dice", "Dice", default=[], help="Two dice, such as d12 d6."),
                most=12,
                default={},
                missing="stats_missing",
                twice="name_twice",
                rule="A-010",
            ),
            Text(
                "exert_stat",
                "Stat for exertion",
                longest=MAX_NAME_LENGTH,
                missing="exert_stat_missing",
                rule="R-35",
            ),
            Text(
                "duress_stat",
                "Stat for duress",
                longest=MAX_NAME_LENGTH,
                missing="duress_stat_missing",
                rule="R-35",
            ),
        ),
        help="Two dice for each stat. Exhaustion reduces the stat you exert yourself with, injury the one "
        "you endure with.",
    ),
    Section(
        "Endeavors",
        (
            Keyed(
                "endeavors",
                "Endeavors",
                Text("stat", "Stat", longest=MAX_NAME_LENGTH),
                most=30,
                default={},
                twice="name_twice",
                rule="A-008",
                help="What you do, and the stat you use for it.",
            ),
        ),
    ),
    Section(
        "Specializations",
        (
            ListOf(
                "specializations",
                "Specializations",
                Record(
                    fields=(
                        Text("name", "Name", longest=MAX_NAME_LENGTH, missing="specialization_name_missing"),
                        Text("endeavor", "Endeavor", longest=MAX_NAME_LENGTH, rule="A-083"),
                        Text("adds", "Adds dice of", longest=MAX_NAME_LENGTH, rule="A-084"),
                        Text("vulnerable_to", "Vulnerable to", longest=MAX_NAME_LENGTH, rule="A-085"),
                        ListOf(
                            "challenges",
                            "Formal challenges",
                            Text(label="Challenge", longest=200),
                            most=10,
                            default=[],
                            lone=True,
                            rule="A-087",
                        ),
                        Text("opponent_challenge", "The opponent’s challenge", longest=200, rule="A-088"),
                    ),
                    phrase=_special_phrase,
                ),
                most=20,
                default=[],
                rule="A-083",
            ),
        ),
    ),
    Section(
        "We owe",
        (
            Int(
                "owed",
                "Entries on the we owe list",
                0,
                MAX_OWED,
                default=0,
                code="owed_out_of_range",
                rule="A-073",
            ),
        ),
    ),
    Section(
        "Consequences",
        (
            ListOf(
                "consequences",
                "Consequences so far",
                Text(label="Consequence", longest=200),
                most=60,
                default=[],
                rule="A-051",
            ),
        ),
    ),
    Section("Notes", (Text("notes", "Notes", longest=4000, lines=8),), layout="wide"),
)
