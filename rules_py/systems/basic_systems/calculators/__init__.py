"""The calculators of Basic Systems: declarations only; what they do stands in the modules they name."""

from rules_py.systems.basic_systems.calculators.advice import ADVICE
from rules_py.systems.basic_systems.calculators.characters import CHARACTERS
from rules_py.systems.basic_systems.calculators.tables import TABLES
from rules_py.systems.basic_systems.calculators.throws import THROWS

CALCULATORS = (*THROWS, *CHARACTERS, *ADVICE, *TABLES)
