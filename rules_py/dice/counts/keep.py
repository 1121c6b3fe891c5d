"""Sums and single results of the highest or lowest of several results."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate, product, repeat
from math import comb, prod
from operator import add, mul

from rules_py.dice.counts.limits import require_pool, require_range
from rules_py.dice.counts.packed import bytes_for, unpack
from rules_py.dice.counts.sums import die, shift, sum_of_mixed


def best_of(counts: Mapping[int, int], times: int) -> dict[int, int]:
    """Return the highest of `times` independent results. Total: the old total to the power `times`, at least
    1.
    """
    require_range("times", times, 1)
    values = sorted(counts)
    return _steps(values, (below**times for below in accumulate(counts[value] for value in values)))


def worst_of(counts: Mapping[int, int], times: int) -> dict[int, int]:
    """Return the lowest of `times` independent results. Total: the old total to the power `times`, at least
    1.
    """
    require_range("times", times, 1)
    values = sorted(counts, reverse=True)
    return _steps(values, (above**times for above in accumulate(counts[value] for value in values)))


def highest_of(counts: Mapping[int, int], count: int, keep: int) -> dict[int, int]:
    """Return the sum of the `keep` highest of `count` independent results. Total: the old total to the power
    `count`.

    For equal plain dice `highest_sum` is faster.
    """
    require_range("keep", keep, 0, count)
    total = sum(counts.values())
    if keep == 0:
        return {0: total**count}
    # As in `_kept_sum`, from the highest value down, tracking how many results are placed and the sum of
    # those kept.
    low = min(counts)
    digit = bytes_for(total**count)
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
    return unpack(placed[keep], keep * low, digit)


def kept_scores(
    counts: Mapping[int, int],
    count: int,
    known: Sequence[int],
    drop_highest: int,
    drop_lowest: int,
    score: Callable[[int], int],
) -> dict[int, int]:
    """Return the sum of the scores of results that are kept: all but the highest and the lowest few.

    `count` results are independent, and `known` ones are certain. Total: the old total to the power `count`.
    """
    number = count + len(known)
    last = number - drop_lowest
    if last <= drop_highest:
        return {0: sum(counts.values()) ** count}
    certain = Counter(known)
    values = sorted({*counts, *certain}, reverse=True)
    low = min(map(score, values))
    bits = 8 * bytes_for(sum(counts.values()) ** count)
    # From the highest value down, `sums` holds the packed sums of the kept results by the number of results
    # placed.
    sums = {0: 1}
    above = 0
    for value in values:
        weight, sure, step = counts.get(value, 0), certain[value], bits * (score(value) - low)
        placed: dict[int, int] = {}
        for before, ways in sums.items():
            free = count - (before - above)
            for showing in range(free + 1 if weight else 1):
                after = before + showing + sure
                kept_count = max(0, min(after, last) - max(before, drop_highest))
                more = ways * (comb(free, showing) * weight**showing) << step * kept_count
                placed[after] = placed.get(after, 0) + more
        sums = placed
        above += sure
    return unpack(sums[number], (last - drop_highest) * low, bits // 8)


def highest_of_mixed(several: Sequence[Mapping[int, int]], keep: int) -> dict[int, int]:
    """Return the sum of the `keep` highest of independent results, each with counts of its own. Total: the
    product of theirs.

    For identical results `highest_of` is faster.
    """
    require_range("keep", keep, 0, len(several))
    kinds = Counter(tuple(sorted(counts.items())) for counts in several)
    alike = [(dict(counts), number) for counts, number in kinds.items()]
    below = [sum(counts.values()) for counts, _ in alike]
    # As in `highest_of`, from the highest value down, tracking how many results of each kind are placed.
    sums: dict[tuple[int, ...], dict[int, int]] = {(0,) * len(alike): {0: 1}}
    counts: dict[int, int] = (
        {} if keep else {0: prod(below[at] ** number for at, (_, number) in enumerate(alike))}
    )
    for value in sorted({value for counts, _ in alike for value in counts}, reverse=True):
        upto, here = below, [counts.get(value, 0) for counts, _ in alike]
        below = [before - now for before, now in zip(upto, here, strict=True)]
        # Start with the most results placed, so that those placed at this value aren't processed at it again.
        for placed, ways_of in sorted(sums.items(), key=lambda each: sum(each[0]), reverse=True):
            missing = keep - sum(placed)
            free = [number - before for (_, number), before in zip(alike, placed, strict=True)]
            ends = prod(map(pow, upto, free))
            for showing in product(*(range(min(each, missing - 1) + 1) for each in free)):
                if sum(showing) >= missing:
                    continue
                chosen = prod(map(comb, free, showing)) * prod(map(pow, here, showing))
                ends -= chosen * prod(
                    low ** (each - now) for low, each, now in zip(below, free, showing, strict=True)
                )
                if chosen and any(showing):
                    _add_to(
                        sums.setdefault(tuple(map(add, placed, showing)), {}),
                        ways_of,
                        chosen,
                        value * sum(showing),
                    )
            if ends and missing:
                _add_to(counts, ways_of, ends, value * missing)
    return counts


def _add_to(sums: dict[int, int], more: Mapping[int, int], times: int, by: int) -> None:
    """Add the weights of more sums, each `by` higher."""
    for value, ways in more.items():
        sums[value + by] = sums.get(value + by, 0) + ways * times


def lowest_of(counts: Mapping[int, int], count: int, keep: int) -> dict[int, int]:
    """Return the sum of the `keep` lowest of `count` independent results. Total as for `highest_of`."""
    flipped = highest_of({-value: ways for value, ways in counts.items()}, count, keep)
    return {-value: ways for value, ways in reversed(flipped.items())}


def highest(count: int, sides: int) -> dict[int, int]:
    """Return the highest face of `count` equal dice, at least one. Total `sides ** count`."""
    return best_of(die(sides), count)


def lowest(count: int, sides: int) -> dict[int, int]:
    """Return the lowest face of `count` equal dice, at least one. Total `sides ** count`."""
    return worst_of(die(sides), count)


def highest_sum(sizes: Sequence[int], keep: int, lying: Sequence[int] = ()) -> dict[int, int]:
    """Return the sum of the `keep` highest of dice of the given sizes and of `lying`, faces rolled already.

    Total: the product of the sizes.
    """
    if lying:
        require_range("keep", keep, 0, len(sizes) + len(lying))
        return _kept_sum(sizes, 0, keep, lying)
    require_pool(sizes, "keep", keep, 0)
    if keep == 1:
        groups = Counter(sizes).items()
        faces = range(1, max(sizes) + 1)
        return _steps(faces, (prod(min(sides, face) ** count for sides, count in groups) for face in faces))
    return _kept_sum(sizes, 0, keep)


def lowest_sum(sizes: Sequence[int], keep: int, lying: Sequence[int] = ()) -> dict[int, int]:
    """Return the sum of the `keep` lowest of dice of the given sizes and of `lying`, faces rolled already.

    Total: the product of the sizes.
    """
    if lying:
        dice = len(sizes) + len(lying)
        require_range("keep", keep, 0, dice)
        return _kept_sum(sizes, dice - keep, keep, lying)
    require_pool(sizes, "keep", keep, 0)
    if keep == 1:
        groups = Counter(sizes).items()
        faces = range(min(sizes), 0, -1)
        return _steps(faces, (prod((sides + 1 - face) ** count for sides, count in groups) for face in faces))
    if len(set(sizes)) == 1:
        # Turn equal dice upside down, so that each face becomes `sides + 1 - face` and the lowest are the
        # highest.
        flipped = _kept_sum(sizes, 0, keep)
        return {keep * (sizes[0] + 1) - value: ways for value, ways in flipped.items()}
    return _kept_sum(sizes, len(sizes) - keep, keep)


def nth_highest(sizes: Sequence[int], place: int) -> dict[int, int]:
    """Return the face in the given place, 1 for the highest, of dice of the given sizes. Total: their
    product.
    """
    require_pool(sizes, "place", place, 1)
    return _kept_sum(sizes, place - 1, 1)


def _steps(values: Sequence[int], running: Iterable[int]) -> dict[int, int]:
    """Return each value with the increase of the running count at it."""
    result, before = {}, 0
    for value, now in zip(values, running, strict=True):
        result[value] = now - before
        before = now
    return result


def _kept_sum(sizes: Sequence[int], skip: int, keep: int, rolled: Sequence[int] = ()) -> dict[int, int]:
    """Return the sum of the `keep` dice that follow the `skip` highest, of dice of these sizes and of faces
    that are already `rolled`.

    It goes through the faces from the highest down. A die that has the current face and hasn't shown a higher
    one is equally likely to show any face from the current one down, whatever its size. So it is enough to
    track how many dice are placed already and the sum of the kept ones. The sums are packed into one huge
    number for each number of dice placed.
    """
    if keep == 0:
        return {0: prod(sizes)}
    if keep == len(sizes) + len(rolled):
        return shift(sum_of_mixed(sizes), sum(rolled))
    last = skip + keep
    digit = bytes_for(prod(sizes))
    placed = [1] + [0] * last
    above = 0
    for face in range(max((*sizes, *rolled)), 0, -1):
        holders = sum(1 for sides in sizes if sides >= face)
        elsewhere = prod(sides for sides in sizes if sides < face)
        here = rolled.count(face)
        lower = list(accumulate(repeat(face - 1, holders), mul, initial=1))
        bits = 8 * digit * (face - 1)
        for before in range(min(holders + above, last - 1), above - 1, -1):
            ways = placed[before]
            if not ways:
                continue
            free = holders - (before - above)
            missing = max(last - before - here, 0)
            ends = face**free - (lower[free] if missing else 0)
            if here:
                placed[before] = 0
                if missing:
                    after = before + here
                    placed[after] += ways << bits * max(0, after - max(before, skip))
            for showing in range(1, min(free, missing - 1) + 1):
                after = before + here + showing
                chosen = comb(free, showing)
                placed[after] += ways * chosen << bits * max(0, after - max(before, skip))
                ends -= chosen * lower[free - showing]
            if ends:
                placed[last] += ways * (ends * elsewhere) << bits * (last - max(before, skip))
        above += here
    return unpack(placed[last], keep, digit)
