"""Timing and the table of results, shared by the benchmarks of single games."""

import argparse
import json
from collections.abc import Callable, Iterable, Mapping
from time import process_time
from typing import Any

from rules_py import ask, odds
from rules_py.calculators.calculator import Calculator

USUAL_LIMIT, MAX_LIMIT = 8, 125
"""Limits in milliseconds in this Python. A browser's Pyodide takes about twice as long, so these are half of
the limits that books promise there: one frame at initial inputs, a quarter of a second at the largest.
"""
REPEATS = 7

type Task = tuple[str, Callable[[], object], int]
"""A name, a request and its limit in milliseconds."""


def question(calculator: Calculator, inputs: Mapping[str, Any]) -> Callable[[], object]:
    """Return the function that a page calls for a calculator, including the conversion to JSON."""
    door = odds if calculator.has_odds else ask
    return lambda: door(calculator.id, **inputs).to_json()


def best_ms(query: Callable[[], object], forget: Callable[[], object]) -> float:
    """Return the best of several times in milliseconds, each with empty caches."""
    times = []
    for _ in range(REPEATS):
        forget()
        start = process_time()
        query()
        times.append(process_time() - start)
    return min(times) * 1000


def report(description: str, tasks: Iterable[Task], forget: Callable[[], object] = lambda: None) -> int:
    """Time all tasks, print their times, and return the exit status: 1 if any is too slow."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="print a list instead of a table")
    as_json = parser.parse_args().json
    rows = []
    for name, query, limit in tasks:
        took = best_ms(query, forget)
        rows.append({"task": name, "ms": round(took, 3), "limit_ms": limit, "within": took <= limit})
    if as_json:
        print(json.dumps(rows, indent=2))
    else:
        for row in rows:
            late = "" if row["within"] else "  TOO SLOW"
            print(f"{row['task']:40} {row['ms']:9.3f} ms of {row['limit_ms']:3}{late}")
    return 0 if all(row["within"] for row in rows) else 1
