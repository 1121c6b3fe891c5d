"""Take a dive: fall and play dead."""

from __future__ import annotations

from collections.abc import Iterator

from rules_py.dice.dice import RecordingDice
from rules_py.dice.roll_steps import RollStep
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, Turn
from rules_py.systems.dichotomy.tracker.shape import Event, Fight, Fighter
from rules_py.tracker import ActionOption


class Dive(FightAction):
    id, label = "dive", "Take a dive"
    turnless = True

    def violations(self, fight: Fight, event: Event) -> Iterator[str]:
        fighter = fight[event.who]
        if not (fighter.pc and (fighter.may_dive or (fighter.serious and fighter.taken > 0))):
            yield "dive_not_allowed"

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: Event, dice: RecordingDice
    ) -> tuple[Fight, str]:
        return fight.but(fighter.but(down=True)), f"{fighter.name} falls and plays dead."

    def explain(self, before: Fight, event: Event, after: Fight) -> Iterator[RollStep]:
        yield RollStep("Anyone playing dead can’t act, and foes turn elsewhere", rule="D-209")

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        act = turn.act(
            self,
            "Take a dive",
            "Fall and play dead. You can’t act again in this fight, and foes turn elsewhere.",
            event=Event(do=self.id, who=turn.name),
            rules=("D-208", "D-209"),
        )
        if not act.reasons:
            yield act
