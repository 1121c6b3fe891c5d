"""What a page lets its reader press, type and open is what was agreed on, control by control."""

from __future__ import annotations

import pytest

from tests.core.form_controls import LIST, PAGES, controls

AGREED = {
    page: lines for page, *lines in (part.splitlines() for part in LIST.read_text("utf-8").split("\n\n"))
}
TOLD = "a change that is meant is written by: .venv/bin/python -m tests.core.form_controls"


def test_every_page_is_agreed_on() -> None:
    assert [*AGREED] == [*PAGES], TOLD


@pytest.mark.parametrize("page", AGREED)
def test_the_controls_of_a_page_are_those_that_were_agreed_on(page: str) -> None:
    assert controls(page) == [line.strip() for line in AGREED[page]], TOLD
