"""The problem codes of actions in a conflict."""

from __future__ import annotations

from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.consequences import CONSEQUENCE_CODES
from rules_py.systems.action_consequence.fields import DICE_CODES

TABLE_CODES = ProblemGroup(
    "Conflict tracker",
    ProblemType("one_side", "A conflict needs at least two sides.", "A-001"),
    ProblemType("nothing_due", "That isn’t possible now.", "A-046"),
    ProblemType(
        "dice_settled", "Choose dice and sides before the roll; they can’t change during a round.", "R-37"
    ),
    ProblemType("bad_answerer", "Choose someone on another side who is still in the conflict.", "A-095"),
    ProblemType("no_name", "That name isn’t on the we owe list.", "A-074"),
    ProblemType("conflict_over", "The conflict is over.", "A-046"),
)

CODES = TABLE_CODES | CONSEQUENCE_CODES | DICE_CODES
