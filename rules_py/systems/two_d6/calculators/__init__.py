"""The calculators of [2d6]: declarations only; other modules calculate."""

from rules_py.systems.two_d6.calculators.characters import CHARACTERS
from rules_py.systems.two_d6.calculators.checks import CHECKS
from rules_py.systems.two_d6.calculators.fights import FIGHTS
from rules_py.systems.two_d6.calculators.magic import MAGIC
from rules_py.systems.two_d6.calculators.turns import TURNS

CALCULATORS = (*CHECKS, *FIGHTS, *TURNS, *MAGIC, *CHARACTERS)
