"""Recipes: mechanics of many games, each in a few lines, for the author's guide."""

from rules_py.author import Game
from rules_py.systems.recipes.advantage import ADVANTAGE
from rules_py.systems.recipes.bag import BAG
from rules_py.systems.recipes.brawl import TOUGH_LIST, TRACKER
from rules_py.systems.recipes.cards import CARDS
from rules_py.systems.recipes.clock import CLOCK
from rules_py.systems.recipes.coins import COINS
from rules_py.systems.recipes.doom import DOOM
from rules_py.systems.recipes.exploding import EXPLODING
from rules_py.systems.recipes.heist import ACTION, RESISTANCE
from rules_py.systems.recipes.luck import LUCK
from rules_py.systems.recipes.opposed import OPPOSED
from rules_py.systems.recipes.oracle import ORACLE
from rules_py.systems.recipes.patrol import PATROL, STREETS
from rules_py.systems.recipes.pushing import PUSHING
from rules_py.systems.recipes.sets import SETS
from rules_py.systems.recipes.sheet import SHEET
from rules_py.systems.recipes.spread import SPREAD
from rules_py.systems.recipes.stress import STRESS
from rules_py.systems.recipes.symbols import SYMBOLS
from rules_py.systems.recipes.tables import TABLES
from rules_py.systems.recipes.track import TRACK
from rules_py.systems.recipes.usage import USAGE
from rules_py.systems.recipes.wild import WILD

GAME = Game(
    "recipes",
    "Recipes",
    "Mechanics of many games, each in a few lines, with exact odds.",
    order=201,
    calculators=(
        WILD,
        EXPLODING,
        PUSHING,
        ADVANTAGE,
        OPPOSED,
        SYMBOLS,
        SETS,
        COINS,
        CARDS,
        SPREAD,
        BAG,
        ORACLE,
        PATROL.calculator,
        ACTION,
        RESISTANCE,
        USAGE,
        CLOCK,
        TRACK,
        STRESS,
        LUCK,
        DOOM,
    ),
    sheet=SHEET,
    references=(TOUGH_LIST,),
    tables=TABLES + STREETS,
    tracker=TRACKER,
)
