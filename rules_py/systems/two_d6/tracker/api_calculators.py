"""The combat tracker for programs: apply an event, check one, replay a log, compute the outlook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.calculators.measure import Measure
from rules_py.systems.two_d6.tracker.matchup import at_least
from rules_py.systems.two_d6.tracker.presets import EXAMPLE
from rules_py.systems.two_d6.tracker.shape import Fight
from rules_py.systems.two_d6.tracker.spec import TRACKER
from rules_py.systems.two_d6.tracker.view import best_attacks
from rules_py.tracker.api_calculators import ApiCalculators


def ahead(fight: Fight) -> Mapping[str, Any]:
    """Return each fighter’s best attack on each foe: its chance to hit, mean wounds and chance to
    be enough.
    """
    return {
        "attacks": [
            {
                "who": each.fighter.name,
                "on": each.target.name,
                "with": each.weapon.name,
                "way": each.way,
                "hits": at_least(each.matchup.counts, 1),
                "mean": each.matchup.mean,
                "enough": each.enough,
            }
            for each in best_attacks(fight)
        ]
    }


def _describe_attack(line: Mapping[str, Any]) -> str:
    chances = f"hits in {line['hits']}, brings the target to 0 in {line['enough']}"
    return f"{line['who']} on {line['on']} with {line['with']}: {chances}, {line['mean']} wounds on average"


def _describe_attacks(lines: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(map(_describe_attack, lines)) or "none"


EXAMPLE_EVENT = {
    "do": "attack",
    "who": "Brick",
    "on": "Dock bruiser",
    "with": "Unarmed",
    "dice": [5, 4, 2, 3],
}

PROGRAMS = ApiCalculators(
    game="two_d6",
    tracker=TRACKER,
    state=EXAMPLE,
    event=EXAMPLE_EVENT,
    rules=("T-184", "T-190", "T-194", "T-195", "T-199", "T-208", "R-20", "R-25", "R-47", "R-50", "R-53"),
    check_rules=("T-186", "T-187", "T-188", "R-48", "R-86"),
    chance_rules=("T-194", "T-195", "R-25", "R-47"),
    outlook=ahead,
    measures=(Measure("attacks", "Attacks", _describe_attacks),),
)
TRACKER_CALCULATORS = PROGRAMS.calculators()
