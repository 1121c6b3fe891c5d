"""The slow obvious way to what can still come of a throw: every row of faces that begins with those that lie."""

from collections import Counter
from fractions import Fraction

from rules_py.dice.dice import FacedDice


class Asking(FacedDice):
    """Answers with given faces, and with the least face after them; notes what each die could have shown."""

    def __init__(self, row):
        super().__init__()
        self._row = row
        self.open = []

    def _next(self, ways):
        place = len(self.open)
        self.open.append(ways)
        return self._row[place] if place < len(self._row) else next(iter(ways))

    def _shown(self, sides, lowest):
        return self._next(dict.fromkeys(range(lowest, lowest + sides), 1))

    def _drawn(self, weights):
        return self._next({key: ways for key, ways in weights.items() if ways})


def by_rows(mechanic, row):
    """The chances after these faces, from every row that begins with them."""
    chances = Counter()
    waiting = [(tuple(row), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        dice = Asking(faces)
        outcome = mechanic(dice)
        if len(dice.open) > len(faces):
            ways = dice.open[len(faces)]
            waiting += [
                ((*faces, face), chance * Fraction(weight, sum(ways.values())))
                for face, weight in ways.items()
            ]
        else:
            chances[outcome] += chance
    return dict(chances)
