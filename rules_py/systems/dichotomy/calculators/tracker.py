"""The combat tracker as calculators: apply an event, check one, replay a log, compute the outlook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.calculators.measure import Measure
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.injuries import GAINED
from rules_py.systems.dichotomy.tracker.outlook import outlook_answer
from rules_py.systems.dichotomy.tracker.presets import EXAMPLE
from rules_py.systems.dichotomy.tracker.spec import TRACKER
from rules_py.tracker.api_calculators import ApiCalculators


def _describe_attack(line: Mapping[str, Any]) -> str:
    pair = " + ".join(ATTRIBUTES[each] for each in line["with"])
    hits = f"{line['mean']} hits on average, chance of enough hits {line['enough']}"
    return f"{line['who']} on {line['on']} with {pair}: {hits}"


def _describe_attacks(lines: Sequence[Mapping[str, Any]]) -> str:
    return "; ".join(map(_describe_attack, lines)) or "none"


def _describe_outlook(lines: Sequence[Mapping[str, Any]]) -> str:
    sentences = (f"{each['name']} is {GAINED[each['step']]} at the tally: {each['chance']}" for each in lines)
    return "; ".join(sentences) or "none"


PROGRAMS = ApiCalculators(
    game="dichotomy",
    tracker=TRACKER,
    state=EXAMPLE,
    event={"do": "move", "who": "Odile", "to": ["2", "3"]},
    rules=("D-179", "D-180", "D-184", "D-194", "D-195", "D-198", "D-206", "D-208", "R-48", "R-49", "R-55"),
    check_rules=("D-184", "D-185", "R-35", "R-37"),
    chance_rules=("D-194", "D-195", "D-196", "D-206"),
    outlook=outlook_answer,
    measures=(
        Measure("attacks", "Attacks", _describe_attacks),
        Measure("outlook", "Outlook", _describe_outlook),
    ),
)
CALCULATORS = PROGRAMS.calculators()
