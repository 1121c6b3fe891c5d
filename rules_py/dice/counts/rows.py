"""Cards dealt, and results that are rows of numbers."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from math import comb

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice.counts.limits import MAX_OUTCOMES, require_range


def deal(count: int, numbers: Sequence[int], others: int = 0) -> dict[tuple[int, ...], int]:
    """Return the number of cards of each kind among `count` cards, dealt from `numbers` of each kind and
    `others`.

    Total: the number of possible hands. Raises TooManyBranchesError past `MAX_OUTCOMES`.
    """
    cards = sum(numbers) + others
    require_range("count", count, 0, cards)
    rows: dict[tuple[int, ...], int] = {(): 1}
    behind = list(accumulate(reversed((*numbers, others)), initial=0))[::-1]
    for place, number in enumerate(numbers):
        longer: dict[tuple[int, ...], int] = {}
        for row, ways in rows.items():
            missing = count - sum(row)
            for here in range(max(0, missing - behind[place + 1]), min(number, missing) + 1):
                longer[(*row, here)] = ways * comb(number, here)
        if len(longer) > MAX_OUTCOMES:
            raise TooManyBranchesError(
                f"{count} cards of {len(numbers)} kinds have more than {MAX_OUTCOMES} outcomes: deal fewer, "
                "or distinguish fewer kinds"
            )
        rows = longer
    return {row: ways * comb(others, count - sum(row)) for row, ways in rows.items()}


def deal_in_order(count: int, numbers: Mapping[Hashable, int]) -> dict[tuple[Hashable, ...], int]:
    """Return the number of ways to deal each row of kinds from `numbers` of each kind.

    Total: the number of rows of different cards. Raises TooManyBranchesError past `MAX_OUTCOMES`.
    """
    require_range("count", count, 0, sum(numbers.values()))
    rows: dict[tuple[Hashable, ...], int] = {(): 1}
    for _ in range(count):
        longer: dict[tuple[Hashable, ...], int] = {}
        for row, ways in rows.items():
            dealt = Counter(row)
            for kind, number in numbers.items():
                if left := number - dealt[kind]:
                    longer[(*row, kind)] = ways * left
            if len(longer) > MAX_OUTCOMES:
                raise TooManyBranchesError(
                    f"{count} cards in order of {len(numbers)} kinds have more than {MAX_OUTCOMES:,} "
                    "outcomes: deal fewer, group the cards into fewer kinds, or use dice.deal if their "
                    "order doesn't matter"
                )
        rows = longer
    return rows


def add_rows(dice: Iterable[Sequence[tuple[int, ...]]], start: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Return the sum, place by place, of dice whose faces are rows of numbers. Total: the product of their
    faces.

    Raises TooManyBranchesError past `MAX_OUTCOMES`.
    """
    sums = {start: 1}
    for faces in dice:
        added: dict[tuple[int, ...], int] = {}
        for row, ways in sums.items():
            for face in faces:
                key = tuple(map(int.__add__, row, face))
                added[key] = added.get(key, 0) + ways
        if len(added) > MAX_OUTCOMES:
            raise TooManyBranchesError(f"dice of symbols with more than {MAX_OUTCOMES} results: roll fewer")
        sums = added
    return sums
