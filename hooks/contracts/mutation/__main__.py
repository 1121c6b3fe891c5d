"""Report the small mistakes in the rules that no test of the book notices: `./site_build.sh mutate`."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hooks.contracts.coverage.citations import Citation, citations
from hooks.contracts.mutation import pages
from hooks.contracts.mutation.mutants import Mutant, mutants_in, sample
from hooks.contracts.mutation.run_mutants import Court, Equivalents, Verdict
from rules_py.base.paths import BOOK, PACKAGE

RULES = "rules_py"
IS_OURS = BOOK == PACKAGE
TESTS = (
    ["tests/core", "tests/contracts", "tests/systems", "tests/directives", "tests/docs"]
    if IS_OURS
    else ["tests"]
)
EQUIVALENTS = BOOK / "tests" / "mutation" / "equivalent.toml"
MIN_SCORE = 95
"""The percentage of non-equivalent mutants that the tests of Diceleaf's own repository have to notice."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="./site_build.sh mutate", description=__doc__)
    parser.add_argument("paths", nargs="*", default=[RULES], help="files or folders with rules")
    parser.add_argument("--seed", type=int, default=7, help="which sample of mistakes (7)")
    parser.add_argument("--count", type=int, default=100, help="the number of mistakes (100)")
    parser.add_argument(
        "--minutes", type=float, default=None if IS_OURS else 10, help="when to stop (own books: 10)"
    )
    options = parser.parse_args()

    if not IS_OURS and options.paths == [RULES]:
        try_pages(options.count, options.seed, options.minutes)
    every = mutants_in(BOOK, (BOOK / RULES).rglob("*.py"))
    if not every:
        return 0
    known = Equivalents(EQUIVALENTS) if EQUIVALENTS.is_file() else None
    paths = [(BOOK / path).resolve() for path in options.paths]
    among = [each for each in every if any((BOOK / each.file).is_relative_to(path) for path in paths)]
    drawn = sample(among, options.count, options.seed)
    tried = [each for each in drawn if known is None or each not in known]
    counts = Counter(equivalent=len(drawn) - len(tried))

    with Court(BOOK, RULES, TESTS) as court:
        for test in court.failing:
            print(f"left out, as it fails without any mistake: {test}")
        began = time.monotonic()
        until = began + 60 * options.minutes if options.minutes is not None else None
        for verdict in court.try_all(tried, until):
            counts[verdict.verdict] += 1
            counts["by snapshot"] += verdict.by_snapshot
            report(verdict)
        seconds = time.monotonic() - began

    for entry in known.outdated_entries(every) if known else ():
        print(f"{EQUIVALENTS.name}: no mutant any more: {entry}")
    judged = counts["killed"] + counts["timed out"] + counts["survived"]
    print(
        f"{judged} of {len(among)} mistakes tried, seed {options.seed}: {counts['survived']} survived, "
        f"{counts['killed']} were noticed, {counts['timed out']} didn't end, "
        f"{counts['equivalent']} are known to change nothing; {seconds / max(1, judged):.1f} s each"
    )
    if not IS_OURS:
        return 0
    noticed = judged - counts["survived"]
    for words, number in (("with", noticed), ("without", noticed - counts["by snapshot"])):
        print(f"{words} snapshots, {number} of {judged} are noticed: {number / max(1, judged):.1%}")
    return 0 if noticed * 100 >= MIN_SCORE * judged else 1


def try_pages(count: int, seed: int, minutes: float) -> None:
    """Try mistakes in mechanics that are written in Markdown, and print those that no check notices."""
    every = pages.mutants()
    if not every:
        return
    drawn = random.Random(seed).sample(every, min(count, len(every)))
    until = time.monotonic() + 60 * minutes
    tried = survived = 0
    for mutant, survives in pages.survivors(drawn):
        tried, survived = tried + 1, survived + survives
        if survives:
            print(mutant, flush=True)
        if time.monotonic() > until:
            break
    print(
        f"{tried} of {len(every)} mistakes in Markdown tried, seed {seed}: {survived} survived. "
        "`diceleaf coverage` lists the rules that no example checks"
    )


def report(verdict: Verdict) -> None:
    """Print a mutant that survived, with the rules of its line; in our own repository every mutant."""
    mutant = verdict.mutant
    if verdict.verdict == "survived":
        rules = ", ".join(dict.fromkeys(rules_of(mutant)))
        near = f" ({rules})" if rules else ""
        why = f"; {verdict.by}" if verdict.by else ""
        print(
            f"{mutant.file}:{mutant.line}{near}: `{mutant.was_line}` -> `{mutant.new_line}`{why}", flush=True
        )
    elif IS_OURS:
        print(f"{verdict.verdict:9} {mutant.file}:{mutant.line}  {verdict.by}", flush=True)


def rules_of(mutant: Mutant) -> Iterator[str]:
    """Yield the rules that the line of a mutant cites, or else those of the function around it."""
    near = [each for each in _citations(BOOK / mutant.file) if each.first <= mutant.line <= each.last]
    shortest = min((each.last - each.first for each in near), default=0)
    yield from (each.rule for each in near if each.last - each.first == shortest)


@cache
def _citations(path: Path) -> list[Citation]:
    return [*citations(path)]


if __name__ == "__main__":
    sys.exit(main())
