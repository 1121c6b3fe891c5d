"""Undersea: how long the air lasts, and what the bag brings up."""

from rules_py.author import Game, Source, numbered
from rules_py.systems.undersea.calculators import CALCULATORS

GAME = Game(
    "undersea",
    "Undersea",
    "One breath, a bag of shells, and whatever lives down there.",
    order=7,
    source=Source("Undersea", "you", "1", "2026"),
    numbers=numbered("U", 6) + numbered("R", 1),
    calculators=CALCULATORS,
    motif="hills",
)
