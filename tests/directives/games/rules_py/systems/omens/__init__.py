"""Omens: what the birds say, and what it costs to ask again."""

from rules_py.author import Game, Source, numbered
from rules_py.systems.omens.asking import CALCULATORS
from rules_py.systems.omens.birds import TABLES

GAME = Game(
    "omens",
    "Omens",
    "Ask the birds. They answer, mostly.",
    order=8,
    source=Source("Omens", "you", "1", "2026"),
    numbers=numbered("O", 8) + numbered("R", 1),
    calculators=CALCULATORS,
    tables=TABLES,
)
