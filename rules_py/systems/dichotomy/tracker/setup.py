"""The setup of a fight: foes of the book, characters of the sheet, the party for the next fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.systems.dichotomy.attacks import describe_hits
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.fields import COMBAT
from rules_py.systems.dichotomy.foes import FOE_LIST, FOES
from rules_py.systems.dichotomy.tracker.participants import to_participant
from rules_py.systems.dichotomy.tracker.presets import BLANK
from rules_py.systems.dichotomy.tracker.schema import PARTICIPANT_INPUTS
from rules_py.systems.dichotomy.tracker.shape import Fight
from rules_py.tracker import Sample, SetupSpec


def _sample(id: str, foe: Mapping[str, Any]) -> Sample:
    """Return `Archer`, `F 12, P 9, M 11, S 8; 3 hits`."""
    targets = ", ".join(f"{ATTRIBUTES[name][0]} {tn}" for name, tn in foe["scores"].items())
    return Sample(id, foe["name"], f"{targets}; {describe_hits(foe['hits'])}", {**foe, "side": "npc"})


def party(fight: Fight) -> Iterator[Mapping[str, Any]]:
    """Yield the characters who can fight on, with their injuries but without hits. R-53."""
    brought = {each.name for each in PARTICIPANT_INPUTS}
    for fighter in fight.fighters:
        if fighter.pc and not fighter.out:
            yield {name: value for name, value in fighter.to_json().items() if name in brought} | {"hits": 0}


SETTING = SetupSpec(
    list_field="fighters",
    zone_field="zone",
    zones_field="zones",
    neighbours_field="next",
    blank=BLANK,
    samples=tuple(_sample(each.id, foe) for each, foe in zip(FOE_LIST.entries, FOES, strict=True)),
    reference_list=FOE_LIST.name,
    default_participant={"name": "Someone", "side": "npc", "hits": 3, "scores": dict.fromkeys(COMBAT, 11)},
    join_event=lambda entry: {"do": "join", "fighter": entry},
    to_participant=to_participant,
    party=party,
)
