"""A roller with exact odds for any dice notation, independent of a game."""

from rules_py.author import Game
from rules_py.systems.tools.roll import ROLL

GAME = Game(
    id="tools",
    title="Roll any dice",
    tagline="Roll any dice you can write, with exact odds.",
    order=100,
    source=None,
    numbers=(),
    calculators=(ROLL,),
)
