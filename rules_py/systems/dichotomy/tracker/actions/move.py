"""Move: from zone to zone, each step with its price; and the Tree Stride of the elves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rules_py.base.wording import join_words
from rules_py.dice.recording import RecordingDice
from rules_py.dice.roll_steps import RollStep as Working
from rules_py.inputs import Choice, Flag, ListOf
from rules_py.systems.dichotomy.attributes import PEOPLES
from rules_py.systems.dichotomy.fields import name_input
from rules_py.systems.dichotomy.tracker.actions.base import FightAction, FightEvent, Plan, Turn, points
from rules_py.systems.dichotomy.tracker.shape import Fight, Fighter
from rules_py.systems.dichotomy.turns import Actor, Step, TurnAction, step_price
from rules_py.tracker import ActionOption, EventData, Route, state_field

MOVE = "Move"
FURTHER = "further zones"
SHOWN_WAYS = 5
"""The zones in reach that are offered at once; further ones are collapsed."""

TO = ListOf("to", "To zones", name_input("zone", "Zone"), most=12, default=[])


@dataclass(frozen=True, kw_only=True)
class MoveEvent(FightEvent):
    to: tuple[str, ...] = state_field(TO)
    tree: bool = state_field(Flag("tree", "By Tree Stride", rule="D-270"))


class Move(FightAction[MoveEvent]):
    id, label = "move", "Move"
    minor = True
    price_rule = "D-190"
    heading = MOVE
    rules = ("D-189", "D-190")

    def price(self, action: TurnAction, actor: Actor) -> int:
        steps = len(action.steps)
        lock = steps * ("single" in actor.locked) + min(1, steps) * ("crowd" in actor.locked)
        return sum(step_price(step, actor) for step in action.steps) + lock

    def breaches(self, action: TurnAction, plan: Plan) -> Iterator[str]:
        if not action.steps:
            yield "empty_move"
        if any(first.enters_enemy != second.leaves_enemy for first, second in pairwise(action.steps)):
            yield "broken_path"
        if any(step.tree for step in action.steps) and "tree_stride" not in plan.actor.abilities:
            yield "no_ability"
        limit = PEOPLES[plan.actor.race].zones
        if limit and plan.zones + len(action.steps) > limit:
            yield "dwarf_zones"

    def action(self, fight: Fight, event: MoveEvent) -> TurnAction:
        fighter = fight[event.who]
        hostile = {each.zone for each in fight.foes_of(fighter)}
        way = (fighter.zone, *event.to)
        steps = tuple(
            Step(first in hostile, second in hostile, event.tree) for first, second in pairwise(way)
        )
        return TurnAction(self.id, steps=steps)

    def carry_out(
        self, fight: Fight, fighter: Fighter, event: MoveEvent, dice: RecordingDice
    ) -> tuple[Fight, str]:
        way = (fighter.zone, *event.to)
        came_from = way[-2] if event.to else fighter.came_from
        return fight.but(
            fighter.but(zone=way[-1], came_from=came_from)
        ), f"{fighter.name} moves to zone {way[-1]}."

    def explain(self, before: Fight, event: MoveEvent, after: Fight) -> Iterator[Working]:
        yield from super().explain(before, event, after)
        if "single" in before.actor(before[event.who]).locked:
            yield Working("Locked in Mortal Combat: +1 point per zone", rule="R-31")

    def offer(self, turn: Turn) -> Iterator[ActionOption]:
        yield from self._walk_options(turn)
        if "tree_stride" in turn.fighter.abilities:
            yield from self._stride_options(turn)

    def _walk_options(self, turn: Turn) -> Iterator[ActionOption]:
        around = turn.fight.ground.adjacent_zones(turn.fighter.zone)
        ways = ways_of(turn)
        for place, (way, cost) in enumerate(ways.items()):
            yield self.form_option(
                walk(turn, way),
                id=f"move-{way[-1]}",
                title=_describe_way(way),
                price=points(cost),
                note="1 point per zone, +1 to leave a zone with foes, +1 to enter one.",
                zone=way[-1],
                group="" if place < SHOWN_WAYS else FURTHER,
            )
        if around and not ways:
            yield self.option(
                turn.fight, {"who": turn.name, "to": around[:1]}, title=f"Move to zone {around[0]}"
            )

    def _stride_options(self, turn: Turn) -> Iterator[ActionOption]:
        zones = [each.name for each in turn.fight.zones if each.name != turn.fighter.zone]
        options = {json.dumps([each]): f"zone {each}" for each in zones}
        if zones:
            yield self.option(
                turn.fight,
                {"who": turn.name, "to": zones[:1], "tree": True},
                id="tree",
                title="Tree Stride",
                button="Step through the trees",
                inputs=(Choice("to", "To", options, start=next(iter(options))),),
                rules=("D-270", "R-45"),
            )


def walk(turn: Turn, way: Route) -> EventData:
    """Return the Move along this way."""
    return {"do": "move", "who": turn.name, "to": list(way)}


def ways_of(turn: Turn) -> Mapping[Route, int]:
    """Return every route that can be walked now, with its price."""

    def price(way: Route) -> int | None:
        result = turn.check(MoveEvent.read(walk(turn, way)))
        return result.cost if result.legal else None

    return turn.fight.ground.routes(turn.fighter.zone, price)


def _describe_way(way: Route) -> str:
    through = f", through {join_words(way[:-1], conjunction='and')}" if way[:-1] else ""
    return f"Move to zone {way[-1]}{through}"
