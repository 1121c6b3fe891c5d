"""The fields of the sheet."""

from __future__ import annotations

from rules_py.inputs import Choice, Flag, Input, Int, Keyed, Record, Text
from rules_py.sheets.sheet import Section
from rules_py.systems.basic_systems.pools import BEYOND_HUMAN, TEN_DOTS

MAX_ATTRIBUTES, MAX_ABILITIES = 12, 40
MORALITY = {"Humanity": "Humanity", "Path": "A Path"}
NOT_WHOLE = "rating_not_whole"
MANY = 9999
"""The maximum of a current rating: the rules compare it with the permanent one instead. R-24."""


def _rating(code: str, label: str) -> Int:
    return Int(
        label=label, low=0, high=BEYOND_HUMAN, dots=BEYOND_HUMAN, start=1, code=code, not_whole=NOT_WHOLE
    )


def _ratings(name: str, label: str, code: str, most: int, rule: str, help: str) -> Keyed:
    """Return the input for Traits with custom names: the book lists no full set of either family."""
    return Keyed(
        name,
        label,
        _rating(code, "Dots"),
        key=Text(label="Name", longest=40),
        most=most,
        start={},
        rule=rule,
        twice="trait_twice",
        help=help,
    )


def _personality(name: str, label: str) -> Record:
    """Return a Trait with a permanent rating in dots and a current one in squares. S-029 to S-032."""
    outside, missing = f"{name}_out_of_range", f"{name}_missing"
    permanent = Int(
        "permanent",
        "Permanent",
        0,
        TEN_DOTS,
        dots=TEN_DOTS,
        noun=f"Permanent {label}",
        start=1,
        code=outside,
        not_whole=NOT_WHOLE,
        missing=missing,
    )
    current = Int(
        "current",
        "Current",
        0,
        MANY,
        squares=TEN_DOTS,
        noun=f"Current {label}",
        start=1,
        follows="permanent",
        code=outside,
        not_whole=NOT_WHOLE,
        missing=missing,
    )
    return Record(
        name, label, (permanent, current), start={"permanent": 1, "current": 1}, rule="S-030", missing=missing
    )


ATTRIBUTES = _ratings(
    "attributes",
    "Attributes",
    "attribute_out_of_range",
    MAX_ATTRIBUTES,
    "S-001",
    "What you were born with, such as Perception.",
)
ABILITIES = _ratings(
    "abilities",
    "Abilities",
    "ability_out_of_range",
    MAX_ABILITIES,
    "S-001",
    "What you’ve learned, such as Alertness. With no dots, roll the Attribute alone.",
)
BASED_ON = Keyed(
    "based_on",
    "Attribute of each Ability",
    Text(label="Based on the Attribute", longest=40),
    key=Text(label="Ability", longest=40),
    most=MAX_ABILITIES,
    start={},
    default={},
    rule="R-30",
    twice="trait_twice",
    help="This gives each Ability one pool. For Abilities not listed, every pair is shown.",
)
LEFT_THIS_TURN = Int(
    "turn_point",
    "Willpower point left this turn",
    0,
    1,
    squares=1,
    default=1,
    rule="S-093",
    help="You can spend one per turn.",
)
MORAL = Record(
    "morality",
    "Humanity or Path",
    (
        Choice("trait", "Trait", MORALITY, optional=True, default=None, code="unknown_morality_trait"),
        Int(
            "rating",
            "Rating",
            0,
            TEN_DOTS,
            dots=TEN_DOTS,
            default=0,
            code="morality_out_of_range",
            not_whole=NOT_WHOLE,
        ),
    ),
    start={"trait": None, "rating": 0},
    rule="R-22",
)


def _section(
    title: str, *fields: Input, layout: str = "lines", help: str = "", paper: bool = True
) -> Section:
    return Section(title, fields, layout=layout, help=help, paper=paper)


SECTIONS = (
    _section(
        "Character",
        Text("name", "Name", longest=80, missing="name_missing"),
        Flag("beyond_human", "Beyond human: Attributes and Abilities up to 6", rule="R-1"),
    ),
    _section("Attributes", ATTRIBUTES, layout="wide"),
    _section("Abilities", ABILITIES, layout="wide"),
    _section(
        "Personality",
        _personality("willpower", "Willpower"),
        _personality("inspiration", "Inspiration"),
        LEFT_THIS_TURN,
        MORAL,
        layout="grid",
        help="Roll the dots (the permanent rating); spend the squares (the current rating).",
    ),
    _section(
        "Pools", BASED_ON, layout="wide", paper=False
    ),  # on paper, the rolls show the Attribute of each Ability
    _section("Notes", Text("notes", "Notes", longest=4000, lines=5)),
)
