"""A fight as plain data: what forms ask for, what programs hand over, what a newcomer brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules_py.base.errors import Fault
from rules_py.inputs import Choice, Flag, Input, Int, ListOf, Record, Several, Text
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES, FIGHTING
from rules_py.systems.dichotomy.fields import (
    ABILITIES_HELD,
    ABILITY,
    ACTION,
    COMBAT,
    GEAR_CHOICE,
    INJURIES,
    RACE,
    WIDE,
    modifier_of,
    name_input,
    named,
)
from rules_py.systems.dichotomy.tracker.shape import LASTING, Effects, Fight
from rules_py.tracker import name_faults, seated, told_apart

MOST_FIGHTERS = 16


def _round(name: str, label: str) -> Int:
    return Int(name, label, 0, WIDE, default=0)


MODIFIERS_HELD = ListOf(
    "modifiers",
    "Modifiers",
    most=20,
    default=[],
    rule="D-211",
    item=modifier_of(COMBAT, name_input("against", "Only against those in, or coming from, zone")),
)
SEATED: tuple[Input, ...] = (
    name_input("name", "Name"),
    Choice("side", "Side", {"pc": "Player character", "npc": "Foe"}, start="npc", default="pc"),
    name_input("zone", "Zone", default="1"),
    Record(
        "scores",
        "Attributes, or targets of a foe",
        fields=tuple(Int(key, name, -WIDE, WIDE, start=6) for key, name in COMBAT.items()),
    ),
    Int("hits", "Hits carried, or left to a foe", noun="Hits", low=0, high=WIDE, default=0),
    *INJURIES,
    Several(
        "abilities",
        "Abilities that matter in a fight",
        most=len(FIGHTING),
        default=[],
        rule="D-059",
        code="unknown_ability",
        item=named(ABILITY, options={key: name for key, name in ABILITY_NAMES.items() if key in FIGHTING}),
    ),
    RACE,
    GEAR_CHOICE,
    Int("bonus", "Monster slayer bonus", 0, 4, default=0, rule="D-225"),
    Flag("outsider", "An outsider", rule="D-085"),
    Flag("spirit", "A foe whose nature it is to attack with Spiritual", rule="R-26"),
    MODIFIERS_HELD,
)
"""What somebody brings to a fight."""

LOCK = Record(
    "locked",
    "Locked in Mortal Combat",
    optional=True,
    default=None,
    fields=(name_input("by", "By"), _round("until", "Until the end of round")),
)
COVERING = Record(
    "covering",
    "Covering Fire",
    optional=True,
    default=None,
    fields=(
        name_input("ally", "For"),
        name_input("zone", "Against shots from zone"),
        _round("since", "Since round"),
    ),
)
EFFECTS = Record(
    "effects",
    "What lasts, and since which round",
    default=Effects().to_json(),
    fields=(*(_round(name, held.text) for name, held in LASTING.items()), COVERING),
)
FIGHTER = Record(
    fields=(
        *(ABILITIES_HELD if each.name == "abilities" else each for each in SEATED),
        Int("taken", "Hits taken this round", 0, WIDE, default=0),
        Flag("out", "Out"),
        Flag("down", "Plays dead"),
        Flag("may_dive", "May take a dive"),
        Flag("stepped", "Has taken this round's step of the track", rule="R-57"),
        ListOf("turn", "Actions this round", ACTION, most=12, default=[]),
        EFFECTS,
        LOCK,
        name_input("came_from", "Came from zone"),
    )
)
"""A fighter with all that gathers while the fight goes on."""

ZONE = Record(
    fields=(
        name_input("name", "Zone"),
        name_input("note", "What it is"),
        ListOf("next", "Zones next to it", name_input("zone", "Zone"), most=12, default=[]),
        MODIFIERS_HELD,
    )
)
ZONES = ListOf("zones", "Zones", most=40, default=[], rule="D-179", item=ZONE)
AMBUSHED = Flag("ambushed", "The party is ambushed", rule="D-182")
STATE = Record(
    "state",
    "The fight",
    (
        Int("round", "Round", 1, WIDE, default=1),
        ZONES,
        AMBUSHED,
        ListOf("fighters", "Fighters", FIGHTER, most=MOST_FIGHTERS),
    ),
)

NEIGHBOURS = Text("next", "Next to zones (1, 2)", longest=120)
SETUP = (
    ListOf("fighters", "Who is there", Record(fields=SEATED), most=MOST_FIGHTERS, rule="D-179"),
    replace(
        ZONES, item=Record(fields=tuple(NEIGHBOURS if each.name == "next" else each for each in ZONE.fields))
    ),
    AMBUSHED,
)
"""A start, as a form asks for it: the neighbours of a zone stand in one line."""


def read(data: Mapping[str, Any]) -> Fight:
    """A fight of its plain data. Raises InputError, `duplicate_fighter` for two of one name."""
    fight = Fight.read(STATE.parse(data))
    names = [each.name for each in fight.fighters]
    told_apart(names, "fighters", scene="fight", duplicate="duplicate_fighter")
    return fight


def begin(start: Mapping[str, Any]) -> Fight:
    """The fight that a start begins.

    Raises InputError for two of one name, a nameless one, a foe without hits.
    """
    seated(start, "fighters", newcomer_faults)
    zones = [
        {**each, "next": [name.strip() for name in each["next"].split(",") if name.strip()]}
        for each in start["zones"]
    ]
    return read({**start, "zones": zones})


def newcomer_faults(there: list[str], coming: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    """What is wrong with those coming, by their field, beside those who are there."""
    names = {f"{at}.name": str(each["name"]) for at, each in coming.items()}
    yield from name_faults(there, names, MOST_FIGHTERS, duplicate="duplicate_fighter")
    for at, each in coming.items():
        if each["side"] == "npc" and not each["hits"]:
            words = f"{each['name']} needs at least 1 hit to stand in a fight."
            yield Fault(f"{at}.hits", "no_hits", each["hits"], "at least 1 hit for a foe", words)
