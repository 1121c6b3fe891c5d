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

from rules_py.base.errors import TooManyPaths, wrong
from rules_py.dice import counts
from rules_py.dice.roll_steps import DROPPED, KEPT, PLAIN

MOST_AT_ONCE = 10_000
"""The most dice thrown at once."""

MOST_IN_A_ROW = 100
"""The most dice in a row that one die may add."""

Faces = tuple[int, ...]
Again = tuple[tuple[int, frozenset[int]], ...]
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
    again: Again = ()
    limit: int = 0
    rerolled: frozenset[int] = frozenset()
    lying: tuple[tuple[int, int], ...] = ()
    owed: tuple[int, ...] = ()
    asked: int = 0

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(
            (
                self.sizes,
                self.lowest,
                self.again,
                self.limit,
                self.rerolled,
                self.lying,
                self.owed,
                self.asked,
            )
        )

    @cached_property
    def total(self) -> int:
        """The number of equally likely ways it can fall."""
        more = self._more
        ways: int = prod(self.sizes) ** (more + 1) * prod(self.owed) ** more
        return ways

    @property
    def _more(self) -> int:
        """How often a die may be thrown besides once."""
        return 1 if self.rerolled else self.limit

    @cached_property
    def groups(self) -> Mapping[tuple[int, int], int]:
        """How many dice are thrown of each size, and how often each of them may be thrown besides once."""
        found = Counter((sides, self._more) for sides in self.sizes)
        found.update((sides, self._more - 1) for sides in self.owed)
        return found

    @property
    def plain(self) -> bool:
        """Whether every die is thrown just once, and none lies."""
        return self.once and not self.lying

    @property
    def once(self) -> bool:
        """Whether every die that does not lie is thrown just once."""
        return not (self.limit or self.rerolled)

    def faces_of(self, sides: int) -> range:
        return range(self.lowest, self.lowest + sides)

    def adds(self, sides: int) -> frozenset[int]:
        """The faces on which a die of this size adds another."""
        return dict(self.again).get(sides, frozenset())

    def one(self, sides: int, more: int) -> dict[int, int]:
        """What one die of this size adds to the sum, thrown so often besides once, with all the dice it adds
        itself.
        """
        face = counts.shift(counts.die(sides), self.lowest - 1)
        if not more:
            return face
        if self.rerolled:
            return counts.reroll_once(face, self.rerolled.__contains__)
        return counts.exploding(face, self.adds(sides).__contains__, more)

    def thrown_again(self, again: frozenset[int]) -> Pool | None:
        """This pool with some faces thrown once more, where that can be counted without looking at it."""
        if not (self.once and again and len({*self.sizes}) == 1):
            return None
        return replace(
            self,
            rerolled=again,
            lying=tuple((size, face) for size, face in self.lying if face not in again),
            owed=tuple(size for size, face in self.lying if face in again),
        )


def _sizes(dice: int | tuple[int, ...], sides: int | None) -> tuple[int, ...]:
    if isinstance(dice, int):
        if sides is None:
            allowed = f"a number beside {dice} dice, or a list of sizes such as [6, 8]"
            raise ValueError(wrong("sides", None, allowed))
        if dice > MOST_AT_ONCE:
            raise TooManyPaths(f"{dice} dice at once, more than {MOST_AT_ONCE}: throw fewer")
        if dice < 0:
            raise ValueError(wrong("count", dice, "0 or more"))
        found = (sides,) * dice
    else:
        if sides is not None:
            raise ValueError(wrong("sides", sides, f"none beside the sizes {list(dice)}"))
        found = dice
    for each in (sides, *found):
        if each is not None and each < 1:
            raise ValueError(wrong("sides", each, "1 or more"))
    return found


@lru_cache(maxsize=1024)
def _plain(dice: int | tuple[int, ...], sides: int | None) -> Pool:
    return Pool(_sizes(dice, sides), asked=sides or 0)


def pool_of(dice: int | Sequence[int], sides: int | None) -> Pool:
    """So many dice of one size, or one die of each size given. Raises ValueError for impossible dice."""
    return _plain(dice if isinstance(dice, int) else tuple(dice), sides)


def adding(
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
    return replace(found, again=tuple(faces), limit=limit)


def bursting(dice: int | Sequence[int], sides: int | None, limit: int) -> Pool:
    """Dice of which each that shows its highest face adds another."""
    _require_limit(limit)
    return _bursting(pool_of(dice, sides), limit)


@lru_cache(maxsize=1024)
def _bursting(dice: Pool, limit: int) -> Pool:
    return replace(dice, again=tuple((each, frozenset({each})) for each in {*dice.sizes}), limit=limit)


def _require_limit(limit: int) -> None:
    if not 1 <= limit <= MOST_IN_A_ROW:
        raise ValueError(wrong("limit", limit, f"1 to {MOST_IN_A_ROW}"))


class Reading[Answer](ABC):
    """A question asked of dice. Two readings that ask the same are equal: what they count is kept."""

    @abstractmethod
    def of(self, faces: Faces) -> Answer:
        """The answer where these faces lie, highest first."""

    def fates(self, faces: Sequence[int]) -> Sequence[str] | None:
        """What becomes of each die, in the order given; None where asking changes nothing."""
        return None

    @abstractmethod
    def counted(self, dice: Pool) -> Mapping[Answer, int]:
        """Every answer with its ways, `dice.total` in all."""


class _Sum(Reading[int]):
    def of(self, faces: Faces) -> int:
        return sum(faces)

    def counted(self, dice: Pool) -> Mapping[int, int]:
        if not dice.once:
            found = {0: 1}
            for (sides, more), count in dice.groups.items():
                found = counts.add(found, counts.times(dice.one(sides, more), count))
        else:
            found = counts.sum_of_mixed(dice.sizes)
            if dice.lowest != 1:
                found = counts.shift(found, len(dice.sizes) * (dice.lowest - 1))
        return counts.shift(found, sum(face for _, face in dice.lying)) if dice.lying else found


class _AllFaces(Reading[Faces]):
    def of(self, faces: Faces) -> Faces:
        return faces

    def counted(self, dice: Pool) -> Mapping[Faces, int]:
        if dice.plain and dice.lowest == 1:
            return _sorted(dice.sizes)
        return counts.gathered(
            (tuple(face for face, _ in lying), ways) for lying, ways in every_lie(dice).items()
        )


SUM = _Sum()
FACES = _AllFaces()


@dataclass(frozen=True)
class Kept(Reading[int]):
    """The sum of the `keep` highest dice, or of the lowest."""

    keep: int
    highest: bool

    def of(self, faces: Faces) -> int:
        self._fitting(len(faces))
        return sum(faces[: self.keep] if self.highest else faces[len(faces) - self.keep :])

    def fates(self, faces: Sequence[int]) -> Sequence[str]:
        self._fitting(len(faces))
        order = sorted(range(len(faces)), key=faces.__getitem__, reverse=self.highest)
        places = set(order[: self.keep])
        return [KEPT if place in places else DROPPED for place in range(len(faces))]

    def _fitting(self, dice: int) -> None:
        if not 0 <= self.keep <= dice:
            raise ValueError(wrong("keep", self.keep, f"0 to {dice}"))

    def counted(self, dice: Pool) -> Mapping[int, int]:
        if dice.once:
            kept = counts.highest_sum if self.highest else counts.lowest_sum
            up = dice.lowest - 1
            lying = [face - up for _, face in dice.lying]
            return counts.shift(kept(dice.sizes, self.keep, lying), self.keep * up)
        if dice.rerolled and not (dice.lying or dice.owed):
            kept_of = counts.highest_of if self.highest else counts.lowest_of
            [((sides, more), count)] = dice.groups.items()
            return kept_of(dice.one(sides, more), count, self.keep)
        return counts.gathered((self.of(faces), ways) for faces, ways in FACES.counted(dice).items())


kept = lru_cache(maxsize=256)(Kept)
"""The reading, made once for each question."""


@dataclass(frozen=True)
class Tally(Reading[Faces]):
    """How many dice fall into each class, in the order of `told`. `kinds` are the classes of the faces."""

    lowest: int
    kinds: tuple[Hashable, ...]

    @classmethod
    def by(cls, dice: Pool, kind: Callable[[int], Hashable]) -> Tally:
        sizes = (dice.asked, *dice.sizes, *(size for size, _ in dice.lying))
        return cls(dice.lowest, tuple(map(kind, dice.faces_of(max(sizes)))))

    @cached_property
    def told(self) -> tuple[Hashable, ...]:
        """The classes told apart, in the order of the faces; None is no class."""
        return tuple(kind for kind in dict.fromkeys(self.kinds) if kind is not None)

    @property
    def faces(self) -> range:
        return range(self.lowest, self.lowest + len(self.kinds))

    def kind(self, face: int) -> Hashable:
        return self.kinds[face - self.lowest]

    def of(self, faces: Faces) -> Faces:
        found = Counter(map(self.kind, faces))
        return tuple(found[kind] for kind in self.told)

    def fates(self, faces: Sequence[int]) -> Sequence[str]:
        return [PLAIN if self.kind(face) is None else str(self.kind(face)) for face in faces]

    def counted(self, dice: Pool) -> Mapping[Faces, int]:
        found = {self.of(tuple(face for _, face in dice.lying)): 1}
        for (sides, more), count in dice.groups.items():
            tallied = self._counted(dice, sides, more, count)
            if found == {(0,) * len(self.told): 1}:
                found = tallied
                continue
            found = counts.gathered(
                (tuple(left + right for left, right in zip(one, other, strict=True)), ways * other_ways)
                for (one, ways), (other, other_ways) in product(found.items(), tallied.items())
            )
        return found

    def _counted(self, dice: Pool, sides: int, more: int, count: int) -> dict[Faces, int]:
        weights: dict[Hashable, int] = dict.fromkeys(self.kinds, 0)
        adding = dict(weights)
        faces = dice.faces_of(sides)
        ways_of = dice.one(sides, more) if dice.rerolled else dict.fromkeys(faces, 1)
        for face in faces:
            weights[self.kind(face)] += ways_of.get(face, 0)
            adding[self.kind(face)] += face in dice.adds(sides)
        if more and not dice.rerolled:
            return counts.tally_adding(count, weights, adding, more)
        found = counts.tally(count, weights)
        if None not in weights:
            return found
        place = list(weights).index(None)
        return {key[:place] + key[place + 1 :]: ways for key, ways in found.items()}


Lie = tuple[tuple[int, int], ...]
"""How dice lie: (face, size) of each, highest first."""


@lru_cache(maxsize=64)
def every_lie(dice: Pool) -> Mapping[Lie, int]:
    """Every way the dice can lie, whatever their order. Raises TooManyPaths past `counts.MOST_OUTCOMES`."""
    found: dict[Lie, int] = {tuple(sorted(((face, size) for size, face in dice.lying), reverse=True)): 1}
    for (sides, more), count in dice.groups.items():
        group = _group(dice, sides, more, count)
        if len(found) * len(group) > counts.MOST_OUTCOMES:
            raise TooManyPaths(
                f"{len(dice.sizes)} dice have more than {counts.MOST_OUTCOMES} outcomes: throw fewer dice, "
                "or ask less of them"
            )
        found = counts.gathered(
            (tuple(sorted((*lie, *((face, sides) for face in faces)), reverse=True)), ways * group_ways)
            for (lie, ways), (faces, group_ways) in product(found.items(), group.items())
        )
    return found


def _group(dice: Pool, sides: int, more: int, count: int) -> Mapping[Faces, int]:
    if dice.rerolled:
        return counts.sorted_of(dice.one(sides, more), count)
    up = dice.lowest - 1
    again = dice.adds(sides)
    if more:
        found = counts.sorted_adding(count, sides, lambda face: face + up in again, more)
    else:
        found = counts.sorted_pool(count, sides)
    return {tuple(face + up for face in faces): ways for faces, ways in found.items()} if up else found


def _sorted(sizes: tuple[int, ...]) -> Mapping[Faces, int]:
    if len(set(sizes)) > 1:
        return counts.sorted_mixed(sizes)
    return counts.sorted_pool(len(sizes), sizes[0]) if sizes else {(): 1}


Branches = tuple[tuple[Any, int], ...]


@lru_cache(maxsize=512)
def branches(dice: Pool, reading: Reading[Any]) -> Branches:
    """The branches of a question asked of dice of which nothing is known. Few occur, each many times."""
    return tuple(reading.counted(dice).items())


Known = tuple[tuple[Reading[Any], Any], ...]
"""What has been asked of dice, and the answers."""


@lru_cache(maxsize=512)
def closer(dice: Pool, known: Known, reading: Reading[Any]) -> Branches:
    """The branches of a further question, given the answers to earlier ones; their ways add up to those of
    the answers known.
    """
    found = counts.gathered(
        (reading.of(tuple(face for face, _ in lie)), ways) for lie, ways in lies_left(dice, known)
    )
    return tuple(found.items())


@lru_cache(maxsize=512)
def lies_left(dice: Pool, known: Known) -> Branches:
    """The ways the dice can lie that give the answers known."""
    return tuple(
        (lie, ways)
        for lie, ways in every_lie(dice).items()
        if all(reading.of(tuple(face for face, _ in lie)) == answer for reading, answer in known)
    )


def known_again(dice: Pool, known: Known, again: frozenset[int]) -> Pool | None:
    """The dice after throwing some faces once more, where a tally tells how many those are and how the others
    lie: each class of it is thrown again as a whole, or has but one face.
    """
    sizes = (*dice.sizes, *(size for size, _ in dice.lying))
    if not (dice.once and len({*sizes}) == 1 and len(known) == 1):
        return None
    [(reading, answer)] = known
    if not isinstance(reading, Tally):
        return None
    size, number = sizes[0], len(sizes)
    shown = dict(zip(reading.told, answer, strict=True))
    shown[None] = number - sum(answer)
    lying: list[tuple[int, int]] = []
    for kind, count in shown.items():
        faces = [face for face in dice.faces_of(size) if reading.kind(face) == kind]
        if not count or again.issuperset(faces):
            continue
        if len(faces) > 1:
            return None
        lying += [(size, faces[0])] * count
    return Pool((size,) * (number - len(lying)), dice.lowest, lying=tuple(lying), asked=dice.asked)
