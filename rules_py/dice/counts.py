"""How many ways dice can fall: exact integer counts, the arithmetic below every printed chance.

A *count* is a mapping `{outcome: ways}`; outcomes that cannot happen are left out, so every number of ways is
positive. The total of a result is the number of equally likely throws behind it, always
`sum(result.values())`; each docstring says what it comes to. Nothing here knows a game, a fraction or a
random number, and no result is ever rounded or truncated. A question about impossible dice raises ValueError,
which says what is allowed.

The methods are closed forms and recurrences, not walks over throws, because a walk is hopeless from about ten
dice on. `benchmarks/odds.py` sets them beside other libraries, and `tests/core/test_counts.py` beside plain
enumeration.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate, repeat
from math import comb, prod
from operator import mul

from rules_py.errors import TooManyPaths

MOST_OUTCOMES = 100_000
"""The most outcomes of a tally or a sorted pool: past it a page would hang, so they are refused."""

MOST_BYTES = 1_000_000
"""The longest number that all ways of a sum are packed into: a second of work in a browser."""
MOST_PRODUCTS = 1_000_000
"""The most products of a tally in which dice add dice: a second of work in a browser."""


def die(sides: int) -> dict[int, int]:
    """One die: each face 1 to `sides` once. Total `sides`."""
    _require("sides", sides, 1)
    return dict.fromkeys(range(1, sides + 1), 1)


def sum_of(count: int, sides: int) -> dict[int, int]:
    """The sum of `count` equal dice. Total `sides ** count`; no dice sum to 0 in one way."""
    _require("count", count, 0)
    _require("sides", sides, 1)
    return _sum_of_groups({sides: count})


def sum_of_mixed(sizes: Sequence[int]) -> dict[int, int]:
    """The sum of one die of each size in `sizes`. Total: the product of the sizes."""
    for sides in sizes:
        _require("sides", sides, 1)
    return _sum_of_groups(Counter(sizes))


def add(left: Mapping[int, int], right: Mapping[int, int]) -> dict[int, int]:
    """The sum of two independent results. Total: the product of the two totals."""
    if len(left) * len(right) <= 64 or _span(left) + _span(right) > len(left) * len(right):
        result: dict[int, int] = {}
        for value, ways in left.items():
            for other, other_ways in right.items():
                result[value + other] = result.get(value + other, 0) + ways * other_ways
        return result
    # Written as the digits of two huge numbers in a base that no result can reach, both lists of ways are
    # multiplied by Python's own fast multiplication of integers.
    low_left, low_right = min(left), min(right)
    digit = _bytes_for(sum(left.values()) * sum(right.values()))
    product = _packed(left, low_left, digit) * _packed(right, low_right, digit)
    return _unpacked(product, low_left + low_right, digit)


def shift(counts: Mapping[int, int], by: int) -> dict[int, int]:
    """The same result with a fixed modifier added. The total stays."""
    return {value + by: ways for value, ways in counts.items()}


def times(counts: Mapping[int, int], count: int) -> dict[int, int]:
    """The sum of `count` independent results. Total: the old total to the power `count`.

    Raises TooManyPaths where that would take seconds.
    """
    _require("count", count, 0)
    if count == 0:
        return {0: 1}
    low = min(counts)
    size = sum(counts.values()).bit_length() * count // 8 * ((_span(counts) - 1) * count + 1)
    if size > MOST_BYTES:
        raise TooManyPaths(
            f"{count} results of {_span(counts)} values are too many to add up: throw fewer dice"
        )
    digit = _bytes_for(sum(counts.values()) ** count)
    return _unpacked(_packed(counts, low, digit) ** count, low * count, digit)


def margin(left: Mapping[int, int], right: Mapping[int, int]) -> dict[int, int]:
    """By how much `left` beats `right`; negative where it loses. Total: the product of the totals."""
    return add(left, {-value: ways for value, ways in right.items()})


def compare(left: Mapping[int, int], right: Mapping[int, int]) -> tuple[int, int, int]:
    """Ways in which `left` is lower, the two tie, `left` is higher. They sum to the product of the totals."""
    rivals = sorted(right.items())
    beaten = passed = ties = higher = 0
    for value, ways in sorted(left.items()):
        while passed < len(rivals) and rivals[passed][0] < value:
            beaten += rivals[passed][1]
            passed += 1
        higher += ways * beaten
        ties += ways * right.get(value, 0)
    return sum(left.values()) * sum(right.values()) - ties - higher, ties, higher


def best_of(counts: Mapping[int, int], times: int) -> dict[int, int]:
    """The highest of `times` independent results. Total: the old total to the power `times`, at least 1."""
    _require("times", times, 1)
    values = sorted(counts)
    return _steps(values, (below**times for below in accumulate(counts[value] for value in values)))


def worst_of(counts: Mapping[int, int], times: int) -> dict[int, int]:
    """The lowest of `times` independent results. Total: the old total to the power `times`, at least 1."""
    _require("times", times, 1)
    values = sorted(counts, reverse=True)
    return _steps(values, (above**times for above in accumulate(counts[value] for value in values)))


def reroll_once(counts: Mapping[int, int], again: Callable[[int], bool]) -> dict[int, int]:
    """The result when every value for which `again` holds is thrown once more, and then stands.

    Total: the square of the old total.
    """
    total = sum(counts.values())
    rethrown = sum(ways for value, ways in counts.items() if again(value))
    result = {
        value: ways * (rethrown if again(value) else rethrown + total) for value, ways in counts.items()
    }
    return {value: ways for value, ways in result.items() if ways}


def exploding(counts: Mapping[int, int], again: Callable[[int], bool], limit: int) -> dict[int, int]:
    """The sum of one result and those it adds: each for which `again` holds adds one more, `limit` at most.

    Total: the old total to the power `limit + 1`.
    """
    _require("limit", limit, 0)
    total = sum(counts.values())
    adding = {value: ways for value, ways in counts.items() if again(value)}
    result = dict(counts)
    for more in range(1, limit + 1):
        longer = add(adding, result) if adding else {}
        for value, ways in counts.items():
            if value not in adding:
                longer[value] = longer.get(value, 0) + ways * total**more
        result = longer
    return result


def highest_of(counts: Mapping[int, int], count: int, keep: int) -> dict[int, int]:
    """The sum of the `keep` highest of `count` independent results. Total: the old total to the power
    `count`.

    For equal plain dice `highest_sum` is quicker.
    """
    _require("keep", keep, 0, count)
    total = sum(counts.values())
    if keep == 0:
        return {0: total**count}
    # As in `_kept_sum`: down the values, remembering how many results are placed and what the kept sum to.
    low = min(counts)
    digit = _bytes_for(total**count)
    placed = [1] + [0] * keep
    below = total
    for value in sorted(counts, reverse=True):
        upto, below = below, below - counts[value]
        bits = 8 * digit * (value - low)
        lower = list(accumulate(repeat(below, count), mul, initial=1))
        showing_ways = list(accumulate(repeat(counts[value], keep), mul, initial=1))
        for before in range(keep - 1, -1, -1):
            ways = placed[before]
            if not ways:
                continue
            free = count - before
            ends = upto**free - lower[free]
            for showing in range(1, keep - before):
                chosen = comb(free, showing) * showing_ways[showing]
                placed[before + showing] += ways * chosen << bits * showing
                ends -= chosen * lower[free - showing]
            placed[keep] += ways * ends << bits * (keep - before)
    return _unpacked(placed[keep], keep * low, digit)


def lowest_of(counts: Mapping[int, int], count: int, keep: int) -> dict[int, int]:
    """The sum of the `keep` lowest of `count` independent results. Total as for `highest_of`."""
    turned = highest_of({-value: ways for value, ways in counts.items()}, count, keep)
    return {-value: ways for value, ways in reversed(turned.items())}


def highest(count: int, sides: int) -> dict[int, int]:
    """The highest face of `count` equal dice, at least one. Total `sides ** count`."""
    return best_of(die(sides), count)


def lowest(count: int, sides: int) -> dict[int, int]:
    """The lowest face of `count` equal dice, at least one. Total `sides ** count`."""
    return worst_of(die(sides), count)


def highest_sum(sizes: Sequence[int], keep: int) -> dict[int, int]:
    """The sum of the `keep` highest of dice of the given sizes. Total: the product of the sizes."""
    _require_pool(sizes, "keep", keep, 0)
    if keep == 1:
        groups = Counter(sizes).items()
        faces = range(1, max(sizes) + 1)
        return _steps(faces, (prod(min(sides, face) ** count for sides, count in groups) for face in faces))
    return _kept_sum(sizes, 0, keep)


def lowest_sum(sizes: Sequence[int], keep: int) -> dict[int, int]:
    """The sum of the `keep` lowest of dice of the given sizes. Total: the product of the sizes."""
    _require_pool(sizes, "keep", keep, 0)
    if keep == 1:
        groups = Counter(sizes).items()
        faces = range(min(sizes), 0, -1)
        return _steps(faces, (prod((sides + 1 - face) ** count for sides, count in groups) for face in faces))
    if len(set(sizes)) == 1:
        # Equal dice turned over, each face becoming `sides + 1 - face`, have their lowest on top.
        turned = _kept_sum(sizes, 0, keep)
        return {keep * (sizes[0] + 1) - value: ways for value, ways in turned.items()}
    return _kept_sum(sizes, len(sizes) - keep, keep)


def ranked(sizes: Sequence[int], place: int) -> dict[int, int]:
    """The face in the given place, 1 for the highest, of dice of the given sizes. Total: their product."""
    _require_pool(sizes, "place", place, 1)
    return _kept_sum(sizes, place - 1, 1)


def tally[K](count: int, class_weights: Mapping[K, int]) -> dict[tuple[int, ...], int]:
    """How many of `count` dice fall into each class, in the order of `class_weights`.

    A weight is the number of a die's faces in that class. Total: the sum of the weights to the power `count`.
    Raises TooManyPaths past `MOST_OUTCOMES`.
    """
    _require("count", count, 0)
    for weight in class_weights.values():
        _require("weight", weight, 0)
    return _allotted(count, [(weight, lambda n: (n,)) for weight in class_weights.values()])


def tally_adding[K](
    count: int, class_weights: Mapping[K, int], adding: Mapping[K, int], limit: int
) -> dict[tuple[int, ...], int]:
    """How many dice fall into each class where some faces add a die: ten-again pools, exploding successes.

    `adding` says how many of a class's faces add one more die, which counts in full and adds a further one
    itself, `limit` in a row at most. A class named None is not told apart: the answer leaves it out. Total:
    the sum of the weights to the power `count * (limit + 1)`. Raises TooManyPaths past `MOST_OUTCOMES`.
    """
    _require("count", count, 0)
    _require("limit", limit, 0)
    for kind, weight in class_weights.items():
        _require("weight", weight, 0)
        _require("adding", adding.get(kind, 0), 0, weight)
    # A tally is written as one number whose digits, in a base that no class can reach, are the classes. One
    # die and all it adds is then a polynomial, and the dice are its power.
    base = count * (limit + 1) + 1
    told = [kind for kind in class_weights if kind is not None]
    marks = {kind: base**place for place, kind in enumerate(told)}
    total = sum(class_weights.values())
    one = _gathered((marks.get(kind, 0), weight) for kind, weight in class_weights.items())
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
        one = _gathered((*stays, *adds))
    if len(told) == 1 and count:
        return {(dice,): ways for dice, ways in times(one, count).items()}
    result = {0: 1}
    work = 0
    for _ in range(count):
        work += len(result) * len(one)
        if work > MOST_PRODUCTS or len(result) > MOST_OUTCOMES:
            raise TooManyPaths(
                f"{count} dice that add dice have too many outcomes: throw fewer dice, tell fewer classes "
                "apart or let fewer be added"
            )
        result = _gathered(
            (key + more, ways * weight) for key, ways in result.items() for more, weight in one.items()
        )
    return {tuple(key // mark % base for mark in marks.values()): ways for key, ways in result.items()}


def sorted_pool(count: int, sides: int) -> dict[tuple[int, ...], int]:
    """The faces of `count` equal dice, highest first. Total `sides ** count`.

    Raises TooManyPaths past `MOST_OUTCOMES`; a sum, a tally or a few kept dice can still be counted then.
    """
    _require("count", count, 0)
    return sorted_of(die(sides), count)


def sorted_of(counts: Mapping[int, int], count: int) -> dict[tuple[int, ...], int]:
    """`count` independent results, highest first. Total: the old total to the power `count`.

    Raises TooManyPaths past `MOST_OUTCOMES`.
    """
    _require("count", count, 0)
    return _allotted(count, [(counts[value], (value,).__mul__) for value in sorted(counts, reverse=True)])


def sorted_mixed(sizes: Sequence[int]) -> dict[tuple[int, ...], int]:
    """The faces of one die of each size, highest first. Total: the product of the sizes.

    Raises TooManyPaths past `MOST_OUTCOMES`.
    """
    for sides in sizes:
        _require("sides", sides, 1)
    # Up the faces: what the dice that show no higher face than this can come to, for each number of them that
    # have this face at all. Such a die is equally likely to show any face from here down, whatever its size;
    # those of just the next lower size join there.
    joining = Counter(sizes)
    top = max(sizes, default=0)
    holders = list(accumulate(joining[face] for face in range(top, 0, -1)))[::-1]
    rests: list[list[tuple[tuple[int, ...], int]]] = [[((), 1)] for _ in range(len(sizes) + 1)]
    for face in range(1, top + 1):
        held, below = holders[face - 1], joining[face - 1]
        present = range(held, held + 1) if face == top else range(held + 1)
        if face == 1:
            rests = [[((1,) * free, 1)] for free in range(held + 1)]
            continue
        outcomes = sum(len(rests[free - n + below]) for free in present for n in range(free + 1))
        if outcomes > MOST_OUTCOMES:
            raise TooManyPaths(
                f"{len(sizes)} dice of these sizes have more than {MOST_OUTCOMES} outcomes: throw fewer dice"
            )
        found = [
            [
                ((face,) * n + key, comb(free, n) * ways)
                for n in range(free + 1)
                for key, ways in rests[free - n + below]
            ]
            for free in present
        ]
        rests = found
    return dict(rests[-1])


def sorted_adding(
    count: int, sides: int, again: Callable[[int], bool], limit: int
) -> dict[tuple[int, ...], int]:
    """The faces, highest first, of `count` equal dice and all they add: each for which `again` holds adds one
    more, `limit` in a row at most.

    Total `sides ** (count * (limit + 1))`. Raises TooManyPaths past `MOST_OUTCOMES`.
    """
    _require("limit", limit, 0)
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
            if work > MOST_OUTCOMES:
                raise TooManyPaths(
                    f"{count} dice that add dice have more than {MOST_OUTCOMES} outcomes: throw fewer dice, "
                    "or let fewer be added"
                )
            scaled = ways * sides ** ((dice - more) * left)
            for added, added_ways in further.items():
                key = tuple(sorted(faces + added, reverse=True))
                result[key] = result.get(key, 0) + scaled * added_ways
        return result

    return fallen(count, limit)


def _gathered[K](pairs: Iterable[tuple[K, int]]) -> dict[K, int]:
    """The ways of each key, added up where it comes more than once; none for what cannot happen."""
    result: dict[K, int] = {}
    for key, ways in pairs:
        if ways:
            result[key] = result.get(key, 0) + ways
    return result


def _require(name: str, given: int, least: int, most: int | None = None) -> None:
    """Raise ValueError unless `given` lies in the range; a count outside it would be silently wrong."""
    if given < least or (most is not None and given > most):
        allowed = f"{least} or more" if most is None else f"{least} to {most}"
        raise ValueError(f"{name}: expected {allowed}, got {given}")


def _require_pool(sizes: Sequence[int], name: str, given: int, least: int) -> None:
    for sides in sizes:
        _require("sides", sides, 1)
    _require(name, given, least, len(sizes))


def _steps(values: Sequence[int], running: Iterable[int]) -> dict[int, int]:
    """Each value with what the running count grows by there."""
    result, before = {}, 0
    for value, now in zip(values, running, strict=True):
        result[value] = now - before
        before = now
    return result


def _allotted(
    count: int, classes: Sequence[tuple[int, Callable[[int], tuple[int, ...]]]]
) -> dict[tuple[int, ...], int]:
    """All ways to share `count` dice among classes, each a weight and what n dice in it add to the key."""
    open_classes = sum(1 for weight, _ in classes if weight)
    outcomes = comb(count + open_classes - 1, count) if open_classes else 1
    if outcomes > MOST_OUTCOMES:
        raise TooManyPaths(
            f"{count} dice in {open_classes} classes have {outcomes} outcomes, more than {MOST_OUTCOMES}: "
            "throw fewer dice or tell fewer classes apart"
        )
    # rests[m]: every outcome of m dice in the classes seen so far, which are the last ones.
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


def _sum_of_groups(groups: Mapping[int, int]) -> dict[int, int]:
    """The sum of dice given as {sides: how many}.

    The ways are the coefficients a(k) of the product of ((1 - x^sides) / (1 - x)) ^ count. The derivative of
    its logarithm says that k a(k) is the number of dice times the sum of all earlier coefficients, less sides
    * count times the sum of every sides-th earlier one, for each size. So a few running sums give each
    coefficient in turn, and the second half mirrors the first.
    """
    dice = sum(groups.values())
    top = sum(sides * count for sides, count in groups.items())
    steps = top - dice
    ways = [1]
    earlier = 1
    every: list[tuple[int, int, list[int]]] = [
        (sides, sides * count, [1] + [0] * (sides - 1)) for sides, count in groups.items()
    ]
    for k in range(1, steps // 2 + 1):
        scaled = dice * earlier
        for sides, share, sums in every:
            scaled -= share * sums[k % sides]
        way = scaled // k
        ways.append(way)
        earlier += way
        for sides, _, sums in every:
            sums[k % sides] += way
    mirrored = ways[(steps - 1) // 2 :: -1] if steps else []
    return dict(zip(range(dice, top + 1), ways + mirrored, strict=True))


def _kept_sum(sizes: Sequence[int], skip: int, keep: int) -> dict[int, int]:
    """The sum of the `keep` dice that follow the `skip` highest, of dice of the given sizes.

    Goes down the faces. Of the dice that have the present face at all and have not shown a higher one, each
    is equally likely to show any face from the present one down, whatever its size; so all that must be
    remembered is how many dice are placed already and what the kept ones sum to. The sums are packed into one
    huge number for each number of dice placed.
    """
    if keep == 0:
        return {0: prod(sizes)}
    if keep == len(sizes):
        return sum_of_mixed(sizes)
    last = skip + keep
    digit = _bytes_for(prod(sizes))
    placed = [1] + [0] * last
    for face in range(max(sizes), 0, -1):
        holders = sum(1 for sides in sizes if sides >= face)
        elsewhere = prod(sides for sides in sizes if sides < face)
        lower = list(accumulate(repeat(face - 1, holders), mul, initial=1))
        bits = 8 * digit * (face - 1)
        for before in range(min(holders, last - 1), -1, -1):
            ways = placed[before]
            if not ways:
                continue
            free = holders - before
            ends = face**free - lower[free]
            for showing in range(1, min(free, last - before - 1) + 1):
                after = before + showing
                chosen = comb(free, showing)
                placed[after] += ways * chosen << bits * max(0, after - max(before, skip))
                ends -= chosen * lower[free - showing]
            if ends:
                placed[last] += ways * (ends * elsewhere) << bits * (last - max(before, skip))
    return _unpacked(placed[last], keep, digit)


def _span(counts: Mapping[int, int]) -> int:
    return max(counts) - min(counts) + 1 if counts else 0


def _bytes_for(total: int) -> int:
    """Bytes that hold any number of ways up to `total`."""
    return total.bit_length() // 8 + 1


def _packed(counts: Mapping[int, int], low: int, digit: int) -> int:
    """One huge number whose digits, `digit` bytes each, are the ways of `low`, `low + 1` and so on."""
    return int.from_bytes(
        b"".join(counts.get(value, 0).to_bytes(digit, "little") for value in range(low, max(counts) + 1)),
        "little",
    )


def _unpacked(packed: int, low: int, digit: int) -> dict[int, int]:
    """The counts in a packed number, its first digit being the ways of `low`."""
    data = packed.to_bytes(packed.bit_length() // 8 + digit, "little")
    ways = (int.from_bytes(data[at : at + digit], "little") for at in range(0, len(data), digit))
    return {low + at: count for at, count in enumerate(ways) if count}
