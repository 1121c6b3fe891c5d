"""The turn planner: checks a whole turn by the tracker’s actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.base.problems import to_answer
from rules_py.systems.dichotomy.house import house_of
from rules_py.systems.dichotomy.tracker.actions import FIGHT_ACTIONS
from rules_py.systems.dichotomy.tracker.actions.base import check_turn
from rules_py.systems.dichotomy.turns import TURN_CODES, Actor, TurnAction


def plan_turn(
    *,
    actions: Sequence[Mapping[str, Any]],
    abilities: Sequence[str],
    race: str,
    locked: str,
    hits: int,
    gear: str,
    npc: bool,
    **house: Any,
) -> dict[str, Any]:
    """Return whether a turn is legal, its cost, and its problems. D-184 to D-193."""
    actor = Actor(frozenset(abilities), race, frozenset({locked}), hits, gear, npc, house_of(**house))
    plan = check_turn(FIGHT_ACTIONS, map(TurnAction.read, actions), actor)
    reasons = [
        {"action": place, "code": code, "reason": TURN_CODES[code].message, "rule": TURN_CODES[code].rule}
        for place, code in plan.problems
    ]
    cost = {"cost": sum(plan.costs), "costs": list(plan.costs)}
    return to_answer(code for _, code in plan.problems) | cost | {"reasons": reasons}
