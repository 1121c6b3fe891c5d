"""Defend: the whole turn for a better defence; and the free word of Talk."""

from __future__ import annotations

from collections.abc import Iterator

from rules_py.dice.recording import RecordingDice
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, FightEvent, Turn
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.systems.dichotomy.turns import Actor, TurnAction
from rules_py.tracker import ActionOption


class Defend(FightAction[FightEvent]):
    id, label = "defend", "Defend"
    price_rule = "D-188"
    rules = ("D-188", "R-39")

    def price(self, action: TurnAction, actor: Actor) -> int:
        return actor.house.defend_price

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: FightEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        sentence = (
            f"{fighter.name} defends: +{fight.rules.defend_bonus} on every defence until their next turn."
        )
        return fight.but(fighter.with_effects(defending=fight.round)), sentence

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        note = f"+{turn.fight.rules.defend_bonus} on every defence until your next turn."
        yield self.option(turn.fight, {"who": turn.name}, note=note)


class Talk(FightAction[FightEvent]):
    """It is free and needs no entry, so no option offers it; a log can contain it."""

    id, label = "talk", "Talk"
    price_rule = "D-193"

    def kind(self, action: TurnAction) -> None:
        return None

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: FightEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        return fight, f"{fighter.name} speaks."
