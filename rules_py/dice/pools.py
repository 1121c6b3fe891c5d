"""Pools of dice, and aggregates of them with their exact weights.

A mechanic seldom needs every face: of three dice perhaps the highest, of twenty the number of successes. The
less it needs, the fewer the branches. So everything it can query is an `Aggregate`, which evaluates faces
that were rolled and counts all faces that could be.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import prod
from typing import Any

from rules_py.base.errors import TooManyBranchesError, format_value_error
from rules_py.dice import counts
from rules_py.dice.roll_steps import DROPPED, KEPT, PLAIN

MAX_POOL_DICE = 10_000
"""The most dice rolled at once."""

MAX_EXTRA_IN_A_ROW = 100
"""Dice in a row that one die may add."""

Faces = tuple[int, ...]
ExtraFaces = tuple[tuple[int, frozenset[int]], ...]
"""The faces that add a die, for each size of die."""


@dataclass(frozen=True)
class Pool:
    """Dice to roll. The weights of an aggregate of a pool sum to `total`.

    sizes            the sides of each die, in the order rolled
    lowest           the lowest face of a die (-1 for Fudge dice)
    extra_on         the faces that add one more die of the same size, which counts as well
    extra_limit      the number of dice in a row that one die may add
    rerolled         the faces that are rerolled once
    rolled           dice that were rolled already, as (size, face)
    pending_extra    the sizes of dice still to roll because of rolled ones: added by them, or rerolls of them
    requested_sides  the sides asked for, which tell the possible faces of a pool without dice
    """

    sizes: tuple[int, ...]
    lowest: int = 1
    extra_on: ExtraFaces = ()
    extra_limit: int = 0
    rerolled: frozenset[int] = frozenset()
    rolled: tuple[tuple[int, int], ...] = ()
    pending_extra: tuple[int, ...] = ()
    requested_sides: int = 0

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(
            (
                self.sizes,
                self.lowest,
                self.extra_on,
                self.extra_limit,
                self.rerolled,
                self.rolled,
                self.pending_extra,
                self.requested_sides,
            )
        )

    @cached_property
    def total(self) -> int:
        """The number of equally likely rolls."""
        more = self._more
        total: int = prod(self.sizes) ** (more + 1) * prod(self.pending_extra) ** more
        return total

    @property
    def _more(self) -> int:
        """The number of times a die may be rolled after the first."""
        return 1 if self.rerolled else self.extra_limit

    @cached_property
    def groups(self) -> Mapping[tuple[int, int], int]:
        """The number of dice of each size and number of further rolls."""
        groups = Counter((sides, self._more) for sides in self.sizes)
        groups.update((sides, self._more - 1) for sides in self.pending_extra)
        return groups

    @property
    def is_simple(self) -> bool:
        """Return whether every die is rolled exactly once and none has been rolled yet."""
        return self.rolls_once and not self.rolled

    @property
    def rolls_once(self) -> bool:
        """Return whether every remaining die is rolled exactly once."""
        return not (self.extra_limit or self.rerolled)

    def faces_of(self, sides: int) -> range:
        return range(self.lowest, self.lowest + sides)

    def extra_faces(self, sides: int) -> frozenset[int]:
        """Return the faces on which a die of this size adds another."""
        return dict(self.extra_on).get(sides, frozenset())

    def die_weights(self, sides: int, more: int) -> dict[int, int]:
        """Return the weights of one die's sum, with its `more` extra dice or rerolls."""
        face = counts.shift(counts.die(sides), self.lowest - 1)
        if not more:
            return face
        if self.rerolled:
            return counts.reroll_once(face, self.rerolled.__contains__)
        return counts.sum_with_added(face, self.extra_faces(sides).__contains__, more)

    def with_reroll(self, again: frozenset[int]) -> Pool | None:
        """Return this pool with some faces rerolled, or None if that depends on the faces rolled."""
        if not (self.rolls_once and again and len({*self.sizes}) == 1):
            return None
        return replace(
            self,
            rerolled=again,
            rolled=tuple((size, face) for size, face in self.rolled if face not in again),
            pending_extra=tuple(size for size, face in self.rolled if face in again),
        )


def _sizes(dice: int | tuple[int, ...], sides: int | None) -> tuple[int, ...]:
    if isinstance(dice, int):
        if sides is None:
            expected = f"the sides of {dice} dice, or a list of sizes such as [6, 8]"
            raise ValueError(format_value_error("sides", None, expected))
        if dice > MAX_POOL_DICE:
            raise TooManyBranchesError(
                f"too many dice at once ({dice}, more than {MAX_POOL_DICE:,}). Roll fewer."
            )
        if dice < 0:
            raise ValueError(format_value_error("count", dice, "0 or more"))
        sizes = (sides,) * dice
    else:
        if sides is not None:
            raise ValueError(format_value_error("sides", sides, f"no sides with the sizes {list(dice)}"))
        sizes = dice
    for size in (sides, *sizes):
        if size is not None and size < 1:
            raise ValueError(format_value_error("sides", size, "1 or more"))
    return sizes


@lru_cache(maxsize=1024)
def _simple_pool(dice: int | tuple[int, ...], sides: int | None) -> Pool:
    return Pool(_sizes(dice, sides), requested_sides=sides or 0)


def pool_of(dice: int | Sequence[int], sides: int | None) -> Pool:
    """Return a number of dice of one size, or one die of each size. Raises ValueError for impossible dice."""
    return _simple_pool(dice if isinstance(dice, int) else tuple(dice), sides)


def adding_dice(
    dice: int | Sequence[int], sides: int | None, lowest: int, again: Callable[[int], bool] | None, limit: int
) -> Pool:
    """Return dice whose faces start at `lowest`; each that fits `again` adds another."""
    pool = pool_of(dice, sides)
    if lowest != 1:
        pool = replace(pool, lowest=lowest)
    if again is None:
        return pool
    _require_limit(limit)
    faces = ((size, frozenset(filter(again, pool.faces_of(size)))) for size in {*pool.sizes})
    return replace(pool, extra_on=tuple(faces), extra_limit=limit)


def explode(dice: int | Sequence[int], sides: int | None, limit: int) -> Pool:
    """Return dice that add another on their highest face."""
    _require_limit(limit)
    return _explode(pool_of(dice, sides), limit)


@lru_cache(maxsize=1024)
def _explode(dice: Pool, limit: int) -> Pool:
    return replace(
        dice, extra_on=tuple((size, frozenset({size})) for size in {*dice.sizes}), extra_limit=limit
    )


def _require_limit(limit: int) -> None:
    if not 1 <= limit <= MAX_EXTRA_IN_A_ROW:
        raise ValueError(format_value_error("limit", limit, f"1 to {MAX_EXTRA_IN_A_ROW}"))


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
            return _sorted_faces(dice.sizes)
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
            kept_of = counts.highest_of if self.highest else counts.lowest_of
            [((sides, more), count)] = dice.groups.items()
            return kept_of(dice.die_weights(sides, more), count, self.keep)
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
            tallied = self._count(dice, sides, more, count)
            if result == {(0,) * len(self.categories): 1}:
                result = tallied
                continue
            result = counts.merge(
                (tuple(left + right for left, right in zip(one, other, strict=True)), weight * other_weight)
                for (one, weight), (other, other_weight) in product(result.items(), tallied.items())
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


DiceFaces = tuple[tuple[int, int], ...]
"""Dice that were rolled, as (face, size), highest first."""


@lru_cache(maxsize=64)
def all_faces(dice: Pool) -> Mapping[DiceFaces, int]:
    """Return every combination of faces, with its weight.

    Raises TooManyBranchesError past `counts.MAX_OUTCOMES`.
    """
    result: dict[DiceFaces, int] = {
        tuple(sorted(((face, size) for size, face in dice.rolled), reverse=True)): 1
    }
    for (sides, more), count in dice.groups.items():
        group = _group(dice, sides, more, count)
        if len(result) * len(group) > counts.MAX_OUTCOMES:
            raise TooManyBranchesError(
                f"too many outcomes of {len(dice.sizes)} dice (more than {counts.MAX_OUTCOMES:,}). Roll "
                "fewer dice, or don't look at every face: use dice.tally, dice.sum or dice.highest."
            )
        result = counts.merge(
            (
                tuple(sorted((*dice_faces, *((face, sides) for face in faces)), reverse=True)),
                weight * group_weight,
            )
            for (dice_faces, weight), (faces, group_weight) in product(result.items(), group.items())
        )
    return result


def _group(dice: Pool, sides: int, more: int, count: int) -> Mapping[Faces, int]:
    if dice.rerolled:
        return counts.sorted_of(dice.die_weights(sides, more), count)
    up = dice.lowest - 1
    again = dice.extra_faces(sides)
    if more:
        result = counts.sorted_exploding(count, sides, lambda face: face + up in again, more)
    else:
        result = counts.sorted_pool(count, sides)
    return {tuple(face + up for face in faces): weight for faces, weight in result.items()} if up else result


def _sorted_faces(sizes: tuple[int, ...]) -> Mapping[Faces, int]:
    if len(set(sizes)) > 1:
        return counts.sorted_mixed(sizes)
    return counts.sorted_pool(len(sizes), sizes[0]) if sizes else {(): 1}


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
