"""Diceleaf's rules: the games, their dice and their exact odds, for Python, the command line and the browser.

>>> from rules_py import odds
>>> odds("core_rules.challenge", situation="average", steps=0).band["success"]
Fraction(1, 9)
"""

from rules_py.api import RollResult, ask, check_sheet, compare, goal_seek, odds, partial_roll, resolve, roll
from rules_py.base.errors import InputError
from rules_py.calculators.calculator import PartialRoll
from rules_py.calculators.outcome import Outcome
from rules_py.dice.odds import Odds
from rules_py.sheets.sheet import SheetReport
from rules_py.systems.registry import calculator, game, games

__version__ = "0.1.0"

__all__ = [
    "PartialRoll",
    "InputError",
    "Odds",
    "Outcome",
    "RollResult",
    "SheetReport",
    "ask",
    "calculator",
    "check_sheet",
    "compare",
    "game",
    "games",
    "partial_roll",
    "odds",
    "resolve",
    "goal_seek",
    "roll",
]
