"""Inputs and labels shared by the calculators of Dichotomy and its tracker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules_py.inputs import REQUIRED, Choice, Distribution, Flag, Input, Int, ListOf, Record, Several, Text
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, HIGHEST, LOWEST, RACES
from rules_py.systems.dichotomy.checks import USUAL_TN
from rules_py.systems.dichotomy.injuries import HEALING, RUNGS, UNHURT
from rules_py.systems.dichotomy.modifiers import EVERY, GEAR
from rules_py.systems.dichotomy.options import STEP_HITS
from rules_py.systems.dichotomy.picks import MAX_ABILITIES

FACE_ALIASES = {0: 10}
"""A 0 on a die is read as 10. D-010."""

TWO_DICE = (10, 10)
WIDE = 999
"""Targets and modifiers are unlimited in the rules (R-04); these are technical limits."""


def score(name: str, label: str, **more: Any) -> Int:
    """Return an attribute's score."""
    return Int(name, label, LOWEST, HIGHEST, code="attr_range", rule="D-024", **more)


def target(name: str, label: str) -> Int:
    """Return a target number."""
    return Int(name, label, -WIDE, WIDE, default=USUAL_TN, rule="D-018")


def modifier(name: str, label: str, help: str = "Total modifier for this die (+ or −).") -> Int:
    """Return a modifier of one die."""
    return Int(name, label, -WIDE, WIDE, default=0, rule="R-13", help=help)


VALUES = (score("value_a", "First attribute", start=7), score("value_b", "Second attribute", start=8))
TARGETS = (target("tn_a", "First target"), target("tn_b", "Second target"))
MODIFIERS = (modifier("mod_a", "Modifier, first die"), modifier("mod_b", "Modifier, second die"))
ROLL = (*VALUES, *TARGETS, *MODIFIERS)

BODILY = {"power": "Power", "finesse": "Finesse"}
SKILLED = {"martial": "Martial", "spiritual": "Spiritual"}
UNKNOWN_ATTRIBUTE = "unknown_attribute"


def attribute(name: str, label: str, options: Mapping[str, str] = ATTRIBUTES, **more: Any) -> Choice:
    """Return the choice of an attribute."""
    return Choice(name, label, options, code=UNKNOWN_ATTRIBUTE, **more)


def modifier_of(attributes: Mapping[str, str], *more: Input) -> Record:
    """Return the input for a modifier: the attribute of its die or both, its amount, and its condition;
    `more` are further fields.
    """
    return Record(
        fields=(
            attribute("on", "Applies to", {**attributes, EVERY: "Both dice"}, start="finesse"),
            Int("value", "Amount", -WIDE, WIDE, noun="A modifier", start=1),
            Choice(
                "when",
                "When",
                {"attack": "Attacking", "defence": "Defending", "both": "Both"},
                default="both",
            ),
            *more,
        )
    )


RACE = Choice("race", "People", RACES, default="human", code="unknown_race", rule="D-253", quiet=True)
FORTITUDE = Flag("fortitude", "Dwarven Fortitude", rule="D-261", help="The first step takes one hit more.")
REDUCTION = Int(
    "reduction",
    "Hits blocked by an ally",
    0,
    1,
    default=0,
    rule="R-30",
    help="1 if Covering Fire or Defender protects the target.",
)
GEAR_CHOICE = Choice("gear", "Gear", GEAR, default="normal", code="unknown_gear", rule="D-147", quiet=True)
ABILITY = Choice("ability", "Ability", ABILITY_NAMES, start="smite", code="unknown_ability")
ABILITIES_HELD = Several(
    "abilities",
    "Abilities",
    ABILITY,
    most=len(ABILITY_NAMES),
    default=[],
    code="unknown_ability",
    rule="D-052",
)

COMBAT = {"finesse": "Finesse", "power": "Power", "martial": "Martial", "spiritual": "Spiritual"}
"""The attributes used in fights."""

STEP = Record(
    unmarked="free",
    fields=(
        Flag("leaves_enemy", "Leaves a zone with foes", rule="D-190"),
        Flag("enters_enemy", "Enters a zone with foes", rule="D-190"),
        Flag("tree", "Tree Stride", rule="R-45"),
    ),
)
REACH = Choice(
    "range", "Reach", {"same": "same zone", "adjacent": "adjacent zone", "far": "further"}, optional=True
)
USING = ListOf("using", "Abilities used", ABILITY, most=12, default=[])
LABEL = Text("label", "Description", longest=120)
COST = Int("cost", "Action cost", -99, 99, default=1, rule="R-42")

# Not derived from the actions of the tracker: these depend on the fight's state, which contains this input.
ACTIONS = {
    "attack": "Attack",
    "aim": "Aim",
    "defend": "Defend",
    "recover": "Recover",
    "talk": "Talk",
    "move": "Move",
    "misc": "Other action",
    "shield_minds": "Shield minds",
}
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
        Choice("do", "Action", ACTIONS, start="attack", code="unknown_action"),
        ListOf(
            "with",
            "With attributes",
            attribute("attribute", "Attribute", start="power"),
            most=6,
            default=None,
            optional=True,
            start=["power", "martial"],
        ),
        REACH,
        USING,
        Text("target", "Target", longest=60),
        ListOf("steps", "Steps", STEP, most=12, default=[]),
        LABEL,
        COST,
    ),
)

PEAK_ABILITIES = Int("peak_abilities", "Most abilities ever held", 0, MAX_ABILITIES, default=0, rule="R-18")
"""The most abilities ever held; some may have been lost, and the monster slayer bonus stays."""

EXAMPLE_SCORES = {"finesse": 5, "power": 6, "martial": 7, "spiritual": 4, "natural": 8, "technical": 3}


def six(low: int, high: int, code: str) -> Record:
    """Return all six attributes."""
    return Record(
        "attributes",
        "Attributes",
        tuple(Int(key, name, low, high, code=code) for key, name in ATTRIBUTES.items()),
        rule="D-023",
        start=EXAMPLE_SCORES,
    )


SCORES = six(LOWEST, HIGHEST, "attr_range")
ANY_SCORES = six(-WIDE, WIDE, "bad_value")
"""Scores that may be out of range, for the calculators that report it."""

PICKS = ListOf(
    "picks",
    "Abilities, in the order picked",
    replace(ABILITY, name="pick", unknown_too=True),
    most=20,
    start=["smite", "swimming", "tracking"],
    rule="D-223",
)


def hits_input(
    name: str, label: str, start: Mapping[str, str], *, high: int = 60, finest: int = 10**24
) -> Distribution:
    """Return the chance of each number of hits, by default of all the attacks possible in a round."""
    return Distribution(
        name,
        label,
        start=start,
        code="bad_distribution",
        help="Hits and their chances, such as 0: 1/4, 1: 1/2, 2: 1/4.",
        high=high,
        finest=finest,
    )


INJURIES = tuple(Flag(mark, RUNGS[mark].name) for mark in HEALING)
"""The marks of the track at the start of a fight."""


def state(name: str, label: str, default: Any = REQUIRED) -> Record:
    """Return an injury track: hits carried, injured, seriously injured."""
    return Record(
        name,
        label,
        (Int("hits", "Hits", 0, STEP_HITS.high, default=0), *INJURIES),
        rule="D-199",
        start=UNHURT,
        default=default,
    )


def name_input(name: str, label: str, **more: Any) -> Text:
    """Return the input for the name of a person or a zone."""
    return Text(name, label, longest=60, **more)


def with_name(input: Any, **changes: Any) -> Any:
    """Return the same input under another name, label or start."""
    return replace(input, **changes)
