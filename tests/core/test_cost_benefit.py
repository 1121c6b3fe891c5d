"""Costs and benefits of a choice on a made-up sheet: chances before and after, price and cards."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from bs4 import BeautifulSoup

from rules_py import present
from rules_py.base.errors import DeclarationError
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.inputs import Choice, Int, ListOf, Record, Text
from rules_py.sheets.cost_benefit import CostBenefit, CostBenefitSpec, Gain, with_changes
from rules_py.sheets.creation import Total
from rules_py.sheets.panel import Panel
from rules_py.sheets.play_mode import Card, CardAction, Cards, PrerequisiteStep, SheetStep
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.sheets.sheet import Section, Sheet, SheetReport, Template
from rules_py.systems.game import Game

CODES = ProblemGroup("The sheet", ProblemType("too_bright", "A wick goes from 0 to 5."))
THINGS = ("oil", "mirror")
LIST = ReferenceList(
    "things",
    "Things",
    (Column("use", "Use"),),
    [{"id": each, "name": each.title(), "use": "Light."} for each in THINGS],
)
ROW = Record(fields=(Choice("thing", "Thing", dict.fromkeys(THINGS, "")), Text("note", "Note", default="")))


def chances(sheet):
    if sheet["aim"] == "":
        return {}
    oil = any(each["thing"] == "oil" for _, each in sheet.entries("things"))
    return {sheet["aim"]: F(sheet["wick"] + 2 * oil, 10)}


def cards(sheet):
    more = CardAction(SheetStep("A longer wick", {"wick": sheet["wick"] + 1}, "1 coin."))
    return {
        "oil": Card(
            "2 coins.",
            path=(PrerequisiteStep("a lamp", True), PrerequisiteStep("oil")),
            actions=(more,),
            fills={"note": "new"},
        ),
        "mirror": Card("1 coin.", blockers=(("No room.", None),)),
    }


SHEET = Sheet(
    version=1,
    sections=(
        Section(
            "All",
            (
                Int("wick", "Wick", 0, 5, start=1, code="too_bright", as_given=True),
                Int("lamp", "Lamp", 0, 5, start=1, code="too_bright"),
                Text("aim", "Aim", default="Seeing"),
                ListOf("things", "Things", ROW, start=[]),
            ),
        ),
    ),
    evaluate=lambda sheet: SheetReport(
        (),
        {"wick": sheet["wick"], "lamp": sheet["lamp"]},
        totals=(
            Total(-1, ("coin", "coins"), left=True),
            Total(2, ("lamp", "lamps")),
            Total(3, ("oil", "oil"), left=True, in_play=True),
        ),
    ),
    codes=CODES,
    cards=(Cards("things", "things", ("use",), key="thing", evaluate=cards),),
    templates=(Template("kit", "Kit", {"wick": 2}, adds={"things": ({"thing": "oil"},)}),),
    cost_benefit=CostBenefitSpec(
        chances=chances, cost=lambda sheet: sheet["wick"] + 2 * len(sheet.entries("things")), unit="XP"
    ),
)
GAME = Game("lamp", "Lamp", "A lamp.", order=9, sheet=SHEET, references=(LIST,))


def test_cost_benefit_is_the_difference_a_choice_makes():
    evaluator = SHEET.cost_benefit_evaluator(SHEET.parse(SHEET.blank()))
    cost_benefit = evaluator.evaluate({"things": [{"thing": "oil"}]})
    [gain] = cost_benefit.gains
    assert (gain.what, gain.before, gain.after) == ("Seeing", F(1, 10), F(3, 10))
    assert cost_benefit.cost == 2 and cost_benefit.per_unit(gain) == F(1, 10)
    assert not evaluator.evaluate({"things": [{"thing": "mirror"}]}).gains


def test_loss_has_no_gain_per_unit():
    less = SHEET.cost_benefit_evaluator(SHEET.parse(SHEET.blank())).evaluate({"wick": 0})
    assert less.cost == -1 and less.gains[0].by == F(-1, 10)
    assert less.per_unit(less.gains[0]) is None


def test_with_changes_does_not_modify_the_sheet():
    data = {"things": [{"thing": "oil"}], "wick": 1}
    assert with_changes(data, {"things.0.note": "x", "lamp": 3}) == {
        "things": [{"thing": "oil", "note": "x"}],
        "wick": 1,
        "lamp": 3,
    }
    assert data == {"things": [{"thing": "oil"}], "wick": 1}
    assert (
        with_changes({"stats": None}, {"stats.AGI": 1})
        == with_changes({}, {"stats.AGI": 1})
        == {"stats": {"AGI": 1}}
    )


def choice_cards(**more):
    parsed_sheet = SHEET.parse(SHEET.blank() | more)
    html = present.render_cards(
        GAME, SHEET, SHEET.cards[0], parsed_sheet, SHEET.cost_benefit_evaluator(parsed_sheet)
    )
    return BeautifulSoup(str(html), "html.parser").select(".choice-card")


def test_card_shows_requirements_gains_and_other_changes():
    oil, mirror = choice_cards()
    assert [each.text for each in oil.select(".choice-card__path li")] == ["a lamp, reached", "oil, not yet"]
    buys = [" ".join(each.text.split()) for each in oil.select(".choice-card__buys li")]
    assert buys == ["Seeing: 10% → 30%, for 2 XP: +10% each", "Seeing: 10% → 20%, for 1 XP"]
    take, move = oil.select("button")
    assert '"note": "new"' in take["data-changes"] and move["data-changes"] == '{"wick": 2}'
    assert (
        mirror.select_one("button[disabled]")
        and mirror.select_one(".choice-card__blocked").text == "No room."
    )
    assert mirror.select_one(".choice-card__buys") is None


def test_card_without_chances_shows_no_gains():
    assert not [each for card in choice_cards(aim="") for each in card.select(".choice-card__buys")]


def test_template_adds_to_a_list_only_once():
    character = SHEET.blank() | {"things": [{"thing": "mirror"}]}
    once = SHEET.apply_template(character, "kit")
    assert once["wick"] == 2 and [each["thing"] for each in once["things"]] == ["mirror", "oil"]
    assert SHEET.apply_template(once, "kit") == once and len(character["things"]) == 1


def test_template_rejects_an_unknown_field():
    with pytest.raises(DeclarationError, match="moon"):
        Sheet(
            version=1,
            sections=SHEET.sections,
            evaluate=SHEET.evaluate,
            templates=(Template("x", "X", {}, adds={"moon": ()}),),
        )


def test_sheet_reports_a_number_out_of_range():
    report = SHEET.check(SHEET.blank() | {"wick": 9, "lamp": 9})
    assert [each.field for each in report.problems] == ["wick", "lamp"]
    assert report.derived == {"wick": 9, "lamp": 5}
    assert SHEET.check(SHEET.blank() | {"wick": 10**400}).derived["wick"] == 5


def test_sheet_bar_shows_totals():
    bar = BeautifulSoup(str(present.render_sheet(GAME, SHEET)), "html.parser").select_one(".sheet__bar")
    assert bar.select_one(".totals__make").text == "1 coin over, 2 lamps"
    assert bar.select_one(".totals__play").text == "3 oil left"
    assert [each.text for each in bar.select(".is-over")] == ["1 coin over"]


def test_sheet_prints_record_phrases_and_marks_off_paper_parts():
    row = Record("row", "Row", ROW.fields, phrase=lambda row: f"{row['thing']}!")
    sections = (
        Section("All", (Text("name", "Name", default=""), ListOf("rows", "Rows", row, start=[]))),
        Section("Aside", (Text("aside", "Aside", default=""),), paper=False),
    )
    panel = Panel("Aside", ("What",), (("this",),), paper=False)
    sheet = Sheet(
        version=1, sections=sections, evaluate=lambda sheet: SheetReport((), {}, (panel,)), codes=CODES
    )
    game = Game("lamp", "Lamp", "A lamp.", order=9, sheet=sheet)
    parsed_sheet, report = sheet.parse_and_evaluate({"rows": [{"thing": "oil"}, {"thing": "mirror"}]})
    rest = present.render_play_mode(game, sheet, parsed_sheet, report, {})["rest"]
    assert "oil!; mirror!" in rest
    page = BeautifulSoup(str(present.render_sheet(game, sheet)), "html.parser")
    titles = [each.find(["summary", "caption"]).text for each in page.select(".is-off-paper")]
    assert titles == ["Aside", "Aside"]


@pytest.mark.parametrize(
    ("cost", "after", "each"),
    [(2, F(3, 4), F(1, 8)), (1, F(1, 2), None), (1, F(1, 4), None), (0, F(3, 4), None), (-1, F(3, 4), None)],
)
def test_gain_per_unit_needs_a_gain_and_a_cost(cost, after, each) -> None:
    gain = Gain("Success", F(1, 2), after)
    assert CostBenefit(cost, (gain,)).per_unit(gain) == each
