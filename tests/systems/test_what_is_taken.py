"""What each game's calculators and sheet take, as it was promised: links, kept characters and printed forms hold
such values.

In `taken/`, one file a game holds each input once, by its name and what it lies in, with its limits and what a
form shows at first. Whoever changes one on purpose changes the line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from rules_py import games
from rules_py.inputs import Input, Keyed, ListOf, Record
from rules_py.plain import plain

TAKEN = Path(__file__).with_name("taken")
GAMES = [game for game in games() if (TAKEN / f"{game.id}.txt").is_file()]
LIMITS = ("low", "high", "longest", "fewest", "most", "finest")
PERMITS = ("optional", "lone", "unknown_too")


def told(entry: Input, within: str = "") -> Iterator[str]:
    """A line for an input, and one for each that lies within it."""
    names = {each.name for each in fields(entry)}
    limits = [f"{name} {getattr(entry, name)}" for name in LIMITS if name in names]
    limits += [name for name in PERMITS if getattr(entry, name, False)]
    usual = json.dumps(plain(entry.usual), ensure_ascii=False)
    yield f"{within}{entry.name}: {', '.join([*limits, f'at first {usual}'])}"
    match entry:
        case Record():
            inside: tuple[Input, ...] = entry.fields
        case ListOf():
            inside = (entry.item,)
        case Keyed():
            inside = (entry.key, entry.value)
        case _:
            inside = ()
    for each in inside:
        yield from told(each, f"{entry.name or within.rstrip('.')}.")


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_what_is_taken_is_what_was_promised(game) -> None:
    entries = [entry for calculator in game.calculators for entry in calculator.inputs]
    entries += game.sheet.fields if game.sheet else ()
    now = {line for entry in entries for line in told(entry)}
    promised = set((TAKEN / f"{game.id}.txt").read_text("utf-8").splitlines())
    assert sorted(now - promised) == [], "not promised in this way"
    assert sorted(promised - now) == [], "promised, and not so any more"


def test_the_games_of_the_books_have_promised_something() -> None:
    assert {"core_rules", "dichotomy", "tools"} <= {game.id for game in GAMES}
