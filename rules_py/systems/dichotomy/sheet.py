"""The character sheet of Dichotomy: every field of the printed one, what follows, and throws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.errors import InputError, shown
from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Text
from rules_py.problems import Problem
from rules_py.sheet import Section, Sheet, SheetReport, Tied
from rules_py.systems.dichotomy import panels
from rules_py.systems.dichotomy.abilities import ABILITY_NAMES
from rules_py.systems.dichotomy.attributes import (
    ATTRIBUTES,
    DICHOTOMIES,
    HIGHEST,
    LOWEST,
    MEANINGS,
    OPPOSITE,
    PAIR_SUM,
    PEOPLES,
    RACES,
    attribute_problems,
)
from rules_py.systems.dichotomy.character import Character, derive, thresholds
from rules_py.systems.dichotomy.checks import GEAR
from rules_py.systems.dichotomy.connections import CONNECTION_NAMES
from rules_py.systems.dichotomy.equipment import ITEM_NAMES, WEALTH, load
from rules_py.systems.dichotomy.experience import xp_ledger
from rules_py.systems.dichotomy.fields import RACE_LENIENT
from rules_py.systems.dichotomy.injuries import Track
from rules_py.systems.dichotomy.motives import MOST_MOTIVES, MOTIVE_NAMES, judged_motives, motive_xp
from rules_py.systems.dichotomy.picks import MOST_ABILITIES, judged_picks
from rules_py.systems.dichotomy.problems import WORDS

MOST_ENTRIES = 200
MIDDLING = {"finesse": 6, "power": 5, "martial": 6, "spiritual": 5, "natural": 6, "technical": 5}

KINDS = {"gain": "Gained", "buy": "Bought", "raise": "Raised"}
_CONNECTION = Choice(name="connection", label="Connection", options=CONNECTION_NAMES, optional=True)

SECTIONS = (
    Section(
        "Character",
        (
            Text(name="player", label="Player", longest=80, rule="D-276"),
            Text(name="name", label="Name", longest=80, rule="D-276"),
            Text(name="age_gender", label="Age / gender", longest=80, rule="D-276"),
            Choice(name="race", label="People", options=RACES, start="human", rule="D-253"),
            Choice(name="wealth", label="Wealth", options=WEALTH, start="comfortable", rule="D-172"),
            RACE_LENIENT,
        ),
    ),
    Section(
        "Attributes",
        (
            Record(
                name="attributes",
                label="Attributes",
                rule="D-278",
                start=MIDDLING,
                fields=tuple(
                    Int(
                        name=key,
                        label=name,
                        low=LOWEST,
                        high=HIGHEST,
                        start=MIDDLING[key],
                        help=MEANINGS[key][0],
                        rule=MEANINGS[key][1],
                        code="attr_range",
                    )
                    for key, name in ATTRIBUTES.items()
                ),
            ),
        ),
        help="Three pairs that each sum to 11: what one half gains the other loses.",
        layout="grid",
    ),
    Section(
        "Special abilities",
        (
            ListOf(
                name="picks",
                label="Abilities, in the order picked",
                most=20,
                start=[],
                rule="D-279",
                item=Choice(
                    name="ability",
                    label="Ability",
                    options=ABILITY_NAMES,
                    start="smite",
                    code="unknown_ability",
                ),
            ),
            Int(
                name="peak_abilities",
                label="Most abilities ever held",
                low=0,
                high=MOST_ABILITIES,
                default=0,
                rule="R-18",
                help="Only if some were lost: the monster slayer bonus stays.",
            ),
        ),
    ),
    Section(
        "Motives",
        (
            ListOf(
                name="motives",
                label="Motives",
                most=10,
                start=[],
                rule="D-280",
                help="Tick what happened in the adventure at hand to see what it earns.",
                item=Record(
                    fields=(
                        Choice(
                            name="motive",
                            label="Motive",
                            options=MOTIVE_NAMES,
                            start="truth",
                            code="unknown_motive",
                        ),
                        Flag(name="fulfilled", label="Fulfilled", rule="D-115"),
                        Flag(name="betrayed", label="Betrayed", rule="D-116"),
                    )
                ),
            ),
        ),
    ),
    Section(
        "Health",
        (
            Record(
                name="track",
                label="Injury track",
                rule="D-281",
                start={"hits": 0, "injured": False, "serious": False},
                fields=(
                    Int(name="hits", label="Hits (shaken)", low=0, high=3, start=0, rule="D-200"),
                    Flag(name="injured", label="Injured", rule="D-202"),
                    Flag(name="serious", label="Seriously injured", rule="D-203"),
                ),
            ),
        ),
        help="Three hits a step, one step a round.",
    ),
    Section(
        "Equipment",
        (
            Choice(name="gear", label="Weapons and armour", options=GEAR, start="normal", rule="D-144"),
            ListOf(
                name="items",
                label="Items carried",
                most=60,
                start=[],
                rule="D-145",
                item=Record(
                    fields=(
                        Choice(
                            name="item", label="Item", options=ITEM_NAMES, start="rope", code="unknown_item"
                        ),
                        Int(name="count", label="How many", low=1, high=99, start=1),
                    )
                ),
            ),
        ),
    ),
    Section(
        "Experience and connections",
        (
            Int(name="xp", label="XP before the first entry", low=0, high=9999, default=0, rule="D-277"),
            ListOf(
                name="ledger",
                label="Ledger",
                most=MOST_ENTRIES,
                start=[],
                rule="D-232",
                item=Record(
                    kind="kind",
                    only_for={
                        "xp": ("gain",),
                        "connection": ("buy", "raise"),
                        "from": ("raise",),
                        "famous": ("buy", "raise"),
                    },
                    fields=(
                        Choice(name="kind", label="What", options=KINDS, start="gain"),
                        Int(name="xp", label="XP gained", low=0, high=9999, start=2, default=0),
                        _CONNECTION,
                        Choice(
                            name="from",
                            label="Raised from",
                            options=CONNECTION_NAMES,
                            optional=True,
                            rule="R-74",
                        ),
                        Flag(name="famous", label="Famous companion or spouse", rule="D-249"),
                        Text(name="note", label="Note", longest=120),
                    ),
                ),
            ),
        ),
    ),
    Section(
        "Notes",
        (
            Text(
                name="notes",
                label="Description, history and connections",
                longest=4000,
                lines=8,
                rule="D-277",
            ),
        ),
        layout="wide",
    ),
)


def check(sheet: Mapping[str, Any]) -> SheetReport:
    """What follows from a sheet, the throws it makes, and what breaks a rule. R-80."""
    _check_shape(sheet)
    character = _character(sheet)
    entries = [_entry(each) for each in sheet.get("ledger", [])]
    ledger = xp_ledger(start=_whole(sheet.get("xp")), entries=entries)
    earned = motive_xp(motives=[_motive(each) for each in sheet.get("motives", [])])
    track = _track(sheet)
    problems = (
        *_name_problems(sheet),
        *_attribute_problems(sheet, character),
        *_ability_problems(sheet, character),
        *_motive_problems(sheet),
        *_track_problems(sheet, character),
        *_item_problems(sheet, character),
        *_ledger_problems(sheet, ledger),
        *_choice_problems(sheet),
    )
    balance = ledger["balances"][-1] if ledger["balances"] else _whole(sheet.get("xp"))
    derived = derive(character) | {
        "xp": balance,
        "connections": ledger["held"],
        "adventure": earned,
        "track": {
            "hits": track.hits,
            "injured": track.injured,
            "serious": track.serious,
            "words": track.words,
        },
    }
    gear = _one_of(sheet.get("gear"), GEAR, "normal")
    return SheetReport(problems, derived, tuple(panels.panels(character, derived, gear)))


def _check_shape(sheet: Mapping[str, Any]) -> None:
    """Raise InputError where a field is not even of the right kind."""
    for name in ("attributes", "track"):
        if not isinstance(sheet.get(name, {}), Mapping):
            raise InputError.at(name, sheet[name], "a mapping", code="bad_sheet")
    for name in ("picks", "motives", "items", "ledger"):
        value = sheet.get(name, [])
        if not isinstance(value, list) or len(value) > MOST_ENTRIES:
            raise InputError.at(name, value, f"a list of at most {MOST_ENTRIES}", code="bad_sheet")
        for place, each in enumerate(value):
            if name != "picks" and not isinstance(each, Mapping):
                raise InputError.at(f"{name}.{place}", each, "a record", code="bad_sheet")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(value: Any, low: int = 0, high: int = 9999) -> int:
    """A whole number within bounds, whatever the sheet holds."""
    return min(max(value, low), high) if _is_whole(value) else low


def _one_of(value: Any, options: Mapping[str, str], otherwise: str) -> str:
    return value if isinstance(value, str) and value in options else otherwise


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _character(sheet: Mapping[str, Any]) -> Character:
    """The character as far as the sheet can be understood: a score that is none counts as the lowest."""
    given = sheet.get("attributes", {})
    items: dict[str, int] = {}
    for each in sheet.get("items", []):
        item = _text(each.get("item"))
        items[item] = items.get(item, 0) + _whole(each.get("count"), 0, 99)
    return Character(
        attributes={name: _whole(given.get(name), LOWEST, HIGHEST) for name in ATTRIBUTES},
        picks=[_text(each) for each in sheet.get("picks", [])],
        race=_one_of(sheet.get("race"), RACES, "human"),
        lenient=sheet.get("race_lenient") is True,
        peak=_whole(sheet.get("peak_abilities"), 0, MOST_ABILITIES),
        items={item: count for item, count in items.items() if item in ITEM_NAMES},
        motives=[_text(each.get("motive")) for each in sheet.get("motives", [])],
    )


def _track(sheet: Mapping[str, Any]) -> Track:
    given = sheet.get("track", {})
    return Track(_whole(given.get("hits"), 0, 99), given.get("injured") is True, given.get("serious") is True)


def _motive(each: Mapping) -> dict:
    return {
        "motive": _text(each.get("motive")),
        "fulfilled": each.get("fulfilled") is True,
        "betrayed": each.get("betrayed") is True,
    }


def _entry(each: Mapping) -> dict:
    """A line of the sheet's ledger as the ledger's rules take it; a line not filled in gains nothing."""
    entry = {"gain": None, "buy": None, "raise": None, "famous": each.get("famous") is True}
    match each.get("kind"):
        case "buy":
            entry["buy"] = _text(each.get("connection"))
        case "raise":
            entry["raise"] = [_text(each.get("from")), _text(each.get("connection"))]
        case _:
            entry["gain"] = _whole(each.get("xp"))
    return entry


def _problem(field: str, code: str, more: str = "", rule: str = "") -> Problem:
    """A problem in its words and perhaps some more, with its usual rule if no nearer one is given."""
    text, usual = WORDS[code]
    return Problem(field, code, f"{text}{more}", rule or usual)


def _name_problems(sheet: Mapping[str, Any]) -> Iterator[Problem]:
    if not _text(sheet.get("name")).strip():
        yield Problem("name", "name_missing", "The character needs a name.", "D-276", "warning")


def _choice_problems(sheet: Mapping[str, Any]) -> Iterator[Problem]:
    for name, code, options, rule in (
        ("race", "unknown_race", RACES, "D-253"),
        ("wealth", "unknown_wealth", WEALTH, "R-79"),
        ("gear", "unknown_gear", GEAR, "D-147"),
    ):
        if name in sheet and sheet[name] not in list(options):
            yield Problem(name, code, f"{shown(sheet[name])} is none of {', '.join(options.values())}.", rule)


def _attribute_problems(sheet: Mapping[str, Any], character: Character) -> Iterator[Problem]:
    given = sheet.get("attributes", {})
    odd = [name for name in ATTRIBUTES if not _is_whole(given.get(name))]
    for name in odd:
        yield _problem(f"attributes.{name}", "attr_range", f" Given: {shown(given.get(name))}.")
    scores = {name: given[name] if name not in odd else LOWEST for name in ATTRIBUTES}
    for name, code in attribute_problems(scores, character.race):
        if name not in odd and not (code == "pair_sum" and OPPOSITE[name] in odd):
            nearer = PEOPLES[character.race].rule if code == "race_minimum" else ""
            yield _problem(f"attributes.{name}", code, rule=nearer)


def _ability_problems(sheet: Mapping[str, Any], character: Character) -> Iterator[Problem]:
    _, found = judged_picks(character.attributes, character.picks, character.race, character.lenient)
    for place, code in found:
        given = f" Given: {shown(sheet['picks'][place])}." if code == "unknown_ability" else ""
        yield _problem(f"picks.{place}", code, given)
    if 0 < character.peak < len(character.held):
        yield Problem(
            "peak_abilities",
            "peak_too_low",
            "More abilities are held now than the peak says.",
            "R-18",
            "warning",
        )


def _motive_problems(sheet: Mapping[str, Any]) -> Iterator[Problem]:
    counting, found = judged_motives([_text(each.get("motive")) for each in sheet.get("motives", [])])
    for place, code in found:
        yield _problem(f"motives.{place}.motive", code)
    if len(counting) < MOST_MOTIVES:
        yield Problem(
            "motives",
            "motive_open",
            "A character has two motives, save while a betrayed one's place is empty.",
            "D-114",
            "warning",
        )


def _track_problems(sheet: Mapping[str, Any], character: Character) -> Iterator[Problem]:
    track = _track(sheet)
    first, later, _ = thresholds(character.held)
    needed = later if track.injured else first
    if track.hits >= needed:
        yield Problem(
            "track.hits",
            "track_full",
            f"{needed} hits are the next step of the track; the count starts again at 0.",
            "D-202",
        )


def _item_problems(sheet: Mapping[str, Any], character: Character) -> Iterator[Problem]:
    for place, each in enumerate(sheet.get("items", [])):
        if _text(each.get("item")) not in ITEM_NAMES:
            yield _problem(f"items.{place}.item", "unknown_item", f" Given: {shown(each.get('item'))}.")
    carrying = load(
        items=character.items, power=character.attributes["power"], martial=character.attributes["martial"]
    )
    if "overloaded" in carrying["problems"]:
        yield _problem(
            "items", "overloaded", f" {carrying['carried']} items, room for {carrying['capacity']}."
        )


def _ledger_problems(sheet: Mapping[str, Any], ledger: Mapping) -> Iterator[Problem]:
    for each in ledger["refused"]:
        yield _problem(f"ledger.{each['entry']}", each["code"])


TIED = tuple(
    Tied(f"attributes.{one}", f"attributes.{other}", PAIR_SUM) for one, other in DICHOTOMIES.values()
)

SHEET = Sheet(version=1, sections=SECTIONS, check=check, tied=TIED)
