"""The files of a page: it loads only what it needs, whether it is opened directly or by a link."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hooks.contracts.requests import reply_to
from hooks.offline.style_bundles import PARTS
from rules_py.systems import registry
from tests.markup import markup_of
from tests.site.browsers import SITE, Browser, in_chromium
from tests.style.test_styles import STYLES, without_comments

STYLESHEET = re.compile(r'<link rel="stylesheet" href="[^"]*/css-\w+/([\w-]+)\.css">')
PASSING = re.compile(
    r"::[\w-]+|:not\((:has\()?:[\w-]+\)+|:has\(:[\w-]+\)"
    r"|:(hover|focus[\w-]*|active|checked|target|disabled|enabled|open|defined)\b"
)
CLASS = re.compile(r"\.([a-z][\w-]*)")
# conditions that don't require a class, unlike `:has(.is-cutting)`
OPTIONAL = re.compile(r":not\(.*\)|\((?!\.[\w-]+\)).*\)")
WORDS = re.compile(r'class="([^"]*)"')
KINDS = {
    "": {"book", "home"},
    "dichotomy/equipment/": {"book", "lists"},
    "dichotomy/combat/": {"book", "lists"},
    "dichotomy/terrain/": {"book", "diagrams"},
    "dichotomy/sheet/": {"book", "diagrams", "saved", "lists", "sheets"},
    "dichotomy/fight-desk/": {"book", "trackers", "diagrams", "saved"},
    "core_rules/table-screen/": {"book", "paper"},
}


def linked_parts(page: Path) -> set[str]:
    return set(STYLESHEET.findall(page.read_text("utf-8")))


@cache
def selectors(name: str) -> list[str]:
    """Return the selectors in the stylesheets of a part, or of the book, without states such as hover."""
    of_parts = {sheet for part in PARTS for sheet in part.sheets}
    others = sorted({path.stem for path in STYLES.glob("*.css")} - of_parts)
    sheets = next((part.sheets for part in PARTS if part.name == name), others)
    css = "".join(without_comments((STYLES / f"{sheet}.css").read_text("utf-8")) for sheet in sheets)
    nested = ("@", ">", "&")  # rules are nested in at-rules; the others are nested in rules
    preludes = (each for each in re.findall(r"([^{};]+)\{", css) if not each.strip().startswith(nested))
    return sorted({PASSING.sub("", each) for prelude in preludes for each in split_selectors(prelude)})


def split_selectors(prelude: str) -> Iterator[str]:
    """Yield the selectors of a rule, split at commas outside parentheses."""
    depth, part = 0, ""
    for sign in prelude:
        depth += (sign == "(") - (sign == ")")
        if sign == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += sign
    yield part.strip()


def classes(name: str) -> set[str]:
    return {each for selector in selectors(name) for each in CLASS.findall(selector)}


def classes_in(html: str) -> set[str]:
    """Return the class names of all elements in `html`."""
    return {word for each in WORDS.findall(html) for word in each.split()}


def possible_selectors(name: str, page_words: set[str]) -> str:
    """Return the selectors of a part that could match elements with these classes."""
    class_names = {each: set(CLASS.findall(OPTIONAL.sub("", each))) for each in selectors(name)}
    return ", ".join(each for each in class_names if class_names[each] <= page_words)


def test_page_links_only_the_styles_it_needs() -> None:
    for path in SITE.rglob("index.html"):
        if "embed" in path.parts:
            continue  # it has its own stylesheet
        page, linked = markup_of(path), linked_parts(path)
        page_words = classes_in(path.read_text("utf-8"))
        is_drawn_later = page.css_matches("dice-tracker")  # the engine draws elements that the page lacks
        for name in (part.name for part in PARTS):
            candidates = possible_selectors(name, page_words)
            styled = bool(candidates) and page.css_matches(candidates)
            assert not styled if name not in linked else styled or is_drawn_later, (path, name)
    for address, expected in KINDS.items():
        assert linked_parts(SITE / address / "index.html") == expected


def test_answers_and_tray_need_no_optional_styles() -> None:
    others = {each for part in PARTS for each in classes(part.name)} - classes("book")
    for calculator in (each for game in registry.games() for each in game.calculators):
        actions = ["odds"] * calculator.has_odds + ["roll"] * calculator.rolls_dice or ["ask"]
        for action in actions:
            request = {"action": action, "calculator": calculator.id, "inputs": {}, "seed": 1}
            class_names = classes_in(reply_to(request).get("html", ""))
            assert not class_names & others, (calculator.id, action, class_names & others)


@in_chromium
def test_page_navigation_swaps_styles_and_loads_elements(browser: Browser) -> None:
    linked_styles = """return [...document.querySelectorAll('link[rel=stylesheet]')].map(each =>
        /([\\w-]+)\\.css$/.exec(each.href)[1] + (each.sheet ? '' : ' (loading)'))"""
    lives = "return Boolean(customElements.get('dice-tracker'))"
    browser.open("dichotomy/running-the-game/")
    browser.eval("window.stayed = true")
    first = browser.eval(linked_styles)
    assert "trackers" not in first and not browser.eval(lives)
    browser.eval(
        """window.found = new Promise(found => new MutationObserver(() => {
            const desk = document.querySelector('dice-tracker');
            if (desk) found([desk.matches(':defined'), [...document.styleSheets].some(each => /trackers/.test(each.href))]);
        }).observe(document.body, {childList: true, subtree: true}))"""
    )
    browser.eval("document.querySelector('a[href$=\"/fight-desk/\"]').click()")
    assert browser.eval("return window.found") == [True, True], (
        "it has its styles and its script from the start"
    )
    browser.wait_for("return location.pathname.endsWith('/fight-desk/')")
    assert set(browser.eval(linked_styles)) == KINDS["dichotomy/fight-desk/"]
    browser.back()
    browser.wait_for("return !document.querySelector('dice-tracker')")
    assert browser.eval(linked_styles) == first and browser.eval("return window.stayed")


PRELOADED = re.compile(r'<link rel="modulepreload" [^>]*href="[^"]*/(js-\w+/[\w-]+\.js)">')


@in_chromium
@pytest.mark.parametrize(
    "page", ["", "core_rules/challenges/", "dichotomy/fight-desk/", "tools/kept/", "licences/"]
)
def test_page_preloads_the_modules_it_needs(browser: Browser, page: str) -> None:
    """Except for the database, which no reader waits for."""
    browser.open(page)
    scripts = "return performance.getEntriesByType('resource').map(({name}) => name).filter(name => /js-/.test(name))"
    fetched_files = {address.partition("/assets/")[2] for address in browser.eval(scripts)}
    preloaded = PRELOADED.findall((SITE / page / "index.html").read_text("utf-8"))
    assert len(preloaded) >= 4
    assert {name for name in fetched_files if not name.endswith("/idb.js")} == {*preloaded}
    assert browser.console_errors() == []


@in_chromium
def test_search_index_is_fetched_when_search_is_opened(browser: Browser) -> None:
    indexes = (
        "return performance.getEntriesByType('resource').filter(({name}) => /[/]search[/]/.test(name)).length"
    )
    browser.open("dichotomy/combat/")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    assert browser.eval(indexes) == 0
    browser.press("/")
    browser.wait_for(indexes)
