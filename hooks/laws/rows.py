"""The slow obvious way to what can still come of a throw: every row of faces that begins with those that lie."""

from collections import Counter
from fractions import Fraction

from rules_py.dice.dice import FacedDice


class Asking(FacedDice):
    """Answers with given faces, and with the least face after them; notes what each die after them could have shown."""

    def __init__(self, row):
        super().__init__()
        self._left = iter(row)
        self.open = []

    def _next(self, ways):
        for given in self._left:
            return given
        self.open.append(ways())
        return next(iter(self.open[-1]))

    def _shown(self, sides, lowest):
        return self._next(lambda: dict.fromkeys(range(lowest, lowest + sides), 1))

    def _drawn(self, weights):
        return self._next(lambda: {key: ways for key, ways in weights.items() if ways})


def by_rows(mechanic, row):
    """The chances after these faces, from every row that begins with them."""
    # in whole numbers, beside how many there are in all: a fraction for each row would take most of the time
    found = Counter()
    waiting = [(tuple(row), 1, 1)]
    while waiting:
        faces, weight, whole = waiting.pop()
        dice = Asking(faces)
        outcome = mechanic(dice)
        for ways in dice.open:
            whole *= sum(ways.values())
            (least, part), *others = ways.items()
            waiting += [((*faces, face), weight * other, whole) for face, other in others]
            faces, weight = (*faces, least), weight * part
        found[outcome, whole] += weight
    chances = Counter()
    for (outcome, whole), weight in found.items():
        chances[outcome] += Fraction(weight, whole)
    return dict(chances)
