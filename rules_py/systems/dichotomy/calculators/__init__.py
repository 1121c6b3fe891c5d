"""The calculators of Dichotomy: declarations only; what they do stands in the modules they name."""

from rules_py.systems.dichotomy.calculators import fights, growth, rolls, tracker

CALCULATORS = (*rolls.CALCULATORS, *fights.CALCULATORS, *growth.CALCULATORS, *tracker.CALCULATORS)
