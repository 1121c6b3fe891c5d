"""Other actions: kick a door open, drink a potion, light a fuse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules_py.dice.recording import RecordingDice
from rules_py.inputs import Int
from rules_py.systems.dichotomy.fields import COST, LABEL
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, FightEvent, Plan, Turn
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.systems.dichotomy.turns import Actor, TurnAction
from rules_py.tracker import ActionOption, state_field

CHEAPEST = 1


@dataclass(frozen=True, kw_only=True)
class OtherEvent(FightEvent):
    label: str = state_field(LABEL)
    cost: int = state_field(COST)


class Other(FightAction[OtherEvent]):
    id, label = "misc", "Other action"
    minor = True
    price_rule = "D-192"
    button = "Take action"
    note = "Kick down a door, drink a potion, light a fuse. Talking is free and isn’t recorded."
    rules = ("D-192", "R-42")

    def price(self, action: TurnAction, actor: Actor) -> int:
        return action.cost

    def kind(self, action: TurnAction) -> tuple[str, str]:
        """Return a kind that includes the label, which distinguishes these actions. R-35."""
        return self.id, action.label.strip().casefold()

    def breaches(self, action: TurnAction, plan: Plan) -> Iterator[str]:
        if not CHEAPEST <= action.cost <= plan.actor.house.action_points:
            yield "bad_cost"

    def action(self, fight: Fight, event: OtherEvent) -> TurnAction:
        return TurnAction(self.id, label=event.label, cost=event.cost)

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: OtherEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        return fight, f"{fighter.name}: {event.label or 'another action'}."

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        event = {"do": self.id, "who": turn.name}
        act = self.option(
            turn.fight,
            {**event, "label": "something new"},
            inputs=(
                replace(LABEL, label="Action", start=""),
                Int("cost", "Points", CHEAPEST, turn.fight.rules.action_points, default=CHEAPEST),
            ),
        )
        yield replace(act, event=event, price="")
