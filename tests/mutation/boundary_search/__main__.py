"""Chooses what comes up to the limits of a game's rules, and puts it on record beside what is there:
`.venv/bin/python -m tests.mutation.boundary_search two_d6 --minutes 5`.

Of all that is drawn and changed in these minutes only what comes to a place that what is on record comes to
once or never is kept (`keeping.py`); what a place is says `bounds.py`. Their sums say what the rules do, not
what they should. With `--gaps` it lists the places that nothing on record comes to instead: a limit that no
input can come up to, or a rule that only a test of its own tries.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from random import Random
from time import process_time

from tests.mutation.boundary_search.bounds import Place, Watch

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = "rules_py"
ASKED = "asked"
FOR_AUTHORS = ("rules_py/authoring/", "rules_py/command_line/")
FOR_PAGES = ("rules_py/web/", "rules_py/present/")
GAMES = "rules_py/systems/"
OFTEN, OFTEN_ASKED = 2, 1
"""So often each place is to be come to, since one input that does may hide the slip; a request costs more."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation.boundary_search", description=__doc__)
    parser.add_argument("game", help=f"the id of a game, or {ASKED!r} for what pages ask")
    parser.add_argument("kind", nargs="?", help="a calculator, character, fight or forecast alone")
    parser.add_argument("--minutes", type=float, default=5, help="of processor time (5)")
    parser.add_argument("--seed", type=int, default=1, help="what is drawn (1)")
    parser.add_argument("--gaps", action="store_true", help="list what nothing on record comes to")
    wanted = parser.parse_args()

    watch = Watch(ROOT, PACKAGE)
    watch.begin()
    imported = watch.seen(watch.import_all)
    # only now: what they import of the rules has to be watched
    from rules_py.systems import registry
    from tests.mutation.boundary_search.drawing import Requests, kinds_of
    from tests.mutation.boundary_search.keeping import Chooser
    from tests.mutation.boundary_search.recording import add, all_of, all_of_all

    of_pages = wanted.game == ASKED
    if not of_pages and wanted.game not in registry.game_ids():
        parser.error(f"choose one of {', '.join((*registry.game_ids(), ASKED))}")
    kinds = [Requests()] if of_pages else kinds_of(registry.game(wanted.game))
    theirs = f"{GAMES}{wanted.game}/"
    others = FOR_AUTHORS if of_pages else (*FOR_AUTHORS, *FOR_PAGES)
    places = {
        each
        for each in watch.places
        if each.file.startswith(theirs) or not each.file.startswith((*others, GAMES))
    }
    chooser = Chooser(watch, places, often=OFTEN_ASKED if of_pages else OFTEN, say=say)
    for kind in kinds:
        chooser.count_known(kind)

    if wanted.gaps:
        done = map(watch.seen, all_of_all() if of_pages else all_of(registry.game(wanted.game)))
        come_to = chooser.times.keys() | {
            place for seen in (imported, *done) if seen for place in seen.places
        }
        listed = {each for each in places if of_pages or each.file.startswith(theirs)}
        list_gaps(listed - come_to, len(listed))
        return 0

    climbed = [each for each in kinds if wanted.kind in (None, each.name)]
    if not climbed:
        parser.error(f"choose one of {', '.join(each.name for each in kinds)}")
    left = wanted.minutes * 60
    shares = sum(each.share for each in climbed)
    for kind in climbed:
        before = chooser.times.copy()
        seconds = left * kind.share / shares
        began = process_time()
        kept = chooser.chosen(kind, Random(f"{wanted.seed}/{kind.name}"), seconds)
        left -= process_time() - began
        shares -= kind.share
        lines = [*kind.lines([each.tried for each in kept], chooser.alike)]
        added = add(kind, lines) if lines else 0
        new = sum(not before[each] for each in chooser.times)
        say(f"{kind.name}: {added} added; {new} places are come to that weren’t before")
    return 0


def say(words: str) -> None:
    print(words, flush=True)


def list_gaps(gaps: Iterable[Place], many: int) -> None:
    """The places by file and line, each with what is watched there."""
    by_line = defaultdict[tuple[str, int], list[str]](list)
    for each in sorted(gaps):
        by_line[each.file, each.line].append(each.what)
    last = ""
    for (file, line), whats in by_line.items():
        if file != last:
            say(file)
            last = file
        text = (ROOT / file).read_text("utf-8").splitlines()[line - 1].strip()
        say(f"  {line}: {text[:90]}    {', '.join(whats)}")
    say(f"{sum(map(len, by_line.values()))} of {many} places")


if __name__ == "__main__":
    sys.exit(main())
