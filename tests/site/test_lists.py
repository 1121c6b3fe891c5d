"""Pages that consist of a list, such as the spells, on a phone."""

import pytest

from tests.site.browsers import Browser, in_chromium

PHONE = (390, 844)
PAGES = ("two_d6/spells/", "dichotomy/ability-list/")
MIN_ROWS = 6
ROWS = """
const bottom = innerHeight - (document.querySelector(".dock")?.getBoundingClientRect().height ?? 0);
const rows = [...document.querySelectorAll(".entry__line")].map(each => each.getBoundingClientRect());
return {
    shown: rows.filter(each => each.top >= 0 && each.bottom <= bottom).length,
    low: rows.filter(each => each.height < 48).length,
    all: rows.length,
};
"""


@pytest.mark.measure
@in_chromium
def test_lists_show_their_first_rows_on_the_first_screen(browser: Browser) -> None:
    browser.viewport(*PHONE)
    browser.emulate(saving_data=True)
    for address in PAGES:
        browser.open(address)
        rows = browser.eval(ROWS)
        assert rows["low"] == 0
        assert rows["shown"] >= MIN_ROWS, f"{address} shows {rows['shown']} of {rows['all']} entries"
