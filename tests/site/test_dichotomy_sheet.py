"""Dichotomy's sheet in the page: the halves of a pair move together, and its throws can be made."""

from __future__ import annotations

import pytest

from tests.site.browsers import Browser

SHEET = "dice-sheet[data-game=dichotomy]"


def field(name: str) -> str:
    return f"{SHEET} [name='attributes.{name}']"


@pytest.fixture
def sheet(browser: Browser) -> Browser:
    """The browser at a blank sheet."""
    browser.open("dichotomy/sheet/")
    browser.wait(field("power"))
    return browser


def test_moving_one_half_of_a_pair_moves_the_other(sheet: Browser) -> None:
    sheet.type(field("power"), "8")
    assert sheet.value(field("finesse")) == "3"
    sheet.type(field("finesse"), "10")
    assert sheet.value(field("power")) == "1"
    assert sheet.value(field("martial")) == "6"
    sheet.wait_for("return document.querySelector(args[0]).textContent.includes('10')", f"{SHEET} [data-part=report]")
    assert not sheet.texts(f"{SHEET} .problem--error")


def test_what_is_out_of_range_moves_nothing_and_is_named(sheet: Browser) -> None:
    before = sheet.value(field("finesse"))
    sheet.type(field("power"), "12")
    assert sheet.value(field("finesse")) in (before, "10")
    sheet.wait_for("return document.querySelector(args[0]).textContent.includes('1 to 10')", SHEET)
