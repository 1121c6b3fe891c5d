"""The house rules of Core Rules, from the options to calculators and the sheet."""

from fractions import Fraction

import pytest

from rules_py import ask, check_sheet

FOUR = {"Knowledge": 1, "Awareness": 0, "Charisma": 2, "Physicality": 3}


def character(**changes):
    return {
        "name": "Ysolde",
        "aptitudes": {name: {"max": 3, "current": 2} for name in FOUR},
        "skills": ["Nature", "Animals", "Might"],
        "specialties": [{"skill": "Society", "text": "the old kings"}],
    } | changes


@pytest.mark.parametrize(
    ("inputs", "steps"),
    [
        ({"has_skill": True, "spend_point": True, "ordinary_steps": 1}, 1),
        ({"has_skill": True, "has_specialty": True, "specialty_adds": True}, 2),
        ({"has_skill": True, "has_specialty": True, "spend_point": True, "specialty_adds": True}, 2),
        (
            {
                "has_skill": True,
                "has_specialty": True,
                "spend_point": True,
                "specialty_adds": True,
                "ordinary_steps": 3,
            },
            3,
        ),
        ({"stack_skills": True, "skills_applicable": 4, "ordinary_steps": 3}, 3),
        ({"has_specialty": True, "specialty_adds": True}, 1),
    ],
)
def test_steps_under_house_rules(inputs, steps):
    assert ask("core_rules.steps", **inputs)["steps"] == steps


def test_point_is_wasted_at_the_house_limit_of_steps():
    answer = ask("core_rules.steps", has_skill=True, spend_point=True, ordinary_steps=1)
    assert answer["warnings"] == ["point_wasted"]
    challenges = [
        {"situation": "average", "aptitude": "Charisma", "skill": True},
        {"situation": "bad", "aptitude": "Charisma", "skill": False},
    ]
    query = {"challenges": challenges, "current": FOUR, "band": "partial"}
    assert ask("core_rules.spend_plan", **query)["spend_on"] == [0, 1]
    assert ask("core_rules.spend_plan", **query, ordinary_steps=1)["spend_on"] == [1]


def test_rest_under_house_rules():
    def after(hours, **house):
        full = dict.fromkeys(FOUR, 3)
        return ask("core_rules.rest", max=full, current=FOUR, hours=hours, **house)["current"]

    assert after(7, restful_hours=8) == FOUR and after(8, restful_hours=8) == dict.fromkeys(FOUR, 3)
    assert after(8, rest_restores_one=True) == {each: min(3, points + 1) for each, points in FOUR.items()}
    assert after("0.5", rest_restores_one=True) == FOUR


def rows_under(**house):
    """Return the report and, for each row, its Average rolls without and with a point."""
    narrow = [{"skill": "Nature", "text": "bees"}]
    report = check_sheet("core_rules", character(specialties=narrow, house=house))
    return report, {row[0]: (row[2], row[5]) for row in report.panels[0].rows}


def test_sheet_has_a_line_for_each_source_of_steps():
    _, by_book = rows_under()
    assert len(by_book) == 16 and by_book["Nature"][1].inputs["steps"] == 2
    report, both = rows_under(stack_skills=True, specialty_adds=True)
    assert not report.warnings
    plain, paid = both["Nature (bees)"]
    assert plain.inputs["steps"] == 2 and plain.chance == Fraction(8, 9) and paid == "—"
    assert both["Might and another Skill"][0].inputs["steps"] == 2
    _, more = rows_under(specialty_adds=True, ordinary_steps=3)
    assert more["Nature (bees)"][1].inputs["steps"] == 3


def test_sheet_offers_no_point_that_would_be_wasted():
    _, rows = rows_under(ordinary_steps=1)
    assert rows["Nature"][1] == "—" and rows["Deceive"][1].inputs["steps"] == 1


def test_sheet_rests_by_the_house_rules():
    def rest(**house):
        (step,) = check_sheet("core_rules", character(house=house)).steps
        return step

    assert rest(restful_hours=8).why == "After 8 hours or more of something restful."
    points = character()["aptitudes"] | {"Charisma": {"max": 4, "current": 1}}
    (step,) = check_sheet("core_rules", character(aptitudes=points, house={"rest_restores_one": True})).steps
    assert step.changes["aptitudes.Charisma.current"] == 2
    assert step.title == "Rest: restore one point of each Aptitude"


def test_suggested_package_is_counted_and_may_be_a_limit():
    def text_of(**house):
        report = check_sheet("core_rules", character(house=house))
        return report.errors, [each.text for each in report.totals]

    assert text_of() == ([], ["12 points placed", "3 of 4 Skills", "1 of 2 Specialties"])
    assert text_of(start_points=14)[1][0] == "12 of 14 points placed"
    errors, totals = text_of(package_limits=True, start_skills=2)
    assert errors == ["too_many_points", "too_many_skills"]
    assert totals == ["1 point over", "1 Skill over", "1 Specialty left"]
