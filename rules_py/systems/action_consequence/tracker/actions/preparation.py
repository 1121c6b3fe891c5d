"""Actions before a cast: choosing dice and sides, and joining a conflict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.wording import quote
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Choice, Record
from rules_py.systems.action_consequence.fields import dice_input, format_dice
from rules_py.systems.action_consequence.tracker.actions.base import (
    CHOICES,
    ON,
    TABLE,
    ConflictAction,
    PersonEvent,
)
from rules_py.systems.action_consequence.tracker.codes import CODES
from rules_py.systems.action_consequence.tracker.course import Transition
from rules_py.systems.action_consequence.tracker.dice import countered_by, dice_of
from rules_py.systems.action_consequence.tracker.schema import PARTICIPANT_INPUTS, newcomer_faults
from rules_py.systems.action_consequence.tracker.shape import (
    CAST,
    MAX_SIDES,
    MAX_TOGETHER,
    OVER,
    Conflict,
    Person,
    Side,
    name_input,
)
from rules_py.tracker import ActionCheck, ActionOption, Event, JoinAction, state_field

BY_HAND = "Custom dice"
ACT = name_input("act", "Rolls for", default="", rule="A-009")
HAND = dice_input("sizes", "Dice", most=MAX_TOGETHER, default=[])


class BetweenRoundsAction[E: PersonEvent](ConflictAction[E]):
    """An action that changes the dice: possible only between rounds, as a roll is always pending within one.
    R-37.
    """

    def check(self, conflict: Conflict, event: E) -> ActionCheck:
        over = ["conflict_over"] if conflict.phase == OVER else []
        return self.to_check([*over, *self.violations(conflict, event)])

    def next_actor(self, after: Conflict, event: E) -> str:
        return event.who

    def options(self, conflict: Conflict, who: str) -> Iterator[ActionOption]:
        if who in conflict and conflict.phase == CAST:
            yield from self.offer(conflict, who)


@dataclass(frozen=True, kw_only=True)
class DiceEvent(PersonEvent):
    act: str = state_field(ACT)
    sizes: tuple[int, ...] = state_field(HAND)


class ChooseDice(BetweenRoundsAction[DiceEvent]):
    """The choice of a fitting endeavor, with its stat’s dice, and perhaps a specialization. A-009, A-083,
    R-38.
    """

    id, label = "dice", "Choose dice"
    button = "Use these dice"
    heading = CHOICES
    rules = ("A-009", "A-083", "R-37")

    def input_errors(self, conflict: Conflict, event: DiceEvent) -> Iterator[Fault]:
        yield from super().input_errors(conflict, event)
        if event.who in conflict and event.act:
            person = conflict[event.who]
            known = [each.name for each in person.acts]
            if event.act not in (*known, person.act):
                words = f"{event.who} has no endeavor called {quote(event.act)}."
                yield Fault("event.act", "unknown_entry", event.act, " or ".join(known) or "none", words)

    def carry_out(self, conflict: Conflict, event: DiceEvent, dice: RecordingDice) -> Transition:
        person = conflict[event.who]
        sizes = event.sizes or (() if event.act else person.dice)
        person = person.but(act=event.act, dice=sizes)
        after = conflict.but(person)
        act = f" for {event.act}" if event.act else ""
        counter = countered_by(after, person)
        why = f" {counter} counters the specialization." if counter else ""
        rolls = dice_of(after, person)
        dice_text = format_dice(rolls) if rolls else "no dice"
        return after, (f"{person.name} will roll {dice_text}{act}.{why}",)

    def offer(self, conflict: Conflict, who: str) -> Iterator[ActionOption]:
        person = conflict[who]
        known = {each.name: f"{each.name}: {format_dice(each.dice)}" for each in person.acts}
        yield self.option(
            conflict,
            {"who": who, "act": person.act} if not known else {"who": who},
            title=f"What {who} rolls",
            note=_describe_current(conflict, person),
            inputs=(_acts_of(known, person),) if known else (replace(HAND, default=list(person.dice)),),
            more_inputs=(HAND,) if known else (),
        )


def _acts_of(known: dict[str, str], person: Person) -> Choice:
    """Return the choice of acts a person can roll for, with their current act as the default."""
    chosen = person.act if person.act in known else ""
    return Choice("act", "Rolls for", {**known, "": BY_HAND}, default=chosen, rule="A-009")


def _describe_current(conflict: Conflict, person: Person) -> str:
    counter = countered_by(conflict, person)
    lost = f" {counter} counters the specialization, so its dice are lost." if counter else ""
    return f"Current dice: {format_dice(dice_of(conflict, person))}.{lost}"


@dataclass(frozen=True, kw_only=True)
class SideEvent(PersonEvent):
    on: str = state_field(ON)


class ChooseSide(BetweenRoundsAction[SideEvent]):
    """The choice to help another side or to form a new one. A-090, R-24."""

    id, label = "side", "Choose a side"
    button = "Choose side"
    heading = CHOICES
    rules = ("A-090", "A-091", "A-093", "R-24")
    note = (
        "Everyone on the side rolls, and the highest die counts. If the side is doubled, each can be "
        "exhausted or injured."
    )

    def violations(self, conflict: Conflict, event: SideEvent) -> Iterator[str]:
        if event.on not in _leaders(conflict, conflict[event.who]):
            yield "bad_answerer"

    def carry_out(self, conflict: Conflict, event: SideEvent, dice: RecordingDice) -> Transition:
        person = conflict[event.who]
        if event.on == person.name:
            after = conflict.but(person.but(helps=""))
            side = Side(lead=person.name, since=conflict.round)
            return after.but(sides=(*after.sides, side)), (f"{person.name} now forms a separate side.",)
        after = conflict.but(person.but(helps=event.on))
        sides = tuple(each for each in after.sides if each.lead != person.name)
        return after.but(sides=sides), (f"{person.name} helps {event.on}.",)

    def offer(self, conflict: Conflict, who: str) -> Iterator[ActionOption]:
        person = conflict[who]
        known = _leaders(conflict, person)
        if not known:
            return
        options = {each: "No one (separate side)" if each == who else each for each in known}
        yield self.option(
            conflict,
            {"who": who, "on": next(iter(options))},
            title=f"Who {who} helps",
            inputs=(Choice("on", "Helps", options, default=next(iter(options))),),
            collapsed=True,
        )


def _leaders(conflict: Conflict, person: Person) -> list[str]:
    """Return the sides that someone may change to: another side, as long as two are left, or their own."""
    if len(conflict.members(person.lead)) > 1 and not person.helps:
        return []
    if conflict.side(person.lead).out:
        return []
    others = [each.lead for each in conflict.within if each.lead != person.lead]
    alone = [person.name] if person.helps and len(conflict.within) < MAX_SIDES else []
    stays = person.helps or len(conflict.within) > 2
    return [*(others if stays else []), *alone]


@dataclass(frozen=True, kw_only=True)
class JoinEvent(Event):
    newcomer: Mapping[str, Any] = state_field(Record("newcomer", "Newcomer", PARTICIPANT_INPUTS))


class Join(JoinAction[Conflict, JoinEvent]):
    heading = TABLE
    codes = CODES

    def input_errors(self, conflict: Conflict, event: JoinEvent) -> Iterator[Fault]:
        yield from newcomer_faults(conflict.people, {"newcomer": event.newcomer})

    def violations(self, conflict: Conflict, event: JoinEvent) -> Iterator[str]:
        if conflict.phase == OVER:
            yield "conflict_over"
        elif event.newcomer.get("helps") and conflict.phase != CAST:
            yield "dice_settled"

    def apply(self, conflict: Conflict, event: JoinEvent, dice: RecordingDice) -> tuple[Conflict, str]:
        """Add a newcomer, who rolls from the next round on if the current one has started. R-37."""
        who = Person.read(event.newcomer)
        since = conflict.round + (conflict.phase != CAST)
        when = "" if since == conflict.round else " and rolls from the next round on"
        sides = conflict.sides if who.helps else (*conflict.sides, Side(lead=who.name, since=since))
        after = conflict.but(people=(*conflict.people, who), sides=sides)
        return after, f"{who.name} joins{f' {who.helps}' if who.helps else ''}{when}."

    def options(self, conflict: Conflict, who: str) -> Iterator[ActionOption]:
        if conflict.phase != OVER:
            yield from super().options(conflict, who)
