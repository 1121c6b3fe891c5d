"""The calculators of Basic Systems: declarations only; other modules calculate."""

from rules_py.systems.basic_systems.calculators.advice import ADVICE
from rules_py.systems.basic_systems.calculators.characters import CHARACTERS
from rules_py.systems.basic_systems.calculators.rolls import ROLLS
from rules_py.systems.basic_systems.calculators.tables import TABLES

CALCULATORS = (*ROLLS, *CHARACTERS, *ADVICE, *TABLES)
