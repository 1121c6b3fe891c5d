"""The sheet of Action & Consequence: problems, derived values and the effects of conflicts."""

from fractions import Fraction

import pytest

from rules_py import check_sheet, odds
from rules_py.present import render_answer_headline
from rules_py.present.play_mode import render_possessions
from rules_py.sheets.change_log import describe_change
from rules_py.sheets.sheet_parser import parse_sheet
from rules_py.systems import registry
from rules_py.systems.action_consequence import GAME
from rules_py.systems.action_consequence.matrix import STATS

SHEET = GAME.sheet
DEMON_MARKED = {
    "name": "Demon-marked",
    "endeavor": "Demonology",
    "adds": "Guts",
    "vulnerable_to": "Exorcism",
    "challenges": ["You see what it shows you"],
    "opponent_challenge": "It turns on its host",
}
VALID = {
    "name": "Irin",
    "stats": {"Guts": [12, 6], "Art": [8, 6], "Grace": [8, 8]},
    "endeavors": {"Defending yourself": "Guts", "Demonology": "Art"},
    "exert_stat": "Guts",
    "duress_stat": "Grace",
    "specializations": [DEMON_MARKED],
    "owed": 1,
}


def check(**more):
    return check_sheet("action_consequence", VALID | more)


def special(**more):
    return {"specializations": [DEMON_MARKED | more]}


def test_valid_sheet_has_no_errors_or_warnings():
    assert check().to_json()["legal"] and check().errors == check().warnings == []


@pytest.mark.parametrize(
    "more, field, code",
    [
        ({"name": ""}, "name", "name_missing"),
        ({"stats": {}}, "stats", "stats_missing"),
        ({"stats": VALID["stats"] | {"Guts": [12, 7]}}, "stats.Guts", "bad_die_size"),
        ({"stats": VALID["stats"] | {"Guts": [12, 6, 4]}}, "stats.Guts", "bad_dice_count"),
        ({"endeavors": {"Demonology": "Wits"}}, "endeavors.Demonology", "endeavor_unknown_stat"),
        ({"exert_stat": ""}, "exert_stat", "exert_stat_missing"),
        ({"exert_stat": "Wits"}, "exert_stat", "exert_stat_unknown"),
        ({"duress_stat": None}, "duress_stat", "duress_stat_missing"),
        ({"duress_stat": "Wits"}, "duress_stat", "duress_stat_unknown"),
        (special(name=" "), "specializations.0.name", "specialization_name_missing"),
        ({"specializations": [DEMON_MARKED] * 2}, "specializations.1.name", "specialization_duplicate"),
        (
            {"specializations": [DEMON_MARKED, special(name="DEMON-marked")["specializations"][0]]},
            "specializations.1.name",
            "specialization_duplicate",
        ),
        (special(endeavor="Wits"), "specializations.0.endeavor", "specialization_unknown_endeavor"),
        (special(adds="Wits"), "specializations.0.adds", "specialization_unknown_stat"),
        (special(adds="Art"), "specializations.0.adds", "specialization_adds_own_stat"),
        ({"owed": 100}, "owed", "owed_out_of_range"),
        ({"owed": -1}, "owed", "owed_out_of_range"),
    ],
)
def test_sheet_reports_each_error_at_its_field(more, field, code):
    report = check(**more)
    assert code in report.errors
    assert field in [each.field for each in report.problems if each.code == code]


@pytest.mark.parametrize(
    "more, code",
    [
        (special(vulnerable_to=""), "vulnerability_missing"),
        (special(vulnerable_to="demon-marked "), "vulnerable_to_itself"),
        ({"specializations": [DEMON_MARKED | {"vulnerable_to": "Demon-marked"}]}, "vulnerable_to_itself"),
        ({"endeavors": {}, "specializations": []}, "endeavors_missing"),
        ({"stats": VALID["stats"] | {"Guts": []}}, "stat_without_dice"),
    ],
)
def test_legal_sheet_warns_of_useless_or_missing_entries(more, code):
    assert check(**more).legal and check(**more).warnings == [code]


def test_sheet_reads_form_values_in_rows():
    rows = {
        "stats": [{"of": "Guts", "value": "d12 d7"}, {"of": "Art", "value": "d8 d6"}],
        "endeavors": [{"of": "Demonology", "value": "Art"}],
        "duress_stat": "Guts",
    }
    [problem] = check(**rows).problems
    assert (problem.field, problem.code) == ("stats.0.value", "bad_die_size")
    assert check(**rows).derived["sizes"] == {"Guts": 5, "Art": 5}


def test_sheet_derives_dice_sizes_means_and_injuries():
    derived_values = check().derived
    action = derived_values["acts"][2]
    assert (action["specialization"], action["dice"], action["sides"]) == ("Demon-marked", [12, 8, 6, 6], 32)
    assert (
        derived_values["sizes"] == {"Guts": 7, "Art": 5, "Grace": 6} and derived_values["sizes_total"] == 18
    )
    guts = derived_values["acts"][0]
    assert sum(guts["high"].values()) == 1
    by_hand = sum(Fraction(max(one, other), 72) for one in range(1, 13) for other in range(1, 7))
    assert guts["mean_high"] == by_hand
    assert derived_values["injuries"] == {"Guts": [[8, 6], [10, 4], [12]], "Grace": [[6, 6], [8, 4]]}


def test_sheet_rolls_each_action_against_the_opponents_dice():
    parsed_sheet = parse_sheet(SHEET.fields, SHEET.blank() | VALID, SHEET.codes)
    conflicts, bare = SHEET.play.rolls(parsed_sheet, {"opponent": [10, 8], "advantage": "b"})
    assert [row[0] for row in conflicts.rows] == [
        "Defending yourself (d12 d6)",
        "Demonology (d8 d6)",
        "Demonology, Demon-marked (d12 d8 d6 d6)",
    ]
    _, cast, conflict = conflicts.rows[0]
    query = {"dice_a": [12, 6], "dice_b": [10, 8], "advantage": "b"}
    assert cast.inputs == conflict.inputs == query
    assert cast.chance == odds("action_consequence.cast", **query).a_challenges
    assert conflict.chance == odds("action_consequence.conflict", **query).a_doubles
    names = ["Guts (d12 d6)", "Art (d8 d6)", "Grace (d8 d8)", "Custom dice (d8 d8)"]
    assert [row[0] for row in bare.rows] == names


def test_sheet_gives_no_conflict_chance_for_too_many_dice():
    parsed_sheet = parse_sheet(SHEET.fields, SHEET.blank() | VALID, SHEET.codes)
    conflicts, _ = SHEET.play.rolls(parsed_sheet, {"opponent": [12, 12, 12, 12]})
    assert conflicts.rows[2][2] == "too many dice to calculate" and conflicts.rows[2][1].chance


def steps(**more):
    return {each.title: each.changes for each in check(**more).steps if each.available}


def test_possessions_explain_lost_die_sizes_once():
    parsed_sheet = parse_sheet(SHEET.fields, SHEET.blank() | VALID, SHEET.codes)
    html = str(render_possessions(GAME, SHEET, parsed_sheet, check()))
    assert (
        html.count("becomes") >= 5 and html.count("The loss is two die sizes; the winner chooses which.") == 1
    )
    assert html.rindex("becomes") < html.index("The loss is two die sizes; the winner chooses which.")


def test_answer_headline_lists_the_injury_options():
    injury, answer = (
        registry.calculator(f"action_consequence.{each}") for each in ("injury_options", "compare_rolls")
    )
    assert "d8 d6, d10 d4, d12" in render_answer_headline(injury.bind({"dice": [12, 6]}).answer())
    short = {"standing": {"dice": [8, 3]}, "answer": {"dice": [7, 2]}}
    assert "Lower, but more than half" in render_answer_headline(answer.bind(short).answer())


def test_answer_headline_summarizes_a_table_of_chances():
    every = (registry.calculator(f"action_consequence.{each}") for each in ("give_or_hang", "matchups"))
    giving, against = (
        render_answer_headline(each.bind(inputs).answer())
        for each, inputs in zip(
            every, ({"dice_a": [12, 12], "dice_b": [12, 12], "me": "a"}, {"dice": [12, 6]}), strict=True
        )
    )
    assert "You win if you give at once" in giving and "39.2%; if you never give, 50%" in giving
    assert "Favoured against" in against and f" of {len(STATS)}<" in against


def test_sheet_steps_apply_exhaustion_and_injury():
    assert steps() == {
        "Add the name to the we owe list": {"owed": 2},
        "Strike the name": {"owed": 0},
        "Exhausted: Guts becomes d8 d6": {"stats.Guts": [8, 6]},
        "Exhausted: Guts becomes d10 d4": {"stats.Guts": [10, 4]},
        "Exhausted: Guts becomes d12": {"stats.Guts": [12]},
        "Injured: Grace becomes d6 d6": {"stats.Grace": [6, 6]},
        "Injured: Grace becomes d8 d4": {"stats.Grace": [8, 4]},
    }
    assert "Add the name to the we owe list" not in steps(owed=99) and "Strike the name" not in steps(owed=0)
    in_rows = [{"of": name, "value": dice} for name, dice in VALID["stats"].items()]
    assert {"stats.0.value": [12]} in steps(stats=in_rows).values()


def test_sheet_steps_remove_all_dice_if_too_few_sizes_are_left():
    low = {"stats": {"Guts": [4], "Art": [8], "Grace": []}}
    assert steps(**low)["Exhausted: Guts becomes none"] == {"stats.Guts": []}
    more = {"stats": {"Guts": [4], "Art": [8], "Grace": [4, 4]}}
    assert [title for title in steps(**more) if "becomes" in title] == ["Injured: Grace becomes none"]


def test_three_stats_template_lacks_only_a_name():
    new_sheet = SHEET.apply_template(SHEET.blank(), "three_stats")
    assert SHEET.check(new_sheet).errors == ["name_missing"]


@pytest.mark.parametrize(
    "field, again",
    [("stats", {"guts": [8, 6]}), ("stats", {" GRACE": [4]}), ("endeavors", {"defending  Yourself": "Art"})],
)
def test_sheet_warns_of_names_that_differ_in_capitals(field, again):
    """The character stays legal: no rule forbids it, and older sheets were saved without the warning."""
    report = check(**{field: VALID[field] | again})
    [name] = again
    assert [(each.field, each.code) for each in report.problems] == [(f"{field}.{name}", "name_twice")]
    assert report.legal and report.derived["acts"] == check().derived["acts"]


def test_sheet_keeps_the_first_of_equal_names():
    twice = [{"of": "Guts", "value": "d8"}, {"of": "Guts", "value": "d6"}, {"of": "Grace", "value": "d6"}]
    report = check(stats=twice)
    assert "name_twice" in report.warnings and report.derived["sizes"]["Guts"] == 3


@pytest.mark.parametrize("path", ["stats.Guts", "stats.0.value"])
def test_change_log_describes_stat_changes_by_their_dice(path):
    assert describe_change(SHEET, path, [12, 6], [8, 6]).change == "d12 d6 → d8 d6"
    rows = [{"of": "Guts", "value": "d12 d6"}]
    assert describe_change(SHEET, "stats", {}, rows).change == "added “Guts” “d12 d6”"
    assert describe_change(SHEET, "stats", {"Guts": [12, 6]}, {}).change == "removed “Guts” d12 d6"
