"""Says how many of a sample of mutants the tests notice: `./site_build.sh mutate --seed 7 --count 100`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.mutation.mutants import mutants_in, sample
from tests.mutation.run_mutants import Court, Equivalents, Verdict

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "rules_py"
TESTS = ["tests/core", "tests/contracts", "tests/systems", "tests/directives", "tests/docs"]
EQUIVALENTS = Path(__file__).with_name("equivalent.toml")
WANTED = 95
"""The required percentage of non-equivalent mutants that the tests kill."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="./site_build.sh mutate", description=__doc__)
    parser.add_argument("paths", nargs="*", default=[PACKAGE], help="files or folders to put slips into")
    parser.add_argument("--seed", type=int, default=7, help="which sample (7)")
    parser.add_argument("--count", type=int, default=100, help="how many mutants (100)")
    asked = parser.parse_args()

    every = mutants_in(ROOT, (ROOT / PACKAGE).rglob("*.py"))
    known = Equivalents(EQUIVALENTS)
    wanted = [(ROOT / path).resolve() for path in asked.paths]
    among = [each for each in every if any((ROOT / each.file).is_relative_to(path) for path in wanted)]
    drawn = sample(among, asked.count, asked.seed)
    tried = [each for each in drawn if each not in known]
    counted = Counter(equivalent=len(drawn) - len(tried))

    with Court(ROOT, PACKAGE, TESTS) as court:
        for test in court.failing:
            print(f"left out, as it fails without a slip: {test}")
        began = time.monotonic()
        for verdict in court.try_all(tried):
            counted[verdict.verdict] += 1
            counted["by snapshot"] += verdict.by_snapshot
            report(verdict)
        seconds = time.monotonic() - began

    for entry in known.outdated(every):
        print(f"{EQUIVALENTS.name}: no mutant any more: {entry}")
    print(
        f"{len(drawn)} of {len(among)} mutants, seed {asked.seed}: {counted['killed']} killed, "
        f"{counted['timed out']} timed out, {counted['survived']} survived, "
        f"{counted['equivalent']} equivalent; {seconds / max(1, len(tried)):.1f} s each"
    )
    noticed = len(tried) - counted["survived"]
    for words, number in (("with", noticed), ("without", noticed - counted["by snapshot"])):
        print(f"{words} snapshots, {number} of {len(tried)} mutants are noticed: {number / len(tried):.1%}")
    return 0 if noticed * 100 >= WANTED * len(tried) else 1


def report(verdict: Verdict) -> None:
    if verdict.verdict == "survived":
        print(f"survived  {verdict.mutant.words}" + (f"\n    {verdict.by}" if verdict.by else ""), flush=True)
    else:
        print(f"{verdict.verdict:9} {verdict.mutant.file}:{verdict.mutant.line}  {verdict.by}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
