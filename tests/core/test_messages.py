"""What is said is what was agreed on, word by word."""

from __future__ import annotations

import pytest

from tests.core.messages import LIST, PARTS, said

AGREED = {
    part: lines for part, *lines in (text.splitlines() for text in LIST.read_text("utf-8").split("\n\n"))
}
TOLD = "a change that is meant is written by: .venv/bin/python -m tests.core.messages"


def test_every_part_is_agreed_on() -> None:
    assert [*AGREED] == [*PARTS], TOLD


@pytest.mark.parametrize("part", AGREED)
def test_it_is_said_as_it_was_agreed_on(part: str) -> None:
    assert said(part) == AGREED[part], TOLD
