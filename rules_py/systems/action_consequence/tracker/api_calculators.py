"""The conflict tracker for programs: apply an event, check one, replay a log, compute the outlook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base.number_format import percent
from rules_py.calculators.measure import Measure
from rules_py.systems.action_consequence.tracker import priced
from rules_py.systems.action_consequence.tracker.presets import EXAMPLE
from rules_py.systems.action_consequence.tracker.shape import Conflict
from rules_py.systems.action_consequence.tracker.spec import TRACKER
from rules_py.tracker.api_calculators import ApiCalculators


def ahead(conflict: Conflict) -> Mapping[str, Any]:
    """Return each side’s chances from here in a conflict of two sides, omitting those that can’t be
    calculated.
    """
    chances = {each.lead: priced.chances(conflict, each.lead) for each in conflict.within}
    return {
        "sides": [
            {"side": lead, "wins": each.wins, "doubled": each.doubled, "gives": each.gives}
            for lead, each in chances.items()
            if each
        ]
    }


def _describe_lines(lines: Sequence[Mapping[str, Any]]) -> str:
    texts = (
        f"{each['side']}: wins {_percent(each['wins'])}, is doubled {_percent(each['doubled'])}"
        for each in lines
    )
    return "; ".join(texts) or "not available"


def _percent(chance: Fraction | str) -> str:
    return percent(Fraction(chance))


EXAMPLE_EVENT = {"do": "cast", "dice": [8, 3, 4, 1]}

PROGRAMS = ApiCalculators(
    game="action_consequence",
    tracker=TRACKER,
    state=EXAMPLE,
    event=EXAMPLE_EVENT,
    rules=("A-016", "A-017", "A-023", "A-046", "A-073", "A-095", "R-23", "R-28", "R-29", "R-36", "R-37"),
    check_rules=("A-046", "A-074", "A-095", "R-17", "R-37"),
    chance_rules=("A-046", "R-10"),
    outlook=ahead,
    measures=(Measure("sides", "Chances from here", _describe_lines),),
)
TRACKER_CALCULATORS = PROGRAMS.calculators()
