"""A reference implementation of conditional odds: it enumerates all faces after those already rolled."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from rules_py.dice.dice import Dice
from rules_py.dice.recording import RecordingDice


class OpenDice(RecordingDice):
    """Dice that show these faces, then the lowest; `open` records the weights of the latter."""

    def __init__(self, row: Iterable[Any]) -> None:
        super().__init__()
        self._left = iter(row)
        self.open: list[Mapping[Any, int]] = []

    def _next(self, ways: Callable[[], Mapping[Any, int]]) -> Any:
        for face in self._left:
            return face
        self.open.append(ways())
        return next(iter(self.open[-1]))

    def _next_face(self, sides: int, lowest: int) -> int:
        face: int = self._next(lambda: dict.fromkeys(range(lowest, lowest + sides), 1))
        return face

    def _next_key(self, weights: Mapping[Any, int]) -> Any:
        return self._next(lambda: {key: ways for key, ways in weights.items() if ways})


def by_rows(mechanic: Callable[[Dice], Hashable], row: Iterable[Any]) -> dict[Hashable, Fraction]:
    """Return the odds after these faces, from every sequence that starts with them."""
    # integer weights with their total, as a Fraction for each sequence would take most of the time
    weights = Counter[tuple[Hashable, int]]()
    stack: list[tuple[tuple[Any, ...], int, int]] = [(tuple(row), 1, 1)]
    while stack:
        faces, weight, total = stack.pop()
        dice = OpenDice(faces)
        outcome = mechanic(dice)
        for ways in dice.open:
            total *= sum(ways.values())
            (least, part), *others = ways.items()
            stack += [((*faces, face), weight * other, total) for face, other in others]
            faces, weight = (*faces, least), weight * part
        weights[outcome, total] += weight
    chances = defaultdict[Hashable, Fraction](Fraction)
    for (outcome, total), weight in weights.items():
        chances[outcome] += Fraction(weight, total)
    return dict(chances)
