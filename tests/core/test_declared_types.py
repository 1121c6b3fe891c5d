"""Fields of declarations: rejected with a suggestion if their types are wrong."""

from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

import pytest

from rules_py.base.errors import DeclarationError
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.base.type_check import _ClassTypes, check_field_types
from rules_py.calculators.calculator import SORTED, Calculator, Policy, PublishedOdds
from rules_py.calculators.duel_sides import DuelSides
from rules_py.calculators.measure import Measure, grade_probabilities
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.calculators.scale import Grade, Scale
from rules_py.inputs import (
    Amounts,
    Choice,
    DieSizes,
    Distribution,
    Flag,
    Input,
    Int,
    Keyed,
    Labelled,
    ListOf,
    NumberChoice,
    Record,
    Several,
    Text,
)
from rules_py.sheets.cost_benefit import CostBenefitSpec
from rules_py.sheets.panel import Cost, Panel, RollButton
from rules_py.sheets.play_mode import Cards, Play, PlayField
from rules_py.sheets.reference_list import Column, ReferenceList, RollOption
from rules_py.sheets.sheet import LinkedFields, Section, Sheet, Template
from rules_py.sheets.sheet_parser import parse_sheet
from rules_py.sheets.track import Track, TrackStage
from rules_py.systems.game import Game, Source
from rules_py.systems.recipes import brawl
from rules_py.systems.registry import game
from rules_py.tracker.forecast import ForecastSpec
from rules_py.tracker.spec import DamageTable, Preset, Sample, SetupSpec, TrackerSpec
from tests.core.lantern import HOUSE, LIGHT, WICK, calculator, shine

WICKS = Choice("wicks", "Wicks", {"one": "One", "two": "Two"})


DIM = Grade("dim", "Dim")


BEARER = ProblemGroup(
    "The bearer", ProblemType("name_missing", "Nameless."), ProblemType("wick_range", "A wick is 1 to 5.")
)


GOT_WICK = ", got Int(name='wick', label='Wick', help='', noun='', rule=None,…"


TUPLE = "a tuple with a comma after each item, "


INPUT = "Int(…), Choice(…) or another input"


OIL = RandomTable("lantern.oil", "Oil", "d4", (TableEntry("1-4", "Oil"),))


def tracker(**more: Any) -> TrackerSpec[Any]:
    brawl = game("recipes").tracker
    assert brawl
    return replace(brawl, **more)


def sheet(*fields: Input, **more) -> Sheet:
    return Sheet(version=1, sections=(Section("Light", fields),), evaluate=lambda read: None, **more)


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        # arguments in the wrong order
        (
            lambda: Int("steps", 0, 10, "Steps"),
            "input 'steps': label: expected a text, as in Int(name, label, low, high, …), got 0",
        ),
        (
            lambda: Int("steps", "Steps", 0, "10"),
            "input 'steps': high: expected a whole number, as in Int(name, label, low, high, …), got '10'",
        ),
        (
            lambda: Int(low=0.5, high=3),
            "input 'Int': low: expected a whole number, as in Int(name, label, low, high, …), got 0.5",
        ),
        (
            lambda: Int("steps", "Steps", True, 3),
            "input 'steps': low: expected a whole number, as in Int(name, label, low, high, …), got yes",
        ),
        (
            lambda: Text("n", "N", longest="80"),
            "input 'n': longest: expected a whole number (longest=80), got '80'",
        ),
        (lambda: Text("n", "N", rule=5), "input 'n': rule: expected a text or None, got 5"),
        (lambda: Flag("f", "F", quiet="no"), "input 'f': quiet: expected True or False, got 'no'"),
        (
            lambda: Calculator("lantern.shine", "Raise it", (WICK,), mechanic=shine),
            "calculator lantern.shine: summary: expected a text, as in Calculator(id, title, summary, inputs, …), got a list of 1",
        ),
        (
            lambda: Grade("dim", "Dim", None, "L-1"),
            "grade 'dim': tone: expected a text, as in Grade(key, label, tone, rule), got nothing",
        ),
        (
            lambda: Scale("Light", (DIM,)),
            "scale 'Light': of: expected a text or a function, as in Scale(title, of, grades, …), got a list of 1",
        ),
        (
            lambda: Game("lantern", "L", "T", order="1"),
            "game 'lantern': order: expected a whole number (order=1), got '1'",
        ),
        (
            lambda: Source("The Book", "A. Bearer", "1", 2020),
            "source 'The Book': date: expected a text, as in Source(title, author, version, date), got 2020",
        ),
        # a missing comma
        (
            lambda: calculator(inputs=WICK),
            f"calculator lantern.shine: inputs: expected {TUPLE}(Int(…),){GOT_WICK}",
        ),
        (
            lambda: calculator(measures=Measure("mean", "Mean")),
            "calculator lantern.shine: measures: "
            f"expected {TUPLE}(Measure(…),), got Measure(name='mean', label='Mean', words=None, of=None, kin…",
        ),
        (
            lambda: calculator(rules="L-1"),
            f"calculator lantern.shine: rules: expected {TUPLE}(\"L-1\",), got 'L-1'",
        ),
        (
            lambda: calculator(fixed_dice=6),
            f"calculator lantern.shine: fixed_dice: expected {TUPLE}(6,), got 6",
        ),
        (
            lambda: calculator(examples={"wick": 3}),
            f"calculator lantern.shine: examples: expected {TUPLE}(…,), got {{'wick': 3}}",
        ),
        (lambda: Record("r", "R", WICK), f"input 'r': fields: expected {TUPLE}(Int(…),){GOT_WICK}"),
        (
            lambda: Record("r", "R", (WICK, HOUSE), kind="house", only_for={"wick": "yes"}),
            f"input 'r': only_for: 'wick': expected {TUPLE}(\"yes\",), got 'yes'",
        ),
        (lambda: DieSizes("d", "D", 6), f"input 'd': sizes: expected {TUPLE}(6,), got 6"),
        (
            lambda: Scale("Light", "light", DIM),
            f"scale 'Light': grades: expected {TUPLE}(Grade(…),), got Grade(key='dim', label='Dim', tone='mixed', rule=None)",
        ),
        (
            lambda: ReferenceList("lamps", "Lamps", Column("use", "Use"), []),
            f"list lamps: columns: expected {TUPLE}(Column(…),), got Column(key='use', label='Use', of=None, filter=False)",
        ),
        (
            lambda: Game("lantern", "L", "T", order=1, calculators=calculator()),
            f"game 'lantern': calculators: expected {TUPLE}(Calculator(…),), got Calculator(id='lantern.shine', title='Raise the lantern', s…",
        ),
        (
            lambda: Game("lantern", "L", "T", order=1, numbers="L-1"),
            f"game 'lantern': numbers: expected {TUPLE}(\"L-1\",), got 'L-1'",
        ),
        (lambda: Section("Light", WICK), f"section 'Light': fields: expected {TUPLE}(Int(…),){GOT_WICK}"),
        (
            lambda: Sheet(version=1, sections=Section("Light", ()), evaluate=len),
            f"sheet: sections: expected {TUPLE}(Section(…),), got Section(title='Light', fields=(), help='', layout='lines', …",
        ),
        (
            lambda: sheet(WICK, linked_fields=LinkedFields("wick", "oil", 5)),
            f"sheet: linked_fields: expected {TUPLE}(LinkedFields(…),), got LinkedFields(one='wick', other='oil', sum=5)",
        ),
        (
            lambda: Panel("Rolls", ("Roll",), ("Raise it")),
            f"panel 'Rolls': rows: expected {TUPLE}((…,),), got 'Raise it'",
        ),
        (
            lambda: RollButton("lantern.shine", {}, "Raise it", Fraction(1), prompted="wick"),
            f"roll button 'lantern.shine': prompted: expected {TUPLE}(\"wick\",), got 'wick'",
        ),
        (
            lambda: RollButton("lantern.shine", {"wick": 2}, "Raise it", Fraction(1), button_text="DC {oil}"),
            "roll 'Raise it': button_text: unknown value 'DC {oil}' (expected {wick})",
        ),
        # values of another type
        (
            lambda: calculator(inputs=[WICK, HOUSE]),
            "calculator lantern.shine: inputs: expected a tuple with a comma after each item, (Int(…),), got a list of 2",
        ),
        (
            lambda: calculator(inputs=(each for each in (WICK, HOUSE))),
            "calculator lantern.shine: inputs: expected a tuple (put tuple(…) around it), got <generator object <lambda>.<locals>.<genexpr> at 0x",
        ),
        (
            lambda: calculator(inputs=("wick", HOUSE)),
            f"calculator lantern.shine: inputs: entry 1: expected {INPUT}, got 'wick'",
        ),
        (
            lambda: calculator(measures=(Measure("mean", "Mean"), grade_probabilities(LIGHT))),
            "calculator lantern.shine: measures: entry 2: expected Measure(…) (unpack a tuple inside a tuple with a star: *(…)), got a list of 3",
        ),
        (
            lambda: calculator(scale=(DIM,)),
            "calculator lantern.shine: scale: expected Scale(…) or None, got a list of 1",
        ),
        (
            lambda: calculator(mechanic="shine"),
            "calculator lantern.shine: mechanic: expected a function or None, got 'shine'",
        ),
        (
            lambda: calculator(projections={"best": "best"}),
            "calculator lantern.shine: projections: 'best': expected a function, got 'best'",
        ),
        (
            lambda: calculator(worst_case=("wick", "house")),
            "lantern.shine: worst_case: expected a mapping {'wick': …, 'house': …}, got ['wick', 'house']",
        ),
        (
            lambda: Choice("way", "Way", ["in", "out"]),
            "input 'way': options: expected a mapping {'in': \"…\", 'out': \"…\"}, got ['in', 'out']",
        ),
        (lambda: NumberChoice("die", "Die", {4: 4}), "input 'die': options: 4: expected a text, got 4"),
        (
            lambda: Amounts("pack", "Pack", ("rope",)),
            "input 'pack': options: expected a mapping {'rope': \"…\"}, got ['rope']",
        ),
        (
            lambda: ListOf("list", "List", Int),
            "input 'list': item: expected an instance, Int(…), got <class 'rules_py.inputs.numbers.Int'>",
        ),
        (lambda: Several("s", "S", WICK), f"input 's': item: expected Choice(…){GOT_WICK}"),
        (lambda: Keyed("k", "K", WICK, key="Name"), f"input 'k': key: expected {INPUT}, got 'Name'"),
        (
            lambda: Labelled("l", "L", {"craft": "Craft"}, with_words="craft"),
            "input 'l': with_words: expected a set, {\"craft\"}, got 'craft'",
        ),
        (
            lambda: Measure("mean", "Mean", of="mean"),
            "measure 'mean': of: expected a function or None, got 'mean'",
        ),
        (
            lambda: ReferenceList("lamps", "Lamps", (), {"oil": {}}),
            "list lamps: of: expected a list, got a mapping of 'oil'",
        ),
        (
            lambda: Game("lantern", "L", "T", order=1, policy=SORTED),
            "game 'lantern': policy: expected Policy(…), got 'sorted'",
        ),
        (
            lambda: Policy(face_aliases=[(0, 10)]),
            "policy: face_aliases: expected a mapping {…: …}, got a list of 1",
        ),
        (
            lambda: sheet(WICK, codes=(ProblemType("name_missing", "Nameless."),)),
            "sheet: codes: expected ProblemGroup(…), got a list of 1",
        ),
        (
            lambda: Template("elf", "An elf", {}, adds={"finds": {"of": "oil"}}),
            f"template 'elf': adds: 'finds': expected {TUPLE}(…,), got {{'of': 'oil'}}",
        ),
        (
            lambda: Section("Light", (WICK,), layout="line"),
            "section 'Light': layout: unknown value 'line' (expected lines, grid or wide). Did you mean 'lines'?",
        ),
        # tables, tracks and problems
        (
            lambda: TableEntry("1-3", 5),
            "table entry '1-3': text: expected a text, as in TableEntry(span, text, …), got 5",
        ),
        (
            lambda: TableEntry(6, "A beast", next_table=OIL.entries),
            "table entry 6: next_table: expected RandomTable(…) or None, got a list of 1",
        ),
        (
            lambda: RandomTable("lantern.oil", "Oil", "d4", "1-4"),
            f"table lantern.oil: entries: expected {TUPLE}(TableEntry(…),), got '1-4'",
        ),
        (
            lambda: RandomTable("lantern.oil", "Oil", 4, OIL.entries),
            "table lantern.oil: dice: expected a text, as in RandomTable(id, title, dice, entries, …), got 4",
        ),
        (
            lambda: TrackStage("Out", "It is dark.", "Nobody sees.", "L-1"),
            f"track stage 'Out': rules: expected {TUPLE}(\"L-1\",), got 'L-1'",
        ),
        (
            lambda: Track(name="oil", title="Oil", unit_names=("hour", "hours"), stages=("Full", "Out")),
            "track 'oil': stages: entry 1: expected TrackStage(…), got 'Full'",
        ),
        (
            lambda: ProblemType("wick_range", "L-1", None, True),
            "problem type 'wick_range': severity: expected a text, as in ProblemType(code, message, rule, severity), got yes",
        ),
        (
            lambda: ProblemGroup(ProblemType("wick_range", "A wick is 1 to 5.")),
            "problems: expected ProblemGroup(\"A turn\", ProblemType(…), ProblemType(…)), got ProblemType(code='wick_range', message='A wick is 1 to 5.',…",
        ),
        (
            lambda: ProblemGroup("The bearer", (ProblemType("wick_range", "A wick is 1 to 5."),)),
            'problems: expected ProblemGroup("A turn", ProblemType(…), ProblemType(…)), got a list of 1',
        ),
        # play mode
        (
            lambda: PlayField("oil", "Oil", True),
            "play field 'oil': group: expected a text, as in PlayField(field, label, group, unlimited, shows_remaining), got yes",
        ),
        (
            lambda: Cards("finds", "lantern.finds", "use"),
            f"cards 'finds': text: expected {TUPLE}(\"use\",), got 'use'",
        ),
        (
            lambda: Play(fields=PlayField("oil")),
            f"play: fields: expected {TUPLE}(PlayField(…),), got PlayField(field='oil', label='', group='', unlimited=False,…",
        ),
        (
            lambda: CostBenefitSpec(chances={}, cost=len),
            "cost benefit spec: chances: expected a function, got {}",
        ),
        (
            lambda: DuelSides("lantern.shine", "shine/", "Shine", "bearer", options=list),
            f"duel sides 'lantern.shine': inputs: expected {TUPLE}(\"bearer\",), got 'bearer'",
        ),
        # a tracker
        (
            lambda: Preset("dark", {"bearers": []}, "In the dark"),
            "preset 'dark': title: expected a text, as in Preset(id, title, state), got a mapping of 'bearers'",
        ),
        (
            lambda: DamageTable("Hits by round", "round", len),
            "damage table 'Hits by round': round: expected a function, got 'round'",
        ),
        (
            lambda: tracker(presets=Preset("dark", "In the dark", {})),
            f"tracker: presets: expected {TUPLE}(Preset(…),), got Preset(id='dark', title='In the dark', state={{}})",
        ),
        (lambda: tracker(version="1"), "tracker: version: expected a whole number (version=1), got '1'"),
        (lambda: tracker(actions=()), "tracker: actions: expected Actions(…), got []"),
        (
            lambda: Sample("tam", "Tam", {"name": "Tam"}, "A boy"),
            "sample 'tam': note: expected a text, as in Sample(id, title, note, participant), got {'name': 'Tam'}",
        ),
        (
            lambda: SetupSpec(
                list_field="bearers", blank=Preset("dark", "Dark", {}), default_participant="Tam"
            ),
            "setup spec 'bearers': default_participant: expected a mapping {…: …} or None, got 'Tam'",
        ),
        (
            lambda: ForecastSpec(
                assumptions="On", next_event=len, winner=len, model=len, round_number=1, victories=len
            ),
            "forecast spec 'On': round_number: expected a function, got 1",
        ),
        # names that the sheet doesn't have
        (
            lambda: sheet(WICK, WICK),
            "sheet: fields: expected a different name for each, got ['wick', 'wick']",
        ),
        (
            lambda: sheet(Text("name", "Name", missing="name_mising"), codes=BEARER),
            "sheet: missing of name: unknown code 'name_mising' (expected name_missing or wick_range, or a new ProblemType). Did you mean 'name_missing'?",
        ),
        (
            lambda: sheet(Record("r", "R", (Int("wick", "Wick", 1, 5, code="wick_rnage"),)), codes=BEARER),
            "sheet: code of r.wick: unknown code 'wick_rnage' (expected name_missing or wick_range, or a new ProblemType). Did you mean 'wick_range'?",
        ),
        (
            lambda: sheet(ListOf("l", "L", Several("s", "S", WICKS, twice="again")), codes=BEARER),
            "sheet: twice of l.s: unknown code 'again' (expected name_missing or wick_range, or a new ProblemType)",
        ),
        (
            lambda: sheet(Keyed("k", "K", Record(fields=(WICK,), unknown="odd")), codes=BEARER),
            "sheet: unknown of k: unknown code 'odd' (expected name_missing or wick_range, or a new ProblemType)",
        ),
    ],
)
def test_wrong_type_suggests_a_valid_value(declare, message):
    with pytest.raises(DeclarationError) as error:
        declare()
    assert message in str(error.value)
    assert len(str(error.value)) < 300


def test_shared_field_reports_a_bad_value_with_its_own_code():
    wick = Int("wick", "Wick", 1, 5, code="bad_dc", start=2)
    assert [each.code for each in parse_sheet((wick,), {"wick": 9}, BEARER).problems] == ["bad_dc"]
    assert sheet(wick, codes=BEARER).fields == (wick,)


@dataclass(frozen=True)
class Own(Input):
    """A game's own input, in a module whose annotations aren't strings."""

    sides: int = 6
    faces: tuple[str, ...] = ()
    anything: Hashable = None


def test_field_types_of_a_games_own_input_are_checked():
    with pytest.raises(
        DeclarationError, match="input 'own': sides: expected a whole number, as in Own.*, got '6'"
    ):
        Own("own", "Own", "6")
    with pytest.raises(
        DeclarationError,
        match="input 'own': faces: expected a tuple with a comma after each item, .*, got 'up'",
    ):
        Own("own", "Own", 6, "up")
    assert Own("own", "Own", 6, ("up",), None).sides == 6


ANYTHING = {"default", "start", "key"}
"""Fields that accept any value that fits the other fields."""


CIRCULAR = {"blank", "forecast", "setting"}
"""Tracker fields whose class is in a module that imports this one, so its type can't be resolved."""


@pytest.mark.parametrize(
    "declaration",
    [
        *(
            Amounts,
            Calculator,
            Choice,
            Column,
            DieSizes,
            Distribution,
            Flag,
            Game,
            Grade,
            Int,
            Keyed,
            Labelled,
        ),
        *(
            ListOf,
            Measure,
            RollOption,
            Panel,
            Policy,
            PublishedOdds,
            Record,
            ReferenceList,
            Scale,
            Section,
            Several,
        ),
        *(Sheet, Source, Cost, Template, Text, RollButton, LinkedFields),
        *(
            Cards,
            ProblemType,
            TrackerSpec,
            ForecastSpec,
            DamageTable,
            Track,
            TableEntry,
            Play,
            RandomTable,
            TrackStage,
            Sample,
            SetupSpec,
            DuelSides,
        ),
        *(Preset, PlayField, CostBenefitSpec),
    ],
)
def test_type_of_every_declared_field_is_resolved(declaration):
    types = _ClassTypes(declaration).types
    assert {each.name for each in fields(declaration)} - types.keys() <= ANYTHING | CIRCULAR


def test_tracker_setup_rejects_a_mapping_as_its_blank_preset() -> None:
    with pytest.raises(
        DeclarationError,
        match=r"^setup spec 'brawlers': blank: expected Preset\(…\), got a mapping of 'brawlers'$",
    ):
        SetupSpec(list_field="brawlers", blank={"brawlers": []})


@pytest.mark.parametrize("field", ["forecast", "setup", "damage_table"])
def test_tracker_rejects_a_part_of_the_wrong_type(field: str) -> None:
    with pytest.raises(DeclarationError, match=rf"^tracker: {field}: expected \w+\(…\) or None, got .*"):
        replace(brawl.TRACKER, **{field: brawl.Brawl})


@dataclass(frozen=True)
class Unresolved:
    """A declaration whose annotation names nothing that exists at run time."""

    part: "NeverImported"  # type: ignore[name-defined]  # noqa: F821

    def __post_init__(self) -> None:
        check_field_types(self)


def test_declaration_with_an_unresolvable_annotation_raises() -> None:
    words = f"Unresolved.part: annotation 'NeverImported': NeverImported isn't imported at run time in {__name__}. Import it there."
    with pytest.raises(DeclarationError, match=f"^{words}"):
        Unresolved(1)
