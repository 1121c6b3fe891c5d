"""Infinite loops and recursion in a game, stopped and reported."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rules_py.authoring import loop_guard
from tests.directives.guide_game import CALCULATORS, FINDS, PAGE, RULES, replace_once


def test_time_limits_are_three_and_ten_seconds() -> None:
    assert (loop_guard.GAME_LIMIT, loop_guard.EXAMPLE_LIMIT) == (3.0, 10.0)


ENDLESS = {
    "a loop without end": (
        RULES,
        "    light = ",
        "    while True: pass\n    light = ",
        "rules_py/systems/lantern/calculators.py:11: lantern.shine stopped: rules_py/systems/lantern/rules.py:31, in shine: stopped after 0.1 s (infinite loop?)",
    ),
    "an example without end": (
        PAGE,
        "```pycon title",
        "```pycon\n>>> while True: pass\n```\n\n```pycon title",
        "docs/lantern/index.md:23: the rules stopped: docs/lantern/index.md:24: stopped after 0.2 s (infinite loop?)",
    ),
    "an import without end": (
        FINDS,
        "FIND_LIST = ",
        "while True: pass\nFIND_LIST = ",
        "rules_py/systems/lantern/finds.py:12, in <module>: stopped after 0.1 s (infinite loop?)",
    ),
}
"""Infinite loops, in the form of MISTAKES; the tests set shorter time limits."""


@pytest.mark.parametrize(("name", "before", "after", "message"), ENDLESS.values(), ids=ENDLESS)
def test_infinite_loop_is_stopped_and_reported(
    lantern: Path,
    build_error: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    before: str,
    after: str,
    message: str,
) -> None:
    monkeypatch.setattr(loop_guard, "GAME_LIMIT", 0.1)
    monkeypatch.setattr(loop_guard, "EXAMPLE_LIMIT", 0.2)
    replace_once(lantern, name, before, after)
    assert build_error() == message


def test_endless_recursion_is_reported(lantern: Path, build_error: Callable[[], str]) -> None:
    """The place where it stops, in the rule or in the dice, depends on the depth of the call."""
    rules = lantern / RULES
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("    light = ", "    shine(dice, wick=wick)\n    light = ", 1), "utf-8")
    message = build_error()
    assert message.startswith(f"{CALCULATORS}:11: lantern.shine stopped: {RULES}:3")
    assert "in shine: RecursionError: maximum recursion depth exceeded" in message
