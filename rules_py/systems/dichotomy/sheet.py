"""The character sheet of Dichotomy: the fields of the printed one, derived values and rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.base.wording import pluralize
from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Text
from rules_py.sheets.creation import Total
from rules_py.sheets.panel import Panel
from rules_py.sheets.play_mode import Card, Cards, Play, PlayField, SheetStep
from rules_py.sheets.sheet import LinkedFields, Section, Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.dichotomy import panels
from rules_py.systems.dichotomy.abilities import ABILITIES, ABILITY_NAMES
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
    ability_slots,
    attribute_problems,
)
from rules_py.systems.dichotomy.character import Character, derive
from rules_py.systems.dichotomy.connections import CONNECTION_NAMES
from rules_py.systems.dichotomy.creation import STEPS as CREATION
from rules_py.systems.dichotomy.equipment import ITEM_NAMES, WEALTH
from rules_py.systems.dichotomy.experience import xp_ledger
from rules_py.systems.dichotomy.fields import PEAK_ABILITIES, TARGETS, WIDE, with_name
from rules_py.systems.dichotomy.house import BOOK, House
from rules_py.systems.dichotomy.injuries import (
    GAINED,
    RUNGS,
    STEP_RULES,
    STEPS,
    UNHURT,
    heal,
    healed_after,
    position_of,
    rest,
    step_ahead,
)
from rules_py.systems.dichotomy.injuries import InjuryState as InjuryTrack
from rules_py.systems.dichotomy.modifiers import GEAR
from rules_py.systems.dichotomy.motives import MAX_MOTIVES, MOTIVE_NAMES, judged_motives, motive_xp
from rules_py.systems.dichotomy.options import ON_SHEETS, RACE_LENIENT, STEP_HITS
from rules_py.systems.dichotomy.picks import judged_picks, next_faults
from rules_py.systems.dichotomy.problems import CHARACTER_CODES

MAX_ENTRIES = 200
MIDDLING = {"finesse": 6, "power": 5, "martial": 6, "spiritual": 5, "natural": 6, "technical": 5}

MARKED = {step: RUNGS[step].name for step in STEPS} | {"out": "Out for good"}
"""The marks of the track, in the order of the sheet."""
KINDS = {"gain": "Gained", "buy": "Bought", "raise": "Improved"}
_CONNECTION = Choice("connection", "Connection", CONNECTION_NAMES, optional=True, code="unknown_connection")

SECTIONS = (
    Section(
        "Character",
        (
            Text("player", "Player", longest=80, rule="D-276"),
            Text("name", "Name", longest=80, rule="D-276", missing="name_missing"),
            Text("age_gender", "Age / gender", longest=80, rule="D-276"),
            Choice("race", "People", RACES, start="human", rule="D-253", code="unknown_race"),
            Choice("wealth", "Wealth", WEALTH, start="comfortable", rule="D-172", code="unknown_wealth"),
            RACE_LENIENT,
        ),
    ),
    Section(
        "Attributes",
        (
            Record(
                "attributes",
                "Attributes",
                tuple(
                    Int(
                        key,
                        name,
                        LOWEST,
                        HIGHEST,
                        start=MIDDLING[key],
                        help=MEANINGS[key][0],
                        rule=MEANINGS[key][1],
                        code="attr_range",
                        missing="attr_range",
                    )
                    for key, name in ATTRIBUTES.items()
                ),
                rule="D-278",
                start=MIDDLING,
            ),
        ),
        help="Three pairs that each add up to 11: raising one attribute lowers its opposite.",
        layout="grid",
    ),
    Section(
        "Special abilities",
        (
            ListOf(
                "picks",
                "Abilities, in the order picked",
                Choice("ability", "Ability", ABILITY_NAMES, start="smite", code="unknown_ability"),
                most=20,
                start=[],
                rule="D-279",
            ),
            with_name(
                PEAK_ABILITIES, help="Only if you lost some: the monster slayer bonus uses this number."
            ),
        ),
    ),
    Section(
        "Motives",
        (
            ListOf(
                "motives",
                "Motives",
                Record(
                    fields=(
                        Choice("motive", "Motive", MOTIVE_NAMES, start="truth", code="unknown_motive"),
                        Flag("fulfilled", "Fulfilled", rule="D-115"),
                        Flag("betrayed", "Betrayed", rule="D-116"),
                    )
                ),
                most=10,
                start=[],
                rule="D-280",
                help="Tick what happened in this adventure to see the experience earned.",
            ),
        ),
    ),
    Section(
        "Health",
        (
            Record(
                "track",
                "Injury track",
                (
                    Int("hits", "Hits (shaken)", 0, STEP_HITS.high + 1, start=0, rule=STEP_RULES["none"]),
                    *(Flag(step, MARKED[step], rule=STEP_RULES[step]) for step in STEPS),
                ),
                rule="D-281",
                start=UNHURT | {"out": False},
            ),
        ),
        help="Enough hits make a step, and you take at most one step a round.",
    ),
    Section(
        "Equipment",
        (
            Choice("gear", "Weapons and armour", GEAR, start="normal", rule="D-144", code="unknown_gear"),
            ListOf(
                "items",
                "Items carried",
                Record(
                    fields=(
                        Choice("item", "Item", ITEM_NAMES, start="rope", code="unknown_item"),
                        Int("count", "Quantity", 1, 99, noun="The quantity", start=1),
                    )
                ),
                most=60,
                start=[],
                rule="D-145",
            ),
        ),
    ),
    Section(
        "Experience and connections",
        (
            Int("xp", "Starting XP", 0, 9999, default=0, rule="D-277"),
            ListOf(
                "ledger",
                "Ledger",
                Record(
                    kind="kind",
                    only_for={
                        "xp": ("gain",),
                        "connection": ("buy", "raise"),
                        "from": ("raise",),
                        "famous": ("buy", "raise"),
                    },
                    fields=(
                        Choice("kind", "Entry", KINDS, start="gain"),
                        Int("xp", "XP gained", 0, 9999, start=2, default=0),
                        _CONNECTION,
                        Choice(
                            "from",
                            "Improved from",
                            CONNECTION_NAMES,
                            optional=True,
                            rule="R-74",
                            code="unknown_connection",
                        ),
                        Flag("famous", "Famous companion or spouse", rule="D-249"),
                        Text("note", "Note", longest=120),
                    ),
                ),
                most=MAX_ENTRIES,
                start=[],
                rule="D-232",
            ),
        ),
    ),
    Section(
        "Notes",
        (Text("notes", "Description, history and connections", longest=4000, lines=8, rule="D-277"),),
        layout="wide",
    ),
)


RESTS = {"injured": "Rest for a day and a night", "serious": "Rest for seven days"}
"""The rest that removes each mark, by the book."""


def judge(sheet: ParsedSheet) -> SheetReport:
    """Return a sheet's derived values, rolls and problems. R-80."""
    character = _character(sheet)
    ledger = xp_ledger(start=sheet["xp"], entries=[_entry(each) for _, each in sheet.entries("ledger")])
    track = InjuryTrack(**sheet["track"])
    _judge_attributes(sheet, character)
    _judge_abilities(sheet, character)
    _judge_motives(sheet)
    _judge_load(sheet, character)
    first, later, _ = character.thresholds
    full = later if track.injured else first
    if track.hits >= full:
        sheet.add_problem("track.hits", "track_full")
    lines = [place for place, _ in sheet.entries("ledger")]
    for each in ledger["refused"]:
        line = f"ledger.{lines[each['entry']]}"
        if sheet.is_valid(f"{line}.connection") and sheet.is_valid(f"{line}.from"):
            sheet.add_problem(line, each["code"])
    derived = derive(character) | {
        "xp": ledger["balances"][-1] if ledger["balances"] else sheet["xp"],
        "connections": ledger["held"],
        "adventure": motive_xp(
            motives=[each for _, each in _motives(sheet)],
            fulfilled_xp=character.house.fulfilled_xp,
            betrayed_xp=character.house.betrayed_xp,
        ),
        "track": {**sheet["track"], "words": track.words},
    }
    return SheetReport(
        (),
        derived,
        tuple(panels.panels(character, derived, sheet["gear"])),
        track_positions={"track": position_of(track, character.fortitude, character.house)},
        steps=tuple(_steps(track, full, character.house)),
        maximums={"track.hits": full},
        totals=_totals(character, derived["xp"]),
        to_do=_to_do(character),
    )


def _totals(character: Character, xp: int) -> tuple[Total, ...]:
    """Return the number of abilities picked, and the XP left if there are any."""
    abilities = Total(len(character.picks), ("ability", "abilities"))
    xp_totals = tuple(Total(xp, ("XP", "XP"), left=True, in_play=in_play) for in_play in (False, True))
    return (abilities, *(xp_totals if xp else ()))


def _to_do(character: Character) -> dict[str, str]:
    picked = len(character.picks)
    if not 0 < picked < character.house.first_picks:
        return {}
    return {"picks": f"{pluralize(picked, 'ability', 'abilities')} so far.{_usual_picks(character.house)}"}


def _usual_picks(house: House) -> str:
    """Return a sentence about the number of abilities of a new character. D-052, R-61."""
    number = house.first_picks
    many = "three" if number == BOOK.first_picks else str(number)
    pairs = "" if house.free_picks or number != BOOK.first_picks else ", one from each pair of attributes"
    return f" A new character normally has {many}{pairs}."


def _steps(track: InjuryTrack, full: int, house: House) -> Iterator[SheetStep]:
    """Yield the next step of the track if its hits are full, and the steps of healing by rest. D-202 to
    D-204, R-53, R-54.
    """
    if track.out:
        return
    if track.hits >= full:
        mark = step_ahead(track)
        yield SheetStep(
            f"Mark {MARKED[mark]}",
            {"track.hits": 0, f"track.{mark}": True},
            f"{full} hits make a step: you are {GAINED[mark]}. The count resets to 0.",
            STEP_RULES[mark],
            due=True,
            field="track.hits",
        )
    yield SheetStep(
        "End of the fight",
        {"track.hits": 0},
        "Being shaken passes when the fight ends.",
        "R-54",
        available=0 < track.hits < full,
    )
    for mark, hours in healed_after(house).items():
        after = heal(track, hours, house)._asdict()
        changes = {f"track.{key}": now for key, now in after.items() if now != getattr(track, key)}
        why = f"Removes the mark {MARKED[mark]}."
        by_book = hours == healed_after(BOOK)[mark]
        title = RESTS[mark] if by_book else f"Rest for {rest(house)[mark]}"
        yield SheetStep(title, changes, why, "R-53", available=getattr(track, mark))


def _character(sheet: ParsedSheet) -> Character:
    """Return the part of the sheet that the rules work with.

    Its people may pick freely by the table's house rules, or by a setting of the character's sheet.
    """
    house = House(**sheet.house)
    items: dict[str, int] = {}
    for _, each in sheet.entries("items"):
        if each["item"]:
            items[each["item"]] = items.get(each["item"], 0) + each["count"]
    return Character(
        attributes=sheet["attributes"],
        picks=[pick for _, pick in sheet.entries("picks")],
        race=sheet["race"],
        house=house._replace(race_lenient=house.race_lenient or sheet["race_lenient"]),
        peak=sheet["peak_abilities"],
        items=items,
        motives=[each["motive"] for _, each in _motives(sheet)],
    )


def _motives(sheet: ParsedSheet) -> list[tuple[int, Mapping[str, Any]]]:
    """Return the readable motives, each with its index."""
    return [(place, each) for place, each in sheet.entries("motives") if each["motive"]]


def _entry(each: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line of the sheet's ledger as an entry for `xp_ledger`; a blank line gains nothing."""
    entry = {"gain": None, "buy": None, "raise": None, "famous": each["famous"]}
    match each["kind"]:
        case "buy":
            entry["buy"] = each["connection"] or ""
        case "raise":
            entry["raise"] = [each["from"] or "", each["connection"] or ""]
        case _:
            entry["gain"] = each["xp"]
    return entry


def _judge_attributes(sheet: ParsedSheet, character: Character) -> None:
    odd = [name for name in ATTRIBUTES if not sheet.is_valid(f"attributes.{name}")]
    for name, code in attribute_problems(character.attributes, character.race):
        if name not in odd and not (code == "pair_sum" and OPPOSITE[name] in odd):
            nearer = PEOPLES[character.race].rule if code == "race_minimum" else None
            sheet.add_problem(f"attributes.{name}", code, rule=nearer)


def _judge_abilities(sheet: ParsedSheet, character: Character) -> None:
    places = [place for place, _ in sheet.entries("picks")]
    _, problems = judged_picks(character.attributes, character.picks, character.race, character.house)
    for place, code in problems:
        sheet.add_problem(f"picks.{places[place]}", code)
    if sheet.is_valid("picks") and not sheet["picks"]:
        sheet.add_problem("picks", "abilities_open", _usual_picks(character.house))
    if 0 < character.peak < len(character.counted_picks):
        sheet.add_problem("peak_abilities", "peak_too_low")


def _judge_motives(sheet: ParsedSheet) -> None:
    places = [place for place, _ in _motives(sheet)]
    counting, problems = judged_motives([each["motive"] for _, each in _motives(sheet)])
    for place, code in problems:
        sheet.add_problem(f"motives.{places[place]}.motive", code)
    if len(counting) < MAX_MOTIVES:
        sheet.add_problem("motives", "motive_open")


def _judge_load(sheet: ParsedSheet, character: Character) -> None:
    carrying = character.load
    for code in carrying["problems"]:
        sheet.add_problem(
            "items", code, f" You carry {carrying['carried']} items and have room for {carrying['capacity']}."
        )


TIED = tuple(
    LinkedFields(f"attributes.{one}", f"attributes.{other}", PAIR_SUM) for one, other in DICHOTOMIES.values()
)


def _rolls(sheet: ParsedSheet, situation: Mapping[str, Any]) -> tuple[Panel, ...]:
    """Return attacks, defences and checks against these targets, with the modifiers of the situation."""
    return tuple(panels.rolls(_character(sheet), sheet["gear"], situation))


def _ability_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each ability: whether it can be the next pick, the reasons why not, and the free
    slots of its attribute.
    """
    character = _character(sheet)
    faults = next_faults(character.attributes, character.picks, character.race, character.house)
    slots = ability_slots(attributes=character.attributes)

    def price(attribute: str) -> str:
        total = pluralize(slots[attribute], "slot", "slots")
        return f"{ATTRIBUTES[attribute]}: {character.ability_counts[attribute]} of {total} used."

    return {
        key: Card(
            price(ability.attribute),
            tuple(
                (CHARACTER_CODES[code].message, CHARACTER_CODES[code].rule) for code in faults.get(key, ())
            ),
        )
        for key, ability in ABILITIES.items()
    }


def _motive_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each motive: whether there is room for it."""
    motives = [each["motive"] for _, each in _motives(sheet)]
    full = CHARACTER_CODES["too_many_motives"]
    barred = ((full.message, full.rule),) if len(motives) >= MAX_MOTIVES else ()
    return {key: Card("", barred) for key in MOTIVE_NAMES if key not in motives}


def _item_cards(sheet: ParsedSheet) -> dict[str, Card]:
    """Return a card for each item: whether there is room for it."""
    carrying = _character(sheet).load
    full = CHARACTER_CODES["overloaded"]
    barred = ((full.message, full.rule),) if carrying["free"] <= 0 else ()
    room = f"{carrying['carried']} of {carrying['capacity']} carried."
    return {key: Card(room, barred) for key in ITEM_NAMES}


SHEET = Sheet(
    version=1,
    sections=SECTIONS,
    evaluate=judge,
    codes=CHARACTER_CODES,
    options=ON_SHEETS,
    linked_fields=TIED,
    creation=CREATION,
    play=Play(
        fields=(
            PlayField("track.hits", "Hits left", shows_remaining=True),
            *(PlayField(f"track.{step}", RUNGS[step].name) for step in STEPS),
        ),
        facts=("race", "age_gender", "wealth", "player"),
        situation=(
            *TARGETS,
            Int("mod", "Modifier", -WIDE, WIDE, noun="The modifier", default=0, rule="R-13"),
        ),
        rolls=_rolls,
    ),
    cards=(
        Cards("picks", "abilities", ("use",), group="attribute", evaluate=_ability_cards),
        Cards("motives", "motives", ("what", "reward", "betrayal"), key="motive", evaluate=_motive_cards),
        Cards("items", "equipment", ("use",), key="item", evaluate=_item_cards),
    ),
)
