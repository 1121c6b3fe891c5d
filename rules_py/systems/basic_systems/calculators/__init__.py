"""The calculators of Basic Systems: declarations only; what they do stands in the modules they name."""

from rules_py.systems.basic_systems.calculators.advice import ADVICE
from rules_py.systems.basic_systems.calculators.characters import CHARACTERS
from rules_py.systems.basic_systems.calculators.rolls import ROLLS
from rules_py.systems.basic_systems.calculators.tables import TABLES

CALCULATORS = (*ROLLS, *CHARACTERS, *ADVICE, *TABLES)
