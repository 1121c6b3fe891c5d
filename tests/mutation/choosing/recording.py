"""What is put on record, and what nothing on record comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from rules_py import catalogue
from rules_py.game import Game
from tests.core import said
from tests.laws import asked, chosen, recorded, shown
from tests.mutation.choosing.drawing import Kind, Requests


def line_of(kind: str, game: str, one: Any) -> str:
    """The line for it on record."""
    if kind == Requests.name:
        return asked.line(one)
    return chosen.line(catalogue.game(game), kind, one)


def add(kind: Kind, lines: Sequence[Any]) -> int:
    """Put lines on record that aren't there, and say how many. The sums are those of a process in which
    nothing is watched and nothing was tried before; what comes to another one here hangs on that, and is no
    lasting record.
    """
    path = asked.RECORD if isinstance(kind, Requests) else chosen.RECORDS / f"{kind.game_id}.txt"
    there = {*path.read_text("utf-8").splitlines()} if path.is_file() else set()
    asks = partial(line_of, kind.name, kind.game_id)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        alike = [line for line, each in zip(apart.map(asks, lines), lines, strict=True) if line == asks(each)]
    new = [each for each in dict.fromkeys(alike) if each not in there]
    with path.open("a", encoding="utf-8") as record:
        record.writelines(f"{each}\n" for each in new)
    return len(new)


def all_of(game: Game) -> Iterator[Callable[[], object]]:
    """All that is on record of a game but what was chosen, each to be done once more."""
    for made in recorded.kinds_of(game).values():
        yield lambda made=made: [*made()]
    for answers in shown.pages_of(game).values():
        yield partial(shown.sums, answers)


def all_of_all() -> Iterator[Callable[[], object]]:
    """All that is on record of all games, and of what is said in full."""
    for game in catalogue.games():
        yield from all_of(game)
    for part in said.PARTS:
        yield partial(said.said, part)
