"""Withdrawn house rules: every part of a page is as it was before."""

import difflib
from typing import Any

import pytest

from hooks.contracts.house_rules import tried_values
from hooks.pages.house_data import ATTRIBUTES
from rules_py.base.jsonable import to_jsonable
from rules_py.systems import registry
from tests.site.browser_storage import clear_site_data
from tests.site.browsers import Browser, in_chromium
from tests.site.house_rules import put_in_force

PAGES = {
    "core_rules": ("challenges", "rulings", "odds", "sheet", "aptitudes-and-skills"),
    "dichotomy": ("combat", "ability-list", "table-screen", "fight-desk", "sheet", "what-the-numbers-say"),
    "two_d6": ("magic", "spells", "items", "combat-tracker", "sheet", "difficulty"),
    "basic_systems": ("odds", "other-ways", "sheet", "table-screen"),
    "action_consequence": ("odds", "rulings", "index"),
}
"""Pages with everything that follows house rules: text, rollers, charts, lists, cards, sheets and trackers.
"""

FEW = {
    "dichotomy": ("ability-list", "table-screen"),
    "two_d6": ("combat-tracker",),
    "basic_systems": ("odds",),
}
"""The pages tested without `--all-pages`: each takes half a minute."""

# Returns the content of the page, without attributes and form fields that house rules add once and that stay.
CONTENT = """
const UNLIKE = "script, .house-chip, [data-card=card], progress, [data-part=say], [data-part=announcement], [data-part=items], [data-part=form], [data-part=house]";
const IDLE = new Set(["href", "src", "data-state", "data-busy", "style", ...args[0].map((name) => `data-${name}`)]);
const write = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || node.matches(UNLIKE)) return "";
    const named = [...node.attributes].filter(({name}) => !IDLE.has(name)).map(({name, value}) => `${name}=${value}`);
    const { href, checked, value, open } = node;
    const state = node.matches("input, select, textarea") ? `${checked} ${value}` : href ?? open ?? "";
    const inside = [...node.childNodes].map(write).join("");
    return `\\n<${[node.localName, ...named.sort(), state].join(" ")}>${inside}\\n</${node.localName}>`;
};
return write(document.querySelector("main"));
"""

ADDED = ["house-mark", *ATTRIBUTES]

# Returns whether everything near the window is calculated and nothing has changed for some time.
SETTLED = """
const main = document.querySelector("main");
const now = `${main.querySelectorAll("*").length} ${main.textContent.length} ${main.querySelectorAll("[data-pending]").length}`;
window.settled = window.before === now ? (window.settled ?? 0) + 1 : 0;
window.before = now;
return window.settled > 20;
"""


def full_set(browser: Browser, game: str, page: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Open a page, and return options and all other kinds of changes of a set, many of them on this page."""
    browser.open(f"{game}/house-rules/")
    book = browser.eval("return JSON.parse(document.querySelector('script[data-part=book]').textContent)")
    numbers = list(book["rules"])
    browser.open(f"{game}/{page}/" if page != "index" else f"{game}/")
    sections = browser.eval("return [...document.querySelectorAll('article h2[id]')].map(({id}) => id)")
    entries = browser.eval(
        "return [...document.querySelectorAll('.entry[id], .reference__table tr[id]')].map(({id}) => id)"
    )
    options = {each.name: to_jsonable(tried_values(each)[-1]) for each in registry.game(game).options}
    return options, {
        "rules": {each: {"text": f"At our table, {each} differs.", "of": ""} for each in numbers[::3]},
        "new": [
            {"id": f"H-{place}", "after": each, "title": "More", "text": f"Besides {each}."}
            for place, each in enumerate(numbers[1 : 50 * 20 : 20], start=1)
        ],
        "hidden": [f"{page}#{each}" for each in sections[:2]],
        "entries": {f"{page}#{each}": {"hidden": True} for each in entries[:3]},
    }


def scroll_through(browser: Browser) -> None:
    """Scroll through the page, and wait until nothing changes any more."""
    height = browser.eval("return document.body.scrollHeight / innerHeight")
    for place in [*range(round(height) + 1), 0]:
        browser.eval("scrollTo({top: arguments[0] * innerHeight, behavior: 'instant'})", place)
        browser.eval("await new Promise((done) => setTimeout(done, 60))")
    browser.wait_for(SETTLED)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "page" in metafunc.fixturenames:
        chosen = PAGES if metafunc.config.getoption("--all-pages") else FEW
        metafunc.parametrize(("game", "page"), [(game, page) for game in chosen for page in chosen[game]])


@in_chromium
def test_withdrawing_house_rules_restores_the_page(browser: Browser, game: str, page: str) -> None:
    """The set is withdrawn, or the reader switches to the standard rules."""
    browser.viewport(1280, 900)
    browser.open("core_rules/")
    clear_site_data(browser)
    put_in_force(browser, game, None)
    options, rules = full_set(browser, game, page)
    browser.wait_for(SETTLED)
    before = browser.eval(CONTENT, ADDED)
    for leave in ("withdraw", "see the book"):
        put_in_force(browser, game, options, **rules)
        browser.wait(".house-chip")
        scroll_through(browser)
        assert browser.eval(CONTENT, ADDED) != before
        if leave == "withdraw":
            put_in_force(browser, game, None)
        else:
            browser.click(".house-chip__book")
        scroll_through(browser)
        after = browser.eval(CONTENT, ADDED)
        changed = [*difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)]
        assert not changed, "\n".join(changed[:20])
