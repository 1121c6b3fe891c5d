"""Calculators of the character: attributes, abilities, load, motives, experience, and the whole sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.calculator import Output
from rules_py.errors import Fault
from rules_py.inputs import Amounts, Choice, Flag, Int, ListOf, Record
from rules_py.systems.dichotomy import (
    attributes,
    character,
    connections,
    equipment,
    experience,
    motives,
    picks,
)
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES
from rules_py.systems.dichotomy.fields import (
    ANY_SCORES,
    PICKS,
    RACE,
    RACE_LENIENT,
    SCORES,
    YES_NO,
    codes_said,
    declare,
    named,
    score,
    told_elsewhere,
    wording_said,
)
from rules_py.systems.dichotomy.problems import WORDS

LEGAL = Output("legal", "Legal", YES_NO)
PROBLEMS = Output("problems", "Problems", codes_said(WORDS))
ITEMS = Amounts(
    name="items",
    label="Items",
    options=equipment.ITEM_NAMES,
    most=99,
    start={"rope": 1, "torch": 2, "rations": 2},
    rule="D-145",
    code="unknown_item",
)
ANY_ITEMS = named(ITEMS, unknown_too=True)
MOTIVE = Choice(
    name="motive",
    label="Motive",
    options=motives.MOTIVE_NAMES,
    start="guardian",
    code="unknown_motive",
    unknown_too=True,
)


def _names(keys: list[str]) -> str:
    return ", ".join(ABILITY_NAMES[key] for key in keys) or "none"


VALIDATE_ATTRIBUTES = declare(
    id="dichotomy.validate_attributes",
    title="Are these attributes legal?",
    summary="Range, pair sums and the minimums of a people.",
    inputs=(ANY_SCORES, RACE),
    answer=attributes.validate_attributes,
    outputs=(LEGAL, PROBLEMS),
    rules=("D-024", "D-025", "D-256", "D-266"),
    examples=({"race": "dwarf"},),
)

ABILITY_SLOTS = declare(
    id="dichotomy.ability_slots",
    title="Ability slots",
    summary="How many abilities each attribute has room for.",
    inputs=(SCORES,),
    answer=attributes.ability_slots,
    outputs=tuple(Output(key, name) for key, name in ATTRIBUTES.items()),
    rules=("D-054", "D-055"),
)

VALIDATE_ABILITIES = declare(
    id="dichotomy.validate_abilities",
    title="Are these abilities legal?",
    summary="Slots, balance and the first picks of a people, each pick judged when it is made.",
    inputs=(SCORES, PICKS, RACE, RACE_LENIENT),
    answer=picks.validate_abilities,
    outputs=(LEGAL, PROBLEMS),
    rules=("D-054", "D-223", "D-254", "R-59", "R-60", "R-62", "R-63"),
    examples=({"race": "elf"}, {"race": "dwarf", "race_lenient": True}),
)

NEXT_PICKS = declare(
    id="dichotomy.next_picks",
    title="What may be picked next?",
    summary="The attributes from which the next ability may come.",
    inputs=(SCORES, PICKS, RACE, RACE_LENIENT),
    answer=picks.next_picks,
    outputs=(
        Output(
            "attributes", "Attributes", lambda names: ", ".join(ATTRIBUTES[name] for name in names) or "none"
        ),
        Output("abilities", "Abilities", _names),
    ),
    rules=("D-223", "D-224", "R-59", "R-60", "R-63"),
    examples=({"race": "elf", "picks": []},),
)

CARRYING_CAPACITY = declare(
    id="dichotomy.carrying_capacity",
    title="Carrying capacity",
    summary="How many items a character carries.",
    inputs=(score("power", "Power", start=4), score("martial", "Martial", start=7)),
    answer=attributes.carrying_capacity,
    outputs=(Output("capacity", "Items"),),
    rules=("D-142", "R-77"),
)

LOAD = declare(
    id="dichotomy.load",
    title="Load",
    summary="What is carried, and what still fits.",
    inputs=(ANY_ITEMS, score("power", "Power", start=4), score("martial", "Martial", start=7)),
    answer=equipment.load,
    outputs=(
        Output("carried", "Carried"),
        Output("capacity", "Capacity"),
        Output("free", "Still free"),
        PROBLEMS,
    ),
    rules=("D-142", "D-143", "D-145"),
    examples=({"items": {"rope": 20, "moon": 1}},),
)

SUPPLIES = declare(
    id="dichotomy.supplies",
    title="Supplies",
    summary="How long food, water and light last one person.",
    inputs=(named(ITEMS, start={"rations": 2, "water_skin": 1, "lantern": 1, "oil": 1}),),
    answer=equipment.supplies,
    outputs=(
        Output("food_days", "Days of food"),
        Output("water_days", "Days of water"),
        Output("lantern_hours", "Hours of lantern light"),
        Output("torch_hours", "Hours of torch light"),
    ),
    rules=("D-155", "D-159", "D-163", "D-169", "D-170", "R-78"),
)

PATH_ABILITIES = declare(
    id="dichotomy.path_abilities",
    title="Abilities along an Adventure Path",
    summary="How many abilities are held while playing a chapter.",
    inputs=(Int(name="chapter", label="Chapter", low=1, high=9, start=3, rule="D-229"),),
    answer=picks.path_abilities,
    outputs=(Output("abilities", "Abilities"),),
    rules=("D-229", "R-64"),
)

SHEET = declare(
    id="dichotomy.sheet",
    title="The sheet worked out",
    summary="Slots, load, bonus, track, prices, chances and all problems of a character at once.",
    inputs=(
        ANY_SCORES,
        named(PICKS, default=[]),
        RACE,
        RACE_LENIENT,
        Int(
            name="peak_abilities",
            label="Most abilities ever held",
            low=0,
            high=9,
            default=0,
            rule="R-18",
            help="If more than now.",
        ),
        named(ANY_ITEMS, default={}),
        ListOf(name="motives", label="Motives", most=10, default=[], rule="D-114", item=MOTIVE),
    ),
    answer=character.sheet,
    outputs=(
        LEGAL,
        PROBLEMS,
        Output(
            "slots",
            "Slots",
            lambda slots: ", ".join(
                f"{ATTRIBUTES[key]} {each['used']} of {each['slots']}" for key, each in slots.items()
            ),
        ),
        Output(
            "next_picks",
            "Next ability from",
            lambda names: ", ".join(ATTRIBUTES[name] for name in names) or "none",
        ),
        Output("next_abilities", "Abilities open now", _names),
        Output("capacity", "Carrying capacity"),
        Output("carried", "Carried"),
        Output("free", "Still free"),
        Output(
            "supplies",
            "Supplies",
            lambda lasting: (
                f"{lasting['food_days']} days of food, {lasting['water_days']} of water; light for "
                f"{lasting['lantern_hours']} hours of lantern and {lasting['torch_hours']} of torch"
            ),
        ),
        Output("veteran_bonus", "Monster slayer bonus"),
        Output("zones_per_turn", "Zones in a turn"),
        Output("thresholds", "Hits to each step of the track", lambda steps: " / ".join(map(str, steps))),
        Output(
            "attack_prices",
            "Action points of attacks",
            lambda prices: ", ".join(f"{pair} {price}" for pair, price in prices.items()),
        ),
        Output(
            "chances",
            "Chance of a die against 10, 12 and 14",
            lambda found: "; ".join(
                f"{ATTRIBUTES[key]} " + ", ".join(map(str, each.values())) for key, each in found.items()
            ),
        ),
    ),
    rules=("D-054", "D-142", "D-187", "D-225", "D-259", "D-261", "R-80"),
    examples=({"race": "dwarf", "items": {"moon": 1}, "motives": ["love", "love"]},),
)

MOTIVE_XP = declare(
    id="dichotomy.motive_xp",
    title="Experience from motives",
    summary="What one adventure earns, which motives it cost, and which may be exchanged.",
    inputs=(
        ListOf(
            name="motives",
            label="Motives",
            most=10,
            rule="D-115",
            start=[
                {"motive": "guardian", "fulfilled": True, "betrayed": False},
                {"motive": "truth", "fulfilled": False, "betrayed": False},
            ],
            item=Record(
                fields=(
                    named(MOTIVE, default=""),
                    Flag(name="fulfilled", label="Fulfilled", rule="D-115"),
                    Flag(name="betrayed", label="Betrayed", rule="D-116"),
                )
            ),
        ),
    ),
    answer=motives.motive_xp,
    outputs=(
        Output("xp", "XP"),
        Output("lost", "Motive lost", lambda keys: _motives(keys)),
        Output("may_swap", "May be exchanged", lambda keys: _motives(keys)),
        PROBLEMS,
    ),
    rules=("D-115", "D-116", "D-119", "R-68", "R-69", "R-72"),
    examples=({"motives": [{"motive": "love", "fulfilled": True, "betrayed": True}, {"motive": "hunger"}]},),
)


def _motives(keys: list[str]) -> str:
    return ", ".join(motives.MOTIVE_NAMES[key] for key in keys)


REPLACEMENT = declare(
    id="dichotomy.replacement",
    title="A motive's successor",
    summary="When the place of a betrayed motive is filled, and when the new motive first counts.",
    inputs=(Int(name="betrayed_in", label="Betrayed in adventure", low=1, high=999, start=3, rule="D-117"),),
    answer=motives.replacement,
    outputs=(
        Output("chosen_after", "Chosen after adventure"),
        Output("first_counts_in", "First counts in adventure"),
    ),
    rules=("D-117", "D-118", "R-71"),
)


def connection(name: str, label: str, start: str) -> Choice:
    """The choice of a connection."""
    return Choice(
        name=name,
        label=label,
        options=connections.CONNECTION_NAMES,
        start=start,
        code="unknown_connection",
        rule="D-232",
    )


FAMOUS = Flag(name="famous", label="A famous companion or spouse", rule="D-249")

CONNECTION_COST = declare(
    id="dichotomy.connection_cost",
    title="Price of a connection",
    summary="What a connection costs in experience.",
    inputs=(connection("name", "Connection", "cottage"), FAMOUS),
    answer=connections.connection_cost,
    outputs=(Output("xp", "XP"),),
    rules=("D-232", "R-76"),
    examples=({"name": "spouse", "famous": True},),
)

RAISE_COST = declare(
    id="dichotomy.raise_cost",
    title="Price of raising a connection",
    summary="What it costs to turn a connection into a better one.",
    inputs=(connection("from", "From", "cottage"), connection("to", "To", "manor"), FAMOUS),
    answer=connections.raise_cost,
    outputs=(Output("xp", "XP", lambda xp: "not to be had" if xp is None else str(xp)), PROBLEMS),
    rules=("D-234", "R-74"),
    examples=({"from": "cottage", "to": "farm"},),
)

_ANY_CONNECTION = named(connection("name", "Connection", "cottage"), unknown_too=True)
LEDGER_ENTRY = Record(
    fields=(
        Int(name="gain", label="XP gained", low=0, high=9999, optional=True, default=None, start=5),
        named(
            _ANY_CONNECTION, name="buy", label="Connection bought", optional=True, default=None, start=None
        ),
        ListOf(
            name="raise",
            label="Raised from and to",
            item=_ANY_CONNECTION,
            fewest=2,
            most=2,
            optional=True,
            default=None,
        ),
        FAMOUS,
    )
)


def _entry_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """`bad_entry`: an entry that is not exactly one of gain, buy and raise."""
    for place, entry in enumerate(inputs.get("entries", [])):
        if sum(entry[kind] is not None for kind in ("gain", "buy", "raise")) != 1:
            yield Fault(f"entries.{place}", "bad_entry", entry, "one of gain, buy and raise")


XP_LEDGER = declare(
    id="dichotomy.xp_ledger",
    title="Experience ledger",
    summary="What was gained and spent, and what it bought.",
    inputs=(
        Int(name="start", label="XP at the start", low=0, high=9999, default=0),
        ListOf(
            name="entries",
            label="Entries",
            item=LEDGER_ENTRY,
            most=200,
            rule="D-232",
            start=[{"gain": 12}, {"buy": "cottage"}, {"raise": ["cottage", "house"]}],
        ),
    ),
    answer=experience.xp_ledger,
    faults_between=_entry_faults,
    outputs=(
        Output(
            "balances",
            "Balance after each entry",
            lambda balances: ", ".join(map(str, balances)) or "no entries",
        ),
        Output("problems", "Problems", told_elsewhere),
        Output(
            "refused",
            "Refused",
            lambda refused: [
                f"Entry {each['entry'] + 1}: {wording_said(*WORDS[each['code']])}" for each in refused
            ],
        ),
        Output(
            "held",
            "Held in the end",
            lambda held: (
                ", ".join(
                    f"{'famous ' if each['famous'] else ''}{connections.CONNECTION_NAMES[each['name']]}"
                    f"{' × ' + str(each['count']) if each['count'] > 1 else ''}"
                    for each in held
                )
                or "nothing"
            ),
        ),
    ),
    rules=("D-232", "D-234", "R-74", "R-75", "R-76"),
    examples=({"entries": [{"gain": 20}, {"buy": "farm"}, {"buy": "tower"}, {"raise": ["farm", "tower"]}]},),
)

CALCULATORS = (
    VALIDATE_ATTRIBUTES,
    ABILITY_SLOTS,
    VALIDATE_ABILITIES,
    NEXT_PICKS,
    CARRYING_CAPACITY,
    LOAD,
    SUPPLIES,
    PATH_ABILITIES,
    SHEET,
    MOTIVE_XP,
    REPLACEMENT,
    CONNECTION_COST,
    RAISE_COST,
    XP_LEDGER,
)
