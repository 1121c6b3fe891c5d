"""Time Dichotomy's calculators, sheet and combat tracker.

    python benchmarks/dichotomy.py           a table
    python benchmarks/dichotomy.py --json    a list of {"task", "ms", "limit_ms", "within"}

Every calculator is timed at its initial and its largest inputs. Each time is the best of several, measures
included, in processor time of this Python. A browser's Pyodide takes about twice as long, so the limits here
are half of those that the book promises there: 16 ms at initial inputs, 250 ms for the longest request
(injury over 20 rounds against four attackers). The exit status is 1 if a limit is exceeded.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.timing import MAX_LIMIT, USUAL_LIMIT, Task, question, report
from rules_py import ask, check_sheet, game, odds


def tasks() -> Iterator[Task]:
    """Yield each request with its name and its limit in milliseconds."""
    dichotomy = game("dichotomy")
    for each in dichotomy.calculators:
        usual = each.initial_inputs()
        yield each.id, question(each, usual), USUAL_LIMIT
        if each.worst_case:
            yield f"{each.id}, largest", question(each, usual | dict(each.worst_case)), MAX_LIMIT
    yield "injury, 20 rounds, four attackers", four_attackers, MAX_LIMIT
    sheet = dichotomy.sheet.blank() | {"picks": ["smite", "swimming", "tracking"]}
    yield "the sheet", lambda: check_sheet("dichotomy", sheet).to_json(), USUAL_LIMIT


def four_attackers() -> object:
    """Four different attackers each round: one distribution for the round, then the track."""
    me = {"value_a": 6, "value_b": 5}
    foes = [odds("dichotomy.defence", **me, tn_a=tn, tn_b=tn + 1).hits for tn in (10, 11, 12, 13)]
    per_round = ask("dichotomy.round_hits", distributions=foes)["hits"]
    return odds("dichotomy.injury", per_round=per_round, rounds=20, fortitude=True).to_json()


if __name__ == "__main__":
    sys.exit(report(__doc__, tasks()))
