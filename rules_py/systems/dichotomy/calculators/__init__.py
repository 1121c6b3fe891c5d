"""The calculators of Dichotomy: declarations only; other modules calculate."""

from rules_py.systems.dichotomy.calculators import fights, growth, rolls, tracker

CALCULATORS = (*rolls.CALCULATORS, *fights.CALCULATORS, *growth.CALCULATORS, *tracker.CALCULATORS)
