"""The calculators: declarations only. The modules they name do the work."""

from rules_py.systems.action_consequence.calculators.bargains import BARGAINS
from rules_py.systems.action_consequence.calculators.conflicts import CONFLICTS
from rules_py.systems.action_consequence.calculators.rolls import ROLLS
from rules_py.systems.action_consequence.calculators.sheets import SHEETS

CALCULATORS = (*ROLLS, *CONFLICTS, *SHEETS, *BARGAINS)
