"""The calculators: declarations only; other modules calculate."""

from rules_py.systems.action_consequence.calculators.bargains import BARGAINS
from rules_py.systems.action_consequence.calculators.conflicts import CONFLICTS
from rules_py.systems.action_consequence.calculators.rolls import ROLLS
from rules_py.systems.action_consequence.calculators.sheets import SHEETS

CALCULATORS = (*ROLLS, *CONFLICTS, *SHEETS, *BARGAINS)
