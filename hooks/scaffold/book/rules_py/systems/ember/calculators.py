"""The calculators of the game: the form, the roller, the odds and the tests are made from these."""

from __future__ import annotations

from rules_py.author import Calculator, Int, mean
from rules_py.systems.ember import rules

KINDLE = Calculator(
    "ember.kindle",
    "Kindle a fire",
    "Roll a die for each piece of wood and see how it burns.",
    (Int("wood", "Wood", 1, 5, start=2, rule="E-1", help="How many pieces there are."),),
    mechanic=rules.kindle,
    scale=rules.FIRE,
    measures=(mean("mean", "Mean of the best die", lambda outcome: outcome.best),),
    rules=("E-1",),
    examples=({"wood": 1}, {"wood": 3}),
    worst_case={"wood": 5},
)

CALCULATORS = (KINDLE,)
