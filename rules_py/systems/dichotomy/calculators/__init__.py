"""The calculators of Dichotomy: declarations only; what they do stands in the modules they name."""

from rules_py.systems.dichotomy.calculators import desk, fights, growth, rolls

CALCULATORS = (*rolls.CALCULATORS, *fights.CALCULATORS, *growth.CALCULATORS, *desk.CALCULATORS)
