"""The game master's corrections: values that no roll in the tracker decides, and fighters who join."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.errors import Fault
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice, Int, Record
from rules_py.systems.two_d6.armour import ARMOUR_NAMES
from rules_py.systems.two_d6.tracker.actions.base import FightAction, FighterEvent, pluralize, still_acting
from rules_py.systems.two_d6.tracker.actions.harm import (
    blow_chances,
    describe_blow,
    describe_wounds_left,
    wound,
)
from rules_py.systems.two_d6.tracker.schema import PARTICIPANT_INPUTS, newcomer, newcomer_faults
from rules_py.systems.two_d6.tracker.shape import Fight, Fighter
from rules_py.systems.two_d6.wounds import MAX_WOUNDS
from rules_py.tracker import ActionOption, Event, state_field
from rules_py.tracker.corrections import HEADING, Mark, Marks
from rules_py.tracker.skirmish import JoinSkirmish

MAX_AT_ONCE = 9
WOUNDS = Int("wounds", "Wounds", 1, MAX_AT_ONCE, default=1)

MARKS = Marks(
    {
        "unaware": Mark("Unaware", "is unaware", "is now aware"),
        "prone": Mark("On the ground", "is on the ground", "is standing"),
        "disarmed": Mark("Disarmed", "is disarmed", "has a weapon again"),
        "aiming": Mark("Aiming", "is aiming", "is no longer aiming"),
        "knocked_out": Mark("Knocked out", "is knocked out", "regains consciousness"),
        "dead": Mark("Dead", "is dead", "is alive after all"),
    }
)

CHANGE = Record(
    "change",
    "Values to set",
    default={},
    fields=(
        Int("wounds", "Wounds left", 0, MAX_WOUNDS, optional=True, default=None),
        Int("cinematics", "Cinematics", 0, 99, optional=True, default=None),
        *MARKS.inputs(),
        Choice("held", "Held", {"no": "no"}, optional=True, default=None),
        Choice("armour", "Armour", ARMOUR_NAMES, optional=True, default=None),
        Int("limbs", "Useless limbs", 0, 9, optional=True, default=None),
        Int("total", "Initiative total", 2, 99, optional=True, default=None),
    ),
)


class Backlash(FightAction[FighterEvent]):
    """The default effect of a wild attack spell on its caster. R-68, R-69."""

    id, label = "backlash", "A wild spell strikes its caster"

    def violations(self, fight: Fight, event: FighterEvent) -> Iterator[str]:
        if fight.wild != event.who:
            yield "nothing_due"

    def carry_out(self, fight: Fight, event: FighterEvent, dice: RecordingDice) -> tuple[Fight, str]:
        after = wound(fight[event.who], 1)
        return fight.but(after), f"The wild spell wounds {event.who}; {describe_wounds_left(after)}."

    def next_actor(self, after: Fight, event: FighterEvent) -> str:
        return still_acting(after)

    def options(self, fight: Fight, who: str) -> Iterator[ActionOption]:
        if not who and fight.wild in fight:
            caster = fight[fight.wild]
            yield self.option(
                fight,
                {"who": caster.name},
                id="backlash",
                title=f"{caster.name}’s wild spell backfires",
                button="Deal one wound",
                kind=HEADING,
                note=f"{describe_blow(caster, 1)} Or skip this and describe another effect.",
                chances=blow_chances(fight, caster, 1),
                can_override=False,
                rules=("R-69", "T-237"),
            )


@dataclass(frozen=True, kw_only=True)
class HitEvent(FighterEvent):
    wounds: int = state_field(WOUNDS)


class Hit(FightAction[HitEvent]):
    """Wounds that no roll in the tracker decides."""

    id, label = "hit", "Deal wounds"

    def carry_out(self, fight: Fight, event: HitEvent, dice: RecordingDice) -> tuple[Fight, str]:
        after = wound(fight[event.who], event.wounds)
        return fight.but(
            after
        ), f"{event.who} takes {pluralize(event.wounds, 'wound')}; {describe_wounds_left(after)}."

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        yield self.option(
            fight,
            {"who": fighter.name},
            id="hit",
            title=f"{fighter.name} takes wounds (no roll)",
            button="Take wounds",
            kind=HEADING,
            note="" if fighter.wounds else describe_blow(fighter, 1),
            inputs=(WOUNDS,),
            can_override=False,
            rules=("T-208", "T-210"),
        )


@dataclass(frozen=True, kw_only=True)
class SetEvent(FighterEvent):
    change: Mapping[str, Any] = state_field(CHANGE)


class Hand(FightAction[SetEvent]):
    id, label = "set", HEADING

    def carry_out(self, fight: Fight, event: SetEvent, dice: RecordingDice) -> tuple[Fight, str]:
        changes = MARKS.new_values(event.change)
        named = dict(changes)
        if "held" in changes:
            changes["held"] = None
        if "total" in changes:
            changes["rolled"] = (changes.pop("total"),)
        if changes.get("wounds"):  # Anyone who has a wound left again regains consciousness. T-209
            changes |= {"dying": "", "dead": changes.get("dead", False)}
        after = fight[event.who].but(**changes)
        text = MARKS.describe(named, after, lambda name: _describe(name, after))
        return fight.but(after), f"{event.who} {text}." if text else f"{event.who}: no change."

    def next_actor(self, after: Fight, event: SetEvent) -> str:
        return event.who

    def offer(self, fight: Fight, fighter: Fighter) -> Iterator[ActionOption]:
        yield self.option(
            fight,
            {"who": fighter.name},
            id="set",
            title="Edit values directly",
            button="Set",
            kind=HEADING,
            inputs=(CHANGE,),
            can_override=False,
            collapsed=True,
            note="Use this for what the tracker doesn’t roll: a healer, a net, a weapon thrown to a friend.",
        )


def _describe(name: str, now: Fighter) -> str:
    """Return the log's text for a property that was set."""
    return {
        "total": f"has an initiative total of {now.rolled[0] if now.rolled else 0}",
        "wounds": f"has {pluralize(now.wounds, 'wound')} left",
        "cinematics": f"has {pluralize(now.cinematics, 'cinematic')}",
        "held": "is no longer held",
        "armour": "wears no armour" if now.armour == "none" else f"wears {now.armour} armour",
        "limbs": f"has {pluralize(now.limbs, 'useless limb')}",
    }[name]


@dataclass(frozen=True, kw_only=True)
class JoinEvent(Event):
    newcomer: Mapping[str, Any] = state_field(Record("fighter", "Fighter", PARTICIPANT_INPUTS))


class Join(JoinSkirmish[Fight, JoinEvent]):
    def input_errors(self, fight: Fight, event: JoinEvent) -> Iterator[Fault]:
        yield from newcomer_faults(fight.names, {"fighter": event.newcomer})

    def newcomer(self, event: JoinEvent) -> Fighter:
        return newcomer(event.newcomer)
