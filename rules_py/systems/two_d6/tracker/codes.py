"""The problems of actions in the combat tracker."""

from __future__ import annotations

from rules_py.base.problems import Code, Codes
from rules_py.systems.two_d6.turns import TURN_CODES

FIGHT_CODES = Codes(
    "The combat tracker",
    Code("cannot_act", "Who is unconscious or dead can’t act.", "T-209"),
    Code("surprised", "Who doesn’t know yet that there is a fight can’t act in the surprise round.", "T-193"),
    Code("held", "Who is held may only speak, or use Melee (Unarmed).", "T-205"),
    Code("disarmed", "The weapon lies on the ground, a half-round action away.", "R-93"),
    Code("bad_target", "Choose someone else.", "T-184"),
    Code("not_prone", "Nobody stands up who stands already.", "T-187"),
    Code("no_cinematic", "No cinematic is left.", "T-227"),
    Code("cinematic_spent", "A cinematic was spent on this already in this round.", "R-21"),
    Code("not_open", "The margin doesn’t open that.", "R-47"),
    Code("negated", "Whose powers are denied can’t cast anything in this turn.", "T-253"),
    Code("one_target", "Further targets take Mass Spell, and a spell that it widens.", "T-080"),
    Code("too_many_targets", "Each further target raises the DC by a step, and 17 is the last.", "R-72"),
    Code("too_slow", "It usually takes five minutes in which nothing disturbs it.", "T-252"),
    Code(
        "no_transfer", "A wound passes from somebody who has one to give to somebody who is wounded.", "R-96"
    ),
    Code("nothing_due", "No roll is waiting that could be thrown again so.", "R-20"),
)

CODES = TURN_CODES | FIGHT_CODES
