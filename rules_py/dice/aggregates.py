"""Aggregates: the values that a mechanic queries from a pool, each with its exact weight.

A mechanic seldom needs every face: of three dice perhaps the highest, of twenty the number of successes. The
less it needs, the fewer the branches. So every query is an `Aggregate`, which evaluates the rolled faces and
counts all possible ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from rules_py.base.errors import format_value_error
from rules_py.dice import counts
from rules_py.dice.pools import Faces, Pool, all_faces, sorted_faces
from rules_py.dice.roll_steps import DROPPED, KEPT, PLAIN


class Aggregate[Answer](ABC):
    """A function of the faces of dice. Equal aggregates share cached weights."""

    @abstractmethod
    def evaluate(self, faces: Faces) -> Answer:
        """Return the value for these faces, highest first."""

    def statuses(self, faces: Sequence[int]) -> Sequence[str] | None:
        """Return the status of each die, in the given order, or None if it doesn't change."""
        return None

    @abstractmethod
    def weights(self, dice: Pool) -> Mapping[Answer, int]:
        """Return the weight of each value; they sum to `dice.total`."""

    @property
    def initial_state(self) -> Hashable | None:
        """The state of no dice, from which `add_face` counts one die after another; None without states."""
        return None

    def add_face(self, state: Any, face: int) -> Hashable:
        """Return the state with one more face."""
        raise NotImplementedError

    def value_of(self, state: Any) -> Answer:
        """Return the value of a state after all dice."""
        value: Answer = state
        return value


class _Sum(Aggregate[int]):
    def evaluate(self, faces: Faces) -> int:
        return sum(faces)

    @property
    def initial_state(self) -> int:
        return 0

    def add_face(self, state: int, face: int) -> int:
        return state + face

    def weights(self, dice: Pool) -> Mapping[int, int]:
        if not dice.rolls_once:
            sums = {0: 1}
            for (sides, more), count in dice.groups.items():
                sums = counts.add(sums, counts.times(dice.die_weights(sides, more), count))
        else:
            sums = counts.sum_of_mixed(dice.sizes)
            if dice.lowest != 1:
                sums = counts.shift(sums, len(dice.sizes) * (dice.lowest - 1))
        return counts.shift(sums, sum(face for _, face in dice.rolled)) if dice.rolled else sums


class _AllFaces(Aggregate[Faces]):
    def evaluate(self, faces: Faces) -> Faces:
        return faces

    def weights(self, dice: Pool) -> Mapping[Faces, int]:
        if dice.is_simple and dice.lowest == 1:
            return sorted_faces(dice.sizes)
        return counts.merge(
            (tuple(face for face, _ in dice_faces), weight) for dice_faces, weight in all_faces(dice).items()
        )


SUM = _Sum()


FACES = _AllFaces()


@dataclass(frozen=True)
class Reading[Answer: Hashable](Aggregate[Answer]):
    """The result of a function of the faces, highest first."""

    by: Callable[[Faces], Answer]

    def evaluate(self, faces: Faces) -> Answer:
        return self.by(faces)

    def weights(self, dice: Pool) -> Mapping[Answer, int]:
        return counts.merge((self.by(faces), weight) for faces, weight in FACES.weights(dice).items())


@dataclass(frozen=True)
class KeepSum(Aggregate[int]):
    """The sum of the `keep` highest or lowest dice."""

    keep: int
    highest: bool

    def evaluate(self, faces: Faces) -> int:
        self._check_keep(len(faces))
        return sum(faces[: self.keep] if self.highest else faces[len(faces) - self.keep :])

    def statuses(self, faces: Sequence[int]) -> Sequence[str]:
        self._check_keep(len(faces))
        order = sorted(range(len(faces)), key=faces.__getitem__, reverse=self.highest)
        places = set(order[: self.keep])
        return [KEPT if place in places else DROPPED for place in range(len(faces))]

    @property
    def initial_state(self) -> Faces:
        return ()

    def add_face(self, state: Faces, face: int) -> Faces:
        """Return the faces kept so far, highest first."""
        faces = sorted((*state, face), reverse=True)
        return tuple(faces[: self.keep] if self.highest else faces[max(0, len(faces) - self.keep) :])

    def value_of(self, state: Faces) -> int:
        return self.evaluate(state)

    def _check_keep(self, dice: int) -> None:
        if not 0 <= self.keep <= dice:
            raise ValueError(format_value_error("keep", self.keep, f"0 to {dice}"))

    def weights(self, dice: Pool) -> Mapping[int, int]:
        if dice.rolls_once:
            kept_sum = counts.highest_sum if self.highest else counts.lowest_sum
            offset = dice.lowest - 1
            rolled = [face - offset for _, face in dice.rolled]
            return counts.shift(kept_sum(dice.sizes, self.keep, rolled), self.keep * offset)
        if dice.rerolled and not (dice.rolled or dice.pending_extra):
            keep_highest_or_lowest = counts.highest_of if self.highest else counts.lowest_of
            [((sides, more), count)] = dice.groups.items()
            return keep_highest_or_lowest(dice.die_weights(sides, more), count, self.keep)
        return counts.merge((self.evaluate(faces), weight) for faces, weight in FACES.weights(dice).items())


keep_sum = lru_cache(maxsize=256)(KeepSum)
"""`KeepSum`, built once for each pair of arguments."""


@dataclass(frozen=True)
class Tally(Aggregate[Faces]):
    """The number of dice in each of `categories`. `face_categories` are those of the faces in turn."""

    lowest: int
    face_categories: tuple[Hashable, ...]

    @classmethod
    def of_pool(cls, dice: Pool, category: Callable[[int], Hashable]) -> Tally:
        sizes = (dice.requested_sides, *dice.sizes, *(size for size, _ in dice.rolled))
        return cls(dice.lowest, tuple(map(category, dice.faces_of(max(sizes)))))

    @cached_property
    def categories(self) -> tuple[Hashable, ...]:
        """The different categories in the order of the faces, without None."""
        return tuple(category for category in dict.fromkeys(self.face_categories) if category is not None)

    @property
    def faces(self) -> range:
        return range(self.lowest, self.lowest + len(self.face_categories))

    def category(self, face: int) -> Hashable:
        return self.face_categories[face - self.lowest]

    def evaluate(self, faces: Faces) -> Faces:
        numbers = Counter(map(self.category, faces))
        return tuple(numbers[category] for category in self.categories)

    @property
    def initial_state(self) -> Faces:
        return (0,) * len(self.categories)

    def add_face(self, state: Faces, face: int) -> Faces:
        category = self.category(face)
        if category is None:
            return state
        at = self.categories.index(category)
        return (*state[:at], state[at] + 1, *state[at + 1 :])

    def statuses(self, faces: Sequence[int]) -> Sequence[str]:
        return [PLAIN if self.category(face) is None else str(self.category(face)) for face in faces]

    def weights(self, dice: Pool) -> Mapping[Faces, int]:
        result = {self.evaluate(tuple(face for _, face in dice.rolled)): 1}
        for (sides, more), count in dice.groups.items():
            size_counts = self._count(dice, sides, more, count)
            if result == {(0,) * len(self.categories): 1}:
                result = size_counts
                continue
            result = counts.merge(
                (tuple(left + right for left, right in zip(one, other, strict=True)), weight * other_weight)
                for (one, weight), (other, other_weight) in product(result.items(), size_counts.items())
            )
        return result

    def _count(self, dice: Pool, sides: int, more: int, count: int) -> dict[Faces, int]:
        weights: dict[Hashable, int] = dict.fromkeys(self.face_categories, 0)
        adding = dict(weights)
        faces = dice.faces_of(sides)
        face_weights = dice.die_weights(sides, more) if dice.rerolled else dict.fromkeys(faces, 1)
        for face in faces:
            weights[self.category(face)] += face_weights.get(face, 0)
            adding[self.category(face)] += face in dice.extra_faces(sides)
        if more and not dice.rerolled:
            return counts.tally_exploding(count, weights, adding, more)
        result = counts.tally(count, weights)
        if None not in weights:
            return result
        place = list(weights).index(None)
        return {key[:place] + key[place + 1 :]: weight for key, weight in result.items()}


Branches = tuple[tuple[Any, int], ...]


@lru_cache(maxsize=512)
def branches(dice: Pool, aggregate: Aggregate[Any]) -> Branches:
    """Return the values of an aggregate with their weights. Few combinations occur, each many times."""
    return tuple(aggregate.weights(dice).items())


Known = tuple[tuple[Aggregate[Any], Any], ...]
"""Aggregates of the same dice with their known values."""


@lru_cache(maxsize=512)
def remaining_faces(dice: Pool, known: Known) -> Branches:
    """Return the faces that are consistent with the known values, with their weights."""
    return tuple(
        (dice_faces, weight)
        for dice_faces, weight in all_faces(dice).items()
        if all(
            aggregate.evaluate(tuple(face for face, _ in dice_faces)) == value for aggregate, value in known
        )
    )


def reroll_faces(dice: Pool, known: Known, again: frozenset[int]) -> Pool | None:
    """Return the dice after rerolling some faces, or None if the known values don't determine them.

    They do if the only one is a tally of which each category is rerolled as a whole or has a single face.
    """
    sizes = (*dice.sizes, *(size for size, _ in dice.rolled))
    if not (dice.rolls_once and len({*sizes}) == 1 and len(known) == 1):
        return None
    [(aggregate, value)] = known
    if not isinstance(aggregate, Tally):
        return None
    size, number = sizes[0], len(sizes)
    numbers = dict(zip(aggregate.categories, value, strict=True))
    numbers[None] = number - sum(value)
    rolled: list[tuple[int, int]] = []
    for category, count in numbers.items():
        faces = [face for face in dice.faces_of(size) if aggregate.category(face) == category]
        if not count or again.issuperset(faces):
            continue
        if len(faces) > 1:
            return None
        rolled += [(size, faces[0])] * count
    return Pool(
        (size,) * (number - len(rolled)),
        dice.lowest,
        rolled=tuple(rolled),
        requested_sides=dice.requested_sides,
    )
