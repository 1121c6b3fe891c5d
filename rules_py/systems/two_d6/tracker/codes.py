"""The problems of actions in the combat tracker."""

from __future__ import annotations

from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.two_d6.turns import TURN_CODES

FIGHT_CODES = ProblemGroup(
    "The combat tracker",
    ProblemType("cannot_act", "Who is unconscious or dead can’t act.", "T-209"),
    ProblemType(
        "surprised", "Who doesn’t know yet that there is a fight can’t act in the surprise round.", "T-193"
    ),
    ProblemType("held", "Who is held may only speak, or use Melee (Unarmed).", "T-205"),
    ProblemType("disarmed", "The weapon lies on the ground, a half-round action away.", "R-93"),
    ProblemType("bad_target", "Choose someone else.", "T-184"),
    ProblemType("not_prone", "Nobody stands up who stands already.", "T-187"),
    ProblemType("no_cinematic", "No cinematic is left.", "T-227"),
    ProblemType("cinematic_spent", "A cinematic was spent on this already in this round.", "R-21"),
    ProblemType("not_open", "The margin doesn’t open that.", "R-47"),
    ProblemType("negated", "Whose powers are denied can’t cast anything in this turn.", "T-253"),
    ProblemType("one_target", "Further targets take Mass Spell, and a spell that it widens.", "T-080"),
    ProblemType(
        "too_many_targets", "Each further target raises the DC by a step, and 17 is the last.", "R-72"
    ),
    ProblemType("too_slow", "It usually takes five minutes in which nothing disturbs it.", "T-252"),
    ProblemType(
        "no_transfer", "A wound passes from somebody who has one to give to somebody who is wounded.", "R-96"
    ),
    ProblemType("nothing_due", "No roll is waiting that could be thrown again so.", "R-20"),
)

CODES = TURN_CODES | FIGHT_CODES
