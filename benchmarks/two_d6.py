"""Time the calculators of [2d6], and the most expensive inputs.

    python benchmarks/two_d6.py           a table
    python benchmarks/two_d6.py --json    a list of {"task", "ms", "limit_ms", "within"}

Every calculator is timed at its initial and its largest inputs. Each time is the best of several, measures
included, in this Python, with empty caches. The exit status is 1 if a limit is exceeded; see `timing.py` for
the limits.
"""

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.timing import MAX_LIMIT, USUAL_LIMIT, Task, question, report
from rules_py import calculator, check_sheet, game

HEAVY = {"armour": "heavy", "proficient": True}
MORE = (
    ("eight on initiative, far apart", "two_d6.initiative", {"scores": [0, 1, 2, 4, 6, 7, 9, 10]}),
    (
        "aim against heavy armour",
        "two_d6.opposed_check",
        {"att_bonus": 5, "def_bonus": 5, "aimed": True, **HEAVY},
    ),
    ("six helping each other", "two_d6.aided_check", {"dc": 17, "bonuses": [10, 8, 6, 5, 3, 1]}),
)
"""The longest possible requests."""


def tasks() -> Iterator[Task]:
    """Yield each request with its name and its limit."""
    two_d6 = game("two_d6")
    for each in two_d6.calculators:
        usual = each.initial_inputs()
        yield each.id, question(each, usual), USUAL_LIMIT
        if each.worst_case:
            yield f"{each.id}, largest", question(each, usual | dict(each.worst_case)), MAX_LIMIT
    for name, query, inputs in MORE:
        yield name, question(calculator(query), inputs), MAX_LIMIT
    if two_d6.sheet:
        sheet = two_d6.sheet.blank()
        yield "the sheet", partial(check_sheet, "two_d6", sheet), USUAL_LIMIT


def forget() -> None:
    """Empty the caches of the game and of the races it computes."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("rules_py.systems.two_d6", "rules_py.dice.race")):
            for each in list(vars(module).values()):
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


if __name__ == "__main__":
    sys.exit(report(__doc__, tasks(), forget))
