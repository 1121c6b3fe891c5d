"""Calculators of the fight desk: apply an event, judge one beforehand, replay a log, look ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.calculator import Calculator
from rules_py.errors import Fault
from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Text
from rules_py.measure import Measure
from rules_py.systems.dichotomy.calculators.fights import ACTION, RANGES
from rules_py.systems.dichotomy.calculators.shared import (
    ABILITIES_HELD,
    ABILITY,
    GEAR_CHOICE,
    RACE,
    UNKNOWN_ATTRIBUTE,
    WIDE,
    attribute,
    named,
)
from rules_py.systems.dichotomy.desk import answers
from rules_py.systems.dichotomy.desk.events import PROBLEMS
from rules_py.systems.dichotomy.turns import PROBLEMS as TURN_PROBLEMS

COMBAT = {"finesse": "Finesse", "power": "Power", "martial": "Martial", "spiritual": "Spiritual"}
MOST_FIGHTERS = 16


def _name(name: str, label: str, **more: Any) -> Text:
    return Text(name=name, label=label, longest=60, **more)


def _round(name: str, label: str) -> Int:
    return Int(name=name, label=label, low=0, high=WIDE, default=0)


MODIFIERS = ListOf(
    name="modifiers",
    label="Modifiers",
    most=20,
    default=[],
    rule="D-211",
    item=Record(
        fields=(
            Choice(
                name="on",
                label="On",
                options={**COMBAT, "all": "Both dice"},
                start="finesse",
                code=UNKNOWN_ATTRIBUTE,
            ),
            Int(name="value", label="By", low=-WIDE, high=WIDE, start=1),
            Choice(
                name="when",
                label="When",
                default="both",
                options={"attack": "Attacking", "defence": "Defending", "both": "Both"},
            ),
            _name("against", "Only against those in, or coming from, zone"),
        )
    ),
)
LOCK = Record(
    name="locked",
    label="Locked in Mortal Combat",
    optional=True,
    default=None,
    fields=(_name("by", "By"), _round("until", "Until the end of round")),
)
COVERING = Record(
    name="covering",
    label="Covering Fire",
    optional=True,
    default=None,
    fields=(_name("ally", "For"), _name("zone", "Against shots from zone"), _round("since", "Since round")),
)
NO_EFFECTS = {"defending": 0, "defender": 0, "crowd": 0, "minds": 0, "aimed": 0, "covering": None}
EFFECTS = Record(
    name="effects",
    label="What lasts, and since which round",
    default=NO_EFFECTS,
    fields=(
        _round("defending", "Defend"),
        _round("defender", "Defender"),
        _round("crowd", "Holding the zone"),
        _round("minds", "Shielding minds"),
        _round("aimed", "Took aim"),
        COVERING,
    ),
)
FIGHTER = Record(
    fields=(
        _name("name", "Name", start="Odile"),
        Choice(
            name="side",
            label="Side",
            options={"pc": "Player character", "npc": "Foe"},
            start="pc",
            default="pc",
        ),
        _name("zone", "Zone", default="1"),
        Record(
            name="scores",
            label="Attributes, or targets of a foe",
            start={"finesse": 3, "power": 8, "martial": 9, "spiritual": 2},
            fields=tuple(
                Int(name=key, label=name, low=-WIDE, high=WIDE, start=6) for key, name in COMBAT.items()
            ),
        ),
        Int(name="hits", label="Hits carried, or left to a foe", low=0, high=WIDE, default=0),
        Int(name="taken", label="Hits taken this round", low=0, high=WIDE, default=0),
        Flag(name="injured", label="Injured"),
        Flag(name="serious", label="Seriously injured"),
        Flag(name="out", label="Out"),
        Flag(name="down", label="Plays dead"),
        Flag(name="may_dive", label="May take a dive"),
        ABILITIES_HELD,
        RACE,
        GEAR_CHOICE,
        Int(name="bonus", label="Monster slayer bonus", low=0, high=4, default=0, rule="D-225"),
        Flag(name="outsider", label="An outsider", rule="D-085"),
        MODIFIERS,
        ListOf(name="turn", label="Actions this round", item=ACTION, most=12, default=[]),
        EFFECTS,
        LOCK,
        _name("came_from", "Came from zone"),
    )
)
ZONES = ListOf(
    name="zones",
    label="Zones",
    most=40,
    default=[],
    rule="D-179",
    item=Record(
        fields=(
            _name("name", "Zone"),
            _name("note", "What it is"),
            ListOf(name="next", label="Zones next to it", item=_name("zone", "Zone"), most=12, default=[]),
            MODIFIERS,
        )
    ),
)
AMBUSHED = Flag(name="ambushed", label="The party is ambushed", rule="D-182")
EXAMPLE = {
    "round": 1,
    "zones": [
        {
            "name": "6",
            "modifiers": [{"on": "finesse", "value": 2}, {"on": "power", "value": 2, "against": "5"}],
        }
    ],
    "fighters": [
        {
            "name": "Odile",
            "side": "pc",
            "zone": "1",
            "abilities": ["smite"],
            "scores": {"finesse": 3, "power": 8, "martial": 9, "spiritual": 2},
        },
        {
            "name": "Bram",
            "side": "pc",
            "zone": "1",
            "abilities": ["pyrokinesis"],
            "scores": {"finesse": 7, "power": 4, "martial": 3, "spiritual": 8},
        },
        {
            "name": "Thug",
            "side": "npc",
            "zone": "3",
            "hits": 3,
            "scores": {"finesse": 10, "power": 12, "martial": 12, "spiritual": 8},
        },
        {
            "name": "Sniper",
            "side": "npc",
            "zone": "6",
            "hits": 3,
            "scores": {"finesse": 10, "power": 9, "martial": 10, "spiritual": 8},
        },
    ],
}
STATE = Record(
    name="state",
    label="The fight",
    start=EXAMPLE,
    fields=(
        Int(name="round", label="Round", low=1, high=WIDE, default=1),
        ZONES,
        AMBUSHED,
        ListOf(name="fighters", label="Fighters", item=FIGHTER, fewest=1, most=MOST_FIGHTERS),
    ),
)

EVENTS = {
    "attack": "Attack",
    "aim": "Aim",
    "defend": "Defend",
    "recover": "Recover",
    "talk": "Talk",
    "move": "Move",
    "misc": "Some other deed",
    "shield_minds": "Shield minds",
    "read_mind": "Read a mind",
    "dive": "Take a dive",
    "end_round": "End of the round",
    "set": "The game master's hand",
}
_MARKS = (("injured", "Injured"), ("serious", "Seriously injured"), ("out", "Out"), ("down", "Plays dead"))
CHANGE = Record(
    name="change",
    label="What is set",
    default={},
    fields=(
        _name("zone", "Zone", optional=True, default=None),
        Int(name="hits", label="Hits", low=0, high=WIDE, optional=True, default=None),
        *(
            Choice(name=name, label=label, options={"yes": "yes", "no": "no"}, optional=True, default=None)
            for name, label in _MARKS
        ),
        named(GEAR_CHOICE, optional=True, default=None),
        named(MODIFIERS, optional=True, default=None),
    ),
)
EVENT = Record(
    name="event",
    label="What happens",
    start={"do": "move", "who": "Odile", "to": ["2", "3"]},
    fields=(
        Choice(name="do", label="Event", options=EVENTS, start="attack", code="unknown_action"),
        _name("who", "Who"),
        ListOf(name="on", label="Targets", item=_name("name", "Target"), most=2, default=[]),
        ListOf(
            name="with",
            label="With",
            item=attribute("attribute", "Attribute", COMBAT, start="power"),
            fewest=2,
            most=2,
            default=None,
            optional=True,
            start=["power", "martial"],
        ),
        Choice(name="range", label="Reach", options=RANGES, optional=True),
        ListOf(name="using", label="Abilities used", item=ABILITY, most=12, default=[]),
        ListOf(
            name="dice",
            label="Dice",
            item=Int(name="die", label="Die", low=0, high=10, code="bad_die"),
            fewest=2,
            most=2,
            default=None,
            optional=True,
        ),
        Int(name="seed", label="Seed", low=0, high=2**64 - 1, optional=True, default=None),
        Int(name="mod_a", label="Further modifier of the first die", low=-WIDE, high=WIDE, default=0),
        Int(name="mod_b", label="Further modifier of the second die", low=-WIDE, high=WIDE, default=0),
        ListOf(name="to", label="To zones", item=_name("zone", "Zone"), most=12, default=[]),
        Flag(name="tree", label="By Tree Stride", rule="D-270"),
        Text(name="label", label="Which deed", longest=120),
        Int(name="cost", label="Price of the deed", low=-99, high=99, default=1, rule="R-42"),
        Choice(
            name="lock",
            label="Lock",
            options={"single": "One foe", "crowd": "All who would leave"},
            default="single",
        ),
        _name("cover_ally", "Covers"),
        _name("cover_zone", "Covers against zone"),
        _name("shove_to", "Shoves to zone"),
        CHANGE,
        Flag(name="allow", label="The game master allows it all the same"),
    ),
)


def _names(state: Mapping[str, Any]) -> list[str]:
    return [each["name"] for each in state["fighters"]]


def fight_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """`duplicate_fighter`, `unknown_fighter`, `missing_attributes`, `missing_dice`."""
    state = inputs.get("state")
    if not state:
        return
    names = _names(state)
    if len(set(names)) != len(names):
        yield Fault("state.fighters", "duplicate_fighter", names, "names that differ from one another")
    events = inputs.get("log", [inputs["event"]] if "event" in inputs else [])
    for event in events:
        called = [*([event["who"]] if event["do"] != "end_round" else []), *event["on"]]
        for name in called:
            if name not in names:
                yield Fault("event", "unknown_fighter", name, "the name of a fighter")
        if event["do"] in ("attack", "aim") and event["with"] is None:
            yield Fault("event.with", "missing_attributes", None, "the two attributes of the attack")
        if event["do"] in ("attack", "read_mind") and not event["on"]:
            yield Fault("event.on", "missing_target", [], "one foe or two")


def _codes_said(codes: list[str]) -> list[str]:
    words = TURN_PROBLEMS | PROBLEMS
    return [f"{words[code][0]} [{words[code][1]}]" for code in codes]


STATE_OUT = Measure(
    "state",
    "The fight now",
    lambda state: (
        f"Round {state['round']}: " + ", ".join(answers.standing(each) for each in state["fighters"])
    ),
)
PROBLEMS_OUT = Measure("problems", "Problems", _codes_said)
REASONS_OUT = Measure(
    "reasons",
    "Why",
    lambda reasons: (
        "; ".join(f"{each['reason']} [{each['rule']}]" for each in reasons) or "nothing against it"
    ),
)
RULES = ("D-179", "D-180", "D-184", "D-194", "D-195", "D-198", "D-206", "D-208", "R-48", "R-49", "R-55")

DESK = Calculator(
    id="dichotomy.desk",
    title="Fight desk: what happens",
    summary="Applies one event to a fight: the new state, and a sentence for the log.",
    inputs=(STATE, EVENT),
    answer=answers.desk,
    for_programs=True,
    faults_between=fight_faults,
    measures=(
        Measure("applied", "Applied", {True: "yes", False: "no"}),
        Measure("sentence", "Log"),
        STATE_OUT,
        PROBLEMS_OUT,
        REASONS_OUT,
        Measure("event", "For the log", lambda event: event["do"]),
        Measure("dice", "Dice", lambda faces: ", ".join(map(str, faces)) or "none"),
        Measure("working", "Working", lambda steps: "; ".join(step.text for step in steps) or "none"),
    ),
    rules=RULES,
    examples=(
        {
            "event": {
                "do": "attack",
                "who": "Sniper",
                "on": ["Bram"],
                "with": ["finesse", "martial"],
                "seed": 1,
            }
        },
        {"event": {"do": "end_round"}},
        {"event": {"do": "recover", "who": "Odile"}},
    ),
)

DESK_PLAN = Calculator(
    id="dichotomy.desk_plan",
    title="Fight desk: may they?",
    summary="Judges an event before it happens: whether it is legal and if not why, its price, and what is "
    "left of the turn.",
    inputs=(STATE, EVENT),
    answer=answers.desk_plan,
    for_programs=True,
    faults_between=fight_faults,
    measures=(
        Measure("legal", "Legal", {True: "yes", False: "no"}),
        Measure("cost", "Price"),
        Measure("left", "Points left before it"),
        PROBLEMS_OUT,
        REASONS_OUT,
    ),
    rules=("D-184", "D-185", "R-35", "R-37"),
    examples=({"event": {"do": "move", "who": "Odile", "to": ["2", "3", "4"]}},),
)

DESK_REPLAY = Calculator(
    id="dichotomy.desk_replay",
    title="Fight desk: replay",
    summary="Plays a log from its start: the same events always lead to the same fight.",
    inputs=(
        STATE,
        ListOf(
            name="log",
            label="Events",
            item=EVENT,
            most=500,
            start=[{"do": "move", "who": "Odile", "to": ["2", "3"]}, {"do": "end_round"}],
        ),
    ),
    answer=answers.desk_replay,
    for_programs=True,
    faults_between=fight_faults,
    measures=(STATE_OUT, Measure("sentences", "Log", " ".join), PROBLEMS_OUT),
    rules=RULES,
)

DESK_CHANCES = Calculator(
    id="dichotomy.desk_chances",
    title="Fight desk: what may happen next",
    summary="Every attack that somebody could make now, and how each character may fare at the tally.",
    inputs=(STATE,),
    answer=answers.desk_chances,
    for_programs=True,
    faults_between=fight_faults,
    measures=(
        Measure(
            "attacks",
            "Attacks",
            lambda lines: "; ".join(answers.attack_said(line) for line in lines) or "none",
        ),
        Measure(
            "outlook",
            "Outlook",
            lambda lines: "; ".join(answers.outlook_said(line) for line in lines) or "none",
        ),
    ),
    rules=("D-194", "D-195", "D-196", "D-206"),
)

CALCULATORS = (DESK, DESK_PLAN, DESK_REPLAY, DESK_CHANCES)
