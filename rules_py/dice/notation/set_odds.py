"""Exact weights of one set of dice, whose first dice may be known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from math import comb

from rules_py.dice import counts
from rules_py.dice.notation.tree import DiceSet

Known = tuple[tuple[int, ...], ...]
"""The values of each rolled die: its own, and those of the dice that it added singly."""


@lru_cache(maxsize=256)
def set_weights(dice: DiceSet, known: Known = ()) -> Mapping[int, int]:
    """Return the weight of each result of a set of dice.

    Raises TooManyBranchesError if that would take seconds.
    """
    values = [value for die in known for value in die]
    number = dice.count - len(known)
    if dice.keep is None:
        rest = counts.times(chain_scores(dice), number)
        return counts.shift(rest, sum(map(dice.score, values)))
    if dice.adds_singly:
        return _keep_among_added(dice, number, values)
    high, low = dice.keep.window(dice.count)
    one = die_values(dice)
    if dice.only is None and dice.successes is None and not known:
        if not high:
            return counts.highest_of(one, number, number - low)
        if not low:
            return counts.lowest_of(one, number, number - high)
    return counts.kept_scores(one, number, values, high, low, dice.score)


def face_weights(dice: DiceSet) -> dict[int, int]:
    """Return the weight of each face that a die shows after its rerolls."""
    faces = dict(dice.faces)
    if not dice.rerolled:
        return faces
    if dice.until:
        return {face: weight for face, weight in faces.items() if face not in dice.rerolled}
    return counts.reroll_once(faces, dice.rerolled.__contains__)


def die_values(dice: DiceSet) -> dict[int, int]:
    """Return the weight of each value of a die, including the dice that it added to itself."""
    totals = _chain(dice, lambda face: face) if dice.extra else face_weights(dice)
    return counts.merge((dice.value(total), weight) for total, weight in totals.items())


def chain_scores(dice: DiceSet) -> dict[int, int]:
    """Return the weight of each score of a die and those it adds, if all are kept."""
    if dice.adds_singly:
        return _chain(dice, lambda face: dice.score(dice.value(face)))
    return counts.merge((dice.score(value), weight) for value, weight in die_values(dice).items())


def _chain(dice: DiceSet, score: Callable[[int], int]) -> dict[int, int]:
    """Return the weights of the sum of the scores of a die and of the dice that it adds."""
    faces = face_weights(dice)
    total = sum(faces.values())

    @cache
    def scores(adding: bool, less: int) -> dict[int, int]:
        return counts.merge(
            (score(face - less), weight) for face, weight in faces.items() if (face in dice.extra) == adding
        )

    result = {0: 1}
    for left in range(dice.extra_limit + 1):
        less = int(dice.penetrating and left < dice.extra_limit)
        ending = scores(False, less).items()
        longer = counts.add(scores(True, less), result)
        result = counts.merge((*longer.items(), *((key, weight * total**left) for key, weight in ending)))
    return result


def _keep_among_added(dice: DiceSet, number: int, values: Sequence[int]) -> dict[int, int]:
    """Return the weights where dice are kept singly from dice that add others on their highest face.

    It is enough to count the dice that show the highest face, since these outrank all others.
    """
    assert dice.keep is not None
    keep = dice.keep
    faces = face_weights(dice)
    [top] = dice.extra
    best = dice.value(top)
    adding, total = faces.pop(top), sum(faces.values())
    others = counts.merge((dice.value(face), weight) for face, weight in faces.items())
    known_others = [value for value in values if value != best]
    known_best = len(values) - len(known_others)

    @cache
    def among_others(rolled: int, high: int, low: int) -> dict[int, int]:
        return counts.kept_scores(others, rolled, known_others, high, low, dice.score)

    pairs: list[tuple[int, int]] = []
    for (tops, rolled), weight in _tops(number, adding, total, dice.extra_limit).items():
        tops += known_best
        lower = rolled + len(known_others)
        high, low = keep.window(tops + lower)
        kept_tops = max(0, min(tops, tops + lower - low) - high)
        result = among_others(rolled, min(max(high - tops, 0), lower), min(low, lower))
        pairs += [(key + kept_tops * best, weight * other) for key, other in result.items()]
    return counts.merge(pairs)


def _tops(number: int, adding: int, ending: int, limit: int) -> dict[tuple[int, int], int]:
    """Return the weights of how many dice show the highest face and how many others end a chain.

    The weights of the faces of those other dice aren't included.
    """
    total = adding + ending
    one = {tops: adding**tops * total ** (limit - tops) for tops in range(limit + 1)}
    weights: dict[tuple[int, int], int] = {}
    for full in range(number + 1):
        always = comb(number, full) * adding ** ((limit + 1) * full)
        for tops, weight in counts.times(one, number - full).items():
            weights[tops + full * (limit + 1), number - full] = always * weight
    return weights
