"""The problem codes of actions in a conflict."""

from __future__ import annotations

from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.consequences import CONSEQUENCE_CODES
from rules_py.systems.action_consequence.fields import DICE_CODES

TABLE_CODES = ProblemGroup(
    "The conflict table",
    ProblemType("one_side", "It takes two sides to be at odds.", "A-001"),
    ProblemType("nothing_due", "Nobody waits for that now.", "A-046"),
    ProblemType(
        "dice_settled", "Dice and sides are settled before the cast, and stay for the round.", "R-37"
    ),
    ProblemType(
        "bad_answerer", "Somebody else has to be named: one who is still in, on another side.", "A-095"
    ),
    ProblemType("no_name", "The name doesn’t stand on the we owe list.", "A-074"),
    ProblemType("conflict_over", "The conflict is over.", "A-046"),
)

CODES = TABLE_CODES | CONSEQUENCE_CODES | DICE_CODES
