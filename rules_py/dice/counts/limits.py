"""Limits of counts: numbers of dice and faces, and the size of a result."""

from collections.abc import Sequence

from rules_py.base.errors import format_value_error

MAX_OUTCOMES = 100_000
"""Outcomes of a tally or a sorted pool: with more a page would hang."""

MAX_BYTES = 1_000_000
"""Bytes of the number that holds all weights of a sum: a second of work in a browser."""

MAX_PRODUCTS = 1_000_000
"""Products of a tally in which dice add dice: a second of work in a browser."""


def require_range(name: str, value: int, least: int, most: int | None = None) -> None:
    """Raise ValueError unless `value` is in the range; a count outside it would be silently wrong."""
    if value < least or (most is not None and value > most):
        expected = f"{least} or more" if most is None else f"{least} to {most}"
        raise ValueError(format_value_error(name, value, expected))


def require_pool(sizes: Sequence[int], name: str, value: int, least: int) -> None:
    """Raise ValueError for an invalid number of dice out of a pool, or for sizes that aren't dice."""
    for sides in sizes:
        require_range("sides", sides, 1)
    require_range(name, value, least, len(sizes))
