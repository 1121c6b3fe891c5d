"""Calculators of the character: attributes, abilities, load, motives, experience, and the whole sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.wording import YES_NO
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import HIDDEN, Measure
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
    PEAK_ABILITIES,
    PICKS,
    RACE,
    SCORES,
    score,
    with_name,
)
from rules_py.systems.dichotomy.options import (
    ACTION_POINTS,
    BEAT_TARGETS,
    BETRAYED_XP,
    CARRY_BASE,
    FULFILLED_XP,
    PICKING,
    STEP_HITS,
)
from rules_py.systems.dichotomy.problems import CHARACTER_CODES

LEGAL = Measure("legal", "Legal", YES_NO)
PROBLEMS = Measure("problems", "Problems", CHARACTER_CODES.messages)
ITEMS = Amounts(
    "items",
    "Items",
    equipment.ITEM_NAMES,
    most=99,
    start={"rope": 1, "torch": 2, "rations": 2},
    rule="D-145",
    code="unknown_item",
)
ANY_ITEMS = with_name(ITEMS, unknown_too=True)
MOTIVE = Choice(
    "motive", "Motive", motives.MOTIVE_NAMES, start="guardian", code="unknown_motive", unknown_too=True
)


def _names(keys: list[str]) -> str:
    return ", ".join(ABILITY_NAMES[key] for key in keys) or "none"


VALIDATE_ATTRIBUTES = Calculator(
    "dichotomy.validate_attributes",
    "Are these attributes legal?",
    "Checks the range, the sum of each pair and a people’s minimums.",
    (ANY_SCORES, RACE),
    answer=attributes.validate_attributes,
    measures=(LEGAL, PROBLEMS),
    rules=("D-024", "D-025", "D-256", "D-266"),
    examples=({"race": "dwarf"},),
)

ABILITY_SLOTS = Calculator(
    "dichotomy.ability_slots",
    "Ability slots",
    "How many abilities each attribute can hold.",
    (SCORES,),
    answer=attributes.ability_slots,
    measures=tuple(Measure(key, name) for key, name in ATTRIBUTES.items()),
    rules=("D-054", "D-055"),
)

VALIDATE_ABILITIES = Calculator(
    "dichotomy.validate_abilities",
    "Are these abilities legal?",
    "Checks slots, balance and a people’s first picks, in the order picked.",
    (SCORES, PICKS, RACE, *PICKING),
    answer=picks.validate_abilities,
    measures=(LEGAL, PROBLEMS),
    rules=("D-054", "D-223", "D-254", "R-59", "R-60", "R-62", "R-63"),
    examples=(
        {"race": "elf"},
        {"race": "dwarf", "race_lenient": True},
        {"race": "dwarf", "picks": ["smite", "stone_shape", "tracking"]},
        {"picks": ["smite", "cleave"]},
    ),
)

NEXT_PICKS = Calculator(
    "dichotomy.next_picks",
    "What can I pick next?",
    "The attributes your next ability can come from.",
    (SCORES, PICKS, RACE, *PICKING),
    answer=picks.next_picks,
    measures=(
        Measure(
            "attributes", "Attributes", lambda names: ", ".join(ATTRIBUTES[name] for name in names) or "none"
        ),
        Measure("abilities", "Abilities", _names),
    ),
    rules=("D-223", "D-224", "R-59", "R-60", "R-63"),
    examples=(
        {"race": "elf", "picks": []},
        {"race": "dwarf", "picks": ["smite", "swimming"], "race_lenient": True},
        {"picks": ["smite"]},
    ),
)

CARRYING_CAPACITY = Calculator(
    "dichotomy.carrying_capacity",
    "Carrying capacity",
    "How many items a character can carry.",
    (score("power", "Power", start=4), score("martial", "Martial", start=7), CARRY_BASE),
    answer=attributes.carrying_capacity,
    measures=(Measure("capacity", "Items"),),
    rules=("D-142", "R-77"),
)

LOAD = Calculator(
    "dichotomy.load",
    "Load",
    "The items carried, and how many more fit.",
    (ANY_ITEMS, score("power", "Power", start=4), score("martial", "Martial", start=7), CARRY_BASE),
    answer=equipment.load,
    measures=(
        Measure("carried", "Carried"),
        Measure("capacity", "Capacity"),
        Measure("free", "Free"),
        PROBLEMS,
    ),
    rules=("D-142", "D-143", "D-145"),
    examples=({"items": {"rope": 20, "moon": 1}},),
)

SUPPLIES = Calculator(
    "dichotomy.supplies",
    "Supplies",
    "How long food, water and light last one person.",
    (with_name(ITEMS, start={"rations": 2, "water_skin": 1, "lantern": 1, "oil": 1}),),
    answer=equipment.supplies,
    measures=(
        Measure("food_days", "Days of food"),
        Measure("water_days", "Days of water"),
        Measure("lantern_hours", "Hours of lantern light"),
        Measure("torch_hours", "Hours of torchlight"),
    ),
    rules=("D-155", "D-159", "D-163", "D-169", "D-170", "R-78"),
)

PATH_ABILITIES = Calculator(
    "dichotomy.path_abilities",
    "Abilities along an Adventure Path",
    "How many abilities a character has during a chapter.",
    (Int("chapter", "Chapter", 1, 9, start=3, rule="D-229"),),
    answer=picks.path_abilities,
    measures=(Measure("abilities", "Abilities"),),
    rules=("D-229", "R-64"),
)

WHOLE_SHEET = Calculator(
    "dichotomy.sheet",
    "Full character check",
    "Slots, load, bonus, track, action costs, chances and all problems of a character.",
    (
        ANY_SCORES,
        with_name(PICKS, default=[]),
        RACE,
        with_name(PEAK_ABILITIES, help="Only if you lost some."),
        with_name(ANY_ITEMS, default={}),
        ListOf("motives", "Motives", MOTIVE, most=10, default=[], rule="D-114"),
        *PICKING,
        BEAT_TARGETS,
        ACTION_POINTS,
        STEP_HITS,
        CARRY_BASE,
    ),
    answer=character.sheet,
    measures=(
        LEGAL,
        PROBLEMS,
        Measure(
            "slots",
            "Slots",
            lambda slots: ", ".join(
                f"{ATTRIBUTES[key]} {each['used']} of {each['slots']}" for key, each in slots.items()
            ),
        ),
        Measure(
            "next_picks",
            "Next ability from",
            lambda names: ", ".join(ATTRIBUTES[name] for name in names) or "none",
        ),
        Measure("next_abilities", "Abilities available now", _names),
        Measure("capacity", "Carrying capacity"),
        Measure("carried", "Carried"),
        Measure("free", "Free"),
        Measure(
            "supplies",
            "Supplies",
            lambda lasting: (
                f"{lasting['food_days']} days of food, {lasting['water_days']} of water; "
                f"{lasting['lantern_hours']} hours of lantern light, {lasting['torch_hours']} of torchlight"
            ),
        ),
        Measure("veteran_bonus", "Monster slayer bonus"),
        Measure("zones_per_turn", "Zones in a turn"),
        Measure("thresholds", "Hits to each step of the track", lambda steps: " / ".join(map(str, steps))),
        Measure(
            "attack_prices",
            "Action points of attacks",
            lambda prices: ", ".join(f"{pair} {price}" for pair, price in prices.items()),
        ),
        Measure(
            "chances",
            "Chance of a die against 10, 12 and 14",
            lambda increases: "; ".join(
                f"{ATTRIBUTES[key]} " + ", ".join(map(str, each.values())) for key, each in increases.items()
            ),
        ),
    ),
    rules=("D-054", "D-142", "D-187", "D-225", "D-259", "D-261", "R-80"),
    examples=(
        {"race": "dwarf", "items": {"moon": 1}, "motives": ["love", "love"]},
        {"race": "dwarf", "picks": ["smite", "swimming"], "race_lenient": True},
        {"picks": ["smite"]},
    ),
)

MOTIVE_XP = Calculator(
    "dichotomy.motive_xp",
    "Experience from motives",
    "The experience one adventure earns, and the motives lost or open to exchange.",
    (
        ListOf(
            "motives",
            "Motives",
            Record(
                fields=(
                    with_name(MOTIVE, default=""),
                    Flag("fulfilled", "Fulfilled", rule="D-115"),
                    Flag("betrayed", "Betrayed", rule="D-116"),
                )
            ),
            most=10,
            rule="D-115",
            start=[
                {"motive": "guardian", "fulfilled": True, "betrayed": False},
                {"motive": "truth", "fulfilled": False, "betrayed": False},
            ],
        ),
        FULFILLED_XP,
        BETRAYED_XP,
    ),
    answer=motives.motive_xp,
    measures=(
        Measure("xp", "XP"),
        Measure("lost", "Motive lost", lambda keys: _motives(keys)),
        Measure("may_swap", "May be exchanged", lambda keys: _motives(keys)),
        PROBLEMS,
    ),
    rules=("D-115", "D-116", "D-119", "R-68", "R-69", "R-72"),
    examples=({"motives": [{"motive": "love", "fulfilled": True, "betrayed": True}, {"motive": "hunger"}]},),
)


def _motives(keys: list[str]) -> str:
    return ", ".join(motives.MOTIVE_NAMES[key] for key in keys)


REPLACEMENT = Calculator(
    "dichotomy.replacement",
    "Replacing a motive",
    "When a betrayed motive is replaced, and when the new one first counts.",
    (Int("betrayed_in", "Betrayed in adventure", 1, 999, noun="The adventure", start=3, rule="D-117"),),
    answer=motives.replacement,
    measures=(
        Measure("chosen_after", "Chosen after adventure"),
        Measure("first_counts_in", "First counts in adventure"),
    ),
    rules=("D-117", "D-118", "R-71"),
)


def connection(name: str, label: str, start: str) -> Choice:
    """Return the choice of a connection."""
    return Choice(
        name, label, connections.CONNECTION_NAMES, start=start, code="unknown_connection", rule="D-232"
    )


FAMOUS = Flag("famous", "A famous companion or spouse", rule="D-249")

CONNECTION_COST = Calculator(
    "dichotomy.connection_cost",
    "Cost of a connection",
    "The experience a connection costs.",
    (connection("name", "Connection", "cottage"), FAMOUS),
    answer=connections.connection_cost,
    measures=(Measure("xp", "XP"),),
    rules=("D-232", "R-76"),
    examples=({"name": "spouse", "famous": True},),
)

RAISE_COST = Calculator(
    "dichotomy.raise_cost",
    "Cost of improving a connection",
    "The experience it costs to improve a connection.",
    (
        connection("from", "From", "cottage"),
        connection("to", "To", "manor"),
        FAMOUS,
        Flag(
            "famous_before",
            "Already famous",
            default=True,
            quiet=True,
            rule="R-88",
            help="Untick this if an ordinary companion becomes a famous spouse.",
        ),
    ),
    answer=connections.raise_cost,
    measures=(Measure("xp", "XP", lambda xp: "unavailable" if xp is None else str(xp)), PROBLEMS),
    rules=("D-234", "R-74", "R-88"),
    examples=(
        {"from": "cottage", "to": "farm"},
        {"from": "companion", "to": "spouse", "famous": True, "famous_before": False},
    ),
)

_ANY_CONNECTION = with_name(connection("name", "Connection", "cottage"), unknown_too=True)
LEDGER_ENTRY = Record(
    fields=(
        Int("gain", "XP gained", 0, 9999, optional=True, default=None, start=5),
        with_name(
            _ANY_CONNECTION, name="buy", label="Connection bought", optional=True, default=None, start=None
        ),
        ListOf(
            "raise", "Improvement (from, to)", _ANY_CONNECTION, fewest=2, most=2, optional=True, default=None
        ),
        FAMOUS,
    )
)


def _entry_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield `bad_entry` for an entry that isn't exactly one of gain, buy and raise."""
    for place, entry in enumerate(inputs.get("entries", [])):
        if sum(entry[kind] is not None for kind in ("gain", "buy", "raise")) != 1:
            words = "Each entry must be experience gained, a connection bought or a connection improved."
            yield Fault(f"entries.{place}", "bad_entry", entry, "exactly one of gain, buy and raise", words)


XP_LEDGER = Calculator(
    "dichotomy.xp_ledger",
    "Experience ledger",
    "The experience gained and spent, and the connections bought.",
    (
        Int("start", "XP at the start", 0, 9999, default=0),
        ListOf(
            "entries",
            "Entries",
            LEDGER_ENTRY,
            most=200,
            rule="D-232",
            start=[{"gain": 12}, {"buy": "cottage"}, {"raise": ["cottage", "house"]}],
        ),
    ),
    answer=experience.xp_ledger,
    cross_check=_entry_faults,
    measures=(
        Measure(
            "balances",
            "Balance after each entry",
            lambda balances: ", ".join(map(str, balances)) or "no entries",
        ),
        Measure("problems", "Problems", kind=HIDDEN),
        Measure(
            "refused",
            "Refused",
            lambda refused: [
                f"Entry {each['entry'] + 1}: {CHARACTER_CODES[each['code']].message_with_rule}"
                for each in refused
            ],
        ),
        Measure(
            "held",
            "Connections held",
            lambda entries: (
                ", ".join(
                    f"{'famous ' if each['famous'] else ''}{connections.CONNECTION_NAMES[each['name']]}"
                    f"{' × ' + str(each['count']) if each['count'] > 1 else ''}"
                    for each in entries
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
    WHOLE_SHEET,
    MOTIVE_XP,
    REPLACEMENT,
    CONNECTION_COST,
    RAISE_COST,
    XP_LEDGER,
)
