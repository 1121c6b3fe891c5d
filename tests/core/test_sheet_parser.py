"""Sheets parse any data: valid values are used, and problems are reported at their fields."""

import json
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks.contracts.requests import reply_to
from rules_py import present
from rules_py.base import file_format
from rules_py.base.errors import DeclarationError, InputError
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.inputs import Choice, DieSizes, Flag, Int, Keyed, Labelled, ListOf, Record, Several, Text
from rules_py.present import forms, input_text
from rules_py.sheets.panel import Cost, Panel, RollButton
from rules_py.sheets.play_mode import Play
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.sheets.sheet import Section, Sheet, SheetReport, Template
from rules_py.sheets.sheet_parser import ParsedSheet, parse_sheet
from rules_py.systems.game import Game

CODES = ProblemGroup(
    "The sheet",
    ProblemType("nameless", "Everybody has a name."),
    ProblemType("rank", "A rank is 0 to 5.", "L-1"),
    ProblemType("no_stat", "A stat is missing."),
    ProblemType("odd_stat", "There is no such stat."),
    ProblemType("talent", "There is no such talent."),
    ProblemType("twice", "Once is enough."),
)
TALENTS = {"swift": "Swift", "calm": "Calm"}
FIELDS = (
    Text("name", "Name", longest=8, missing="nameless"),
    Record(
        "stats",
        "Stats",
        tuple(Int(each, each, 0, 5, start=2, code="rank", missing="no_stat") for each in ("body", "mind")),
        unknown="odd_stat",
    ),
    Several(
        "talents", "Talents", Choice(options=TALENTS, start="swift", code="talent"), start=[], twice="twice"
    ),
    ListOf(
        "gear",
        "Gear",
        Record(fields=(Choice("of", "What", TALENTS, code="talent"), Flag("worn", "Worn"))),
        start=[],
    ),
    Choice("people", "People", {"elf": "Elf", "dwarf": "Dwarf"}, start="elf"),
    Keyed("skills", "Skills", Int("rank", "Rank", 0, 5, code="rank"), default={}),
)


def problems_of(data):
    parsed_sheet = parse_sheet(FIELDS, data, CODES)
    return parsed_sheet.values, [(each.field, each.code) for each in parsed_sheet.problems]


def test_parse_sheet_returns_valid_data_unchanged():
    data = {
        "name": "Ann",
        "stats": {"body": 3, "mind": 0},
        "talents": ["calm"],
        "gear": [{"of": "swift", "worn": True}],
        "people": "dwarf",
        "skills": {"Trade (Chef)": 2},
    }
    assert problems_of(data) == (data, [])


@pytest.mark.parametrize("data", [{}, {"gear": None}, {"gear": ""}])
def test_parse_sheet_reads_a_missing_list_as_empty(data):
    numbers = Int("number", "Number", 1, 3)
    fields = (ListOf("gear", "Gear", numbers, start=[1]), ListOf("more", "More", numbers))
    assert parse_sheet(fields, data, CODES).values == {"gear": [], "more": []}


@pytest.mark.parametrize(
    ("change", "field", "code", "value"),
    [
        ({"name": " "}, "name", "nameless", None),
        ({"name": "Annabellina"}, "name", "bad_value", "Annabell"),
        ({"stats": {"body": 9, "mind": 1}}, "stats.body", "rank", {"body": 5, "mind": 1}),
        ({"stats": {"body": -1, "mind": 1}}, "stats.body", "rank", {"body": 0, "mind": 1}),
        ({"stats": {"body": "x", "mind": 1}}, "stats.body", "rank", {"body": 0, "mind": 1}),
        ({"stats": {"body": 1}}, "stats.mind", "no_stat", {"body": 1, "mind": 0}),
        ({"stats": {"body": 1, "mind": 1, "luck": 1}}, "stats.luck", "odd_stat", {"body": 1, "mind": 1}),
        ({"talents": ["calm", "fast"]}, "talents.1", "talent", ["calm", None]),
        ({"talents": ["calm", "calm"]}, "talents.1", "twice", ["calm", None]),
        ({"gear": [{"of": "anvil"}]}, "gear.0.of", "talent", [{"of": None, "worn": False}]),
        ({"gear": [{"worn": True}]}, "gear.0.of", "talent", [{"of": None, "worn": True}]),
        ({"people": "orc"}, "people", "bad_value", "elf"),
        ({"skills": {"Trade": 9}}, "skills.Trade", "rank", {}),
        ({"skills": [{"of": "Trade", "value": 1}] * 2}, "skills.1.of", "bad_value", {"Trade": 1}),
    ],
)
def test_parse_sheet_reports_and_replaces_invalid_values(change, field, code, value):
    valid = {"name": "Ann", "stats": {"body": 1, "mind": 1}}
    values, problems = problems_of(valid | change)
    assert problems == [(field, code)]
    if value is not None:
        assert values[next(iter(change))] == value


def test_parse_sheet_reports_duplicates_with_a_default_message():
    talents = Several("talents", "Talents", Choice(options=TALENTS, start="swift"), start=[])
    data = {"skills": [{"of": "Trade", "value": 1}] * 2, "talents": ["calm", "calm"]}
    problems = parse_sheet(
        [talents, *(each for each in FIELDS if each.name == "skills")], data, CODES
    ).problems
    assert [each.message for each in problems] == ["“calm” is listed twice.", "“Trade” is listed twice."]


@pytest.mark.parametrize("other", ["trade", " Trade", "TRADE ", "Trade\u00a0"])
@pytest.mark.parametrize("as_rows", [True, False])
def test_names_are_equal_regardless_of_case_and_spaces(other, as_rows):
    """The first one counts, as with identical names; both stay on the sheet."""
    skills = {"Trade": 1, other: 2, "Trade (Chef)": 3}
    data = {"skills": [{"of": name, "value": rank} for name, rank in skills.items()] if as_rows else skills}
    parsed_sheet = parse_sheet([each for each in FIELDS if each.name == "skills"], data, CODES)
    assert parsed_sheet["skills"] == {"Trade": 1, "Trade (Chef)": 3}
    assert [each.field for each in parsed_sheet.problems] == ["skills.1.of" if as_rows else f"skills.{other}"]


def test_parse_sheet_names_an_undeclared_duplicate_code():
    talents = Several("talents", "Talents", Choice(options=TALENTS, start="swift"), start=[], twice="twize")
    with pytest.raises(
        DeclarationError,
        match=r"unknown code 'twize' \(expected nameless, rank, no_stat, odd_stat, talent or twice, or a new ProblemType\)\. Did you mean 'twice'\?",
    ):
        parse_sheet([talents], {"talents": ["calm", "calm"]}, CODES)


def test_unreadable_names_are_not_duplicates():
    unreadable = {"skills": [{"of": False, "value": 1}] * 2}
    _, problems = problems_of({"name": "Ann", "stats": {"body": 1, "mind": 1}} | unreadable)
    assert problems == [("skills.0.of", "bad_value"), ("skills.1.of", "bad_value")]


@pytest.mark.parametrize("change", [{"stats": 7}, {"stats": [1]}, {"talents": {"calm": 1}}, {"gear": ["x"]}])
def test_parse_sheet_rejects_data_of_the_wrong_shape(change):
    with pytest.raises(InputError) as error:
        parse_sheet(FIELDS, {"name": "Ann"} | change, CODES)
    assert error.value.codes == ("bad_sheet",)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["calm", "swift", "elf"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["of", "body", "worn"]), inner)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([each.name for each in FIELDS]), ANYTHING))
def test_parse_sheet_returns_valid_values_or_rejects_the_data(data):
    try:
        values, _ = problems_of(data)
    except InputError as error:
        assert error.codes == ("bad_sheet",)
        return
    assert set(values) == {each.name for each in FIELDS}
    assert all(0 <= values["stats"][each] <= 5 for each in ("body", "mind"))
    assert all(each in TALENTS or each is None for each in values["talents"])
    assert values["people"] in ("elf", "dwarf")


def evaluate(sheet: ParsedSheet) -> SheetReport:
    button = RollButton(
        "core_rules.challenge",
        {"situation": "average", "steps": 1},
        "Body",
        Fraction(1, 2),
        prompted=("situation",),
        costs=(Cost("stats.body"),),
    )
    panel = Panel("Rolls", ("Roll", "Chance"), (("Body", button),))
    return SheetReport((), {}, (panel,), {"stats.body": "The next rank costs 3 XP."})


ELF = Template("elf", "An elf", {"stats": {"mind": 4}, "people": "elf"}, "What an elf brings along")
SHEET = Sheet(version=2, sections=(Section("All", FIELDS),), evaluate=evaluate, codes=CODES, templates=(ELF,))


def test_problems_are_in_the_order_of_the_fields():
    def evaluate_name(sheet: ParsedSheet) -> SheetReport:
        sheet.add_problem("name", "nameless")
        return SheetReport((), {})

    sheet = Sheet(version=1, sections=(Section("All", FIELDS),), evaluate=evaluate_name, codes=CODES)
    report = sheet.check({"name": "Ann", "stats": {"body": 9, "mind": 1}})
    assert [each.field for each in report.problems] == ["name", "stats.body"]


def test_template_changes_only_its_own_fields():
    before = {"name": "Ann", "stats": {"body": 3, "mind": 1}, "own": "kept"}
    after = SHEET.apply_template(before, "elf")
    assert after == {"name": "Ann", "stats": {"body": 3, "mind": 4}, "own": "kept", "people": "elf"}
    assert before["stats"] == {"body": 3, "mind": 1}
    with pytest.raises(InputError, match=r"^unknown template 'orc' \(expected elf\)$"):
        SHEET.apply_template(before, "orc")
    with pytest.raises(DeclarationError, match=r"^template 'x': unknown field 'luck' \(expected name, .*\)$"):
        Sheet(
            version=1,
            sections=SHEET.sections,
            evaluate=evaluate,
            templates=(Template("x", "X", {"luck": 1}),),
        )


@pytest.mark.parametrize(
    "highest, message",
    [
        ({"luck": "top"}, r"^sheet: situation with a highest value: unknown input 'luck' "),
        ({"difficulty": "top"}, r"^sheet: highest difficulty: unknown house rule 'top' "),
    ],
)
def test_highest_value_must_be_a_house_rule(highest, message):
    play = Play(situation=(Int("difficulty", "Difficulty", low=2, high=10),), highest=highest)
    with pytest.raises(DeclarationError, match=message):
        Sheet(version=1, sections=SHEET.sections, evaluate=evaluate, play=play)


class Tags(HTMLParser):
    """The start tags of a page, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    handle_starttag = lambda self, tag, attributes: self.tags.append((tag, dict(attributes)))  # noqa: E731


def test_sheet_roll_button_requests_inputs_and_shows_its_cost():
    game = Game("core_rules", "C", "T", order=1, calculators=present_calculators(), sheet=SHEET)
    page = Tags(present.render_sheet(game, SHEET))
    button = next(each for tag, each in page.tags if "data-spends" in each)
    [cost] = json.loads(button["data-spends"])
    assert cost == {"field": "stats.body", "by": 1, "label": "Stats, body", "low": 0, "high": 5}
    names = [
        each["name"]
        for tag, each in page.tags
        if tag in ("input", "select") and each.get("name") == "situation"
    ]
    assert names
    assert any(each.get("data-template") == "elf" for _, each in page.tags)
    assert any(each.get("data-note") == "stats.body" for _, each in page.tags)
    ids = [each["id"] for _, each in page.tags if "id" in each]
    assert len(set(ids)) == len(ids)


def present_calculators():
    from rules_py.systems import registry

    return tuple(
        each for each in registry.game("core_rules").calculators if each.id == "core_rules.challenge"
    )


# Inputs that sheets use


def test_die_sizes_accept_the_declared_number_of_dice():
    field = DieSizes("dice", "Dice", fewest=1, most=3)
    assert field.parse("d4 d6 d8") == [4, 6, 8] and field.parse("d4") == [4]
    for wrong in ("", "d4 d6 d8 d10", "d5"):
        with pytest.raises(
            InputError,
            match=rf"expected 1 to 3 dice \(d4, d6, d8, d10 or d12\), such as d12 d4, got '{wrong}'",
        ):
            field.parse(wrong)
    assert len(DieSizes("dice", "Dice").parse("d6 " * 6)) == 6
    with pytest.raises(
        InputError, match=r"expected at most 6 dice \(d4, d6, d8, d10 or d12\), such as d12 d4, got 'd6 d6"
    ):
        DieSizes("dice", "Dice").parse("d6 " * 7)


def test_die_sizes_accept_unknown_dice_where_declared():
    field = DieSizes("dice", "Dice", unknown_too=True)
    assert field.parse("d7 d20") == [7, 20]
    for wrong in ("d0", [10**30], [True], "d6 and more"):
        with pytest.raises(InputError):
            field.parse(wrong)


@pytest.mark.parametrize(
    ("field", "text", "value", "words"),
    [
        (DieSizes("dice", "Dice"), "d12 d6", [12, 6], "d12 d6"),
        (DieSizes("dice", "Dice"), "12,6", [12, 6], "d12 d6"),
        (DieSizes("dice", "Dice"), [12, 6], [12, 6], "d12 d6"),
        (DieSizes("dice", "Dice"), "", [], ""),
        (DieSizes("dice", "Dice"), 8, [8], "d8"),
        (
            Labelled("skill", "Skill", {"Trade": "Trade", "Bluff": "Bluff"}, with_words=frozenset({"Trade"})),
            "Bluff",
            "Bluff",
            "Bluff",
        ),
        (
            Labelled("skill", "Skill", {"Trade": "Trade"}, with_words=frozenset({"Trade"})),
            " Trade  ( Chef ) ",
            "Trade (Chef)",
            "Trade (Chef)",
        ),
        (
            Keyed("skills", "Skills", Int(low=0, high=5)),
            "Art: 3, Guts: 1",
            {"Art": 3, "Guts": 1},
            "Art 3, Guts 1",
        ),
        (Keyed("skills", "Skills", Int(low=0, high=5)), [{"of": "Art", "value": 2}], {"Art": 2}, "Art 2"),
        (Keyed("stats", "Stats", DieSizes()), {"Guts": "d12 d6"}, {"Guts": [12, 6]}, "Guts d12 d6"),
    ],
)
def test_typed_value_is_parsed_and_formatted(field, text, value, words):
    assert field.parse(text) == value
    assert field.parse(value) == value
    assert input_text.value_text(field, value) == words
    assert field.expected
    html = forms.render_fields("f", "core_rules", (field,), {field.name: value})
    assert field.label in html


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (DieSizes("dice", "Dice"), "d7"),
        (DieSizes("dice", "Dice"), [True]),
        (DieSizes("dice", "Dice", most=2), "d4 d4 d4"),
        (DieSizes("dice", "Dice"), "d12 and d6"),
        (Labelled("s", "S", {"Trade": "Trade"}, with_words=frozenset({"Trade"})), "Trade"),
        (Labelled("s", "S", {"Bluff": "Bluff"}), "Bluff (poker)"),
        (Labelled("s", "S", {"Bluff": "Bluff"}), "Fly"),
        (Labelled("s", "S", {"Bluff": "Bluff"}), 3),
        (Keyed("k", "K", Int(low=0, high=5)), {"Art": 9}),
        (Keyed("k", "K", Int(low=0, high=5)), [{"of": "Art", "value": 1}, {"of": "Art", "value": 2}]),
        (Keyed("k", "K", Int(low=0, high=5)), {"": 1}),
        (Keyed("k", "K", Int(low=0, high=5)), 7),
    ],
)
def test_invalid_typed_value_is_refused(field, text):
    with pytest.raises(InputError) as error:
        field.parse(text)
    assert str(error.value).startswith(field.name)


# Lists


def test_reference_list_reads_objects_and_mappings():
    class Spell:
        id, name, dc, stats, rule = "light", "Light", 9, ("INT", "WIS"), "T-1"

    button = RollButton("core_rules.challenge", {"situation": "average", "steps": 1}, "Light", Fraction(2, 3))
    reference = ReferenceList(
        "spells",
        "Spells",
        (
            Column("dc", "DC"),
            Column("with", "With", "stats", filter=True),
            Column("half", "Half", lambda each: each.dc // 2),
        ),
        (Spell(), {"id": "dark", "name": "Dark", "dc": 7, "stats": ["INT"], "rules": ()} | {"half": 0}),
        roll_button=lambda each: button if isinstance(each, Spell) else None,
    )
    with pytest.raises(AttributeError):
        reference.entries  # noqa: B018  (a function that reads fields can't read a mapping)
    reference = ReferenceList(
        "spells",
        "Spells",
        (Column("dc", "DC"), Column("with", "With", "stats", filter=True)),
        (Spell(), {"id": "dark", "name": "Dark", "dc": 7, "stats": ["INT"], "rules": ()}),
        roll_button=lambda each: button if isinstance(each, Spell) else None,
    )
    light, dark = reference.entries
    assert (light.rules, light.roll_button, dark.rules, dark.roll_button) == (("T-1",), button, (), None)
    assert reference.choices(reference.columns[1]) == ["INT", "WIS"]
    game = Game("core_rules", "C", "T", order=1, calculators=present_calculators(), references=(reference,))
    page = present.render_reference(game, reference)
    assert "INT, WIS" in page and "['INT'" not in page
    assert 'data-calculator="core_rules.challenge"' in page
    with pytest.raises(
        DeclarationError, match=r"^entry of a list: unknown field 'cost' \(expected id or name\)$"
    ):
        ReferenceList("l", "L", (Column("cost", "Cost"),), ({"id": "a", "name": "A"},)).entries  # noqa: B018
    with pytest.raises(DeclarationError, match=r"list l: ids: expected each id only once, got \['a'\]"):
        ReferenceList("l", "L", (), ({"id": "a", "name": "A"},) * 2).entries  # noqa: B018


# Files


def file_of(**changes):
    return json.dumps(
        file_format.CHARACTERS.header("core_rules", 1) | {"sheets": [{"name": "Ann"}]} | changes
    )


def test_file_format_accepts_at_most_two_million_characters():
    assert file_format.read(file_format.CHARACTERS, file_of().ljust(2_000_000), "core_rules", 1) == (
        1,
        [{"name": "Ann"}],
    )
    with pytest.raises(InputError) as error:
        file_format.read(file_format.CHARACTERS, file_of().ljust(2_000_001), "core_rules", 1)
    assert "This file is too large." in error.value.user_message


@pytest.mark.parametrize(
    ("text", "words", "code"),
    [
        ("{", "Couldn’t read this file. It’s damaged or doesn’t contain characters.", "bad_file"),
        ("[1]", "This file doesn’t contain characters from this site.", "bad_file"),
        (file_of(format="other"), "This file doesn’t contain characters from this site.", "bad_file"),
        (
            file_of(game="dichotomy"),
            "The characters in this file belong to another game (dichotomy).",
            "other_game",
        ),
        (file_of(version=None), "Couldn’t read this file. Its version is missing.", "bad_file"),
        (
            file_of(version=2),
            "This file was made by a newer version of the site (file version 2; this site reads up to 1). Reload the page.",
            "unknown_version",
        ),
        (file_of(sheets=[]), "Couldn’t read this file. It contains no readable characters.", "bad_file"),
        (file_of(sheets=["Ann"]), "Couldn’t read this file. It contains no readable characters.", "bad_file"),
        (" " * 2_000_001, "This file is too large.", "bad_file"),
        (None, "This file is too large.", "bad_file"),
    ],
)
def test_unreadable_character_file_is_explained(text, words, code):
    reply = reply_to({"action": "sheet_file", "game": "core_rules", "text": text})
    assert not reply["ok"] and reply["message"].startswith(words) and reply["codes"] == [code]


def test_file_of_many_characters_is_read_completely():
    sheets = [{"name": f"Ann {number}", "notes": "x" * 1500} for number in range(500)]
    request = {"action": "sheet_file", "game": "core_rules", "text": file_of(sheets=sheets)}
    reply = reply_to(request)
    assert reply["ok"] and reply["sheets"] == sheets
