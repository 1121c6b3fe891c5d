"""A claim is proved in every case of its range, or the build stops at the first counterexample."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from hooks.base.errors import AuthorError

DEFINITIONS = """```pycon
>>> def double(number):
...     return 2 * number
```

"""


def claim(body: str) -> str:
    return f"{DEFINITIONS}```claim\n{body}\n```\n"


def message(page, body: str) -> str:
    with pytest.raises(AuthorError) as error:
        page(claim(body))
    return str(error.value)


def test_claim_counts_its_cases_and_shows_its_range(page) -> None:
    html = BeautifulSoup(
        page(claim("over: {number: 1 to 9, other: [0, 2, 4]}\nholds: double(number) > number + other / 5")),
        "html.parser",
    )
    details = html.find("details", class_="claim")
    assert details.find("summary").get_text() == "Proved for all 27 cases"
    assert [each.get_text() for each in details.find_all("dt")] == ["Number", "Other"]
    assert [each.get_text() for each in details.find_all("dd")] == ["1 to 9", "0 to 4, in steps of 2"]


def test_variable_is_labelled_as_the_input_of_its_name(page) -> None:
    html = BeautifulSoup(page(claim("over: {steps: 0 to 2}\nholds: steps < 3")), "html.parser")
    assert html.find("dt").get_text() == "Steps of improvement"


def test_range_from_a_named_list_is_shown_by_its_name(page) -> None:
    text = claim("over: {number: even_numbers}\nholds: number < 9")
    html = BeautifulSoup(
        page(text.replace(">>> def", ">>> even_numbers = [2, 4, 8]\n>>> def")), "html.parser"
    )
    assert html.find("dd").get_text() == "3 even numbers"


def test_claim_stops_at_the_first_counterexample(page) -> None:
    text = message(page, "over: {number: 1 to 9}\nholds: double(number) < 10")
    assert "number=5" in text and "10 and 10" in text and "double(number) < 10" in text


def test_claim_of_a_calculator_names_its_measures(page) -> None:
    html = page(
        claim(
            "calculator: core_rules.challenge\n"
            "over: {situation: [difficult, average, favourable], steps: 0 to 3}\n"
            'holds: at_least("success") + at_least("partial") >= 2 * grade("success") and mean > 1\n'
            "says: The mean is more than 1"
        )
    )
    details = BeautifulSoup(html, "html.parser").find("details", class_="claim")
    assert details.find("summary").get_text() == "The mean is more than 1: proved for all 12 cases"
    assert [each.get_text() for each in details.find_all("dt")] == ["Situation", "Steps of improvement"]


def test_trend_compares_neighbours_along_one_variable(page) -> None:
    body = "calculator: core_rules.challenge\nover: {situation: [average], steps: 0 to 4}\nalong: steps\n"
    assert "all 4 cases" in page(claim(f"{body}rises: mean"))
    text = message(page, f"{body}falls: mean")
    assert "steps=1" in text and "falls along steps" in text


def test_where_excludes_cases(page) -> None:
    assert "all 4 cases" in page(
        claim("over: {number: 1 to 9}\nwhere: number < 5\nholds: double(number) < 10")
    )
    assert "at least one case" in message(page, "over: {number: 1 to 9}\nwhere: number > 9\nholds: number")


@pytest.mark.parametrize(
    ("body", "part"),
    [
        ("over: {number: 1 to 9}", "holds"),
        ("over: {number: 1 to 9}\nholds: number >", "Python expression"),
        ("over: {number: 1 to 9}\nrises: number", "a variable, for rises"),
        ("over: {number: 1 to 9}\nalong: number\nholds: number", "nothing, for holds"),
        ("over: {number: 1 to 9}\nalong: other\nrises: number", "other"),
        ("over: {number: 3}\nholds: number", "list of values"),
        ("holds: number", "variables and their values"),
        ("over: {number: [1]}\ninputs: {steps: 1}\nholds: number", "a calculator"),
        ("over: {stepz: [1]}\ncalculator: core_rules.challenge\nholds: mean", "stepz"),
        ("over: {steps: [99]}\ncalculator: core_rules.challenge\nholds: mean", "99"),
        ("over: {number: [1]}\nholds: nubmer", "nubmer"),
    ],
)
def test_mistake_in_a_claim_is_reported(page, body: str, part: str) -> None:
    assert part in message(page, body)
