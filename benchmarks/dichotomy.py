"""How long Dichotomy's questions take: every calculator, the sheet and the fight desk.

    python benchmarks/dichotomy.py           a table
    python benchmarks/dichotomy.py --json    a list of {"task", "ms", "limit_ms", "within"}

Every calculator is asked at its usual and at its largest inputs. Each time is the best of several, measures
included, in this Python, not counting what else the machine does meanwhile. A browser's Pyodide takes about
twice as long, so the limits here are half of the book's promises there: 16 ms at usual inputs, 250 ms for the
longest question (injury over 20 rounds against four attackers). Exit status 1 if any is missed.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules_py import ask, check_sheet, game, odds
from rules_py.calculator import Calculator

USUAL_LIMIT, LARGEST_LIMIT = 8, 125
REPEATS = 7


def tasks() -> Iterator[tuple[str, Callable[[], object], int]]:
    """Each question with its name and its limit in milliseconds."""
    dichotomy = game("dichotomy")
    for each in dichotomy.calculators:
        usual = each.usual_inputs()
        yield each.id, question(each, usual), USUAL_LIMIT
        if each.largest:
            yield f"{each.id}, largest", question(each, usual | dict(each.largest)), LARGEST_LIMIT
    yield "injury, 20 rounds, four attackers", four_attackers, LARGEST_LIMIT
    sheet = dichotomy.sheet.blank() | {"picks": ["smite", "swimming", "tracking"]}
    yield "the sheet", lambda: check_sheet("dichotomy", sheet).to_json(), USUAL_LIMIT


def question(calculator: Calculator, inputs: Mapping[str, Any]) -> Callable[[], object]:
    """What a page asks of a calculator, down to the data that leave the engine."""
    door = odds if calculator.has_odds else ask
    return lambda: door(calculator.id, **inputs).to_json()


def four_attackers() -> object:
    """Four different attackers each round: one distribution for the round, then the track."""
    me = {"value_a": 6, "value_b": 5}
    foes = [odds("dichotomy.defence", **me, tn_a=tn, tn_b=tn + 1).hits for tn in (10, 11, 12, 13)]
    per_round = ask("dichotomy.round_hits", distributions=foes)["hits"]
    return odds("dichotomy.injury", per_round=per_round, rounds=20, fortitude=True).to_json()


def best_ms(question: Callable[[], object]) -> float:
    """The best of several times, in milliseconds."""
    times = []
    for _ in range(REPEATS):
        begun = process_time()
        question()
        times.append(process_time() - begun)
    return min(times) * 1000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print a list instead of a table")
    as_json = parser.parse_args().json
    rows = []
    for name, question, limit in tasks():
        took = best_ms(question)
        rows.append({"task": name, "ms": round(took, 3), "limit_ms": limit, "within": took <= limit})
    if as_json:
        print(json.dumps(rows, indent=2))
    else:
        for row in rows:
            late = "" if row["within"] else "  TOO SLOW"
            print(f"{row['task']:40} {row['ms']:9.3f} ms of {row['limit_ms']:3}{late}")
    return 0 if all(row["within"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
