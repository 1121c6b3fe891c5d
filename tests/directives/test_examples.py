"""Examples are run, compared with their output, and shown with their dice."""

from __future__ import annotations

import json

from bs4 import BeautifulSoup


def render(page, text: str) -> BeautifulSoup:
    return BeautifulSoup(page(text), "html.parser")


def test_roll_is_shown_with_its_replay(page) -> None:
    html = render(
        page,
        (
            '```pycon title="At the door"\n'
            '>>> resolve("core_rules.challenge", situation="bad", steps=2, dice=[4, 1]).band\n'
            "'partial'\n```\n"
        ),
    )
    example = html.find("dice-roll-buttons")
    button = example.find("button", attrs={"data-calculator": "core_rules.challenge"})
    assert json.loads(button["data-inputs"]) == {"situation": "difficult", "steps": 2}
    assert [die.get_text() for die in example.select(".die__face")] == ["4", "1"]
    assert "Partial success" in example.get_text()
    assert "At the door" in html.get_text()
    assert html.select_one(".example > .python code").get_text().startswith(">>> resolve(")


def test_example_shows_roll_answer_odds_and_sheet(page) -> None:
    html = render(
        page,
        (
            "```pycon\n"
            '>>> thrown = roll("core_rules.challenge", situation="average", steps=1, seed=7)\n'
            ">>> len(thrown.faces)\n1\n"
            '>>> ask("core_rules.at_least", situation="average", steps=1, band="success")["p"]\nFraction(1, 3)\n'
            '>>> odds("core_rules.challenge", situation="average", steps=1).mean\nFraction(7, 2)\n'
            '>>> check_sheet("core_rules", {"name": ""}).errors\n'
            "['aptitude_missing', 'name_missing']\n```\n"
        ),
    )
    assert len(html.find_all("dice-roll-buttons")) == 1
    assert html.find(class_="example__answer") and html.find(class_="example__odds")
    assert "The character needs a name." in html.find(class_="example__sheet").get_text()
    assert "python" not in html.select_one("details.note-line")["class"]


def test_repeated_call_is_shown_once(page) -> None:
    call = 'odds("core_rules.challenge", situation="average", steps=1).mean'
    html = render(page, f"```pycon\n>>> {call}\nFraction(7, 2)\n>>> {call} == {call}\nTrue\n```\n")
    assert len(html.find_all(class_="example__odds")) == 1


def test_loop_results_are_not_shown(page) -> None:
    html = render(
        page,
        (
            "```pycon\n"
            '>>> [odds("core_rules.challenge", situation="bad", steps=each).mean for each in (1, 2)]\n'
            "[Fraction(5, 2), Fraction(25, 8)]\n```\n"
        ),
    )
    assert html.find(class_="example__odds") is None
    assert html.select_one("details.note-line.python > .example.python")
    assert html.summary.get_text(" ", strip=True) == "Python code"


def test_examples_of_a_page_share_a_namespace(page) -> None:
    assert page("```pycon\n>>> a = 2\n```\n\nText.\n\n```pycon\n>>> a + 1\n3\n```\n")


def test_example_can_import_rules_py(page) -> None:
    html = render(
        page,
        (
            "```pycon\n>>> from rules_py import resolve\n"
            '>>> resolve("core_rules.challenge", situation="bad", steps=1, dice="[2]").band\n\'failure\'\n```\n'
        ),
    )
    assert html.select_one("dice-roll-buttons .die__face").get_text() == "2"


def test_expected_input_error_is_shown(page) -> None:
    html = render(
        page,
        (
            '```pycon\n>>> roll("core_rules.challenge", situation="bad", steps=11)\nTraceback (most recent call last):\nrules_py.base.errors.InputError: steps: expected a whole number from 0 to 10, got 11\n```\n'
        ),
    )
    assert html.find("dice-roll-buttons") is None
    assert (
        html.find(class_="example__refused").get_text()
        == "Steps of improvement must be between 0 and 10 (you entered 11)."
    )


def test_caught_input_error_is_shown_without_code(page) -> None:
    html = render(
        page,
        (
            '```pycon\n>>> try:\n...     ask("core_rules.skill_aptitude", skill="Juggling")\n'
            "... except ValueError as refusal:\n...     print(refusal.codes)\n('skill_unknown',)\n```\n"
        ),
    )
    assert (
        html.find(class_="example__refused")
        .get_text()
        .endswith("Choose “Skill” from the list (“Juggling” isn’t an option).")
    )
    assert html.select_one(".example > .python > .highlight")


def test_doctest_directives_work_and_are_hidden(page) -> None:
    html = render(page, "```pycon\n>>> list(range(100))  # doctest: +ELLIPSIS\n[0, 1, ..., 99]\n```\n")
    assert "doctest" not in html.get_text()


def test_code_is_highlighted(page) -> None:
    assert page("```pycon\n>>> 1 + 1\n2\n```\n").count('<span class="mi">1</span>') == 2
