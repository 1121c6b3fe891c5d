"""An act's event before it is asked for: completed, priced, and judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.desk import Reason
from rules_py.systems.dichotomy.calculators.desk import EVENT
from rules_py.systems.dichotomy.desk.events import action_of, problems_of, said_reasons
from rules_py.systems.dichotomy.desk.state import Fighter, State, actor_of
from rules_py.systems.dichotomy.desk.working import points
from rules_py.systems.dichotomy.turns import planned


def whole_event(**given: Any) -> dict[str, Any]:
    """An event with all its fields."""
    return EVENT.parse(given)


def reasons_for(state: State, given: Mapping[str, Any]) -> tuple[Reason, ...]:
    """Why an event can't be now."""
    return tuple(
        Reason(each["reason"], each["rule"])
        for each in said_reasons(problems_of(state, whole_event(**given)))
    )


def price(state: State, fighter: Fighter, given: Mapping[str, Any]) -> str:
    """What an event costs the fighter, in words."""
    (cost,), _ = planned([action_of(state, whole_event(**given))], actor_of(state, fighter))
    return points(cost) if cost else "free"
