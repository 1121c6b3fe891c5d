"""The calculators of Core Rules: declarations only; what they do stands in the modules they name."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from rules_py.calculator import Calculator, Output, Published
from rules_py.inputs import Choice, Flag, Int, ListOf, Record
from rules_py.scale import Scale
from rules_py.systems.core_rules import chances, fights, points, rules
from rules_py.systems.core_rules.skills import APTITUDE_OF, APTITUDES

APTITUDE_OPTIONS = {name: name for name in APTITUDES}
KEEP_WORDS = {"lowest": "the lowest", "only": "the only one", "highest": "the highest"}

SITUATION = Choice(
    name="situation",
    label="Situation",
    options={each.key: each.label for each in rules.SITUATIONS.values()},
    aliases=rules.SITUATION_ALIASES,
    start="average",
    code="unknown_situation",
    rule="C-004",
    help="How the Challenge stands: the GM's call, made for each action.",
)
STEPS = Int(
    name="steps",
    label="Steps of improvement",
    low=0,
    high=10,
    start=1,
    code="bad_steps",
    rule="C-051",
    help="One for a Skill (or a fitting Specialty), one for a point. More than two need a special rule.",
)
BAND = Choice(
    name="band",
    label="Wanted",
    options=rules.LABELS,
    start="success",
    code="unknown_band",
    rule="C-005",
    help="This result or a better one.",
)


def points_each(name: str, label: str, start: int, help: str) -> Record:
    """A whole number of points in each of the four Aptitudes."""
    return Record(
        name=name,
        label=label,
        help=help,
        start=dict.fromkeys(APTITUDES, start),
        rule="C-014",
        fields=tuple(Int(name=each, label=each, low=0, high=99, start=start) for each in APTITUDES),
    )


def printed(situation: str, steps: int, *chances: str) -> Published:
    """A row of the game's appendix: failure, partial, success, great."""
    columns = ("failure", "partial", "success", "great")
    return Published(
        {"situation": situation, "steps": steps},
        {column: Fraction(chance) for column, chance in zip(columns, chances, strict=True)},
        "Appendix, odds tables",
    )


CHALLENGE = Calculator(
    id="core_rules.challenge",
    title="Challenge",
    summary="Throw for a Challenge: the situation sets the size of the dice, improvement their number.",
    inputs=(SITUATION, STEPS),
    mechanic=rules.challenge,
    scale=Scale(title="Result", of=lambda outcome: outcome.band, grades=rules.BANDS),
    measures={
        "result": lambda odds: dict(sorted(odds.by(lambda outcome: outcome.kept).items())),
        "band": lambda odds: {
            grade.key: odds.chance(lambda outcome: outcome.band == grade.key) for grade in rules.BANDS
        },
        "mean": lambda odds: odds.mean_of(lambda outcome: outcome.kept),
    },
    rules=("C-002", "C-003", "C-004", "C-051", "C-052", "C-053"),
    examples=(
        {"situation": "difficult", "steps": 0},
        {"situation": "favourable", "steps": 2},
        {"situation": "favourable", "steps": 3},
    ),
    largest={"situation": "favourable", "steps": 10},
    first_fault_only=True,
)

STEPS_COUNTED = Calculator(
    id="core_rules.steps",
    title="Steps of improvement",
    summary="How many dice you throw and which one counts.",
    inputs=(
        Flag(name="has_skill", label="I have the Skill", start=True, rule="C-056"),
        Flag(name="has_specialty", label="I have a fitting Specialty", rule="C-058"),
        Flag(name="spend_point", label="I spend an Aptitude Point", rule="C-059"),
        Int(
            name="special_steps",
            label="Steps from a special rule",
            low=0,
            high=8,
            default=0,
            code="bad_special_steps",
            rule="R-7",
        ),
        Flag(name="stack_skills", label="House option: each fitting Skill gives a step", rule="R-4"),
        Int(
            name="skills_applicable",
            label="Skills that fit (house option)",
            low=0,
            high=16,
            default=None,
            optional=True,
            rule="R-4",
        ),
    ),
    answer=rules.steps_of_improvement,
    outputs=(
        Output("steps", "Steps"),
        Output("dice", "Dice thrown"),
        Output("keep", "Counts", KEEP_WORDS),
        Output(
            "warnings",
            "Take care",
            lambda codes: (
                "The point is wasted: the roll already has two steps." if codes else "Nothing is wasted."
            ),
        ),
    ),
    rules=("C-056", "C-058", "C-059", "C-060", "R-4", "R-5", "R-7", "R-12"),
    examples=({"has_skill": True, "spend_point": True}, {"has_specialty": True}),
)

FOUR_COLUMN = Calculator(
    id="core_rules.four_column",
    title="The printed four columns",
    summary="Failure of either kind, partial, full and great success, as the game's appendix prints them.",
    inputs=(SITUATION, STEPS),
    answer=chances.four_column,
    outputs=(
        Output("failure", "Failure"),
        Output("partial", "Partial success"),
        Output("success", "Success"),
        Output("great", "Great success"),
    ),
    rules=("R-2",),
    published=(
        printed("bad", 0, "3/4", "1/4", "0", "0"),
        printed("bad", 1, "1/2", "1/2", "0", "0"),
        printed("bad", 2, "1/4", "3/4", "0", "0"),
        printed("average", 0, "5/9", "1/3", "1/9", "0"),
        printed("average", 1, "1/3", "1/3", "1/3", "0"),
        printed("average", 2, "1/9", "1/3", "5/9", "0"),
        printed("favourable", 0, "7/16", "5/16", "3/16", "1/16"),
        printed("favourable", 1, "1/4", "1/4", "1/4", "1/4"),
        printed("favourable", 2, "1/16", "3/16", "5/16", "7/16"),
    ),
    largest={"situation": "favourable", "steps": 10},
    first_fault_only=True,
)

AT_LEAST = Calculator(
    id="core_rules.at_least",
    title="This good or better",
    summary="The chance of a given result or any better one.",
    inputs=(SITUATION, STEPS, BAND),
    answer=chances.at_least,
    outputs=(Output("p", "Chance"),),
    rules=("C-005",),
    largest={"situation": "favourable", "steps": 10, "band": "great"},
    first_fault_only=True,
)

GAIN = Calculator(
    id="core_rules.gain",
    title="What one more step is worth",
    summary="How much a further step adds to the chance of a given result or better.",
    inputs=(SITUATION, replace(STEPS, start=0), BAND),
    answer=chances.gain,
    outputs=(Output("gain", "Added chance"),),
    rules=("C-015",),
    largest={"situation": "favourable", "steps": 10, "band": "great"},
    first_fault_only=True,
)

ALL_FAIL = Calculator(
    id="core_rules.all_fail",
    title="When everybody tries",
    summary="The chance that each of several separate throws fails, and that at least one gets there.",
    inputs=(
        ListOf(
            name="situations",
            label="Situations",
            item=SITUATION,
            fewest=1,
            most=12,
            start=["average", "average"],
            help="One for each throw.",
        ),
        STEPS,
    ),
    answer=chances.all_fail,
    outputs=(Output("p", "All of them fail"), Output("at_least_one", "At least one gets a partial success")),
    rules=("C-044",),
    largest={"situations": ["favourable"] * 12, "steps": 10},
)

SPEND_PLAN = Calculator(
    id="core_rules.spend_plan",
    title="Where to spend points",
    summary="On which of the Challenges ahead points do the most good.",
    inputs=(
        ListOf(
            name="challenges",
            label="Challenges ahead",
            fewest=1,
            most=20,
            start=[
                {"situation": "average", "aptitude": "Charisma", "skill": True, "specialty": False},
                {"situation": "difficult", "aptitude": "Charisma", "skill": False, "specialty": False},
            ],
            item=Record(
                fields=(
                    SITUATION,
                    Choice(
                        name="aptitude",
                        label="Aptitude",
                        options=APTITUDE_OPTIONS,
                        start="Charisma",
                        code="aptitude_unknown",
                    ),
                    Flag(name="skill", label="Skill"),
                    Flag(name="specialty", label="Specialty"),
                )
            ),
        ),
        points_each("current", "Points left", 1, "What the character can still spend."),
        BAND,
    ),
    answer=points.spend_plan,
    outputs=(
        Output(
            "spend_on",
            "Spend on",
            lambda places: (
                "Challenge " + ", ".join(str(place + 1) for place in places) if places else "none of them"
            ),
        ),
        Output("expected", "Expected number that reach it"),
        Output("expected_without", "Without points"),
    ),
    rules=("C-059", "C-060", "R-10"),
)

SKILL_APTITUDE = Calculator(
    id="core_rules.skill_aptitude",
    title="Which Aptitude a Skill belongs to",
    summary="The Aptitude that pays for points on this Skill.",
    inputs=(
        Choice(
            name="skill",
            label="Skill",
            options={name: name for name in APTITUDE_OF},
            start="Nature",
            code="skill_unknown",
            rule="C-018",
        ),
    ),
    answer=lambda *, skill: {"aptitude": APTITUDE_OF[skill]},
    outputs=(Output("aptitude", "Aptitude"),),
    rules=("C-018",),
)

SPEND = Calculator(
    id="core_rules.spend",
    title="Spend a point",
    summary="What is left after a point is spent on a Challenge, or why it may not be.",
    inputs=(
        points_each("current", "Points left", 2, "Before this Challenge."),
        Choice(
            name="challenge_aptitude",
            label="Aptitude of the Challenge",
            options=APTITUDE_OPTIONS,
            start="Awareness",
            code="aptitude_unknown",
            rule="R-10",
        ),
        Choice(
            name="from",
            label="Spend from",
            options=APTITUDE_OPTIONS,
            start="Awareness",
            code="aptitude_unknown",
            rule="R-10",
        ),
        Int(name="points", label="Points", low=1, high=99, default=1, rule="C-060"),
    ),
    answer=points.spend,
    outputs=(Output("current", "Points afterwards"),),
    rules=("C-059", "C-060", "R-9", "R-10"),
)

REST = Calculator(
    id="core_rules.rest",
    title="Rest",
    summary="Points after some hours of something restful.",
    inputs=(
        points_each("max", "Points when rested", 3, "The full number."),
        points_each("current", "Points left", 1, "Before the rest."),
        Int(name="hours", label="Whole hours", low=0, high=1000, start=1, rule="C-017"),
    ),
    answer=points.rest,
    outputs=(Output("current", "Points afterwards"),),
    rules=("C-017", "R-11"),
)

FIGHT_CHECKLIST = Calculator(
    id="core_rules.fight_checklist",
    title="What did the fight cost?",
    summary="The scale of cost the game suggests for a fight, with samples to start the talk.",
    inputs=(
        Choice(name="size", label="Size of the fight", options=fights.SIZES, start="usual", rule="C-082"),
        Flag(name="started_by_characters", label="The characters started it", rule="C-087"),
        Flag(name="tried_to_avoid", label="They tried hard to avoid it", rule="C-087"),
    ),
    answer=fights.fight_checklist,
    outputs=(
        Output("cost", "Scale of the cost"),
        Output("samples", "For example"),
        Output("reminders", "Remember"),
        Output("rules", "Rules"),
    ),
    rules=("R-16", "C-062", "C-063"),
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
