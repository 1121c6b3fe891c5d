"""What is thrown, and what a mechanic may want to know of it, each with its exact counts.

A mechanic seldom needs every face: of three dice perhaps the highest, of twenty how many succeed. The smaller
the question, the fewer the branches, so every question is a `Reading`: it reads faces that lie on the table,
and it counts all faces that could.
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
"""The most dice thrown at once."""

MAX_EXTRA_IN_A_ROW = 100
"""The most dice in a row that one die may add."""

Faces = tuple[int, ...]
ExtraFaces = tuple[tuple[int, frozenset[int]], ...]
"""For each size of die, the faces that add a die."""


@dataclass(frozen=True)
class Pool:
    """Dice to throw. A reading of a pool has `total` equally likely ways.

    sizes     the sides of each die, in the order thrown
    lowest    the lowest face of a die; the others follow (-1 for Fudge dice)
    again     the faces that add one more die of the same size, which counts as well
    limit     how many dice in a row one die may so add
    rerolled  the faces that are thrown once more, and then stand
    lying     dice that lie already, as (size, face)
    owed      sizes of further dice that each have one throw fewer before them, because dice that lie took it:
              added by those, or thrown again in their place
    asked     the sides asked for, which say what faces there are where no die is thrown
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
        """The number of equally likely ways it can fall."""
        more = self._more
        ways: int = prod(self.sizes) ** (more + 1) * prod(self.pending_extra) ** more
        return ways

    @property
    def _more(self) -> int:
        """How often a die may be thrown besides once."""
        return 1 if self.rerolled else self.extra_limit

    @cached_property
    def groups(self) -> Mapping[tuple[int, int], int]:
        """How many dice are thrown of each size, and how often each of them may be thrown besides once."""
        found = Counter((sides, self._more) for sides in self.sizes)
        found.update((sides, self._more - 1) for sides in self.pending_extra)
        return found

    @property
    def is_simple(self) -> bool:
        """Whether every die is thrown just once, and none lies."""
        return self.rolls_once and not self.rolled

    @property
    def rolls_once(self) -> bool:
        """Whether every die that does not lie is thrown just once."""
        return not (self.extra_limit or self.rerolled)

    def faces_of(self, sides: int) -> range:
        return range(self.lowest, self.lowest + sides)

    def extra_faces(self, sides: int) -> frozenset[int]:
        """The faces on which a die of this size adds another."""
        return dict(self.extra_on).get(sides, frozenset())

    def die_weights(self, sides: int, more: int) -> dict[int, int]:
        """What one die of this size adds to the sum, thrown so often besides once, with all the dice it adds
        itself.
        """
        face = counts.shift(counts.die(sides), self.lowest - 1)
        if not more:
            return face
        if self.rerolled:
            return counts.reroll_once(face, self.rerolled.__contains__)
        return counts.exploding(face, self.extra_faces(sides).__contains__, more)

    def with_reroll(self, again: frozenset[int]) -> Pool | None:
        """This pool with some faces thrown once more, where that can be counted without looking at it."""
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
            allowed = f"a number beside {dice} dice, or a list of sizes such as [6, 8]"
            raise ValueError(format_value_error("sides", None, allowed))
        if dice > MAX_POOL_DICE:
            raise TooManyBranchesError(f"{dice} dice at once, more than {MAX_POOL_DICE}: throw fewer")
        if dice < 0:
            raise ValueError(format_value_error("count", dice, "0 or more"))
        found = (sides,) * dice
    else:
        if sides is not None:
            raise ValueError(format_value_error("sides", sides, f"none beside the sizes {list(dice)}"))
        found = dice
    for each in (sides, *found):
        if each is not None and each < 1:
            raise ValueError(format_value_error("sides", each, "1 or more"))
    return found


@lru_cache(maxsize=1024)
def _plain(dice: int | tuple[int, ...], sides: int | None) -> Pool:
    return Pool(_sizes(dice, sides), requested_sides=sides or 0)


def pool_of(dice: int | Sequence[int], sides: int | None) -> Pool:
    """So many dice of one size, or one die of each size given. Raises ValueError for impossible dice."""
    return _plain(dice if isinstance(dice, int) else tuple(dice), sides)


def adding_dice(
    dice: int | Sequence[int], sides: int | None, lowest: int, again: Callable[[int], bool] | None, limit: int
) -> Pool:
    """Dice whose faces start at `lowest`, and of which each that fits `again` adds another."""
    found = pool_of(dice, sides)
    if lowest != 1:
        found = replace(found, lowest=lowest)
    if again is None:
        return found
    _require_limit(limit)
    faces = ((each, frozenset(filter(again, found.faces_of(each)))) for each in {*found.sizes})
    return replace(found, extra_on=tuple(faces), extra_limit=limit)


def exploding(dice: int | Sequence[int], sides: int | None, limit: int) -> Pool:
    """Dice of which each that shows its highest face adds another."""
    _require_limit(limit)
    return _bursting(pool_of(dice, sides), limit)


@lru_cache(maxsize=1024)
def _bursting(dice: Pool, limit: int) -> Pool:
    return replace(
        dice, extra_on=tuple((each, frozenset({each})) for each in {*dice.sizes}), extra_limit=limit
    )


def _require_limit(limit: int) -> None:
    if not 1 <= limit <= MAX_EXTRA_IN_A_ROW:
        raise ValueError(format_value_error("limit", limit, f"1 to {MAX_EXTRA_IN_A_ROW}"))


class Aggregate[Answer](ABC):
    """A question asked of dice. Two readings that ask the same are equal: what they count is kept."""

    @abstractmethod
    def evaluate(self, faces: Faces) -> Answer:
        """The answer where these faces lie, highest first."""

    def statuses(self, faces: Sequence[int]) -> Sequence[str] | None:
        """What becomes of each die, in the order given; None where asking changes nothing."""
        return None

    @abstractmethod
    def weights(self, dice: Pool) -> Mapping[Answer, int]:
        """Every answer with its ways, `dice.total` in all."""


class _Sum(Aggregate[int]):
    def evaluate(self, faces: Faces) -> int:
        return sum(faces)

    def weights(self, dice: Pool) -> Mapping[int, int]:
        if not dice.rolls_once:
            found = {0: 1}
            for (sides, more), count in dice.groups.items():
                found = counts.add(found, counts.times(dice.die_weights(sides, more), count))
        else:
            found = counts.sum_of_mixed(dice.sizes)
            if dice.lowest != 1:
                found = counts.shift(found, len(dice.sizes) * (dice.lowest - 1))
        return counts.shift(found, sum(face for _, face in dice.rolled)) if dice.rolled else found


class _AllFaces(Aggregate[Faces]):
    def evaluate(self, faces: Faces) -> Faces:
        return faces

    def weights(self, dice: Pool) -> Mapping[Faces, int]:
        if dice.is_simple and dice.lowest == 1:
            return _sorted(dice.sizes)
        return counts.merge(
            (tuple(face for face, _ in lying), ways) for lying, ways in all_faces(dice).items()
        )


SUM = _Sum()
FACES = _AllFaces()


@dataclass(frozen=True)
class KeepSum(Aggregate[int]):
    """The sum of the `keep` highest dice, or of the lowest."""

    keep: int
    highest: bool

    def evaluate(self, faces: Faces) -> int:
        self._fitting(len(faces))
        return sum(faces[: self.keep] if self.highest else faces[len(faces) - self.keep :])

    def statuses(self, faces: Sequence[int]) -> Sequence[str]:
        self._fitting(len(faces))
        order = sorted(range(len(faces)), key=faces.__getitem__, reverse=self.highest)
        places = set(order[: self.keep])
        return [KEPT if place in places else DROPPED for place in range(len(faces))]

    def _fitting(self, dice: int) -> None:
        if not 0 <= self.keep <= dice:
            raise ValueError(format_value_error("keep", self.keep, f"0 to {dice}"))

    def weights(self, dice: Pool) -> Mapping[int, int]:
        if dice.rolls_once:
            kept = counts.highest_sum if self.highest else counts.lowest_sum
            up = dice.lowest - 1
            lying = [face - up for _, face in dice.rolled]
            return counts.shift(kept(dice.sizes, self.keep, lying), self.keep * up)
        if dice.rerolled and not (dice.rolled or dice.pending_extra):
            kept_of = counts.highest_of if self.highest else counts.lowest_of
            [((sides, more), count)] = dice.groups.items()
            return kept_of(dice.die_weights(sides, more), count, self.keep)
        return counts.merge((self.evaluate(faces), ways) for faces, ways in FACES.weights(dice).items())


keep_sum = lru_cache(maxsize=256)(KeepSum)
"""The reading, made once for each question."""


@dataclass(frozen=True)
class Tally(Aggregate[Faces]):
    """How many dice fall into each class, in the order of `told`. `kinds` are the classes of the faces."""

    lowest: int
    face_categories: tuple[Hashable, ...]

    @classmethod
    def of_pool(cls, dice: Pool, kind: Callable[[int], Hashable]) -> Tally:
        sizes = (dice.requested_sides, *dice.sizes, *(size for size, _ in dice.rolled))
        return cls(dice.lowest, tuple(map(kind, dice.faces_of(max(sizes)))))

    @cached_property
    def categories(self) -> tuple[Hashable, ...]:
        """The classes told apart, in the order of the faces; None is no class."""
        return tuple(kind for kind in dict.fromkeys(self.face_categories) if kind is not None)

    @property
    def faces(self) -> range:
        return range(self.lowest, self.lowest + len(self.face_categories))

    def category(self, face: int) -> Hashable:
        return self.face_categories[face - self.lowest]

    def evaluate(self, faces: Faces) -> Faces:
        found = Counter(map(self.category, faces))
        return tuple(found[kind] for kind in self.categories)

    def statuses(self, faces: Sequence[int]) -> Sequence[str]:
        return [PLAIN if self.category(face) is None else str(self.category(face)) for face in faces]

    def weights(self, dice: Pool) -> Mapping[Faces, int]:
        found = {self.evaluate(tuple(face for _, face in dice.rolled)): 1}
        for (sides, more), count in dice.groups.items():
            tallied = self._counted(dice, sides, more, count)
            if found == {(0,) * len(self.categories): 1}:
                found = tallied
                continue
            found = counts.merge(
                (tuple(left + right for left, right in zip(one, other, strict=True)), ways * other_ways)
                for (one, ways), (other, other_ways) in product(found.items(), tallied.items())
            )
        return found

    def _counted(self, dice: Pool, sides: int, more: int, count: int) -> dict[Faces, int]:
        weights: dict[Hashable, int] = dict.fromkeys(self.face_categories, 0)
        adding = dict(weights)
        faces = dice.faces_of(sides)
        ways_of = dice.die_weights(sides, more) if dice.rerolled else dict.fromkeys(faces, 1)
        for face in faces:
            weights[self.category(face)] += ways_of.get(face, 0)
            adding[self.category(face)] += face in dice.extra_faces(sides)
        if more and not dice.rerolled:
            return counts.tally_exploding(count, weights, adding, more)
        found = counts.tally(count, weights)
        if None not in weights:
            return found
        place = list(weights).index(None)
        return {key[:place] + key[place + 1 :]: ways for key, ways in found.items()}


DiceFaces = tuple[tuple[int, int], ...]
"""How dice lie: (face, size) of each, highest first."""


@lru_cache(maxsize=64)
def all_faces(dice: Pool) -> Mapping[DiceFaces, int]:
    """Return every combination of faces, with its weight.

    Raises TooManyBranchesError past `counts.MAX_OUTCOMES`.
    """
    found: dict[DiceFaces, int] = {
        tuple(sorted(((face, size) for size, face in dice.rolled), reverse=True)): 1
    }
    for (sides, more), count in dice.groups.items():
        group = _group(dice, sides, more, count)
        if len(found) * len(group) > counts.MAX_OUTCOMES:
            raise TooManyBranchesError(
                f"{len(dice.sizes)} dice have more than {counts.MAX_OUTCOMES} outcomes: throw fewer dice, "
                "or ask less of them"
            )
        found = counts.merge(
            (tuple(sorted((*lie, *((face, sides) for face in faces)), reverse=True)), ways * group_ways)
            for (lie, ways), (faces, group_ways) in product(found.items(), group.items())
        )
    return found


def _group(dice: Pool, sides: int, more: int, count: int) -> Mapping[Faces, int]:
    if dice.rerolled:
        return counts.sorted_of(dice.die_weights(sides, more), count)
    up = dice.lowest - 1
    again = dice.extra_faces(sides)
    if more:
        found = counts.sorted_exploding(count, sides, lambda face: face + up in again, more)
    else:
        found = counts.sorted_pool(count, sides)
    return {tuple(face + up for face in faces): ways for faces, ways in found.items()} if up else found


def _sorted(sizes: tuple[int, ...]) -> Mapping[Faces, int]:
    if len(set(sizes)) > 1:
        return counts.sorted_mixed(sizes)
    return counts.sorted_pool(len(sizes), sizes[0]) if sizes else {(): 1}


Branches = tuple[tuple[Any, int], ...]


@lru_cache(maxsize=512)
def branches(dice: Pool, reading: Aggregate[Any]) -> Branches:
    """The branches of a question asked of dice of which nothing is known. Few occur, each many times."""
    return tuple(reading.weights(dice).items())


Known = tuple[tuple[Aggregate[Any], Any], ...]
"""What has been asked of dice, and the answers."""


@lru_cache(maxsize=512)
def refine(dice: Pool, known: Known, reading: Aggregate[Any]) -> Branches:
    """The branches of a further question, given the answers to earlier ones; their ways add up to those of
    the answers known.
    """
    found = counts.merge(
        (reading.evaluate(tuple(face for face, _ in lie)), ways) for lie, ways in remaining_faces(dice, known)
    )
    return tuple(found.items())


@lru_cache(maxsize=512)
def remaining_faces(dice: Pool, known: Known) -> Branches:
    """The ways the dice can lie that give the answers known."""
    return tuple(
        (lie, ways)
        for lie, ways in all_faces(dice).items()
        if all(reading.evaluate(tuple(face for face, _ in lie)) == answer for reading, answer in known)
    )


def reroll_known(dice: Pool, known: Known, again: frozenset[int]) -> Pool | None:
    """The dice after throwing some faces once more, where a tally tells how many those are and how the others
    lie: each class of it is thrown again as a whole, or has but one face.
    """
    sizes = (*dice.sizes, *(size for size, _ in dice.rolled))
    if not (dice.rolls_once and len({*sizes}) == 1 and len(known) == 1):
        return None
    [(reading, answer)] = known
    if not isinstance(reading, Tally):
        return None
    size, number = sizes[0], len(sizes)
    shown = dict(zip(reading.categories, answer, strict=True))
    shown[None] = number - sum(answer)
    lying: list[tuple[int, int]] = []
    for kind, count in shown.items():
        faces = [face for face in dice.faces_of(size) if reading.category(face) == kind]
        if not count or again.issuperset(faces):
            continue
        if len(faces) > 1:
            return None
        lying += [(size, faces[0])] * count
    return Pool(
        (size,) * (number - len(lying)),
        dice.lowest,
        rolled=tuple(lying),
        requested_sides=dice.requested_sides,
    )
