"""The problems of actions in the combat tracker."""

from __future__ import annotations

from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.two_d6.turns import TURN_CODES

FIGHT_CODES = ProblemGroup(
    "The combat tracker",
    ProblemType("cannot_act", "An unconscious or dead fighter can’t act.", "T-209"),
    ProblemType("surprised", "An unaware fighter can’t act in the surprise round.", "T-193"),
    ProblemType("held", "A held fighter may only speak or use Melee (Unarmed).", "T-205"),
    ProblemType("disarmed", "The weapon is on the ground. Picking it up takes a half-round action.", "R-93"),
    ProblemType("bad_target", "Choose someone else.", "T-184"),
    ProblemType("not_prone", "This fighter is already standing.", "T-187"),
    ProblemType("no_cinematic", "This fighter has no cinematics left.", "T-227"),
    ProblemType("cinematic_spent", "You can spend a cinematic on this only once a round.", "R-21"),
    ProblemType("not_open", "The margin isn’t high enough for that.", "R-47"),
    ProblemType("negated", "This fighter can’t use powers this turn.", "T-253"),
    ProblemType("one_target", "Extra targets need Mass Spell, which doesn’t work with every spell.", "T-080"),
    ProblemType("too_many_targets", "Each extra target raises the DC by one step, to DC 17 at most.", "R-72"),
    ProblemType("too_slow", "This spell usually takes five undisturbed minutes.", "T-252"),
    ProblemType(
        "no_transfer", "The volunteer must have a wound left, and the patient must have lost one.", "R-96"
    ),
    ProblemType("nothing_due", "No pending roll calls for this.", "R-20"),
)

CODES = TURN_CODES | FIGHT_CODES
