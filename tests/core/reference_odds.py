"""Reference implementations of odds: enumeration, linear algebra, icepool and dyce.

The tests of the dice package and `benchmarks/odds.py` use them. Each library is called in the fastest form
that we found. Results have the library's own type, which `chances_of` converts.
"""

import functools
import itertools
import warnings
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod

import dyce
import dyce.h
import dyce.p
import icepool
import icepool.math
from dyce.lifecycle import ExperimentalWarning
from hypothesis import settings
from hypothesis import strategies as st

from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.recording import RecordingDice

steady = settings(deadline=None, derandomize=True, database=None, max_examples=60)
"""Property tests that try the same cases in every run."""
POOLS = [(1,), (6,), (4, 6), (6, 4, 4), (12, 6, 10), (8, 8, 6, 4), (10, 6, 6, 2, 1), (3, 3, 3, 3, 3)]
"""Sizes of dice, few enough to enumerate."""
pools = st.lists(st.integers(1, 20), min_size=1, max_size=12).map(tuple)


def chances_of(counts: Mapping[Hashable, int]) -> dict[Hashable, Fraction]:
    """Return probabilities from any library's counts, without the impossible outcomes."""
    total = sum(counts.values())
    return {outcome: Fraction(weight, total) for outcome, weight in counts.items() if weight}


# Enumeration: exact, but only for small sizes.


def highest_first(faces: Iterable[int]) -> list[int]:
    return sorted(faces, reverse=True)


def enumerate_rolls(sizes: Sequence[int], read: Callable[[tuple[int, ...]], Hashable]) -> dict[Hashable, int]:
    """Count the results of `read` for every roll of one die of each size."""
    return dict(Counter(map(read, itertools.product(*(range(1, sides + 1) for sides in sizes)))))


class RowDice(RecordingDice):
    """Dice that return the faces of a row, then ones; `sizes` records the requested dice."""

    def __init__(self, row: Sequence[int]) -> None:
        super().__init__()
        self.row, self.sizes = row, []

    def _next_face(self, sides: int, lowest: int) -> int:
        self.sizes.append(sides)
        return (self.row[len(self.sizes) - 1] if len(self.sizes) <= len(self.row) else 1) + lowest - 1

    def _next_key(self, weights: Mapping) -> Hashable:
        raise AssertionError("can't enumerate a weighted draw")


def by_rows(mechanic: Callable[[Dice], Hashable]) -> dict[Hashable, Fraction]:
    """Return a mechanic's odds by running it on every row of faces, however many dice it rolls."""
    chances: Counter = Counter()
    queue: list[tuple[int, ...]] = [()]
    while queue:
        row = queue.pop()
        dice = RowDice(row)
        outcome = mechanic(dice)
        if len(dice.sizes) > len(row):
            queue += [(*row, face) for face in range(1, dice.sizes[len(row)] + 1)]
        else:
            chances[outcome] += Fraction(1, prod(dice.sizes))
    return dict(chances)


def solve_densely(step: Callable, start: Hashable) -> tuple[dict[Hashable, Fraction], Fraction]:
    """Solve a process by Gaussian elimination on one matrix of fractions: its odds and mean steps."""
    states, rows = [start], []
    for state in states:
        weights = step(state)
        total = sum(weights.values())
        rows.append({place: Fraction(weight, total) for place, weight in weights.items()})
        states += [place for place in weights if not isinstance(place, Done) and place not in states]
    outcomes = list(dict.fromkeys(place for row in rows for place in row if isinstance(place, Done)))
    size = len(states)
    matrix = [
        [int(one == other) - row.get(other, Fraction(0)) for other in states]
        + [row.get(outcome, Fraction(0)) for outcome in outcomes]
        + [Fraction(1)]
        for one, row in zip(states, rows, strict=True)
    ]
    for column in range(size):
        pivot = next(line for line in range(column, size) if matrix[line][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        lead = matrix[column][column]
        matrix[column] = [value / lead for value in matrix[column]]
        for line in range(size):
            if line != column and (factor := matrix[line][column]):
                matrix[line] = [
                    value - factor * top for value, top in zip(matrix[line], matrix[column], strict=True)
                ]
    *chances, steps = matrix[0][size:]
    return {place.outcome: chance for place, chance in zip(outcomes, chances, strict=True) if chance}, steps


# icepool caches results in dice, pools and evaluators. Before each timing, make a new die and call
# `clear_icepool`, or the second run only measures a dictionary lookup.


def clear_icepool() -> None:
    """Empty icepool's caches."""
    icepool.Pool.clear_cache()
    icepool.math.comb_row_cache.clear()
    icepool.d.cache_clear()
    for evaluator in (icepool.evaluator.sum_evaluator, icepool.evaluator.keep_evaluator):
        vars(evaluator).pop("_cache", None)


def icepool_die(sides: int) -> icepool.Die:
    return icepool.Die(range(1, sides + 1))


def icepool_sum(count: int, sides: int) -> icepool.Die:
    return count @ icepool_die(sides)


def icepool_sum_by_halves(count: int, sides: int) -> icepool.Die:
    """Return the sum of many dice, for which `count @ die` raises RecursionError."""
    if count == 1:
        return icepool_die(sides)
    half = icepool_sum_by_halves(count // 2, sides)
    return half + half + icepool_die(sides) if count % 2 else half + half


class _Counts(icepool.MultisetEvaluator):
    """The number of dice that show each outcome, in order."""

    def next_state(self, state, order, outcome, count):
        return (state or ()) + (count,)


def icepool_tally(count: int, weights: Sequence[int]) -> icepool.Die:
    return _Counts()(icepool.Die(dict(enumerate(weights))).pool(count))


def icepool_highest_sum(sizes: Sequence[int], keep: int) -> icepool.Die:
    return icepool.highest(*map(icepool_die, sizes), keep=keep)


def icepool_lowest_sum(sizes: Sequence[int], keep: int) -> icepool.Die:
    return icepool.lowest(*map(icepool_die, sizes), keep=keep)


def icepool_compare(left: icepool.Die, right: icepool.Die) -> icepool.Die:
    """Return -1, 0 or 1 if `left` is lower, equal or higher; twice as fast as `left.cmp(right)`."""
    return (left - right).sign()


def icepool_reroll_once(die: icepool.Die, again: Callable[[int], bool]) -> icepool.Die:
    return die.reroll([outcome for outcome in die if again(outcome)], depth=1)


def icepool_exploding(sides: int, limit: int) -> icepool.Die:
    return icepool_die(sides).explode(depth=limit)


def icepool_sorted(sizes: Sequence[int]) -> icepool.Die:
    """Return the faces of a mixed pool, highest first."""
    return icepool.Pool(list(map(icepool_die, sizes))).expand(order=icepool.Order.Descending)


def icepool_tens_again(count: int) -> icepool.Die:
    """Return 1000 * successes + ones of d10s against 6; a ten adds one die, which adds no more."""
    scores = {face: 1000 * (face >= 6) + (face == 1) for face in range(1, 11)}
    once = icepool_die(10).map(scores)
    return count @ icepool_die(10).map(lambda face: scores[face] + (once if face == 10 else 0))


def icepool_rows(rows: Mapping[int, Mapping[int, int]]) -> dict[int, icepool.Die]:
    """Convert a process returned by `number_states` to icepool dice."""
    return {state: icepool.Die(row) for state, row in rows.items()}


def icepool_absorb(rows: Mapping[int, icepool.Die]) -> icepool.Die:
    return icepool.map(lambda place: rows.get(place, place), 0, star=False, repeat="inf")


def icepool_by_round(rows: Mapping[int, icepool.Die], rounds: int) -> list[icepool.Die]:
    current, history = icepool.Die([0]), []
    for _ in range(rounds):
        current = current.map(rows, star=False)
        history.append(current)
    return history


# dyce.


def _without_warnings[**P, T](function: Callable[P, T]) -> Callable[P, T]:
    """Suppress dyce's warnings that a function may change in a later version: our version is pinned."""

    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ExperimentalWarning)
            return function(*args, **kwargs)

    return wrapper


def dyce_sum(count: int, sides: int) -> dyce.H:
    return count @ dyce.H(sides)


@_without_warnings
def dyce_tally(count: int, weights: Sequence[int]) -> dyce.H:
    return (count @ dyce.P(dyce.H(dict(enumerate(weights))))).survey(
        initial=(0,) * len(weights),
        accumulate=lambda tally, kind, dice: (*tally[:kind], dice, *tally[kind + 1 :]),
        order=dyce.p.survey_outcome_order_ascending,
    )


@_without_warnings
def dyce_highest_sum(sizes: Sequence[int], keep: int) -> dyce.H:
    return dyce.P(*sizes).at(slice(len(sizes) - keep, None))


@_without_warnings
def dyce_lowest_sum(sizes: Sequence[int], keep: int) -> dyce.H:
    return dyce.P(*sizes).at(slice(keep))


def dyce_compare(left: dyce.H, right: dyce.H) -> dyce.H:
    """Return -1, 0 or 1 if `left` is lower, equal or higher; faster than `lt` and `eq`."""
    return left.apply(lambda one, other: (one > other) - (one < other), right)


def dyce_reroll_once(h: dyce.H, again: Callable[[int], bool]) -> dyce.H:
    """Reroll with the function behind `expand`, which is slower and drops unlikely branches by default."""
    return dyce.h.aggregate_weighted(
        (h if again(outcome) else outcome, count) for outcome, count in h.items()
    )


def dyce_exploding(sides: int, limit: int) -> dyce.H:
    """Build an exploding die from its last die backwards."""
    h = dyce.H(sides)
    for _ in range(limit):
        h = dyce.h.aggregate_weighted(
            ((sides + h) if face == sides else dyce.H({face: 1}), count)
            for face, count in dyce.H(sides).items()
        )
    return h


def dyce_rows(rows: Mapping[int, Mapping[int, int]]) -> dict[int, dyce.H]:
    """Convert a process returned by `number_states` to dyce histograms."""
    return {state: dyce.H(row) for state, row in rows.items()}


def dyce_by_round(rows: Mapping[int, dyce.H], rounds: int) -> list[dyce.H]:
    current, history = dyce.H({0: 1}), []
    for _ in range(rounds):
        current = dyce.h.aggregate_weighted(
            (rows.get(place, place), count) for place, count in current.items()
        )
        history.append(current)
    return history


# Two processes of the published games, implemented independently of them.


def _conflict_readings(dice: Sequence[int], places: int, holds: bool) -> Counter:
    """Count the ordered faces of a side, padded with 0; with the advantage, a d6 adds to the highest."""
    return Counter(
        (faces[0] + extra, *faces[1:], *(0,) * (places - len(faces)))
        for row in itertools.product(*(range(1, sides + 1) for sides in dice))
        for faces in (sorted(row, reverse=True),)
        for extra in (range(1, 7) if holds else (0,))
    )


def conflict(
    dice_a: Sequence[int], dice_b: Sequence[int], give_at_a: int | None = None, give_at_b: int | None = None
) -> Callable[[tuple], Mapping]:
    """Return the step of an Action & Consequence conflict, one state per exchange; see `CONFLICT_START`.

    The give limits are as in the digest: a side gives at its k-th short answer, and None means never. A full
    tie on the cast is rerolled and not counted, so the weights omit it.
    """
    places = max(len(dice_a), len(dice_b))
    readings = {
        (side, holder): _conflict_readings(dice, places, holds=holder == side)
        for side, dice in (("a", dice_a), ("b", dice_b))
        for holder in ("none", "a", "b")
    }

    def cast(holder: str, shorts_a: int, shorts_b: int) -> Counter:
        weights: Counter = Counter()
        for (reading_a, weight_a), (reading_b, weight_b) in itertools.product(
            readings["a", holder].items(), readings["b", holder].items()
        ):
            if reading_a != reading_b:
                side, challenge = ("a", reading_a) if reading_a > reading_b else ("b", reading_b)
                weights["exchange", holder, shorts_a, shorts_b, side, challenge] += weight_a * weight_b
        return weights

    def exchange(holder: str, shorts_a: int, shorts_b: int, challenger: str, challenge: tuple) -> Counter:
        answerer = "b" if challenger == "a" else "a"
        limit = give_at_a if answerer == "a" else give_at_b
        shorts = (shorts_a if answerer == "a" else shorts_b) + 1
        if limit is None:
            short = ("cast", challenger, shorts_a, shorts_b)
        elif shorts >= limit:
            short = Done(f"{challenger}_by_giving")
        else:
            short = ("cast", challenger, *((shorts, shorts_b) if answerer == "a" else (shorts_a, shorts)))
        weights: Counter = Counter()
        for reading, count in readings[answerer, holder].items():
            if reading > challenge:
                weights["exchange", holder, shorts_a, shorts_b, answerer, reading] += count
            elif reading == challenge:
                weights["cast", "none", shorts_a, shorts_b] += count
            elif 2 * reading[0] <= challenge[0]:
                weights[Done(f"{challenger}_doubles")] += count
            else:
                weights[short] += count
        return weights

    return lambda state: (cast if state[0] == "cast" else exchange)(*state[1:])


CONFLICT_START = ("cast", "none", 0, 0)


def two_dice(hits: Callable[[int], int], first: int, second: int) -> dict[int, int]:
    """Return the weight, out of 100, of each number of hits of Dichotomy's roll.

    `first` and `second` are the numbers of faces, out of ten, that succeed on each die; two tens always count
    as two successes. `hits` converts 0, 1 or 2 successes to hits.
    """
    return dict(
        Counter(
            hits(2 if one == other == 10 else (one > 10 - first) + (other > 10 - second))
            for one, other in itertools.product(range(1, 11), repeat=2)
        )
    )


def duel(
    npc_hits: int,
    attack: Mapping[int, int],
    defence: Mapping[int, int],
    thresholds: Sequence[int] = (3, 3, 3),
) -> tuple[Callable[[tuple], Mapping], tuple]:
    """Return the step and the start of Dichotomy's duel; states are (NPC hits left, injuries, hits)."""

    def step(state: tuple[int, int, int]) -> Counter:
        left, injuries, hits = state
        weights: Counter = Counter()
        for (dealt, attack_weight), (new_hits, defence_weight) in itertools.product(
            attack.items(), defence.items()
        ):
            if dealt >= left:
                weights[Done("pc")] += attack_weight * defence_weight
            elif hits + new_hits < thresholds[injuries]:
                weights[left - dealt, injuries, hits + new_hits] += attack_weight * defence_weight
            elif injuries + 1 < len(thresholds):
                weights[left - dealt, injuries + 1, 0] += attack_weight * defence_weight
            else:
                weights[Done("npc")] += attack_weight * defence_weight
        return weights

    return step, (npc_hits, 0, 0)


def number_states(step: Callable, start: Hashable) -> tuple[dict[int, dict[int, int]], list]:
    """Precompute a process with integer states, which every library can sort and look up fastest.

    Return the rows {state: {next state: weight}}, where 0 is the start, and the outcomes. The first outcome
    is the state -1, the next -2 and so on.
    """
    states, numbers, outcomes = [start], {start: 0}, {}
    rows: dict[int, dict[int, int]] = {}

    def number(place: Hashable) -> int:
        if isinstance(place, Done):
            return -1 - outcomes.setdefault(place.outcome, len(outcomes))
        if place not in numbers:
            numbers[place] = len(states)
            states.append(place)
        return numbers[place]

    for state in states:
        rows[numbers[state]] = {number(place): weight for place, weight in step(state).items()}
    return rows, list(outcomes)


def outcome_chances(
    chances: Mapping[int, Fraction], outcomes: Sequence[Hashable]
) -> dict[Hashable, Fraction]:
    """Return the probabilities of the outcomes alone, from those of all states of a numbered process."""
    return {outcomes[-1 - place]: chance for place, chance in chances.items() if place < 0}
