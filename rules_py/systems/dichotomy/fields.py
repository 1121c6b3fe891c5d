"""Inputs and words that several calculators of Dichotomy and its desk share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from rules_py.calculator import Calculator
from rules_py.dice.odds import Odds
from rules_py.inputs import Choice, Distribution, Flag, Int, ListOf, Record, Several, Text
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, HIGHEST, LOWEST, RACES
from rules_py.systems.dichotomy.checks import GEAR, USUAL_TN
from rules_py.systems.dichotomy.problems import Wording

FACE_ALIASES = {0: 10}
"""A 0 on a die is read as 10. D-010."""

declare = partial(Calculator, faults_sorted=True, face_aliases=FACE_ALIASES)
"""A calculator of this game: a 0 on a die is read as 10 (D-010), problems come in alphabetical order."""

TWO_DICE = (10, 10)
YES_NO = {True: "yes", False: "no"}
WIDE = 999
"""Targets and modifiers have no bound in the rules (R-04); this one is for the machine."""


def score(name: str, label: str, **more: Any) -> Int:
    """An attribute's score."""
    return Int(name=name, label=label, low=LOWEST, high=HIGHEST, code="attr_range", rule="D-024", **more)


def target(name: str, label: str) -> Int:
    """A target number."""
    return Int(name=name, label=label, low=-WIDE, high=WIDE, default=USUAL_TN, rule="D-018")


def modifier(
    name: str, label: str, help: str = "The sum of all that helps (+) or hinders (−) this die."
) -> Int:
    """A modifier of one die."""
    return Int(name=name, label=label, low=-WIDE, high=WIDE, default=0, rule="R-13", help=help)


VALUES = (score("value_a", "First attribute", start=7), score("value_b", "Second attribute", start=8))
TARGETS = (target("tn_a", "First target"), target("tn_b", "Second target"))
MODIFIERS = (modifier("mod_a", "Modifier of the first die"), modifier("mod_b", "Modifier of the second die"))
ROLL = (*VALUES, *TARGETS, *MODIFIERS)

BODILY = {"power": "Power", "finesse": "Finesse"}
SKILLED = {"martial": "Martial", "spiritual": "Spiritual"}
UNKNOWN_ATTRIBUTE = "unknown_attribute"


def attribute(name: str, label: str, options: Mapping[str, str] = ATTRIBUTES, **more: Any) -> Choice:
    """The choice of an attribute."""
    return Choice(name=name, label=label, options=options, code=UNKNOWN_ATTRIBUTE, **more)


RACE = Choice(
    name="race", label="People", options=RACES, default="human", code="unknown_race", rule="D-253", quiet=True
)
RACE_LENIENT = Flag(
    name="race_lenient",
    label="House option: one ability of the people among the first three is enough",
    rule="R-63",
)
MISS_IS_MISS = Flag(
    name="miss_is_miss", label="House option: Deadly Aim and Bless add nothing to a miss", rule="R-21"
)
FORTITUDE = Flag(
    name="fortitude", label="Dwarven Fortitude", rule="D-261", help="Four hits to the first step, not three."
)
REDUCTION = Int(
    name="reduction",
    label="Hits kept off by a friend",
    low=0,
    high=1,
    default=0,
    rule="R-30",
    help="1 if Covering Fire or Defender protects whoever is attacked.",
)
GEAR_CHOICE = Choice(
    name="gear", label="Gear", options=GEAR, default="normal", code="unknown_gear", rule="D-147", quiet=True
)
ABILITY = Choice(
    name="ability", label="Ability", options=ABILITY_NAMES, start="smite", code="unknown_ability"
)
ABILITIES_HELD = Several(
    name="abilities",
    label="Abilities",
    item=ABILITY,
    most=len(ABILITY_NAMES),
    default=[],
    code="unknown_ability",
    rule="D-052",
)

COMBAT = {"finesse": "Finesse", "power": "Power", "martial": "Martial", "spiritual": "Spiritual"}
"""The attributes that fights are fought with."""

STEP = Record(
    unmarked="free",
    fields=(
        Flag(name="leaves_enemy", label="Leaves a held zone", rule="D-190"),
        Flag(name="enters_enemy", label="Enters a held zone", rule="D-190"),
        Flag(name="tree", label="Tree Stride", rule="R-45"),
    ),
)
ACTIONS = {
    "attack": "Attack",
    "aim": "Aim",
    "defend": "Defend",
    "recover": "Recover",
    "talk": "Talk",
    "move": "Move",
    "misc": "Some other deed",
    "shield_minds": "Shield minds",
}
RANGES = {"same": "same zone", "adjacent": "next zone", "far": "further"}
ACTION = Record(
    kind="do",
    only_for={
        "with": ("attack", "aim"),
        "range": ("attack",),
        "using": ("attack",),
        "target": ("attack",),
        "steps": ("move",),
        "label": ("misc",),
        "cost": ("misc",),
    },
    fields=(
        Choice(name="do", label="Action", options=ACTIONS, start="attack", code="unknown_action"),
        ListOf(
            name="with",
            label="With",
            item=attribute("attribute", "Attribute", start="power"),
            most=6,
            default=None,
            optional=True,
            start=["power", "martial"],
        ),
        Choice(name="range", label="Reach", options=RANGES, optional=True),
        ListOf(name="using", label="Abilities used", item=ABILITY, most=12, default=[]),
        Text(name="target", label="Target", longest=60),
        ListOf(name="steps", label="Steps", item=STEP, most=12, default=[]),
        Text(name="label", label="Which deed", longest=120),
        Int(name="cost", label="Price of the deed", low=-99, high=99, default=1, rule="R-42"),
    ),
)

EXAMPLE_SCORES = {"finesse": 5, "power": 6, "martial": 7, "spiritual": 4, "natural": 8, "technical": 3}


def six(low: int, high: int, code: str) -> Record:
    """All six attributes."""
    return Record(
        name="attributes",
        label="Attributes",
        rule="D-023",
        start=EXAMPLE_SCORES,
        fields=tuple(
            Int(name=key, label=name, low=low, high=high, code=code) for key, name in ATTRIBUTES.items()
        ),
    )


SCORES = six(LOWEST, HIGHEST, "attr_range")
ANY_SCORES = six(-WIDE, WIDE, "bad_value")
"""Scores that may be out of range, for the calculators that report it."""

PICKS = ListOf(
    name="picks",
    label="Abilities, in the order picked",
    most=20,
    start=["smite", "swimming", "tracking"],
    rule="D-223",
    item=replace(ABILITY, name="pick", unknown_too=True),
)


def hits_input(name: str, label: str, start: Mapping[str, str], **limits: int) -> Distribution:
    """The chance of each number of hits, by default of as many attacks as a round may see."""
    return Distribution(
        name=name,
        label=label,
        start=start,
        code="bad_distribution",
        help="Hits and their chances, such as 0: 1/4, 1: 1/2, 2: 1/4.",
        **{"high": 60} | limits,
    )


def state(name: str, label: str, default: Mapping | None = None) -> Record:
    """An injury track: hits carried, injured, seriously injured."""
    more = {} if default is None else {"default": default}
    return Record(
        name=name,
        label=label,
        rule="D-199",
        start={"hits": 0, "injured": False, "serious": False},
        **more,
        fields=(
            Int(name="hits", label="Hits", low=0, high=3, default=0),
            Flag(name="injured", label="Injured"),
            Flag(name="serious", label="Seriously injured"),
        ),
    )


def name_input(name: str, label: str, **more: Any) -> Text:
    """The name of somebody or of a zone."""
    return Text(name=name, label=label, longest=60, **more)


def named(input: Any, **changes: Any) -> Any:
    """The same input under another name, label or start."""
    return replace(input, **changes)


def distribution_of(value: Callable[[Any], int]) -> Callable[[Odds], dict[str, Fraction]]:
    """A measure: the chance of each value an outcome may have, its key as text, in ascending order."""
    return lambda odds: {str(key): chance for key, chance in sorted(odds.by(value).items())}


def codes_said(words: Mapping[str, Wording]) -> Callable[[Iterable[str]], list[str]]:
    """Problem codes in words, each with its rule; nothing where there are none."""
    return lambda codes: [wording_said(*words[code]) for code in codes]


def wording_said(text: str, rule: str) -> str:
    """A problem in words, and the rule that says so."""
    return f"{text} [{rule}]"


def told_elsewhere(_: Iterable[str]) -> list[str]:
    """The words of problem codes whose sentences another output tells."""
    return []
