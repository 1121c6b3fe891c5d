"""The action that ticks a tracker's clocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rules_py.base.errors import Fault, join_or
from rules_py.base.wording import quote
from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Int, Text
from rules_py.tracker.actions import Action, Event
from rules_py.tracker.clocks import MAX_NAME, MAX_SEGMENTS, Clock
from rules_py.tracker.serializable import state_field


class WithClocks(Protocol):
    """A state with clocks, a dataclass."""

    @property
    def clocks(self) -> Sequence[Clock]: ...


@dataclass(frozen=True, kw_only=True)
class ClockEvent(Event):
    """An event that ticks a clock."""

    clock: str = state_field(Text("clock", "Clock", longest=MAX_NAME))
    by: int = state_field(Int("by", "Segments", -MAX_SEGMENTS, MAX_SEGMENTS, default=1))


class TickClock[S: WithClocks](Action[S, ClockEvent]):
    """The action that ticks a clock, or unticks it with a negative `by`. Each clock has buttons for it."""

    id, label = "tick", "Tick a clock"

    def input_errors(self, state: S, event: ClockEvent) -> Iterator[Fault]:
        names = [each.name for each in state.clocks]
        if event.clock not in names:
            words = f"There’s no clock called {quote(event.clock)}."
            yield Fault("clock", "unknown_clock", event.clock, join_or(names), words)

    def apply(self, state: S, event: ClockEvent, dice: RecordingDice) -> tuple[S, str]:
        clocks = [each.tick(event.by) if each.name == event.clock else each for each in state.clocks]
        clock = next(each for each in clocks if each.name == event.clock)
        after: Any = state
        sentence = f"{clock.name}: {clock.text}{', and the clock is full' if clock.is_full else ''}."
        return replace(after, clocks=tuple(clocks)), sentence
