"""Ratings under names that the reader chooses, as rows of dots: parsing, text, forms and changes."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from rules_py.base.errors import InputError
from rules_py.base.problems import WARNING, ProblemGroup, ProblemType
from rules_py.inputs import Flag, Int, Keyed, Text
from rules_py.present import forms, input_text
from rules_py.sheets.change_log import describe_change
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.sheets.sheet_parser import parse_sheet

CODES = ProblemGroup(
    "The sheet",
    ProblemType("rank", "A rank is 0 to 5."),
    ProblemType("broken", "A rank is whole."),
    ProblemType("twice", "Once is enough.", None, WARNING),
)
RANK = Int(label="Rank", low=0, high=5, dots=5, start=1, code="rank", not_whole="broken")
ARTS = Keyed("arts", "Arts", RANK, key=Text(label="Name", longest=9), start={}, twice="twice")
SHEET = Sheet(
    version=1, sections=(Section("Arts", (ARTS,)),), evaluate=lambda sheet: SheetReport((), {}), codes=CODES
)


def parse(value):
    parsed_sheet = parse_sheet((ARTS,), {"arts": value}, CODES)
    return (
        parsed_sheet["arts"],
        [(each.field, each.code) for each in parsed_sheet.problems],
        parsed_sheet.keyed_paths["arts"],
    )


def test_keyed_values_report_problems_at_their_own_path():
    ratings = {"Song": 3, "Dance": 9, "Lute": "2.5", "Harp": None}
    assert parse(ratings) == (
        {"Song": 3},
        [("arts.Dance", "rank"), ("arts.Lute", "broken"), ("arts.Harp", "broken")],
        {name: f"arts.{name}" for name in ratings},
    )


def test_keyed_rows_are_read_and_nameless_rows_ignored():
    rows = [{"of": "Song", "value": 3}, {"of": " ", "value": 9}, {"of": "Lute", "value": 9}]
    assert parse(rows) == (
        {"Song": 3},
        [("arts.2.value", "rank")],
        {"Song": "arts.0.value", "Lute": "arts.2.value"},
    )


def test_duplicate_name_is_reported_and_ignored():
    rows = [{"of": "Song", "value": 3}, {"of": "Song", "value": 4}]
    assert parse(rows)[:2] == ({"Song": 3}, [("arts.1.of", "twice")])


def test_name_over_the_limit_is_reported():
    ratings, [(at, _)], _ = parse([{"of": "Song of songs", "value": 3}])
    assert (ratings, at) == ({}, "arts.0.of")


def test_keyed_field_rejects_values_that_are_no_mapping():
    for value in ([3], "x", 7, {"Song": 1} | dict.fromkeys(map(str, range(300)), 1)):
        try:
            parse(value)
        except InputError as error:
            assert error.codes == ("bad_sheet",)
        else:
            raise AssertionError(value)


def test_value_text_is_the_same_for_rows_and_mappings():
    rows = [{"of": "Song", "value": 3}, {"of": "", "value": 1}]
    assert input_text.value_text(ARTS, rows) == "Song 3, — 1"
    assert input_text.value_text(ARTS, {"Song": 3}) == "Song 3"
    assert input_text.value_text(ARTS, [None]) == input_text.value_text(ARTS, 7) == "none"


def test_change_text_names_the_row():
    assert describe_change(SHEET, "arts.0.value", 2, 3).sentence == "Arts, entry 1, rank: 2 → 3 (+1)"
    addition = describe_change(SHEET, "arts", [], [{"of": "Song", "value": 3}]).sentence
    assert addition == "Arts: added “Song” 3"


def test_rating_is_a_row_of_radio_buttons_including_none():
    rows = [{"of": "Song", "value": 3}]
    html = BeautifulSoup(forms.render_fields("f", "g", (ARTS,), {"arts": rows}), "html.parser")
    dots = html.select('ol input[name="arts.0.value"]')
    assert [each["value"] for each in dots] == ["0", "1", "2", "3", "4", "5"]
    assert [each["value"] for each in dots if each.has_attr("checked")] == ["3"]
    assert {(each["type"], each["data-kind"]) for each in dots} == {("radio", "int")}
    assert len(html.select("ol .mark--none")) == 1
    assert html.select_one("[data-list='arts']").has_attr("data-keyed")
    squares = forms.render_fields("f", "g", (Int("points", "Points", 1, 9, squares=4, start=2),), {})
    assert "marks--squares" in squares and "mark--none" not in squares


def test_rating_out_of_range_checks_no_button():
    html = BeautifulSoup(
        forms.render_fields("f", "g", (Int("rank", "Rank", 0, 9, dots=5),), {"rank": 7}), "html.parser"
    )
    assert not html.select("input[checked]")


def test_fractional_number_has_its_own_declared_problem_code():
    for value, code in ((9, "rank"), ("9", "rank"), (2.5, "broken"), ("2.5", "broken"), (True, "broken")):
        try:
            RANK.parse(value)
        except InputError as error:
            assert error.codes == (code,)
        else:
            raise AssertionError(value)
    assert Flag("odd").code_for("x") == "bad_value"


@pytest.mark.parametrize(
    ("value", "expected"), [({}, set()), ([], set()), ([{"of": "Song", "value": 3}], {"arts"})]
)
def test_keyed_field_counts_as_started_with_its_first_row(value, expected):
    assert SHEET.check({"arts": value}).started_fields == expected
