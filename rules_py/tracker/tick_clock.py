"""The action that ticks a tracker's clocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from rules_py.base.errors import Fault, join_or
from rules_py.base.wording import quote
from rules_py.dice.dice import RecordingDice
from rules_py.inputs import Int, Text
from rules_py.tracker.actions import Action, ParsedEvent
from rules_py.tracker.clocks import MAX_NAME, MAX_SEGMENTS, Clock


class WithClocks(Protocol):
    """A state with clocks, a dataclass."""

    @property
    def clocks(self) -> Sequence[Clock]: ...


class ClockEvent(ParsedEvent, Protocol):
    """An event that ticks a clock."""

    @property
    def clock(self) -> str: ...
    @property
    def by(self) -> int: ...


class TickClock[S: WithClocks, E: ClockEvent](Action[S, E]):
    """The action that ticks a clock, or unticks it with a negative `by`. Each clock has buttons for it."""

    id, label = "tick", "Tick a clock"
    fields = (
        Text("clock", "Clock", longest=MAX_NAME),
        Int("by", "Segments", -MAX_SEGMENTS, MAX_SEGMENTS, default=1),
    )

    def input_errors(self, state: S, event: E) -> Iterator[Fault]:
        names = [each.name for each in state.clocks]
        if event.clock not in names:
            words = f"There’s no clock called {quote(event.clock)}."
            yield Fault("clock", "unknown_clock", event.clock, join_or(names), words)

    def apply(self, state: S, event: E, dice: RecordingDice) -> tuple[S, str]:
        clocks = [each.tick(event.by) if each.name == event.clock else each for each in state.clocks]
        clock = next(each for each in clocks if each.name == event.clock)
        after: Any = state
        sentence = f"{clock.name}: {clock.text}{', and the clock is full' if clock.is_full else ''}."
        return replace(after, clocks=tuple(clocks)), sentence
