"""The calculators of Undersea."""

from __future__ import annotations

from fractions import Fraction

from rules_py.author import Calculator, Int, PublishedOdds, mean
from rules_py.systems.undersea import rules
from rules_py.systems.undersea.shoal import SHOAL

DIVE = Calculator(
    "undersea.dive",
    "Dive for the pearl",
    "Is the pearl reached before the air is gone?",
    (Int("air", "Breaths", 1, 12, start=5, rule="U-2"), Int("depth", "Depth", 1, 8, start=3, rule="U-1")),
    mechanic=rules.dive,
    scale=rules.DIVE,
    rules=("U-1", "U-2", "U-3"),
    published=(PublishedOdds({"air": 1, "depth": 1}, {"pearl": Fraction(1, 2)}, "Undersea, page 1"),),
    examples=({"air": 1, "depth": 1},),
    worst_case={"air": 12, "depth": 8},
)

HANDFUL = Calculator(
    "undersea.handful",
    "A handful of shells",
    "How many pearls are there, and how many empty shells?",
    (Int("shells", "Shells", 1, 12, start=4, rule="U-4"),),
    mechanic=rules.handful,
    scale=rules.Handful.scale,
    second_scale=rules.EMPTY,
    measures=(mean("mean", "Mean of pearls", lambda outcome: outcome.pearls),),
    rules=("U-4", "U-5"),
    examples=({"shells": 2},),
    worst_case={"shells": 6},
)

CALCULATORS = (DIVE, HANDFUL, SHOAL)
