"""The base class and helpers of conflict actions: checking names and rolling dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rules_py.dice.recording import RecordingDice
from rules_py.systems.action_consequence.readings import ADVANTAGE
from rules_py.systems.action_consequence.tracker.codes import CODES
from rules_py.systems.action_consequence.tracker.course import Transition
from rules_py.systems.action_consequence.tracker.dice import Sizes, dice_of
from rules_py.systems.action_consequence.tracker.shape import Conflict, RolledFaces, Side, name_input
from rules_py.tracker import (
    ActionCheck,
    ActionOption,
    EventData,
    ParticipantAction,
    ParticipantEvent,
    state_field,
)

WHO = name_input("who", "Who")
ON = name_input("on", "Whom")

NOW, CHOICES, TABLE = "Now", "Before the cast", "Participants"
"""The headings of groups of options."""


@dataclass(frozen=True, kw_only=True)
class PersonEvent(ParticipantEvent):
    """An event of a person, or of the side that they lead."""

    who: str = state_field(WHO)


class ConflictAction[E: ParticipantEvent](ParticipantAction[Conflict, E]):
    """An action of someone. `phase` is the phase in which it is possible, "" for any."""

    codes = CODES
    not_overridable = frozenset({"nothing_due", "bad_answerer"})
    can_override = False
    heading = NOW
    phase: str = ""

    def expected_actor(self, conflict: Conflict) -> str:
        """Return the side that the conflict expects to take this action, "" for any."""
        return ""

    def check(self, conflict: Conflict, event: E) -> ActionCheck:
        waits = not self.phase or conflict.phase == self.phase
        if not waits or self.expected_actor(conflict) not in ("", event.who):
            return self.to_check(["nothing_due"])
        return super().check(conflict, event)

    def apply(self, conflict: Conflict, event: E, dice: RecordingDice) -> tuple[Conflict, str]:
        after, sentences = self.carry_out(conflict, event, dice)
        return after, " ".join(sentences)

    def carry_out(self, conflict: Conflict, event: E, dice: RecordingDice) -> Transition:
        """Return the conflict after it, and the sentences for the log."""
        raise NotImplementedError(self.id)

    def options(self, conflict: Conflict, who: str) -> Iterator[ActionOption]:
        if not self.phase or conflict.phase == self.phase:
            yield from self.offer(conflict, who)

    def offer(self, conflict: Conflict, who: str) -> Iterator[ActionOption]:
        """Yield the options of `who` for this action now."""
        for event in self.possible_events(conflict):
            yield self.option(conflict, event, **self.describe(conflict, event))

    def possible_events(self, conflict: Conflict) -> Iterable[EventData]:
        """Return the events to offer: by default one, of the side that must act."""
        actor = self.expected_actor(conflict)
        return [{"who": actor}] if actor else []

    def describe(self, conflict: Conflict, event: EventData) -> dict[str, Any]:
        """Return the fields of an event's option that depend on the conflict."""
        return {}


def roll_side(conflict: Conflict, side: Side, dice: RecordingDice, what: str, rule: str) -> Side:
    """Roll a side’s dice, member by member, then its advantage dice. A-040, A-081, A-091, R-14."""
    rolled = []
    for each in conflict.members(side.lead):
        sizes = dice_of(conflict, each)
        if sizes:
            rolled.append(RolledFaces(each.name, _roll(dice, sizes, f"{each.name} {what}", rule)))
        else:
            dice.note(f"{each.name} has no dice left and counts as 0", "R-14")
            rolled.append(RolledFaces(each.name))
    own = tuple(die for each in conflict.members(side.lead) for die in dice_of(conflict, each))
    added = advantage(dice, conflict.side_name(side.lead), side.advantages) if own else ()
    return side.but(rolled=tuple(rolled), advantage=added, sizes=own)


def advantage(dice: RecordingDice, who: str, number: int) -> tuple[int, ...]:
    """Return the faces of this number of advantage dice."""
    return _roll(dice, (ADVANTAGE,) * number, f"{who}’s advantage", "A-080") if number else ()


def _roll(dice: RecordingDice, sizes: Sizes, label: str, rule: str) -> tuple[int, ...]:
    """Return the faces of some dice, in the order in which the dice are named."""
    dice.roll(list(sizes), label=label, rule=rule)
    return tuple(dice.faces[-len(sizes) :])


def dice_of_sides(conflict: Conflict, sides: Iterable[Side]) -> tuple[tuple[str, int], ...]:
    """Return the dice that `roll_side` rolls for these sides, each with its label, in order."""
    return tuple(die for side in sides for die in _dice_of_side(conflict, side))


def _dice_of_side(conflict: Conflict, side: Side) -> Iterator[tuple[str, int]]:
    any_dice = False
    for each in conflict.members(side.lead):
        for die in dice_of(conflict, each):
            any_dice = True
            yield each.name, die
    if any_dice:
        for _ in range(side.advantages):
            yield f"{conflict.side_name(side.lead)}, advantage", ADVANTAGE


def speaker(side: Side) -> str:
    """Return the member with the highest die, who speaks for the side. A-092."""
    best = max(side.rolled, key=lambda each: max(each.faces, default=0))
    return best.who
