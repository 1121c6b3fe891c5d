"""The setup of a fight: foes of the book, characters of the sheet, the party that fights on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.systems.two_d6.foes import FOE_LIST, FOES, describe_attacks
from rules_py.systems.two_d6.tracker.actions.base import pluralize
from rules_py.systems.two_d6.tracker.participants import to_participant
from rules_py.systems.two_d6.tracker.presets import BLANK, participant_of_foe
from rules_py.systems.two_d6.tracker.schema import PARTICIPANT_INPUTS
from rules_py.systems.two_d6.tracker.shape import Fight
from rules_py.systems.two_d6.wounds import MAX_WOUNDS
from rules_py.tracker import Sample, SetupSpec

SOMEBODY = {
    "name": "Stranger",
    "side": "npc",
    "attacks": [{"name": "Knife", "kind": "melee", "bonus": 4}],
    "defence": 4,
    "unarmed": 3,
    "initiative": 4,
    "resolve": 4,
    "wounds_max": 5,
}


def _sample(foe: dict[str, Any]) -> Sample:
    """Return `Goblin raider`, `Short bow +5, Hooked knife +4; defence +5; 4 wounds`."""
    note = f"{describe_attacks(foe)}; defence +{foe['defence']}; {pluralize(foe['wounds'], 'wound')}"
    return Sample(foe["id"], foe["name"], note, participant_of_foe(foe))


def party(fight: Fight) -> Iterator[Mapping[str, Any]]:
    """Yield the characters who can fight on, with their wounds and their cinematics."""
    brought = {each.name for each in PARTICIPANT_INPUTS}
    for fighter in fight.fighters:
        if fighter.pc and fighter.able:
            values = {name: value for name, value in fighter.to_json().items() if name in brought}
            yield values | {"lost_wounds": fighter.wounds_max - fighter.wounds, "unaware": False}


def under_house_rules(
    participant: Mapping[str, Any], house: Mapping[str, Any], before: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return a fighter whose most wounds change with the house rules' base wounds. T-207."""
    more: int = house["base_wounds"] - before["base_wounds"]
    wounds = min(max(participant["wounds_max"] + more, 0), MAX_WOUNDS)
    return {**participant, "wounds_max": wounds}


SETTING = SetupSpec(
    list_field="fighters",
    zone_field="",
    blank=BLANK,
    samples=tuple(map(_sample, FOES)),
    reference_list=FOE_LIST.name,
    default_participant=SOMEBODY,
    join_event=lambda entry: {"do": "join", "fighter": entry},
    to_participant=to_participant,
    party=party,
    under_house_rules=under_house_rules,
)
