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
from itertools import accumulate, repeat
from math import comb, prod
from operator import mul

from rules_py.errors import TooManyPaths

MOST_OUTCOMES = 100_000
"""The most outcomes of a tally or a sorted pool: past it a page would hang, so they are refused."""


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


def sorted_pool(count: int, sides: int) -> dict[tuple[int, ...], int]:
    """The faces of `count` equal dice, highest first. Total `sides ** count`.

    Raises TooManyPaths past `MOST_OUTCOMES`; a sum, a tally or a few kept dice can still be counted then.
    """
    _require("count", count, 0)
    _require("sides", sides, 1)
    return _allotted(count, [(1, lambda n, face=face: (face,) * n) for face in range(sides, 0, -1)])


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


def _allotted(count: int, classes: Sequence[tuple[int, Callable[[int], tuple]]]) -> dict[tuple, int]:
    """All ways to share `count` dice among classes, each a weight and what n dice in it add to the key."""
    open_classes = sum(1 for weight, _ in classes if weight)
    outcomes = comb(count + open_classes - 1, count) if open_classes else 1
    if outcomes > MOST_OUTCOMES:
        raise TooManyPaths(
            f"{count} dice in {open_classes} classes have {outcomes} outcomes, more than {MOST_OUTCOMES}: "
            "throw fewer dice or tell fewer classes apart"
        )
    # rests[m]: every outcome of m dice in the classes seen so far, which are the last ones.
    rests: list[list[tuple[tuple, int]]] = [[((), 1)]] + [[] for _ in range(count)]
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
