"""One set of dice, rolled with `Dice`: live, replayed, partly known or counted exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rules_py.dice import counts
from rules_py.dice.aggregates import FACES, SUM, Aggregate, keep_sum
from rules_py.dice.combined import CombinedRoll, Roller
from rules_py.dice.dice import Dice, extra_dice_label
from rules_py.dice.label import Label
from rules_py.dice.notation.set_odds import Known, set_weights
from rules_py.dice.notation.tree import DiceSet
from rules_py.dice.pools import Faces, Pool, pool_of
from rules_py.dice.roll_steps import DROPPED, KEPT, PLAIN
from rules_py.dice.rolled_dice import RolledDice

_STATUS_BY_SCORE = {2: "counts twice", 1: "counts", -1: "failure"}
"""The status of a die that is counted, by its score."""


def roll_set(dice: Dice | Roller, dice_set: DiceSet, *, label: Label = "", rule: str | None = None) -> int:
    """Roll a set of dice and return its result.

    The set can be rolled in any mechanic: dice that count branches have one branch for each result.
    """
    if not _is_one_pool(dice_set):
        return dice._roll_combined(_DieByDie(dice_set), label, rule)
    rolled = dice._roll_pool(_pool(dice_set), label, rule)
    if dice_set.rerolled:
        rolled = rolled.reroll(dice_set.rerolled.__contains__)
    if dice_set.successes is not None and not (dice_set.keep or dice_set.bounds):
        tally = rolled.tally(lambda face: _status(dice_set, face) or None)
        return sum(score * tally[status] for score, status in _STATUS_BY_SCORE.items())
    return rolled._query(_aggregate(dice_set))


def _is_one_pool(dice_set: DiceSet) -> bool:
    """Return whether all dice can be rolled at once, before those that they add."""
    if not dice_set.is_plain_die or (dice_set.until and dice_set.rerolled):
        return False
    return not dice_set.extra or not (
        dice_set.compound or dice_set.penetrating or dice_set.rerolled or dice_set.keep
    )


def _pool(dice_set: DiceSet) -> Pool:
    sides, lowest = len(dice_set.faces), dice_set.faces[0][0]
    pool = pool_of(dice_set.count, sides)
    if lowest != 1:
        pool = replace(pool, lowest=lowest)
    if not dice_set.extra:
        return pool
    return replace(pool, extra_on=((sides, dice_set.extra),), extra_limit=dice_set.extra_limit)


def _aggregate(dice_set: DiceSet) -> Aggregate[int]:
    if dice_set.is_scored or (dice_set.keep and dice_set.keep.count is None):
        return _Result(dice_set)
    if dice_set.keep and dice_set.keep.count is not None:
        return keep_sum(dice_set.keep.count, dice_set.keep.highest)
    return SUM


@dataclass(frozen=True)
class _Result(Aggregate[int]):
    """The result of a set whose dice are bounded, counted, or kept by rank from both ends."""

    dice_set: DiceSet

    def evaluate(self, faces: Faces) -> int:
        return self.dice_set.result([self.dice_set.value(face) for face in faces])

    def statuses(self, faces: Sequence[int]) -> Sequence[str]:
        values = [self.dice_set.value(face) for face in faces]
        dropped = _dropped_places(self.dice_set, values)
        return [
            DROPPED if place in dropped else _status(self.dice_set, value)
            for place, value in enumerate(values)
        ]

    def weights(self, dice: Pool) -> Mapping[int, int]:
        if not (dice.rolled or dice.pending_extra):
            # A pool can be the rest of a roll, which has fewer rerolls than the set.
            return set_weights(
                replace(
                    self.dice_set, count=len(dice.sizes), rerolled=dice.rerolled, extra_limit=dice.extra_limit
                )
            )
        if self.dice_set.keep:
            return counts.merge(
                (self.evaluate(faces), weight) for faces, weight in FACES.weights(dice).items()
            )
        return self._added_up(dice)

    def _added_up(self, dice: Pool) -> dict[int, int]:
        """Return the weights of the scores of partly rolled dice, none of which is dropped by rank."""
        score = self.dice_set.score
        result = {sum(score(self.dice_set.value(face)) for _, face in dice.rolled): 1}
        for (sides, more), number in dice.groups.items():
            one = _score_weights(self.dice_set, dice, sides, more)
            result = counts.add(result, counts.times(one, number))
        return result


def _score_weights(dice_set: DiceSet, dice: Pool, sides: int, more: int) -> dict[int, int]:
    """Return the weights of the score of one die of a pool that may be rolled `more` times again."""
    faces = dict.fromkeys(dice.faces_of(sides), 1)
    one = replace(dice_set, count=1, faces=tuple(faces.items()), keep=None)
    if dice_set.extra:
        return dict(set_weights(replace(one, extra_limit=more)))
    return dict(set_weights(replace(one, rerolled=dice.rerolled if more else frozenset())))


def _dropped_places(dice_set: DiceSet, values: Sequence[int]) -> set[int]:
    """Return the indices of dice that are dropped by rank."""
    if not dice_set.keep:
        return set()
    high, low = dice_set.keep.window(len(values))
    order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    return {*order[:high], *order[len(order) - low :]}


def _status(dice_set: DiceSet, value: int) -> str:
    if dice_set.successes is not None:
        return _STATUS_BY_SCORE.get(dice_set.score(value), PLAIN)
    if dice_set.only is not None:
        return KEPT if value in dice_set.only else DROPPED
    return KEPT if dice_set.keep else PLAIN


@dataclass(frozen=True)
class _DieByDie(CombinedRoll[int]):
    """A set whose dice are rolled one after another, each with its rerolls and the dice it adds.

    If the faces of a partial roll end here, the dice in `known` are known and the rest is counted at once.
    """

    dice_set: DiceSet
    known: Known = ()

    def roll(self, dice: Roller, label: Label, rule: str | None) -> int:
        known = self.known
        rolls: list[list[RolledDice | None]] = []
        for _ in range(len(known), self.dice_set.count):
            if dice.is_counting:
                return dice._roll_combined(_DieByDie(self.dice_set, known), label, rule)
            values, rolled = self._roll_die(dice, label, rule)
            known = (*known, values)
            rolls.append(rolled)
        self._mark(known, rolls)
        return self.dice_set.result([value for values in known for value in values])

    def _roll_die(
        self, dice: Roller, label: Label, rule: str | None
    ) -> tuple[tuple[int, ...], list[RolledDice | None]]:
        """Roll one die and those it adds; return their values, one if they are compound."""
        dice_set = self.dice_set
        faces: list[int] = []
        rolls: list[RolledDice | None] = []
        while True:
            face, rolled = self._roll_face(dice, extra_dice_label(1) if faces else label, rule)
            faces.append(face - bool(faces and dice_set.penetrating))
            rolls.append(rolled)
            if face not in dice_set.extra or len(faces) > dice_set.extra_limit:
                break
        if dice_set.compound:
            return (dice_set.value(sum(faces)),), rolls
        return tuple(map(dice_set.value, faces)), rolls

    def _roll_face(self, dice: Roller, label: Label, rule: str | None) -> tuple[int, RolledDice | None]:
        """Roll one die, without those it adds.

        A die that is rerolled until it shows another face is equivalent to a die without the rerolled faces.
        """
        faces = dict(self.dice_set.faces)
        rerolled = self.dice_set.rerolled
        if self.dice_set.until:
            faces = {face: weight for face, weight in faces.items() if face not in rerolled}
            rerolled = frozenset()
        if not self.dice_set.is_plain_die or len(faces) < len(self.dice_set.faces):
            text = label if isinstance(label, str) else ""
            face = dice._draw(faces, text, rule)
            return (dice._draw(faces, "Rerolled", rule) if face in rerolled else face), None
        rolled = dice._roll_pool(_pool(replace(self.dice_set, count=1, extra=frozenset())), label, rule)
        if rerolled:
            rolled = rolled.reroll(rerolled.__contains__)
        return rolled._query(SUM), rolled

    def _mark(self, known: Known, rolls: Sequence[Sequence[RolledDice | None]]) -> None:
        """Set the statuses of the dice rolled here."""
        values = [value for each in known for value in each]
        dropped = _dropped_places(self.dice_set, values)
        place = 0
        for each, rolled in zip(known, [()] * (len(known) - len(rolls)) + list(rolls), strict=True):
            for at, die in enumerate(rolled):
                own = place + (at if len(each) > 1 else 0)
                status = DROPPED if own in dropped else _status(self.dice_set, values[own])
                if die is not None and status:
                    die.set_status(status)
            place += len(each)

    def weights(self) -> Mapping[int, int]:
        return set_weights(self.dice_set, self.known)

    @property
    def min_dice(self) -> int:
        return self.dice_set.count - len(self.known)

    @property
    def is_variable(self) -> bool:
        return bool(self.dice_set.extra or (self.dice_set.rerolled and not self.dice_set.until))
