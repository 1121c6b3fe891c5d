"""The time of our odds compared with icepool and dyce, for tasks of the five games.

    python benchmarks/odds.py           a table
    python benchmarks/odds.py --json    a list of {"task", "ours_ms", "icepool_ratio", "dyce_ratio"}

A ratio is the library's time divided by ours: above 1, ours is faster. It is null if the library doesn't
support the task. Each time is the best of several, each with new dice and empty caches (ours has none),
without the preparation of inputs: the two sums to compare, the sum to reroll, the rows of a process. Before
any time is reported, all results are compared as fractions; a difference ends the run with exit status 1.
"""

import argparse
import json
import sys
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules_py.dice import counts, markov
from rules_py.dice.markov import Done
from tests.core import reference_odds as peers

SPENT = 0.4
"""The seconds after which a task isn't repeated."""
REPEATS = 200

type Ask = Callable[[], object]
type Prepare = Callable[[], Ask]
type Chances = Mapping[Hashable, Fraction]


@dataclass(frozen=True)
class Peer:
    """A library to compare with: `prepare` sets the task up, untimed; `read` turns the result into
    chances.
    """

    prepare: Prepare
    read: Callable[[object], object] = peers.chances_of


@dataclass(frozen=True)
class Unable:
    """The reason why a library is skipped."""

    reason: str


@dataclass(frozen=True)
class Task:
    name: str
    ours: Peer
    icepool: Peer | Unable
    dyce: Peer | Unable
    note: str = ""


def request(function: Callable, *args: object, read: Callable[[object], object] = peers.chances_of) -> Peer:
    """Return a task without preparation."""
    return Peer(lambda: partial(function, *args), read)


def sums(count: int, icepool_sum: Callable = peers.icepool_sum, note: str = "") -> Task:
    return Task(
        f"sum of {count}d6",
        request(counts.sum_of, count, 6),
        request(icepool_sum, count, 6),
        request(peers.dyce_sum, count, 6),
        note,
    )


def tally() -> Task:
    weights = {"successes": 5, "ones": 1, "rest": 4}
    return Task(
        "50d10 into successes, ones and rest",
        request(counts.tally, 50, weights),
        request(peers.icepool_tally, 50, tuple(weights.values())),
        request(peers.dyce_tally, 50, tuple(weights.values())),
    )


def keep_highest(name: str, sizes: tuple[int, ...], keep: int) -> list[Task]:
    return [
        Task(
            f"highest {keep} of {name}",
            request(counts.highest_sum, sizes, keep),
            request(peers.icepool_highest_sum, sizes, keep),
            request(peers.dyce_highest_sum, sizes, keep),
        ),
        Task(
            f"lowest {keep} of {name}",
            request(counts.lowest_sum, sizes, keep),
            request(peers.icepool_lowest_sum, sizes, keep),
            request(peers.dyce_lowest_sum, sizes, keep),
        ),
    ]


def compared() -> Task:
    return Task(
        "20d6 against 20d6: lower, tie, higher",
        Peer(
            lambda: partial(counts.compare, counts.sum_of(20, 6), counts.sum_of(20, 6)),
            lambda answer: peers.chances_of(dict(zip((-1, 0, 1), answer, strict=True))),
        ),
        Peer(lambda: partial(peers.icepool_compare, peers.icepool_sum(20, 6), peers.icepool_sum(20, 6))),
        Peer(lambda: partial(peers.dyce_compare, peers.dyce_sum(20, 6), peers.dyce_sum(20, 6))),
    )


def rerolled() -> Task:
    def again(total: int) -> bool:
        return total < 30

    return Task(
        "10d6, thrown again once if below 30",
        Peer(lambda: partial(counts.reroll_once, counts.sum_of(10, 6), again)),
        Peer(lambda: partial(peers.icepool_reroll_once, peers.icepool_sum(10, 6), again)),
        Peer(lambda: partial(peers.dyce_reroll_once, peers.dyce_sum(10, 6), again)),
    )


def conflict() -> Task:
    rows, outcomes = peers.number_states(peers.conflict((8, 6), (10, 4)), peers.CONFLICT_START)
    return Task(
        f"a whole conflict, d8+d6 v d10+d4, {len(rows)} states",
        Peer(
            lambda: partial(markov.solve_absorption, step_of(rows), 0),
            lambda answer: peers.outcome_chances(answer.chances, outcomes),
        ),
        Peer(
            lambda: partial(peers.icepool_absorb, peers.icepool_rows(rows)),
            lambda answer: peers.outcome_chances(peers.chances_of(answer), outcomes),
        ),
        Unable("has no way to solve a process that may go on and on"),
    )


def fight() -> Task:
    attack, defence = peers.two_dice(lambda state: state, 4, 5), peers.two_dice(lambda state: 2 - state, 6, 6)
    rows, outcomes = peers.number_states(*peers.duel(20, attack, defence))
    rounds = 30

    def read(history: list) -> list[Chances]:
        return [peers.outcome_chances(peers.chances_of(probabilities), outcomes) for probabilities in history]

    def read_ours(history: list[Chances]) -> list[Chances]:
        return [
            peers.outcome_chances({end: chance for end, chance in row.items() if chance}, outcomes)
            for row in history
        ]

    return Task(
        f"a duel by round, {rounds} rounds, {len(rows)} states",
        Peer(lambda: partial(markov.by_round, step_of(rows), 0, rounds), read_ours),
        Peer(lambda: partial(peers.icepool_by_round, peers.icepool_rows(rows), rounds), read),
        Peer(lambda: partial(peers.dyce_by_round, peers.dyce_rows(rows), rounds), read),
    )


def step_of(rows: Mapping[int, Mapping[int, int]]) -> Callable[[int], Mapping[int | Done, int]]:
    """Return the step of a process with numbered states."""
    texts = {
        state: {Done(place) if place < 0 else place: weight for place, weight in row.items()}
        for state, row in rows.items()
    }
    return texts.__getitem__


def tasks() -> list[Task]:
    return [
        sums(10),
        sums(100),
        sums(
            1000, peers.icepool_sum_by_halves, "icepool: 1000 @ d6 raises RecursionError, so added by halves"
        ),
        tally(),
        *keep_highest("10d6", (6,) * 10, 3),
        *keep_highest("d4 + 2d6 + 2d8 + 2d10 + 2d12 + d20", (4, 6, 6, 8, 8, 10, 10, 12, 12, 20), 3),
        compared(),
        rerolled(),
        conflict(),
        fight(),
    ]


def time_peer(peer: Peer) -> tuple[float, object]:
    """Return the best time of a result in milliseconds, and the result."""
    best, start_time = float("inf"), perf_counter()
    for _ in range(REPEATS):
        peers.clear_icepool()
        ask = peer.prepare()
        start = perf_counter()
        answer = ask()
        best = min(best, perf_counter() - start)
        if perf_counter() - start_time > SPENT:
            break
    return best * 1000, peer.read(answer)


def measure(task: Task) -> dict:
    """Return the task's row. Raises SystemExit if a library disagrees with us."""
    ours, expected = time_peer(task.ours)
    row = {"task": task.name, "ours_ms": round(ours, 4)}
    for name, peer in (("icepool", task.icepool), ("dyce", task.dyce)):
        row[f"{name}_ratio"] = None
        if isinstance(peer, Peer):
            theirs, counted_odds = time_peer(peer)
            if counted_odds != expected:
                raise SystemExit(f"{task.name}: {name} and we disagree")
            row[f"{name}_ratio"] = round(theirs / ours, 1)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the exact kernel beside icepool and dyce.")
    parser.add_argument("--json", action="store_true", help="print a list of rows instead of a table")
    as_json = parser.parse_args().json
    every = tasks()
    if as_json:
        print(json.dumps([measure(task) for task in every], indent=2))
        return
    width = max(len(task.name) for task in every)
    print(f"{'':{width}}  {'ours':>10}  {'icepool':>9}  {'dyce':>9}")
    notes = []
    for task in every:
        row = measure(task)
        ratios = [
            "none" if row[key] is None else f"{row[key]:.1f} x" for key in ("icepool_ratio", "dyce_ratio")
        ]
        print(f"{task.name:{width}}  {row['ours_ms']:7.3f} ms  {ratios[0]:>9}  {ratios[1]:>9}", flush=True)
        notes += [f"{task.name}: {task.note}"] if task.note else []
        for name, peer in (("icepool", task.icepool), ("dyce", task.dyce)):
            notes += [f"{task.name}: {name} {peer.reason}"] if isinstance(peer, Unable) else []
    print("\nAll answers agree exactly. N x: the library takes N times as long as we do.")
    print(*notes, sep="\n")


if __name__ == "__main__":
    main()
