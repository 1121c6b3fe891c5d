"""Whole pools: the number of dice in each class, and the sorted faces."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from math import comb

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice.counts.limits import MAX_OUTCOMES, MAX_PRODUCTS, require_range
from rules_py.dice.counts.sums import die, merge, times


def tally[K](count: int, class_weights: Mapping[K, int]) -> dict[tuple[int, ...], int]:
    """Return the number of `count` dice in each class, in the order of `class_weights`.

    A weight is the number of a die's faces in that class. Total: the sum of the weights to the power `count`.
    Raises TooManyBranchesError past `MAX_OUTCOMES`.
    """
    require_range("count", count, 0)
    for weight in class_weights.values():
        require_range("weight", weight, 0)
    return _allotments(count, [(weight, lambda n: (n,)) for weight in class_weights.values()])


def tally_exploding[K](
    count: int, class_weights: Mapping[K, int], adding: Mapping[K, int], limit: int
) -> dict[tuple[int, ...], int]:
    """Return the number of dice in each class if some faces add a die, as in ten-again pools.

    `adding` is the number of faces of each class that add one more die. It counts in full and can add
    another, at most `limit` in a row. The result omits the class None. Total: the sum of the weights to the
    power `count * (limit + 1)`.

    Raises TooManyBranchesError past `MAX_OUTCOMES`.
    """
    require_range("count", count, 0)
    require_range("limit", limit, 0)
    for kind, weight in class_weights.items():
        require_range("weight", weight, 0)
        require_range("adding", adding.get(kind, 0), 0, weight)
    # A tally is one number whose digits, in a base that no class can reach, are the classes. The counts of
    # one die and all it adds are then a polynomial, and those of several dice a power of it.
    base = count * (limit + 1) + 1
    kinds = [kind for kind in class_weights if kind is not None]
    marks = {kind: base**place for place, kind in enumerate(kinds)}
    total = sum(class_weights.values())
    one = merge((marks.get(kind, 0), weight) for kind, weight in class_weights.items())
    for more in range(1, limit + 1):
        stays = (
            (marks.get(kind, 0), (weight - adding.get(kind, 0)) * total**more)
            for kind, weight in class_weights.items()
        )
        adds = (
            (marks.get(kind, 0) + key, weight * ways)
            for kind, weight in adding.items()
            for key, ways in one.items()
        )
        one = merge((*stays, *adds))
    if len(kinds) == 1 and count:
        return {(dice,): ways for dice, ways in times(one, count).items()}
    result = {0: 1}
    work = 0
    for _ in range(count):
        work += len(result) * len(one)
        if work > MAX_PRODUCTS or len(result) > MAX_OUTCOMES:
            raise TooManyBranchesError(
                f"{count} dice that add dice have too many outcomes: roll fewer dice, distinguish fewer "
                "classes or let fewer be added"
            )
        result = merge(
            (key + more, ways * weight) for key, ways in result.items() for more, weight in one.items()
        )
    return {tuple(key // mark % base for mark in marks.values()): ways for key, ways in result.items()}


def sorted_pool(count: int, sides: int) -> dict[tuple[int, ...], int]:
    """Return the faces of `count` equal dice, highest first. Total: `sides ** count`.

    Raises TooManyBranchesError past `MAX_OUTCOMES`; a sum, a tally or a few kept dice can still be counted.
    """
    require_range("count", count, 0)
    return sorted_of(die(sides), count)


def sorted_of(counts: Mapping[int, int], count: int) -> dict[tuple[int, ...], int]:
    """Return the values of `count` independent results, highest first. Total: the old total to the power
    `count`.

    Raises TooManyBranchesError past `MAX_OUTCOMES`.
    """
    require_range("count", count, 0)
    return _allotments(count, [(counts[value], (value,).__mul__) for value in sorted(counts, reverse=True)])


def sorted_mixed(sizes: Sequence[int]) -> dict[tuple[int, ...], int]:
    """Return the faces of one die of each size, highest first. Total: the product of the sizes.

    Raises TooManyBranchesError past `MAX_OUTCOMES`.
    """
    for sides in sizes:
        require_range("sides", sides, 1)
    # From the lowest face up, `rests` holds the rows of the dice that show at most this face, by the number
    # of dice that have this face. Such a die is equally likely to show any face from this one down, whatever
    # its size. Dice whose highest face is the next lower one join there.
    joining = Counter(sizes)
    top = max(sizes, default=0)
    holders = list(accumulate(joining[face] for face in range(top, 0, -1)))[::-1]
    rests: list[list[tuple[tuple[int, ...], int]]] = [[((), 1)] for _ in range(len(sizes) + 1)]
    for face in range(1, top + 1):
        count, below = holders[face - 1], joining[face - 1]
        present = range(count, count + 1) if face == top else range(count + 1)
        if face == 1:
            rests = [[((1,) * free, 1)] for free in range(count + 1)]
            continue
        outcomes = sum(len(rests[free - n + below]) for free in present for n in range(free + 1))
        if outcomes > MAX_OUTCOMES:
            raise TooManyBranchesError(
                f"{len(sizes)} dice of these sizes have more than {MAX_OUTCOMES} outcomes: roll fewer dice"
            )
        rows = [
            [
                ((face,) * n + key, comb(free, n) * ways)
                for n in range(free + 1)
                for key, ways in rests[free - n + below]
            ]
            for free in present
        ]
        rests = rows
    return dict(rests[-1])


def sorted_exploding(
    count: int, sides: int, again: Callable[[int], bool], limit: int
) -> dict[tuple[int, ...], int]:
    """Return the sorted faces, highest first, of `count` equal exploding dice and of the dice they add.

    Each face for which `again` holds adds one more die, at most `limit` in a row. Total: `sides ** (count *
    (limit + 1))`. Raises TooManyBranchesError past `MAX_OUTCOMES`.
    """
    require_range("limit", limit, 0)
    work = 0

    @cache
    def fallen(dice: int, left: int) -> dict[tuple[int, ...], int]:
        nonlocal work
        pool = sorted_pool(dice, sides)
        if left == 0 or dice == 0:
            return pool
        result: dict[tuple[int, ...], int] = {}
        for faces, ways in pool.items():
            more = sum(map(again, faces))
            further = fallen(more, left - 1)
            work += len(further)
            if work > MAX_OUTCOMES:
                raise TooManyBranchesError(
                    f"{count} dice that add dice have more than {MAX_OUTCOMES} outcomes: roll fewer dice, "
                    "or let fewer be added"
                )
            scaled = ways * sides ** ((dice - more) * left)
            for added, added_ways in further.items():
                key = tuple(sorted(faces + added, reverse=True))
                result[key] = result.get(key, 0) + scaled * added_ways
        return result

    return fallen(count, limit)


def _allotments(
    count: int, classes: Sequence[tuple[int, Callable[[int], tuple[int, ...]]]]
) -> dict[tuple[int, ...], int]:
    """Return all ways to distribute `count` dice among classes, each given as its weight and a function that
    adds n dice to the key.
    """
    open_classes = sum(1 for weight, _ in classes if weight)
    outcomes = comb(count + open_classes - 1, count) if open_classes else 1
    if outcomes > MAX_OUTCOMES:
        raise TooManyBranchesError(
            f"{count} dice in {open_classes} classes have {outcomes} outcomes, more than {MAX_OUTCOMES}: "
            "roll fewer dice or distinguish fewer classes"
        )
    # rests[m]: every outcome of m dice in the classes processed so far, which are the last ones.
    rests: list[list[tuple[tuple[int, ...], int]]] = [[((), 1)], *([] for _ in range(count))]
    for left, (weight, part) in reversed(list(enumerate(classes))):
        parts = [part(n) for n in range(count + 1 if weight else 1)]
        powers = [weight**n for n in range(len(parts))]
        rests = [
            [
                (parts[n] + key, chosen * ways)
                for n in range(min(m + 1, len(parts)))
                for chosen in (comb(m, n) * powers[n],)
                for key, ways in rests[m - n]
            ]
            for m in range(count if left == 0 else 0, count + 1)
        ]
    return dict(rests[-1])
