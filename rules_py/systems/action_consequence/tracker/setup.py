"""The setup of the conflict tracker: opponents of the book, characters from sheets, and the last party."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.systems.action_consequence.fields import format_dice
from rules_py.systems.action_consequence.opponents import OPPONENT_LIST, OPPONENTS
from rules_py.systems.action_consequence.tracker.participants import to_participant
from rules_py.systems.action_consequence.tracker.presets import BLANK, participant_of
from rules_py.systems.action_consequence.tracker.shape import Conflict
from rules_py.tracker import Sample, SetupSpec

SOMEBODY = {"name": "Someone", "kind": "npc", "dice": [8, 6]}


def _sample(entry: dict[str, Any]) -> Sample:
    """Return `Captain Strake`, `Steel d10 d8; Eye d10 d6; Nerve d8 d6`."""
    note = "; ".join(f"{name} {format_dice(dice)}" for name, dice in entry["stats"].items())
    return Sample(entry["id"], entry["name"], note, participant_of(entry))


def party(conflict: Conflict) -> Iterator[Mapping[str, Any]]:
    """Yield everyone in their current state, with their losses, for the next conflict."""
    for person in conflict.people:
        yield person.to_json() | {"helps": ""}


SETTING = SetupSpec(
    list_field="people",
    zone_field="",
    side_field="kind",
    blank=BLANK,
    samples=tuple(map(_sample, OPPONENTS)),
    reference_list=OPPONENT_LIST.name,
    default_participant=SOMEBODY,
    join_event=lambda entry: {"do": "join", "newcomer": entry},
    to_participant=to_participant,
    party=party,
)
