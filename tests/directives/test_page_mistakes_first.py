"""A mistake on a page is reported instead of what the book lacks because of it."""

from __future__ import annotations

import pytest

from hooks.directives.book_checks import check_library
from rules_py.systems import registry
from tests.directives.conftest import TinyBook

HEAD = "---\ntitle: {title}\norder: {order}\ndescription: A page.\n---\n\n# A page\n\n"


def build_errors(book: TinyBook, monkeypatch: pytest.MonkeyPatch, **pages: str) -> list[str]:
    """Return the messages of `build` for a book of Core Rules with only these pages."""
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
            "10: roller block has no field 'calculater'; fields are calculator, inputs and title. Did you mean 'calculator'?",
        ),
        (
            "```roller\ncalculator: core_rules.chalenge\n```",
            "10: unknown calculator 'core_rules.chalenge'. Did you mean 'core_rules.challenge'?",
        ),
        (
            "```roller\ncalculator: challenge\n```",
            "10: unknown calculator 'challenge'. Did you mean 'core_rules.challenge'?",
        ),
        (
            "```roller\ncalculator: core_rules.challenge\ninputs: {steps: 11}\n```",
            "11: steps: expected a whole number from 0 to 10, got 11",
        ),
        (
            "```sheet\ngme: core_rules\n```",
            "10: sheet block has no field 'gme'; fields are game, title, fields, tracks, lists, notes and rolls. Did you mean 'game'?",
        ),
        ("See [C-999].", "9: unknown rule link 'C-999' (expected a rule number of core_rules)"),
        (
            "```pycon\n>>> 1 + 1\n3\n```",
            "10: example `>>> 1 + 1` printed 2, but the text says 3. Replace it with: 2",
        ),
    ],
)
def test_page_mistake_is_reported_alone(
    book: TinyBook, monkeypatch: pytest.MonkeyPatch, text: str, words: str
) -> None:
    [message] = build_errors(book, monkeypatch, index="", dice=text)
    assert message.startswith(f"docs/core_rules/dice.md:{words}")


def test_missing_parts_are_not_reported_beside_mistakes(
    book: TinyBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = "```odds\ncalculator: core_rules.challenge\nrow: {steps: [0, 1]}\n```"
    messages = build_errors(book, monkeypatch, index=wrong, dice=wrong, home=wrong)
    assert [each.partition(": ")[0] for each in messages] == [
        "docs/core_rules/dice.md:11",
        "docs/core_rules/index.md:11",
        "docs/home.md:11",
    ]


def test_missing_parts_are_reported_without_mistakes(book: TinyBook, monkeypatch: pytest.MonkeyPatch) -> None:
    messages = build_errors(book, monkeypatch, index="Roll a d6.")
    assert any(
        "core_rules: no page states rules C-001, C-002, C-003, C-004, C-005, C-006, C-007, C-008 and 111 more. Add [#C-001] after the sentence in docs/core_rules/, or remove it from `numbers`."
        in each
        for each in messages
    )
    assert any(
        "no page shows calculator core_rules.gain. Add a calculator block with the line `calculator: core_rules.gain` in docs/core_rules/."
        in each
        for each in messages
    )
