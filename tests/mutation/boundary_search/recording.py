"""What is put on record, and what nothing on record comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.contracts import boundary_cases, html_snapshots, odds_snapshots, page_requests
from tests.core import messages
from tests.mutation.boundary_search.drawing import Kind, Requests


def line_of(kind: str, game: str, one: Any) -> str:
    """The line for it on record."""
    if kind == Requests.name:
        return page_requests.line(one)
    return boundary_cases.line(registry.game(game), kind, one)


def add(kind: Kind, lines: Sequence[Any]) -> int:
    """Put lines on record that aren't there, and say how many. The sums are those of a process in which
    nothing is watched and nothing was tried before; what comes to another one here hangs on that, and is no
    lasting record.
    """
    path = (
        page_requests.RECORD if isinstance(kind, Requests) else boundary_cases.RECORDS / f"{kind.game_id}.txt"
    )
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
    for made in odds_snapshots.kinds_of(game).values():
        yield lambda made=made: [*made()]
    for answers in html_snapshots.pages_of(game).values():
        yield partial(html_snapshots.sums, answers)


def all_of_all() -> Iterator[Callable[[], object]]:
    """All that is on record of all games, and of what is said in full."""
    for game in registry.games():
        yield from all_of(game)
    for part in messages.PARTS:
        yield partial(messages.said, part)
