"""Core Rules: challenges with d4, d6 and d8."""

from rules_py.calculators.calculator import FIRST, Policy
from rules_py.systems.core_rules.calculators import CALCULATORS
from rules_py.systems.core_rules.options import OPTIONS
from rules_py.systems.core_rules.problems import POINT_CODES, ROLL_CODES, SHEET_CODES
from rules_py.systems.core_rules.sheet import SHEET
from rules_py.systems.core_rules.skills import SKILL_LIST
from rules_py.systems.game import Blurb, Game, Source, numbered

GAME = Game(
    id="core_rules",
    title="Core Rules",
    tagline="One or two dice, four Aptitudes, and fights that cost something.",
    blurb=Blurb(
        feel="You win fights; winning costs something",
        dice=(4, 6, 8),
        people="3–5 people",
        length="3 hours",
        ready="adventure included",
        best_if="few rules and hard choices",
    ),
    order=1,
    motif="reeds",
    source=Source(
        title="Core rules", author="the author of the page", version="undated page", date="undated"
    ),
    numbers=numbered("C", 98, width=3) + numbered("R", 21),
    policy=Policy(faults=FIRST),
    calculators=CALCULATORS,
    sheet=SHEET,
    options=OPTIONS,
    references=(SKILL_LIST,),
    problems=(SHEET_CODES, POINT_CODES, ROLL_CODES),
)
