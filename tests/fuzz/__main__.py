"""Tries inputs at every door of the rules and of the pages: `./site_build.sh fuzz --seed 1 --count 1000000`.

Each must give an answer, or one sentence of at most 500 characters, within a quarter of a second. One in
twenty goes to the pages' own doors (`tests/js/entry_points.js`): addresses, links, backups, storage.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from rules_py.systems import registry
from rules_py.web import warmup
from tests.fuzz.cost_search import climbs
from tests.fuzz.runner import Fault, tried
from tests.fuzz.watch import MAX_WAIT

AT_ONCE = 2_000
OF_PAGES = 20
"""The interval between page inputs: one in this many inputs is a page's."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="./site_build.sh fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="which inputs (1)")
    parser.add_argument("--count", type=int, default=1_000_000, help="how many (1000000)")
    parser.add_argument("--only", type=int, help="the input of this number alone")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="how many processes")
    parser.add_argument(
        "--climb", type=int, help="instead, so many tries towards the costliest input of each calculator"
    )
    options = parser.parse_args()
    warmup.warm_up()
    if options.climb:
        return climb(options.climb, options.seed)
    kinds: Counter[str] = Counter()
    began = time.monotonic()
    for fault in faults(options):
        kinds[fault.kind] += 1
        if kinds[fault.kind] == 1:
            print(fault, flush=True)
    for kind, count in kinds.most_common():
        print(f"{count:7}  {kind}")
    tried_here = 1 if options.only is not None else options.count
    minutes = (time.monotonic() - began) / 60
    print(f"{tried_here} inputs, seed {options.seed}: {kinds.total()} faults, {minutes:.1f} minutes")
    return 1 if kinds else 0


def climb(tries: int, seed: int) -> int:
    """Tell the costliest inputs of each calculator, those that take too long first; 1 if there are any."""
    every = (each for game in registry.games() for each in game.calculators)
    costs = [(cost, each.id, action) for each in every for action, cost in climbs(each, tries, seed)]
    costs.sort(key=lambda each: -each[0].seconds)
    for cost, calculator, action in costs[:20]:
        print(
            f"{cost.seconds * 1000:5.0f} ms  {calculator} {action}, {cost.characters} characters: {str(cost.inputs)[:200]}"
        )
    return 1 if costs[0][0].seconds > MAX_WAIT else 0


def faults(options: argparse.Namespace) -> Iterator[Fault]:
    if options.only is not None:
        yield from tried(options.seed, range(options.only, options.only + 1))
        return
    of_pages = options.count // OF_PAGES
    with ProcessPoolExecutor(options.processes) as pool:
        begun = [
            pool.submit(trying, options.seed, range(first, min(first + AT_ONCE, count)))
            for trying, count in ((_tried, options.count - of_pages), (_tried_in_pages, of_pages))
            for first in range(0, count, AT_ONCE)
        ]
        for each in begun:
            yield from each.result()


def _tried(seed: int, numbers: range) -> list[Fault]:
    return [*tried(seed, numbers)]


def _tried_in_pages(seed: int, numbers: range) -> list[Fault]:
    command = ["node", "tests/fuzz/in_pages.mjs", str(seed), str(numbers.start), str(numbers.stop)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return [Fault(**each) for each in json.loads(result.stdout)]


if __name__ == "__main__":
    sys.exit(main())
