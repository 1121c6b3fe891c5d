"""The calculators of Core Rules: declarations only; other modules calculate."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules_py.calculators.calculator import Calculator, PublishedOdds
from rules_py.calculators.measure import RULE, Measure, by_grade, chance, distribution, mean, value
from rules_py.inputs import Choice, Flag, Int, ListOf, Number, Record
from rules_py.systems.core_rules import chances, fights, points, rules
from rules_py.systems.core_rules.options import ONE_POINT, ORDINARY, RESTFUL, SPECIALTY_ADDS, STACK_SKILLS
from rules_py.systems.core_rules.skills import APTITUDE_OF, APTITUDES

APTITUDE_OPTIONS = {name: name for name in APTITUDES}
KEEP_WORDS = {"lowest": "the lowest", "only": "the only one", "highest": "the highest"}

SITUATION = Choice(
    "situation",
    "Situation",
    {each.key: each.label for each in rules.SITUATIONS.values()},
    aliases=rules.SITUATION_ALIASES,
    start="average",
    code="unknown_situation",
    rule="C-004",
    help="The GM judges it for each action.",
)
STEPS = Int(
    "steps",
    "Steps of improvement",
    0,
    10,
    start=1,
    code="bad_steps",
    rule="C-051",
    help="One for a fitting Skill or Specialty, one for a point. More need a special rule.",
)
BAND = Choice(
    "band",
    "Wanted result",
    {grade.key: grade.label for grade in rules.RESULT.grades},
    start="success",
    code="unknown_band",
    rule="C-005",
    help="This result or a better one.",
)


def points_each(name: str, label: str, help: str, *, start: int) -> Record:
    """Return a whole number of points in each of the four Aptitudes."""
    return Record(
        name,
        label,
        tuple(Int(each, each, 0, 99, start=start) for each in APTITUDES),
        help=help,
        start=dict.fromkeys(APTITUDES, start),
        rule="C-014",
    )


def published_row(situation: str, steps: int, *chances: str) -> PublishedOdds:
    """Return a row of the game's appendix: failure, partial, success, great."""
    columns = ("failure", "partial", "success", "great")
    return PublishedOdds(
        {"situation": situation, "steps": steps},
        {column: Fraction(chance) for column, chance in zip(columns, chances, strict=True)},
        "Appendix, odds tables",
    )


CHALLENGE = Calculator(
    "core_rules.challenge",
    "Challenge",
    "Roll for a Challenge: the situation sets the size of the dice, steps set their number.",
    (SITUATION, STEPS),
    mechanic=rules.challenge,
    scale=rules.RESULT,
    measures=(
        distribution("result", "Die kept", lambda outcome: outcome.kept),
        by_grade("band", "Result", rules.RESULT),
        mean("mean", "Average of the die kept", lambda outcome: outcome.kept),
    ),
    rules=("C-002", "C-003", "C-004", "C-051", "C-052", "C-053"),
    examples=(
        {"situation": "difficult", "steps": 0},
        {"situation": "favourable", "steps": 2},
        {"situation": "favourable", "steps": 3},
    ),
    worst_case={"situation": "favourable", "steps": 10},
)

STEPS_COUNTED = Calculator(
    "core_rules.steps",
    "Steps of improvement",
    "How many dice you roll and which one you keep.",
    (
        Flag("has_skill", "I have the Skill", start=True, rule="C-056"),
        Flag("has_specialty", "I have a fitting Specialty", rule="C-058"),
        Flag("spend_point", "I spend an Aptitude Point", rule="C-059"),
        Int(
            "special_steps",
            "Steps from a special rule",
            0,
            8,
            default=0,
            code="bad_special_steps",
            rule="R-7",
        ),
        STACK_SKILLS,
        Int(
            "skills_applicable", "Fitting Skills (house rule)", 0, 16, default=None, optional=True, rule="R-4"
        ),
        SPECIALTY_ADDS,
        ORDINARY,
    ),
    answer=rules.steps_of_improvement,
    measures=(
        Measure("steps", "Steps"),
        Measure("dice", "Dice rolled"),
        Measure("keep", "Keep", KEEP_WORDS),
        Measure(
            "warnings",
            "Warning",
            lambda codes: "The point is wasted: no more steps are possible." if codes else "none",
        ),
    ),
    rules=("C-056", "C-058", "C-059", "C-060", "R-4", "R-5", "R-7", "R-12"),
    examples=(
        {"has_skill": True, "spend_point": True},
        {"has_specialty": True},
        {"stack_skills": True, "skills_applicable": 3},
        {"has_skill": True, "has_specialty": True, "specialty_adds": True, "ordinary_steps": 3},
    ),
)

FOUR_COLUMN = Calculator(
    "core_rules.four_column",
    "The printed four columns",
    "Failure of either kind, partial success, success and great success, as the game's appendix prints them.",
    (SITUATION, STEPS),
    answer=chances.four_column,
    measures=(
        chance("failure", "Failure"),
        chance("partial", "Partial success"),
        chance("success", "Success"),
        chance("great", "Great success"),
    ),
    rules=("R-2",),
    published=(
        published_row("bad", 0, "3/4", "1/4", "0", "0"),
        published_row("bad", 1, "1/2", "1/2", "0", "0"),
        published_row("bad", 2, "1/4", "3/4", "0", "0"),
        published_row("average", 0, "5/9", "1/3", "1/9", "0"),
        published_row("average", 1, "1/3", "1/3", "1/3", "0"),
        published_row("average", 2, "1/9", "1/3", "5/9", "0"),
        published_row("favourable", 0, "7/16", "5/16", "3/16", "1/16"),
        published_row("favourable", 1, "1/4", "1/4", "1/4", "1/4"),
        published_row("favourable", 2, "1/16", "3/16", "5/16", "7/16"),
    ),
    worst_case={"situation": "favourable", "steps": 10},
)

AT_LEAST = Calculator(
    "core_rules.at_least",
    "At least this result",
    "The chance of this result or a better one.",
    (SITUATION, STEPS, BAND),
    answer=chances.at_least,
    measures=(chance("p", "Chance"),),
    rules=("C-005",),
    worst_case={"situation": "favourable", "steps": 10, "band": "great"},
)

GAIN = Calculator(
    "core_rules.gain",
    "What one more step is worth",
    "How much one more step adds to the chance of this result or a better one.",
    (SITUATION, replace(STEPS, start=0), BAND),
    answer=chances.gain,
    measures=(chance("gain", "Added chance"),),
    rules=("C-015",),
    worst_case={"situation": "favourable", "steps": 10, "band": "great"},
)

ALL_FAIL = Calculator(
    "core_rules.all_fail",
    "When everyone tries",
    "The chance that several rolls all fail, and the chance that at least one reaches a partial success.",
    (
        ListOf(
            "situations",
            "Situations",
            SITUATION,
            fewest=1,
            most=12,
            start=["average", "average"],
            help="One for each roll.",
        ),
        ListOf(
            "steps",
            "Steps of improvement",
            STEPS,
            fewest=1,
            most=12,
            start=[1],
            lone=True,
            help="One number for all rolls, or one for each roll.",
        ),
    ),
    answer=chances.all_fail,
    cross_check=chances.all_fail_faults,
    measures=(chance("p", "All fail"), chance("at_least_one", "At least one partial success or better")),
    rules=("C-044",),
    worst_case={"situations": ["favourable"] * 12, "steps": [10] * 12},
)

SPEND_PLAN = Calculator(
    "core_rules.spend_plan",
    "Where to spend points",
    "Which upcoming Challenges benefit most from a point.",
    (
        ListOf(
            "challenges",
            "Upcoming Challenges",
            Record(
                fields=(
                    SITUATION,
                    Choice(
                        "aptitude", "Aptitude", APTITUDE_OPTIONS, start="Charisma", code="aptitude_unknown"
                    ),
                    Flag("skill", "Skill"),
                    Flag("specialty", "Specialty"),
                )
            ),
            fewest=1,
            most=20,
            start=[
                {"situation": "average", "aptitude": "Charisma", "skill": True, "specialty": False},
                {"situation": "difficult", "aptitude": "Charisma", "skill": False, "specialty": False},
            ],
        ),
        points_each("current", "Points left", "The points that the character can still spend.", start=1),
        BAND,
        SPECIALTY_ADDS,
        ORDINARY,
    ),
    answer=points.spend_plan,
    examples=(
        {
            "challenges": [
                {"situation": "average", "aptitude": "Charisma", "skill": True, "specialty": True},
                {"situation": "bad", "aptitude": "Charisma", "skill": False, "specialty": True},
            ],
            "current": dict.fromkeys(APTITUDES, 1),
            "band": "partial",
        },
    ),
    measures=(
        Measure(
            "spend_on",
            "Spend on",
            lambda places: "Challenge " + ", ".join(str(place + 1) for place in places) if places else "none",
        ),
        value("expected", "Expected number of Challenges with this result or better"),
        value("expected_without", "Expected number without points"),
    ),
    rules=("C-059", "C-060", "R-10"),
)

SKILL_APTITUDE = Calculator(
    "core_rules.skill_aptitude",
    "Which Aptitude a Skill belongs to",
    "The Aptitude whose points you spend on this Skill.",
    (
        Choice(
            "skill",
            "Skill",
            {name: name for name in APTITUDE_OF},
            start="Nature",
            code="skill_unknown",
            rule="C-018",
        ),
    ),
    answer=lambda *, skill: {"aptitude": APTITUDE_OF[skill]},
    measures=(Measure("aptitude", "Aptitude"),),
    rules=("C-018",),
)

SPEND = Calculator(
    "core_rules.spend",
    "Spend a point",
    "The points left after you spend one on a Challenge, or why you can't spend it.",
    (
        points_each("current", "Points left", "Before this Challenge.", start=2),
        Choice(
            "challenge_aptitude",
            "Aptitude of the Challenge",
            APTITUDE_OPTIONS,
            start="Awareness",
            code="aptitude_unknown",
            rule="R-10",
        ),
        Choice(
            "from", "Spend from", APTITUDE_OPTIONS, start="Awareness", code="aptitude_unknown", rule="R-10"
        ),
        Int("points", "Points", 1, 99, default=1, rule="C-060"),
    ),
    answer=points.spend,
    measures=(Measure("current", "Points afterwards"),),
    rules=("C-059", "C-060", "R-9", "R-10"),
)

REST = Calculator(
    "core_rules.rest",
    "Rest",
    "The points you have after a rest.",
    (
        points_each("max", "Maximum points", "Points when rested, in each Aptitude.", start=3),
        points_each("current", "Points left", "Before the rest.", start=1),
        Number("hours", "Hours", 0, 1000, start=1, rule="C-017", help="0.5 is half an hour."),
        RESTFUL,
        ONE_POINT,
    ),
    answer=points.rest,
    cross_check=points.rest_faults,
    measures=(Measure("current", "Points afterwards"),),
    rules=("C-017", "R-11"),
)

FIGHT_CHECKLIST = Calculator(
    "core_rules.fight_checklist",
    "What did the fight cost?",
    "The cost that the game suggests for a fight, with examples to start the discussion.",
    (
        Choice("size", "Size of the fight", fights.SIZES, start="usual", rule="C-082"),
        Flag("started_by_characters", "The characters started it", rule="C-087"),
        Flag("tried_to_avoid", "The characters tried hard to avoid it", rule="C-087"),
    ),
    answer=fights.fight_checklist,
    measures=(
        Measure("cost", "Cost"),
        Measure("samples", "For example"),
        Measure("reminders", "Remember"),
        Measure("rules", "Rules", kind=RULE),
    ),
    rules=("R-16", "R-19", "C-062", "C-063"),
)

CALCULATORS = (
    CHALLENGE,
    STEPS_COUNTED,
    FOUR_COLUMN,
    AT_LEAST,
    GAIN,
    ALL_FAIL,
    SPEND_PLAN,
    SKILL_APTITUDE,
    SPEND,
    REST,
    FIGHT_CHECKLIST,
)
