"""Take a dive: fall and play dead."""

from __future__ import annotations

from collections.abc import Iterator

from rules_py.dice.recording import RecordingDice
from rules_py.dice.roll_steps import RollStep
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, FightEvent, Turn
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.tracker import ActionOption


class Dive(FightAction[FightEvent]):
    id, label = "dive", "Take a dive"
    turnless = True
    note = "Fall and play dead. You can’t act again in this fight, and foes turn elsewhere."
    rules = ("D-208", "D-209")

    def violations(self, fight: Fight, event: FightEvent) -> Iterator[str]:
        fighter = fight[event.who]
        if not (fighter.pc and (fighter.may_dive or (fighter.serious and fighter.taken > 0))):
            yield "dive_not_allowed"

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: FightEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        return fight.but(fighter.but(down=True)), f"{fighter.name} falls and plays dead."

    def explain(self, before: Fight, event: FightEvent, after: Fight) -> Iterator[RollStep]:
        yield RollStep("Anyone playing dead can’t act, and foes turn elsewhere", rule="D-209")

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        act = self.option(turn.fight, {"who": turn.name})
        if not act.reasons:
            yield act
