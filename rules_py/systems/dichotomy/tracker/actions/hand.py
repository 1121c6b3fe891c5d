"""The game master's corrections: values that no roll decides, and fighters who join."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules_py.base.errors import Fault
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Int, Record
from rules_py.systems.dichotomy.attacks import describe_hits
from rules_py.systems.dichotomy.fields import GEAR_CHOICE, WIDE, name_input
from rules_py.systems.dichotomy.injuries import GAINED, HEALING, RUNGS
from rules_py.systems.dichotomy.modifiers import Modifier
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, FightEvent, Turn
from rules_py.systems.dichotomy.tracker.schema import PARTICIPANT_INPUTS, newcomer_faults
from rules_py.systems.dichotomy.tracker.shape import MODIFIERS_HELD, Fight, Fighter
from rules_py.tracker import ActionOption, Event, state_field
from rules_py.tracker.corrections import HEADING, Mark, Marks
from rules_py.tracker.skirmish import JoinSkirmish

MARKS = Marks(
    {
        **{mark: Mark(RUNGS[mark].name, GAINED[mark], f"not {GAINED[mark]}") for mark in HEALING},
        "out": Mark(RUNGS["out"].name, "out of the fight", "back in the fight"),
        "down": Mark("Playing dead", "plays dead", "no longer plays dead"),
    }
)

_GEAR_TEXTS = {
    "normal": "armed and armoured",
    "poor": "poorly armed or with improvised gear",
    "none": "without weapons or armour",
}

CHANGE = Record(
    "change",
    "Changes",
    default={},
    fields=(
        name_input("zone", "Zone", optional=True, default=None),
        Int("hits", "Hits", 0, WIDE, optional=True, default=None),
        *MARKS.inputs(),
        replace(GEAR_CHOICE, optional=True, default=None),
        replace(MODIFIERS_HELD, optional=True, default=None),
    ),
)


@dataclass(frozen=True, kw_only=True)
class SetEvent(FightEvent):
    change: Mapping[str, Any] = state_field(CHANGE)


class Hand(FightAction[SetEvent]):
    id, label = "set", "GM changes"
    button = "Set"
    heading = HEADING
    can_override = False
    turnless = True
    able_only = False

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: SetEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        values = MARKS.new_values(event.change)
        if "modifiers" in values:
            values["modifiers"] = tuple(map(Modifier.read, values["modifiers"]))
        after = fighter.but(**values)
        text = MARKS.describe(values, after, lambda name: _describe(name, after))
        return fight.but(after), f"{fighter.name}: {text or 'unchanged'}."

    def next_actor(self, after: Fight, event: SetEvent) -> str:
        return event.who

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        modifiers = replace(MODIFIERS_HELD, start=[modifier.to_json() for modifier in turn.fighter.modifiers])
        rest = tuple(field for field in CHANGE.fields if field.name != MODIFIERS_HELD.name)
        for id, title, fields, note, rules in (
            (
                "modifiers",
                "Set personal modifiers",
                (modifiers,),
                "For a ladder, darkness or a wet bowstring. Personal modifiers apply to every roll until "
                "removed. Zone modifiers are part of the setup.",
                ("D-211", "D-221"),
            ),
            (
                "set",
                "Edit values directly",
                rest,
                "For changes without a roll: a fall from the bank, healing, lost weapons.",
                (),
            ),
        ):
            yield self.form_option(
                {"who": turn.name},
                id=id,
                title=title,
                inputs=(replace(CHANGE, fields=fields),),
                collapsed=True,
                note=note,
                rules=rules,
            )


def _describe(name: str, now: Fighter) -> str:
    """Return the log's text for a property that was set."""
    if name == "hits":
        return f"{describe_hits(now.hits)} {'carried' if now.pc else 'left'}"
    if name == "modifiers":
        return f"modifiers are now {'; '.join(map(str, now.modifiers))}" if now.modifiers else "no modifiers"
    return _GEAR_TEXTS[now.gear] if name == "gear" else f"now in zone {now.zone}"


@dataclass(frozen=True, kw_only=True)
class JoinEvent(Event):
    newcomer: Fighter = state_field(Record("fighter", "Newcomer", PARTICIPANT_INPUTS))
    zone: str | None = state_field(name_input("zone", "Zone", optional=True, default=None))


class Join(JoinSkirmish[Fight, JoinEvent]):
    def input_errors(self, fight: Fight, event: JoinEvent) -> Iterator[Fault]:
        yield from newcomer_faults(fight.names, {"fighter": event.newcomer.to_json()})

    def newcomer(self, event: JoinEvent) -> Fighter:
        return event.newcomer.but(zone=event.zone or event.newcomer.zone)

    def place(self, fighter: Fighter) -> str:
        return f" in zone {fighter.zone}" if fighter.zone else ""
