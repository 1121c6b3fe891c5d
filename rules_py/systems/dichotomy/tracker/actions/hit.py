"""Hits that no roll in the tracker decides: the dice were rolled at the table, or a wall fell on someone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Int
from rules_py.systems.dichotomy.attacks import describe_hits
from rules_py.systems.dichotomy.tracker.actions.attack import apply_hits
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, FightEvent, Turn
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.tracker import ActionCheck, ActionOption, state_field
from rules_py.tracker.corrections import HEADING

MAX_AT_ONCE = 20
HITS = Int("hits", "Hits", 1, MAX_AT_ONCE, default=1)


@dataclass(frozen=True, kw_only=True)
class HitEvent(FightEvent):
    hits: int = state_field(HITS)


class Hit(FightAction[HitEvent]):
    id, label = "hit", "Hits without a roll"
    button = "Deal hits"
    heading = HEADING
    rules = ("D-194", "D-195")
    can_override = False
    turnless = True

    def check(self, fight: Fight, event: HitEvent) -> ActionCheck:
        return ActionCheck()

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: HitEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        after, sentence = apply_hits(fighter, event.hits)
        return fight.but(after), f"{fighter.name} takes {describe_hits(event.hits)}{sentence}."

    def next_actor(self, after: Fight, event: HitEvent) -> str:
        return event.who if after[event.who].able else ""

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        title = f"Deal hits to {turn.name} without a roll"
        yield self.form_option({"who": turn.name}, title=title, inputs=(HITS,))
