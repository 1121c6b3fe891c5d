"""Several aggregates of the same dice: the exact weights of their values together.

The dice are counted one after another: for the highest die and the number of 6s of twenty d6, that takes the
25 pairs of results, not the 53,130 combinations of faces. An aggregate that needs every face, and dice that
add dice, are counted by all faces.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Any

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice.aggregates import Aggregate, Branches, Known
from rules_py.dice.pools import Pool, all_faces

MAX_TRANSITIONS = 1_000_000
"""The sum, over all dice, of the results of the dice so far with one more: about a second of work in a
browser.
"""

_Values = tuple[Any, ...]


def refine(dice: Pool, known: Known, aggregate: Aggregate[Any]) -> Branches:
    """Return the values of a further aggregate that are consistent with the known ones.

    Their weights sum to the weight of the known values.
    """
    aggregates = (*(each for each, _ in known), aggregate)
    return _branches_by_known(dice, aggregates)[tuple(value for _, value in known)]


@lru_cache(maxsize=256)
def _branches_by_known(dice: Pool, aggregates: tuple[Aggregate[Any], ...]) -> Mapping[_Values, Branches]:
    """Return the values of the last aggregate with their weights, by the values of the others."""
    branches: dict[_Values, dict[Any, int]] = {}
    for (*known, value), weight in _joint_weights(dice, aggregates).items():
        branches.setdefault(tuple(known), {})[value] = weight
    return {known: tuple(weights.items()) for known, weights in branches.items()}


def _joint_weights(dice: Pool, aggregates: tuple[Aggregate[Any], ...]) -> Mapping[_Values, int]:
    """Return the weight of each combination of values."""
    weights: dict[_Values, int] = {}
    if dice.extra_limit or any(each.initial_state is None for each in aggregates):
        for dice_faces, weight in all_faces(dice).items():
            faces = tuple(face for face, _ in dice_faces)
            values = tuple(each.evaluate(faces) for each in aggregates)
            weights[values] = weights.get(values, 0) + weight
        return weights
    for states, weight in _state_weights(dice, aggregates).items():
        values = tuple(each.value_of(state) for each, state in zip(aggregates, states, strict=True))
        weights[values] = weights.get(values, 0) + weight
    return weights


def _state_weights(dice: Pool, aggregates: tuple[Aggregate[Any], ...]) -> Mapping[_Values, int]:
    """Return the weight of each combination of states after all dice."""

    def with_face(states: _Values, face: int) -> tuple[Hashable, ...]:
        return tuple(each.add_face(state, face) for each, state in zip(aggregates, states, strict=True))

    start: _Values = tuple(each.initial_state for each in aggregates)
    for _, face in dice.rolled:
        start = with_face(start, face)
    weights, transitions = {start: 1}, 0
    for (sides, more), count in dice.groups.items():
        die = dice.die_weights(sides, more)
        for _ in range(count):
            transitions += len(weights) * len(die)
            if transitions > MAX_TRANSITIONS:
                raise TooManyBranchesError(
                    f"too many results of {len(dice.sizes)} dice (more than {MAX_TRANSITIONS:,}). Roll fewer "
                    "dice, or query less: keep fewer dice, or tally fewer categories."
                )
            next_weights: dict[_Values, int] = {}
            for states, weight in weights.items():
                for face, ways in die.items():
                    after = with_face(states, face)
                    next_weights[after] = next_weights.get(after, 0) + weight * ways
            weights = next_weights
    return weights
