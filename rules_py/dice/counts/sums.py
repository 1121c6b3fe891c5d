"""Results that are added up, compared or rerolled."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice.counts.limits import MAX_BYTES, require_range
from rules_py.dice.counts.packed import bytes_for, pack, span, unpack


def die(sides: int) -> dict[int, int]:
    """Return one die: each face 1 to `sides` once. Total `sides`."""
    require_range("sides", sides, 1)
    return dict.fromkeys(range(1, sides + 1), 1)


def sum_of(count: int, sides: int) -> dict[int, int]:
    """Return the sum of `count` equal dice. Total `sides ** count`; no dice sum to 0 in one way."""
    require_range("count", count, 0)
    require_range("sides", sides, 1)
    return _sum_of_groups({sides: count})


def sum_of_mixed(sizes: Sequence[int]) -> dict[int, int]:
    """Return the sum of one die of each size in `sizes`. Total: the product of the sizes."""
    for sides in sizes:
        require_range("sides", sides, 1)
    return _sum_of_groups(Counter(sizes))


def merge[K](pairs: Iterable[tuple[K, int]]) -> dict[K, int]:
    """Return the weight of each outcome, added up over its occurrences, without impossible ones."""
    result: dict[K, int] = {}
    for outcome, ways in pairs:
        if ways:
            result[outcome] = result.get(outcome, 0) + ways
    return result


def add(left: Mapping[int, int], right: Mapping[int, int]) -> dict[int, int]:
    """Return the sum of two independent results. Total: the product of the two totals."""
    if len(left) * len(right) <= 64 or span(left) + span(right) > len(left) * len(right):
        return merge(
            (value + other, ways * other_ways)
            for value, ways in left.items()
            for other, other_ways in right.items()
        )
    # Pack both lists of weights into the digits of huge numbers, in a base that no result can reach: Python
    # multiplies these fast.
    low_left, low_right = min(left), min(right)
    digit = bytes_for(sum(left.values()) * sum(right.values()))
    product = pack(left, low_left, digit) * pack(right, low_right, digit)
    return unpack(product, low_left + low_right, digit)


def shift(counts: Mapping[int, int], by: int) -> dict[int, int]:
    """Return the same result with a fixed modifier added. The total doesn't change."""
    return {value + by: ways for value, ways in counts.items()}


def times(counts: Mapping[int, int], count: int) -> dict[int, int]:
    """Return the sum of `count` independent results. Total: the old total to the power `count`.

    Raises TooManyBranchesError if that would take seconds.
    """
    require_range("count", count, 0)
    if count == 0:
        return {0: 1}
    low = min(counts)
    size = sum(counts.values()).bit_length() * count // 8 * ((span(counts) - 1) * count + 1)
    if size > MAX_BYTES:
        raise TooManyBranchesError(
            f"{count} results of {span(counts)} values are too many to add up: roll fewer dice"
        )
    digit = bytes_for(sum(counts.values()) ** count)
    return unpack(pack(counts, low, digit) ** count, low * count, digit)


def margin(left: Mapping[int, int], right: Mapping[int, int]) -> dict[int, int]:
    """Return `left` minus `right`: negative if it loses. Total: the product of the totals."""
    return add(left, {-value: ways for value, ways in right.items()})


def compare(left: Mapping[int, int], right: Mapping[int, int]) -> tuple[int, int, int]:
    """Return the weights of `left` being lower, equal and higher. They sum to the product of the
    totals.
    """
    rivals = sorted(right.items())
    lower_rivals = passed = ties = higher = 0
    for value, ways in sorted(left.items()):
        while passed < len(rivals) and rivals[passed][0] < value:
            lower_rivals += rivals[passed][1]
            passed += 1
        higher += ways * lower_rivals
        ties += ways * right.get(value, 0)
    return sum(left.values()) * sum(right.values()) - ties - higher, ties, higher


def reroll_once(counts: Mapping[int, int], again: Callable[[int], bool]) -> dict[int, int]:
    """Return the result when every value for which `again` holds is rerolled once.

    Total: the square of the old total.
    """
    total = sum(counts.values())
    rerolled = sum(ways for value, ways in counts.items() if again(value))
    result = {
        value: ways * (rerolled if again(value) else rerolled + total) for value, ways in counts.items()
    }
    return {value: ways for value, ways in result.items() if ways}


def sum_with_added(counts: Mapping[int, int], again: Callable[[int], bool], limit: int) -> dict[int, int]:
    """Return the sum of one result and the results it adds.

    Each value for which `again` holds adds one more, at most `limit` in a row. Total: the old total to the
    power `limit + 1`.
    """
    require_range("limit", limit, 0)
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


def _sum_of_groups(groups: Mapping[int, int]) -> dict[int, int]:
    """Return the sum of dice given as {sides: number}.

    The weights are the coefficients a(k) of the product of ((1 - x^sides) / (1 - x)) ^ count. The derivative
    of its logarithm says that k a(k) is the number of dice times the sum of all earlier coefficients, less
    sides * count times the sum of every sides-th earlier one, for each size. So a few running sums give each
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
