"""Core Rules against its digest: reference table, worked examples and problem codes.

The odds are also compared with two independent implementations.
"""

import itertools
from fractions import Fraction

import icepool
import pytest
from dyce import H, P

from rules_py import InputError, ask, calculator, check_sheet, odds, resolve, roll
from rules_py.systems.core_rules.rules import RESULT
from rules_py.systems.core_rules.sheet import SHEET

SIDES = {"difficult": 4, "average": 6, "favourable": 8}
EVERY_ROLL = [(situation, steps) for situation in SIDES for steps in range(5)]

# The digest's table: results 1 to 8, five bands, mean.
REFERENCE = """
difficult 0 7/16 5/16 3/16 1/16 0 0 0 0 7/16 5/16 1/4 0 0 15/8
difficult 1 1/4 1/4 1/4 1/4 0 0 0 0 1/4 1/4 1/2 0 0 5/2
difficult 2 1/16 3/16 5/16 7/16 0 0 0 0 1/16 3/16 3/4 0 0 25/8
difficult 3 1/64 7/64 19/64 37/64 0 0 0 0 1/64 7/64 7/8 0 0 55/16
difficult 4 1/256 15/256 65/256 175/256 0 0 0 0 1/256 15/256 15/16 0 0 463/128
average 0 11/36 1/4 7/36 5/36 1/12 1/36 0 0 11/36 1/4 1/3 1/9 0 91/36
average 1 1/6 1/6 1/6 1/6 1/6 1/6 0 0 1/6 1/6 1/3 1/3 0 7/2
average 2 1/36 1/12 5/36 7/36 1/4 11/36 0 0 1/36 1/12 1/3 5/9 0 161/36
average 3 1/216 7/216 19/216 37/216 61/216 91/216 0 0 1/216 7/216 7/27 19/27 0 119/24
average 4 1/1296 5/432 65/1296 175/1296 41/144 671/1296 0 0 1/1296 5/432 5/27 65/81 0 6797/1296
favourable 0 15/64 13/64 11/64 9/64 7/64 5/64 3/64 1/64 15/64 13/64 5/16 3/16 1/16 51/16
favourable 1 1/8 1/8 1/8 1/8 1/8 1/8 1/8 1/8 1/8 1/8 1/4 1/4 1/4 9/2
favourable 2 1/64 3/64 5/64 7/64 9/64 11/64 13/64 15/64 1/64 3/64 3/16 5/16 7/16 93/16
favourable 3 1/512 7/512 19/512 37/512 61/512 91/512 127/512 169/512 1/512 7/512 7/64 19/64 37/64 207/32
favourable 4 1/4096 15/4096 65/4096 175/4096 369/4096 671/4096 1105/4096 1695/4096 1/4096 15/4096 15/256 65/256 175/256 7023/1024
"""


@pytest.mark.parametrize("line", REFERENCE.split("\n")[1:-1])
def test_odds_equal_the_reference_table_cell_by_cell(line):
    situation, steps, *cells = line.split()
    chances = [Fraction(cell) for cell in cells]
    exact_odds = odds("core_rules.challenge", situation=situation, steps=steps)
    assert [exact_odds.result.get(value, 0) for value in range(1, 9)] == chances[:8]
    assert list(exact_odds.band.values()) == chances[8:13]
    assert exact_odds.mean == chances[13]


def enumerate_results(situation, steps):
    """Return the chance of each result by enumerating all faces."""
    sides = SIDES[situation]
    count, keep = (2, min) if steps == 0 else (steps, max)
    rows = list(itertools.product(range(1, sides + 1), repeat=count))
    return {
        value: Fraction(sum(keep(row) == value for row in rows), len(rows)) for value in range(1, sides + 1)
    }


@pytest.mark.parametrize(("situation", "steps"), EVERY_ROLL)
def test_odds_equal_enumeration_icepool_and_dyce(situation, steps):
    ours = odds("core_rules.challenge", situation=situation, steps=steps).result
    sides = SIDES[situation]
    assert ours == enumerate_results(situation, steps)
    pool = icepool.d(sides).pool(steps or 2)
    pool_kept = (pool.highest(1) if steps else pool.lowest(1)).sum()
    assert ours == {value: Fraction(ways, pool_kept.denominator()) for value, ways in pool_kept.items()}
    histogram = ((steps or 2) @ P(H(sides))).at(-1 if steps else 0)
    assert ours == {value: Fraction(ways, histogram.total) for value, ways in histogram.items()}


@pytest.mark.parametrize("situation", SIDES)
def test_keep_lowest_mirrors_keep_highest(situation):
    low = odds("core_rules.challenge", situation=situation, steps=0).result
    high = odds("core_rules.challenge", situation=situation, steps=2).result
    assert all(low[value] == high[SIDES[situation] + 1 - value] for value in low)


PRINTED = {
    ("bad", 0): ["3/4", "1/4", "0", "0"],
    ("bad", 1): ["1/2", "1/2", "0", "0"],
    ("bad", 2): ["1/4", "3/4", "0", "0"],
    ("average", 0): ["5/9", "1/3", "1/9", "0"],
    ("average", 1): ["1/3", "1/3", "1/3", "0"],
    ("average", 2): ["1/9", "1/3", "5/9", "0"],
    ("favourable", 0): ["7/16", "5/16", "3/16", "1/16"],
    ("favourable", 1): ["1/4", "1/4", "1/4", "1/4"],
    ("favourable", 2): ["1/16", "3/16", "5/16", "7/16"],
}


@pytest.mark.parametrize(("situation", "steps"), PRINTED)
def test_four_columns_equal_the_printed_appendix(situation, steps):
    answer = ask("core_rules.four_column", situation=situation, steps=steps).to_json()
    assert list(answer) == ["failure", "partial", "success", "great"]
    assert list(answer.values()) == PRINTED[situation, steps]


@pytest.mark.parametrize(
    ("situation", "steps", "dice", "count", "band"),
    [
        ("difficult", 0, [4, 1], 1, "failure_consequence"),
        ("average", 1, [6], 6, "success"),
        ("favourable", 2, [2, 7], 7, "great"),
        ("favourable", 0, [8, 2], 2, "failure"),
        ("favorable", 3, [3, 4, 1], 4, "partial"),
    ],
)
def test_fixed_dice_resolve_as_in_the_digest(situation, steps, dice, count, band):
    result = resolve("core_rules.challenge", situation=situation, steps=steps, dice=dice)
    assert (result.kept, result.band) == (count, band)


@pytest.mark.parametrize(
    ("inputs", "steps", "dice", "keep"),
    [
        ({}, 0, 2, "lowest"),
        ({"has_specialty": True}, 1, 1, "only"),
        ({"has_skill": True, "has_specialty": True, "spend_point": True}, 2, 2, "highest"),
        ({"has_skill": True, "spend_point": True, "special_steps": 1}, 3, 3, "highest"),
        ({"stack_skills": True, "skills_applicable": 3}, 2, 2, "highest"),
        ({"stack_skills": True, "skills_applicable": 0, "has_specialty": True}, 1, 1, "only"),
    ],
)
def test_steps_set_the_dice_and_which_to_keep(inputs, steps, dice, keep):
    answer = ask("core_rules.steps", **inputs)
    assert (answer["steps"], answer["dice"], answer["keep"], answer["warnings"]) == (steps, dice, keep, [])


def test_point_beyond_two_steps_is_wasted():
    answer = ask("core_rules.steps", stack_skills=True, skills_applicable=2, spend_point=True)
    assert (answer["steps"], answer["warnings"]) == (2, ["point_wasted"])


def test_negative_special_steps_are_refused():
    with pytest.raises(InputError) as caught:
        ask("core_rules.steps", special_steps=-1)
    assert caught.value.codes == ("bad_special_steps",)


@pytest.mark.parametrize(
    ("situation", "steps", "dice", "code"),
    [
        ("stormy", 99, [], "unknown_situation"),
        ("bad", 11, [9, 9, 9], "bad_steps"),
        ("bad", -1, [], "bad_steps"),
        ("bad", 1, [9, 9], "wrong_dice_count"),
        ("bad", 0, [1], "wrong_dice_count"),
        ("bad", 1, [5], "bad_die"),
        ("bad", 1, [0], "bad_die"),
    ],
)
def test_problems_are_checked_in_the_order_of_the_digest(situation, steps, dice, code):
    with pytest.raises(InputError) as caught:
        resolve("core_rules.challenge", situation=situation, steps=steps, dice=dice)
    assert caught.value.codes == (code,)


@pytest.mark.parametrize(("situation", "steps"), EVERY_ROLL)
def test_at_least_and_gain_follow_from_the_bands(situation, steps):
    bands = odds("core_rules.challenge", situation=situation, steps=steps).band
    further = odds("core_rules.challenge", situation=situation, steps=steps + 1).band
    for rank, band in enumerate(grade.key for grade in RESULT.grades):
        at_least = sum(chance for key, chance in bands.items() if RESULT.rank(key) >= rank)
        at_least_next = sum(chance for key, chance in further.items() if RESULT.rank(key) >= rank)
        inputs = {"situation": situation, "steps": steps, "band": band}
        assert ask("core_rules.at_least", **inputs)["p"] == at_least
        assert ask("core_rules.gain", **inputs)["gain"] == at_least_next - at_least


def test_first_two_steps_add_two_ninths_each():
    for steps in (0, 1):
        for band in ("success", "partial"):
            assert ask("core_rules.gain", situation="average", steps=steps, band=band)["gain"] == Fraction(
                2, 9
            )


def test_all_fail_multiplies_separate_rolls():
    answer = ask("core_rules.all_fail", situations=["bad", "average", "favourable"], steps=1)
    assert answer["p"] == Fraction(1, 2) * Fraction(1, 3) * Fraction(1, 4)
    assert answer["at_least_one"] == 1 - answer["p"]
    each = ask("core_rules.all_fail", situations=["bad", "average", "favourable"], steps=[0, 1, 2])
    assert each["p"] == Fraction(3, 4) * Fraction(1, 3) * Fraction(1, 16)
    with pytest.raises(
        InputError, match=r"steps: expected one number of steps, or 3, one for each roll, got \[0, 1\]"
    ) as caught:
        ask("core_rules.all_fail", situations=["bad", "average", "favourable"], steps=[0, 1])
    assert caught.value.codes == ("wrong_count",)


def best_by_trying_all(challenges, current, band):
    """Return the largest expected number of all legal plans for spending points."""
    best = Fraction(-1)
    for points in itertools.product((0, 1), repeat=len(challenges)):
        points_by_aptitude = {}
        for each, point in zip(challenges, points, strict=True):
            points_by_aptitude[each["aptitude"]] = points_by_aptitude.get(each["aptitude"], 0) + point
        if all(points_by_aptitude[aptitude] <= current[aptitude] for aptitude in points_by_aptitude):
            best = max(
                best,
                sum(
                    ask(
                        "core_rules.at_least",
                        situation=each["situation"],
                        band=band,
                        steps=int(each["skill"] or each["specialty"]) + point,
                    )["p"]
                    for each, point in zip(challenges, points, strict=True)
                ),
            )
    return best


@pytest.mark.parametrize("band", ["partial", "success", "great"])
def test_spend_plan_equals_the_best_of_all_plans(band):
    challenges = [
        {"situation": situation, "aptitude": aptitude, "skill": skill, "specialty": specialty}
        for situation, aptitude, skill, specialty in (
            ("average", "Charisma", True, False),
            ("bad", "Charisma", False, False),
            ("favourable", "Charisma", False, True),
            ("favourable", "Physicality", False, False),
            ("average", "Knowledge", True, True),
            ("average", "Physicality", True, False),
        )
    ]
    for points in ((0, 0, 0), (1, 1, 1), (2, 1, 0), (3, 2, 1)):
        current = dict(zip(("Charisma", "Physicality", "Knowledge", "Awareness"), (*points, 5), strict=True))
        answer = ask("core_rules.spend_plan", challenges=challenges, current=current, band=band)
        assert answer["expected"] == best_by_trying_all(challenges, current, band)


def test_spend_plan_prefers_the_earlier_of_equal_gains():
    twice = [{"situation": "average", "aptitude": "Charisma"}] * 2
    current = {"Knowledge": 0, "Awareness": 0, "Charisma": 1, "Physicality": 0}
    answer = ask("core_rules.spend_plan", challenges=twice, current=current, band="success")
    assert answer["spend_on"] == [0]
    say = calculator("core_rules.spend_plan").measure("spend_on").say
    assert (say(answer["spend_on"]), say([0, 2]), say([])) == ("Challenge 1", "Challenge 1, 3", "none")


FOUR = {"Knowledge": 1, "Awareness": 0, "Charisma": 2, "Physicality": 3}


def test_spent_point_is_taken_from_its_aptitude():
    answer = ask("core_rules.spend", current=FOUR, challenge_aptitude="Charisma", **{"from": "Charisma"})
    assert answer["current"] == {**FOUR, "Charisma": 1}


@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        ({"challenge_aptitude": "Knowledge", "from": "Awareness", "points": 2}, "one_point_per_roll"),
        ({"challenge_aptitude": "Knowledge", "from": "Awareness"}, "aptitude_not_associated"),
        ({"challenge_aptitude": "Awareness", "from": "Awareness"}, "no_points_left"),
    ],
)
def test_point_is_refused_for_the_first_reason(inputs, code):
    with pytest.raises(InputError) as caught:
        ask("core_rules.spend", current=FOUR, **inputs)
    assert caught.value.codes == (code,)


@pytest.mark.parametrize(
    ("hours", "after"),
    [
        (0, FOUR),
        ("0.5", FOUR),
        (0.5, FOUR),
        ("59/60", FOUR),
        (1, dict.fromkeys(FOUR, 3)),
        (1.5, dict.fromkeys(FOUR, 3)),
        (9, dict.fromkeys(FOUR, 3)),
    ],
)
def test_rest_of_an_hour_restores_all_aptitudes(hours, after):
    assert ask("core_rules.rest", max=dict.fromkeys(FOUR, 3), current=FOUR, hours=hours)["current"] == after


@pytest.mark.parametrize("hours", [0, 8])
def test_rest_rejects_current_points_above_the_maximum(hours):
    with pytest.raises(InputError, match="current.Charisma: expected at most 3, got 4") as caught:
        ask("core_rules.rest", max=dict.fromkeys(FOUR, 3), current={**FOUR, "Charisma": 4}, hours=hours)
    assert caught.value.codes == ("aptitude_current_above_max",)


def test_skill_aptitude_returns_it_or_rejects_unknown_skills():
    assert ask("core_rules.skill_aptitude", skill="Might") == {"aptitude": "Physicality"}
    with pytest.raises(InputError) as caught:
        ask("core_rules.skill_aptitude", skill="Cooking")
    assert caught.value.codes == ("skill_unknown",)


def test_cost_of_a_fight_depends_on_odds_and_avoidance():
    default_inputs = {"started_by_characters": False, "tried_to_avoid": False}
    costs = [
        ask("core_rules.fight_checklist", size=size, **default_inputs)["cost"]
        for size in ("small", "usual", "overwhelming")
    ]
    assert costs == ["small", "moderate", "immense, for a small gain"]
    avoided_fight = {"started_by_characters": False, "tried_to_avoid": True}
    for size in ("small", "usual"):
        answer = ask("core_rules.fight_checklist", size=size, **avoided_fight)
        assert answer["cost"] == "little or none"
        assert answer["rules"] == ["C-079", "C-080", "C-081", "C-087"]
    assert ask("core_rules.fight_checklist", size="usual", **default_inputs)["rules"] == [
        "C-079",
        "C-080",
        "C-082",
        "C-083",
        "C-084",
    ]


@pytest.mark.parametrize("started", [False, True])
def test_overwhelming_odds_cost_the_same_if_unwanted(started):
    answer = ask(
        "core_rules.fight_checklist", size="overwhelming", started_by_characters=started, tried_to_avoid=True
    )
    assert answer["cost"] == "large, shared out as the players choose"
    assert answer["samples"][0].startswith("The characters are driven off")
    assert answer["rules"] == ["C-064", "C-080", "C-085", "C-086", "C-087", "R-19"]


def character(**changes):
    return {
        "name": "Ysolde",
        "aptitudes": {
            name: {"max": 3, "current": 2} for name in ("Knowledge", "Awareness", "Charisma", "Physicality")
        },
        "skills": ["Nature", "Animals", "Might"],
        "specialties": [{"skill": "Society", "text": "the old kings"}],
    } | changes


def test_complete_sheet_is_legal_and_derives_its_dice():
    report = check_sheet("core_rules", character())
    assert (report.legal, report.errors, report.warnings) == (True, [], [])
    nature = report.derived["skills"]["Nature"]
    assert nature["average"]["without_point"]["dice"] == "1d6"
    assert nature["average"]["with_point"]["band"]["success"] == Fraction(5, 9)
    assert report.derived["by_specialty_only"] == ["Society"]
    assert report.derived["points_left"]["Charisma"] == 2


@pytest.mark.parametrize(
    ("changes", "errors", "warnings"),
    [
        ({"name": " "}, ["name_missing"], []),
        ({"aptitudes": {}}, ["aptitude_missing"], []),
        (
            {"aptitudes": character()["aptitudes"] | {"Luck": {"max": 1, "current": 1}}},
            ["aptitude_unknown"],
            [],
        ),
        (
            {"aptitudes": character()["aptitudes"] | {"Charisma": {"max": -1, "current": 0}}},
            ["aptitude_out_of_range"],
            [],
        ),
        (
            {"aptitudes": character()["aptitudes"] | {"Charisma": {"max": 2.5, "current": "1"}}},
            ["aptitude_out_of_range"],
            [],
        ),
        (
            {"aptitudes": character()["aptitudes"] | {"Charisma": {"max": 1, "current": 2}}},
            ["aptitude_current_above_max"],
            [],
        ),
        (
            {"aptitudes": character()["aptitudes"] | {"Charisma": {"max": 1, "current": 10**5000}}},
            ["aptitude_current_above_max", "aptitude_out_of_range"],
            [],
        ),
        ({"skills": ["Cooking"]}, ["skill_unknown"], []),
        ({"skills": ["Might", "Might"]}, ["skill_duplicate"], []),
        ({"specialties": [{"skill": "Cooking", "text": "soup"}]}, ["specialty_unknown_skill"], []),
        ({"specialties": [{"skill": "Society", "text": ""}]}, ["specialty_text_missing"], []),
        ({"specialties": [{"skill": "Nature", "text": "bees"}]}, [], ["specialty_under_owned_skill"]),
        ({"name": "", "skills": [["Might"], "x", "x"]}, ["name_missing", "skill_unknown"], []),
    ],
)
def test_sheet_problem_has_its_code_and_field(changes, errors, warnings):
    report = check_sheet("core_rules", character(**changes))
    assert (report.errors, report.warnings, report.legal) == (errors, warnings, not errors)
    assert all(problem.field and problem.message.endswith(".") for problem in report.problems)
    assert all(len(problem.message) < 200 for problem in report.problems)


def test_bad_situation_rolls_four_sided_dice():
    faces = {
        face for _ in range(300) for face in roll("core_rules.challenge", situation="bad", steps=2).faces
    }
    assert faces == {1, 2, 3, 4}


def test_sheet_rolls_name_their_dice_and_specialty():
    points = character()["aptitudes"] | {"Charisma": {"max": 3, "current": 0}}
    (panel,) = check_sheet("core_rules", character(aptitudes=points)).panels
    rows = {row[0]: row[1:] for row in panel.rows}
    assert {len(row) for row in panel.rows} == {len(panel.columns)}
    assert [cell.inputs["steps"] for cell in rows["Society"][:6]] == [1, 1, 1, 2, 2, 2]
    assert (
        rows["Society"][1].full_label == "Society (the old kings), Average"
        and rows["Society"][6] == "Specialty"
    )
    assert [cell.inputs["steps"] for cell in rows["Deceive"][:6]] == [0, 0, 0, 1, 1, 1]
    assert rows["Deceive"][6] == "—"


def in_play(**changes):
    """Return the title, collapsible and row names of each table of rolls in play mode."""
    data = character(**changes)
    parsed_sheet = SHEET.parse(data)
    panels = SHEET.play.rolls(parsed_sheet, {"situation": "average"})
    return [(each.title, each.collapsible, [row[0] for row in each.rows]) for each in panels]


def test_play_mode_leaves_buttons_in_place_without_points():
    """Otherwise another roll would move under the finger that has just spent the last point."""
    points = character()["aptitudes"] | {"Charisma": {"max": 3, "current": 0}}
    panels = SHEET.play.rolls(SHEET.parse(character(aptitudes=points)), {"situation": "average"})
    rows = [row for panel in panels for row in panel.rows]
    assert {len(row) for row in rows} == {3}
    assert {row[2].full_label for row in rows if row[0] == "Deceive"} == {"Deceive, with a point, Average"}


def test_play_mode_lists_held_skills_first():
    skills = {"skills": ["Endure"], "specialties": [{"skill": "Society", "text": "the old kings"}]}
    first, *others = in_play(**skills)
    assert first == ("Skills you have", "", ["Society (the old kings) · Knowledge", "Endure · Physicality"])
    assert [title for title, _, _ in others] == ["Knowledge", "Awareness", "Charisma", "Physicality"]
    assert {collapsible for _, collapsible, _ in others} == {"Skills you don’t have"}
    assert sum(len(names) for _, _, names in others) == 14


def test_play_mode_lists_all_rolls_without_skills():
    _, *others = in_play(skills=[], specialties=[])
    assert {collapsible for _, collapsible, _ in others} == {""} and sum(
        len(names) for _, _, names in others
    ) == 16
