"""Tables by dice and difficulty, in which cells are marked if an extra die makes things worse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base import number_format
from rules_py.systems.basic_systems.chances import Spread, spread
from rules_py.systems.basic_systems.results import BOOK, House

MEAN = "mean_net"

Reader = Callable[[Spread], Fraction]


def _reach(degree: int) -> Reader:
    return lambda spread: spread.at_least(degree)


KINDS: Mapping[str, tuple[str, Reader]] = {
    "success": ("At least 1 success", lambda spread: spread.p_success),
    "botch": ("Botch", lambda spread: spread.p_botch),
    "failure": ("Failure (no botch)", lambda spread: spread.p_failure),
    **{f"at_least_{degree}": (f"At least {degree} successes", _reach(degree)) for degree in (2, 3, 4, 5)},
    MEAN: ("Average successes left", lambda spread: spread.mean_net),
}
UNWELCOME = ("botch", "failure")
"""The kinds for which less is better."""

WORSE = "▾"
"""The mark of a cell in which an extra die makes things worse."""


def odds_table(
    *,
    kind: str,
    pools: Sequence[int],
    difficulties: Sequence[int],
    ability_rating: int,
    willpower: bool,
    **switches: Any,
) -> dict[str, Any]:
    """Return the chance, or mean, for each pool at each difficulty; `worse` are the cells, as pool and
    difficulty, that would be better with one die fewer (but not with none). `left_out` are pools that can’t
    include an Ability of this rating. `book` is the table by the book, if house rules are on.
    """
    house = House(**switches)
    read = KINDS[kind][1]

    def value(pool: int, difficulty: int, house: House = house) -> Fraction:
        return read(spread(pool, difficulty, ability_rating, willpower, house))

    def is_worse(pool: int, difficulty: int) -> bool:
        change = value(pool, difficulty) - value(pool - 1, difficulty)
        return change > 0 if kind in UNWELCOME else change < 0

    smallest = max(1, ability_rating)
    large_enough = [pool for pool in pools if pool >= ability_rating]
    table = {pool: {each: value(pool, each) for each in difficulties} for pool in large_enough}
    worse = [
        [pool, each]
        for pool in large_enough
        for each in difficulties
        if pool > smallest and is_worse(pool, each)
    ]
    book = {pool: {each: value(pool, each, BOOK) for each in difficulties} for pool in large_enough}
    return {
        "left_out": [pool for pool in pools if pool < ability_rating],
        "table": table,
        "worse": worse,
        "shown": _rows(kind, table, worse),
        "book": None if house == BOOK else book,
        "book_shown": [] if house == BOOK else _rows(kind, book, []),
    }


def _rows(
    kind: str, table: Mapping[int, Mapping[int, Fraction]], worse: Sequence[Sequence[int]]
) -> list[dict[str, str]]:
    """Return the table as text: a row for each pool, a column for each difficulty, worse cells marked."""

    def describe(pool: int, difficulty: int, value: Fraction) -> str:
        text = number_format.format_number(value) if kind == MEAN else number_format.percent(value)
        return f"{WORSE} {text}" if [pool, difficulty] in worse else text

    return [
        {"dice": str(pool), **{str(each): describe(pool, each, value) for each, value in row.items()}}
        for pool, row in table.items()
    ]
