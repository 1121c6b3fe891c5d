"""The house rules of Core Rules: what a table may decide otherwise, and the sentences that follow."""

from __future__ import annotations

from rules_py.calculators.house_rules import Option
from rules_py.inputs import Flag, Int
from rules_py.systems.core_rules.points import RESTFUL_HOURS
from rules_py.systems.core_rules.rules import ORDINARY_STEPS

STACK_SKILLS = Flag("stack_skills", "every fitting Skill gives a step", house_rule=True, rule="R-4")
SPECIALTY_ADDS = Flag(
    "specialty_adds",
    "a Specialty gives a step beside its Skill",
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="R-5",
)
ORDINARY = Int(
    "ordinary_steps",
    "most steps without a special rule",
    1,
    4,
    default=ORDINARY_STEPS,
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="C-054",
)
RESTFUL = Int(
    "restful_hours",
    "hours of rest that bring points back",
    1,
    24,
    default=RESTFUL_HOURS,
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="C-017",
)
ONE_POINT = Flag(
    "rest_restores_one",
    "a rest restores one point of each Aptitude",
    house_rule=True,
    in_forms=False,
    quiet=True,
    rule="R-11",
)
PACKAGE_LIMITS = Flag(
    "package_limits",
    "the suggested points, Skills and Specialties are limits",
    house_rule=True,
    in_forms=False,
    rule="R-21",
)
START_POINTS = Int(
    "start_points",
    "suggested Aptitude Points of a new character",
    4,
    40,
    default=11,
    house_rule=True,
    in_forms=False,
    rule="R-21",
)
START_SKILLS = Int(
    "start_skills",
    "suggested Skills of a new character",
    0,
    16,
    default=4,
    house_rule=True,
    in_forms=False,
    rule="R-21",
)
START_SPECIALTIES = Int(
    "start_specialties",
    "suggested Specialties of a new character",
    0,
    16,
    default=2,
    house_rule=True,
    in_forms=False,
    rule="R-21",
)

_OTHER_PACKAGE = (
    "For a new character we suggest this package: Aptitude Points {start_points}, Skills {start_skills}, "
    "Specialties {start_specialties}."
)
_WORDS = {1: "one step", 3: "three steps", 4: "four steps"}

OPTIONS = (
    Option(
        STACK_SKILLS,
        {
            "R-4": "A Skill never runs out, and several fitting Skills give a step each, up to the limit.",
            "C-056": "Skill. If your character has the Skill that fits, the roll improves by one step, at no "
            "cost, and each further Skill that fits adds a step.",
        },
    ),
    Option(
        SPECIALTY_ADDS,
        {
            "R-5": "A Skill and a fitting Specialty under it give a step each. Two fitting Specialties still "
            "give one step.",
            "C-058": "Specialty. If your character has a fitting Specialty, the roll also improves by one "
            "step, with the Skill or without it.",
            "R-14": "A Specialty under a Skill that you have gives one more step in its narrow case.",
        },
    ),
    Option(
        ORDINARY,
        {
            "C-054": {
                1: "One step is the limit unless a special rule says otherwise.",
                3: "Three steps are the limit unless a special rule says otherwise.",
                4: "Four steps are the limit unless a special rule says otherwise.",
            },
            "C-047": {
                1: "In ordinary play you roll one die for that result, or two without a step; their size "
                "depends on the situation.",
                3: "In ordinary play you roll one to three dice for that result; their size depends on the "
                "situation.",
                4: "In ordinary play you roll one to four dice for that result; their size depends on the "
                "situation.",
            },
            "R-7": {
                limit: f"Skill, Specialty and point together never give more than {words}. A special rule of "
                "your table adds steps beyond that limit. From three steps on, roll one die per step and "
                "keep the highest."
                for limit, words in _WORDS.items()
            },
            "R-17": {
                limit: f"Ordinary play stops at {words}; a special rule may go further."
                for limit, words in _WORDS.items()
            },
            "R-12": {
                limit: f"The limit is {words}: a point adds nothing to a roll that already has as many."
                for limit, words in _WORDS.items()
            },
        },
    ),
    Option(
        RESTFUL,
        {
            "C-017": "Points come back after {value} hours or more, spent on something that the character "
            "finds restful.",
            "R-11": "A rest of {value} hours or more restores points of all four Aptitudes. "
            "A shorter rest restores none.",
        },
    ),
    Option(
        ONE_POINT,
        {
            "R-11": "A rest that is long enough restores one point of each Aptitude. "
            "A shorter rest restores none."
        },
    ),
    Option(
        START_POINTS,
        {
            "R-21": _OTHER_PACKAGE,
            "C-014": "The number of Aptitude Points in each of the four varies from one character to "
            "another. We suggest {value} in all for a new character.",
        },
    ),
    Option(
        START_SKILLS,
        {
            "R-21": _OTHER_PACKAGE,
            "C-019": "You have a Skill or you don’t: Skills have no levels. The number that we suggest for a "
            "new character is {value}.",
        },
    ),
    Option(
        START_SPECIALTIES,
        {
            "R-21": _OTHER_PACKAGE,
            "C-040": "A Specialty sits under a Skill and lets you use that Skill in one very narrow case. "
            "The number that we suggest for a new character is {value}.",
        },
    ),
    Option(
        PACKAGE_LIMITS,
        {
            "R-21": "No new character has more points, Skills or Specialties than we suggest.",
            "R-13": "A character has 0 or more points in each Aptitude, and no more points, Skills and "
            "Specialties than suggested for a new one [R-21].",
        },
    ),
)
