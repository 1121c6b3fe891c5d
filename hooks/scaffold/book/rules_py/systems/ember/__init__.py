"""The game: what its book has to state and what it can roll."""

from rules_py.author import Game, Source, numbered
from rules_py.systems.ember.calculators import CALCULATORS

GAME = Game(
    "ember",
    "Ember",
    "Gather wood, roll dice, keep warm.",
    order=1,
    source=Source("Ember", "you", "1", "today"),
    numbers=numbered("E", 4),
    calculators=CALCULATORS,
)
