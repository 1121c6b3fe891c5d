"""Pools of dice, and all the faces they can show, with exact weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import prod

from rules_py.base.errors import TooManyBranchesError, format_value_error
from rules_py.dice import counts

MAX_POOL_DICE = 10_000
"""The most dice rolled at once."""

MAX_EXTRA_IN_A_ROW = 100
"""The most dice in a row that one die may add."""

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
    requested_sides  the requested sides, which determine the possible faces of a pool without dice
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


def sorted_faces(sizes: tuple[int, ...]) -> Mapping[Faces, int]:
    """Return every combination of faces, highest first, of dice that are rolled once, with its weight."""
    if len(set(sizes)) > 1:
        return counts.sorted_mixed(sizes)
    return counts.sorted_pool(len(sizes), sizes[0]) if sizes else {(): 1}
