"""Recipes: mechanics of many games, each in a few lines, for the author's guide."""

from rules_py.game import Game
from rules_py.systems.recipes.tables import TABLES

GAME = Game(
    "recipes",
    "Recipes",
    "Mechanics of many games, each in a few lines, thrown and counted.",
    order=201,
    tables=TABLES,
)
