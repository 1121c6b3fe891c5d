"""Recover: take off one hit that was carried into the round."""

from __future__ import annotations

from collections.abc import Iterator

from rules_py.dice.recording import RecordingDice
from rules_py.dice.roll_steps import RollStep
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, FightEvent, Plan, Turn
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.systems.dichotomy.turns import Actor, TurnAction
from rules_py.tracker import ActionOption


class Recover(FightAction[FightEvent]):
    id, label = "recover", "Recover"
    price_rule = "D-191"
    note = "Removes one hit carried into this round."
    rules = ("D-191", "R-40")

    def price(self, action: TurnAction, actor: Actor) -> int:
        return actor.house.recover_price - ("tough_as_nails" in actor.abilities)

    def breaches(self, action: TurnAction, plan: Plan) -> Iterator[str]:
        if not plan.actor.hits:
            yield "nothing_to_recover"

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: FightEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        left = max(0, fighter.hits - 1)
        return fight.but(fighter.but(hits=left)), f"{fighter.name} recovers: 1 hit removed, {left} left."

    def explain(self, before: Fight, event: FightEvent, after: Fight) -> Iterator[RollStep]:
        was, now = before[event.who], after[event.who]
        yield RollStep(f"{was.hits} carried − 1 = {now.hits}", rule="R-40")
        yield from super().explain(before, event, after)

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        if turn.fighter.pc:
            yield self.option(turn.fight, {"who": turn.name})
