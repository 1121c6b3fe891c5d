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
from hooks.contracts.mutation.run_mutants import Equivalents, MutationRun, Verdict
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
"""The percentage of non-equivalent mutants that the tests of Diceleaf's own repository must detect."""


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
    all_mutants = mutants_in(BOOK, (BOOK / RULES).rglob("*.py"))
    if not all_mutants:
        return 0
    equivalents = Equivalents(EQUIVALENTS) if EQUIVALENTS.is_file() else None
    paths = [(BOOK / path).resolve() for path in options.paths]
    candidates = [
        each for each in all_mutants if any((BOOK / each.file).is_relative_to(path) for path in paths)
    ]
    drawn_mutants = sample(candidates, options.count, options.seed)
    to_try = [each for each in drawn_mutants if equivalents is None or each not in equivalents]
    counts = Counter(equivalent=len(drawn_mutants) - len(to_try))

    with MutationRun(BOOK, RULES, TESTS) as run:
        for test in run.failing:
            print(f"left out, as it fails without any mistake: {test}")
        start = time.monotonic()
        until = start + 60 * options.minutes if options.minutes is not None else None
        for verdict in run.try_all(to_try, until):
            counts[verdict.verdict] += 1
            counts["by snapshot"] += verdict.by_snapshot
            report(verdict)
        seconds = time.monotonic() - start

    for entry in equivalents.outdated_entries(all_mutants) if equivalents else ():
        print(f"{EQUIVALENTS.name}: no mutant any more: {entry}")
    total = counts["killed"] + counts["timed out"] + counts["survived"]
    print(
        f"{total} of {len(candidates)} mistakes tried, seed {options.seed}: {counts['survived']} survived, "
        f"{counts['killed']} were noticed, {counts['timed out']} didn't end, "
        f"{counts['equivalent']} are known to change nothing; {seconds / max(1, total):.1f} s each"
    )
    if not IS_OURS:
        return 0
    noticed = total - counts["survived"]
    for words, number in (("with", noticed), ("without", noticed - counts["by snapshot"])):
        print(f"{words} snapshots, {number} of {total} are noticed: {number / max(1, total):.1%}")
    return 0 if noticed * 100 >= MIN_SCORE * total else 1


def try_pages(count: int, seed: int, minutes: float) -> None:
    """Try mutants of mechanics in Markdown, and print those that no check detects."""
    all_mutants = pages.mutants()
    if not all_mutants:
        return
    drawn_mutants = random.Random(seed).sample(all_mutants, min(count, len(all_mutants)))
    until = time.monotonic() + 60 * minutes
    count_tried = survived = 0
    for mutant, survives in pages.survivors(drawn_mutants):
        count_tried, survived = count_tried + 1, survived + survives
        if survives:
            print(mutant, flush=True)
        if time.monotonic() > until:
            break
    print(
        f"{count_tried} of {len(all_mutants)} mistakes in Markdown tried, seed {seed}: {survived} survived. "
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
