"""Dice for any game: not a book of rules, but the same roller and the same exact odds for dice written
as notation.
"""

from rules_py.author import Game
from rules_py.systems.tools.throw import THROW

GAME = Game(
    id="tools",
    title="Dice table",
    tagline="Any dice you can write, thrown and counted exactly.",
    order=100,
    source=None,
    numbers=(),
    calculators=(THROW,),
)
