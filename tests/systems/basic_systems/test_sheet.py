"""The sheet of Basic Systems: dots, squares, pools and problems."""

import json
from fractions import Fraction

import pytest
from bs4 import BeautifulSoup

from rules_py import check_sheet, game, odds, present, web

ADA = {
    "name": "Ada",
    "attributes": {"Perception": 3, "Strength": 2},
    "abilities": {"Alertness": 2, "Stealth": 0, "Firearms": 5},
    "willpower": {"permanent": 6, "current": 4},
    "inspiration": {"permanent": 3, "current": 3},
}


def errors(**changes):
    return check_sheet("basic_systems", {**ADA, **changes}).errors


def derive(**changes):
    return check_sheet("basic_systems", {**ADA, **changes}).derived


def test_valid_sheet_has_no_problems():
    report = check_sheet("basic_systems", ADA)
    assert report.legal and not report.problems


@pytest.mark.parametrize(
    "changes, expected",
    [
        ({"name": " "}, ["name_missing"]),
        ({"attributes": {"Perception": 6}}, ["attribute_out_of_range"]),
        ({"attributes": {"Perception": -1}}, ["attribute_out_of_range"]),
        ({"attributes": {"Perception": "2.5"}}, ["rating_not_whole"]),
        ({"attributes": {"Perception": 2.5}}, ["rating_not_whole"]),
        ({"attributes": {"Perception": None}}, ["rating_not_whole"]),
        ({"attributes": {"Perception": 6}, "beyond_human": True}, []),
        ({"attributes": {"Perception": 7}, "beyond_human": True}, ["attribute_out_of_range"]),
        ({"abilities": {"Alertness": 9, "Stealth": 6}}, ["ability_out_of_range"]),
        ({"abilities": {"Alertness": 9, "Stealth": "x"}}, ["ability_out_of_range", "rating_not_whole"]),
        ({"willpower": None}, ["willpower_missing"]),
        ({"willpower": {"permanent": 5}}, ["willpower_missing"]),
        ({"willpower": {"permanent": 11, "current": 3}}, ["willpower_out_of_range"]),
        ({"willpower": {"permanent": 11, "current": 11}}, ["willpower_out_of_range"]),
        ({"willpower": {"permanent": 5, "current": -1}}, ["willpower_out_of_range"]),
        ({"willpower": {"permanent": 5, "current": 6}}, ["willpower_current_above_permanent"]),
        ({"willpower": {"permanent": 5, "current": 40}}, ["willpower_current_above_permanent"]),
        ({"willpower": {"permanent": 5, "current": "2.5"}}, ["rating_not_whole"]),
        ({"inspiration": None}, ["inspiration_missing"]),
        ({"inspiration": {"permanent": -1, "current": 0}}, ["inspiration_out_of_range"]),
        ({"inspiration": {"permanent": 0, "current": 1}}, ["inspiration_current_above_permanent"]),
        ({"morality": None}, []),
        ({"morality": {"trait": "Path", "rating": 10}}, []),
        ({"morality": {"trait": "Luck", "rating": 3}}, ["unknown_morality_trait"]),
        ({"morality": {"trait": "", "rating": 3}}, ["unknown_morality_trait"]),
        ({"morality": {"trait": "Humanity", "rating": 11}}, ["morality_out_of_range"]),
        ({"morality": {"trait": "Humanity", "rating": 2.5}}, ["rating_not_whole"]),
        ({"based_on": {"Alertness": "Perception"}}, []),
        ({"based_on": {"Alertness": "Wits"}}, ["based_on_unknown_attribute"]),
        ({"based_on": {"Alertness": "Wits"}, "attributes": {"Wits": 9}}, ["attribute_out_of_range"]),
    ],
)
def test_sheet_reports_the_codes_of_its_errors(changes, expected):
    assert errors(**changes) == expected


def test_empty_sheet_reports_each_code_once():
    assert check_sheet("basic_systems", {}).errors == [
        "inspiration_missing",
        "name_missing",
        "willpower_missing",
    ]


def test_sheet_reads_form_rows_like_a_mapping():
    rows = [{"of": "Perception", "value": 3}, {"of": "", "value": 2}, {"of": "Strength", "value": 9}]
    report = check_sheet("basic_systems", {**ADA, "attributes": rows})
    assert report.derived["rating_names"]["attributes"] == {"Perception": "Good"}
    [problem] = report.problems
    assert (problem.field, problem.code) == ("attributes.2.value", "attribute_out_of_range")
    assert report.notes["attributes.0.value"] == "Good"
    duplicate = check_sheet(
        "basic_systems", {**ADA, "attributes": [rows[0], {"of": "Perception", "value": 1}]}
    )
    assert duplicate.legal and duplicate.warnings == ["trait_twice"]
    assert duplicate.derived["rating_names"]["attributes"] == {"Perception": "Good"}


def test_sheet_warns_of_names_that_differ_in_capitals():
    """The character stays legal, because older sheets were saved without the warning."""
    report = check_sheet("basic_systems", {**ADA, "abilities": {"Repair": 2, "repair": 5, "Climbing": 1}})
    assert report.legal and [(each.field, each.code) for each in report.problems] == [
        ("abilities.repair", "trait_twice")
    ]
    assert report.derived["rating_names"]["abilities"] == {"Repair": "Average", "Climbing": "Poor"}


def test_template_adds_six_attributes_and_twelve_abilities():
    sheet = game("basic_systems").sheet
    new_sheet = sheet.apply_template(sheet.blank() | {"name": "Ada"}, "six_and_twelve")
    report = check_sheet("basic_systems", new_sheet)
    assert report.legal and {each.field for each in report.problems} == set()
    assert [(each["attribute"], each["dice"]) for each in report.derived["pools"]] == [
        ("Perception", 2),
        ("Strength", 2),
        *[("Agility", 2)] * 2,
        ("Agility", 2),
        ("Nerve", 2),
        ("Wits", 2),
        ("Charm", 2),
        ("Charm", 2),
        ("Wits", 2),
        ("Wits", 2),
        ("Agility", 2),
    ]
    rated_sheet = sheet.blank() | {"attributes": [{"of": "Luck", "value": 1}, {"of": "Wits", "value": 5}]}
    report = check_sheet("basic_systems", sheet.apply_template(rated_sheet, "six_and_twelve"))
    assert report.derived["rating_names"]["attributes"]["Wits"] == "Superb"
    assert report.derived["rating_names"]["attributes"]["Luck"] == "Poor"


def test_sheet_derives_a_pool_for_every_pair():
    pools = {(each["attribute"], each["ability"]): each for each in derive()["pools"]}
    assert len(pools) == 6
    alertness_pool = pools["Perception", "Alertness"]
    assert (alertness_pool["dice"], alertness_pool["defaulted"], alertness_pool["cancel"]) == (5, False, 0)
    assert alertness_pool["automatic"] == [2, 3, 4, 5]
    assert (alertness_pool["p_success"], alertness_pool["p_botch"]) == (
        Fraction(211, 250),
        Fraction(2101, 100000),
    )
    stealth_pool = pools["Strength", "Stealth"]
    assert (stealth_pool["dice"], stealth_pool["defaulted"]) == (2, True)
    firearms_pool = pools["Perception", "Firearms"]
    exact_odds = odds("basic_systems.throw", pool=8, ability_rating=5)
    assert (firearms_pool["cancel"], firearms_pool["p_botch"]) == (1, exact_odds.p_botch)


def test_derived_values_leave_out_illegal_ratings():
    derived_values = derive(attributes={"Perception": 3, "Wits": "2.5", "Strength": 6})
    assert derived_values["rating_names"]["attributes"] == {"Perception": "Good"}
    assert {each["attribute"] for each in derived_values["pools"]} == {"Perception"}
    assert derive(willpower={"permanent": 12, "current": 1})["willpower_pool"] is None
    based_values = derive(attributes={"Perception": 3, "Strength": 6}, based_on={"Alertness": "Strength"})
    assert {each["ability"] for each in based_values["pools"]} == {"Stealth", "Firearms"}


def test_ability_based_on_an_attribute_has_one_pool():
    pools = derive(based_on={"Alertness": "Perception"})["pools"]
    assert [each["attribute"] for each in pools if each["ability"] == "Alertness"] == ["Perception"]
    assert [each["attribute"] for each in pools if each["ability"] == "Stealth"] == ["Perception", "Strength"]


def test_single_traits_are_rolled_at_their_permanent_rating():
    derived_values = derive(morality={"trait": "Humanity", "rating": 7})
    assert derived_values["willpower_pool"] == 6
    assert derived_values["single"] == {"Willpower": 6, "Inspiration": 3, "Humanity": 7}
    assert derived_values["cancel"] == {"Alertness": 0, "Stealth": 0, "Firearms": 1}
    beyond = derive(abilities={"Alertness": 6}, beyond_human=True)
    assert beyond["cancel"] == {"Alertness": 2}
    assert beyond["rating_names"]["abilities"] == {"Alertness": None}


# In play.


def play_mode(sheet, **situation):
    request = {"action": "sheet", "game": "basic_systems", "sheet": sheet, "parts": ["play"]}
    reply = json.loads(web.respond(json.dumps({**request, "situation": situation})))
    assert reply["ok"], reply
    return {part: BeautifulSoup(html, "html.parser") for part, html in reply["play"].items()}


def buttons(parts):
    return {each["data-label"]: each for each in parts["rolls"].select("button[data-calculator]")}


def test_roll_with_a_point_spends_it_and_the_point_of_the_turn():
    rolls = buttons(play_mode(ADA, difficulty=8, degree=3))
    paid = rolls["Perception + Firearms, with a Willpower point, against 8"]
    assert json.loads(paid["data-inputs"]) == {
        "pool": 8,
        "difficulty": 8,
        "ability_rating": 5,
        "willpower": True,
    }
    assert json.loads(paid["data-spends"]) == [
        {"field": "willpower.current", "by": 1, "label": "Willpower", "low": 0, "high": 6},
        {"field": "turn_point", "by": 1, "label": "This turn’s point", "low": 0, "high": 1},
    ]
    assert "52.6%" in paid.get_text()
    plain = rolls["Perception + Firearms, against 8"]
    assert "data-spends" not in plain.attrs or json.loads(plain["data-spends"]) == []


@pytest.mark.parametrize(
    "changes, disabled",
    [({"willpower": {"permanent": 6, "current": 0}}, True), ({"turn_point": 0}, True), ({}, False)],
)
def test_unaffordable_roll_is_disabled_in_place(changes, disabled):
    """Otherwise the roll without a point would move under the reader's finger."""
    rolls = buttons(play_mode({**ADA, **changes})).items()
    assert rolls
    assert {"aria-disabled" in each.attrs for label, each in rolls if "Willpower point" in label} == {
        disabled
    }
    assert not any("aria-disabled" in each.attrs for label, each in rolls if "Willpower point" not in label)


def test_sheet_steps_start_a_turn_and_regain_points():
    report = check_sheet("basic_systems", {**ADA, "turn_point": 0})
    steps = {each.title: each.changes for each in report.steps if each.available}
    assert steps == {"New turn": {"turn_point": 1}, "Regain a Willpower point": {"willpower.current": 5}}
    steps = {each.title: each.changes for each in check_sheet("basic_systems", ADA).steps if each.available}
    assert steps["Spend a Willpower point"] == {"willpower.current": 3, "turn_point": 0}


def test_willpower_squares_set_the_rating_on_tap():
    squares = play_mode(ADA)["standing"].select(
        '[aria-label^="Willpower:"] .track:not(.track--circles) > button'
    )
    assert len(squares) == 6
    assert [each["aria-pressed"] for each in squares] == ["true"] * 4 + ["false"] * 2
    assert json.loads(squares[3]["data-changes"]) == {"willpower.current": 3}
    assert json.loads(squares[5]["data-changes"]) == {"willpower.current": 6}


def test_roll_notes_an_automatic_success_if_possible():
    assert "if granted" in play_mode(ADA, difficulty=8)["rolls"].get_text()
    assert "if granted" not in play_mode(ADA, difficulty=9)["rolls"].get_text()
    assert "if granted" not in play_mode(ADA, difficulty=8, degree=2)["rolls"].get_text()


def test_form_shows_ratings_as_dots():
    book = game("basic_systems")
    page = BeautifulSoup(present.render_sheet(book, book.sheet), "html.parser")
    dots = page.select('input[name="willpower.permanent"]')
    assert [each["value"] for each in dots] == [str(number) for number in range(11)]
    assert {each["type"] for each in dots} == {"radio"}
    assert page.select('.marks--squares input[name="willpower.current"]')
