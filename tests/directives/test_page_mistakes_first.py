"""A mistake on a page is reported in the place of what the book seems to lack because of it."""

from __future__ import annotations

import pytest

from hooks.directives.book_checks import check_library
from rules_py.systems import registry
from tests.directives.conftest import TinyBook

HEAD = "---\ntitle: {title}\norder: {order}\ndescription: A page.\n---\n\n# A page\n\n"


def lacks(book: TinyBook, monkeypatch: pytest.MonkeyPatch, **pages: str) -> list[str]:
    """Return what `build` says of a book of Core Rules that has these pages alone."""
    game = registry.game("core_rules")
    monkeypatch.setattr(registry, "games", lambda: (game,))
    for name, text in pages.items():
        title, order = (game.title, game.order) if name == "index" else ("A page", 2)
        folder = "" if name == "home" else "core_rules/"
        book.write(f"{folder}{name}.md", HEAD.format(title=title, order=order) + text)
    return check_library(book.open())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "```roller\ncalculater: core_rules.challenge\n```",
            "10: field of a roller fence: given 'calculater', allowed calculator, inputs or title; perhaps 'calculator'",
        ),
        (
            "```roller\ncalculator: core_rules.chalenge\n```",
            "10: calculator: given 'core_rules.chalenge', allowed core_rules.challenge, core_rules.steps",
        ),
        (
            "```roller\ncalculator: core_rules.challenge\ninputs: {steps: 11}\n```",
            "11: steps: given 11, allowed a whole number from 0 to 10",
        ),
        ("```sheet\ngme: core_rules\n```", "10: field of a sheet fence: given 'gme', allowed game"),
        ("See [C-999].", "9: rule link: given 'C-999', allowed"),
        ("```pycon\n>>> 1 + 1\n3\n```", "10: output of `>>> 1 + 1`: given '3', allowed what came: 2"),
    ],
)
def test_page_mistake_is_reported_alone(
    book: TinyBook, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    [told] = lacks(book, monkeypatch, index="", dice=text)
    assert told.startswith(f"docs/core_rules/dice.md:{words}")


def test_mistakes_of_all_pages_come_before_what_is_missing(
    book: TinyBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = "```odds\ncalculator: core_rules.challenge\nrow: {steps: [0, 1]}\n```"
    told = lacks(book, monkeypatch, index=wrong, dice=wrong, home=wrong)
    assert [each.partition(": ")[0] for each in told] == [
        "docs/core_rules/dice.md:11",
        "docs/core_rules/index.md:11",
        "docs/home.md:11",
    ]


def test_lacks_are_reported_without_mistakes(book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    told = lacks(book, monkeypatch, index="Roll a d6.")
    assert any("rules that no page states" in each for each in told)
    assert any("calculator that no page shows" in each for each in told)
