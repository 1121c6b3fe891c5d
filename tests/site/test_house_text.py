"""House rules in the text of every book."""

import json
import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.site.browser_storage import clear_site_data
from tests.site.browsers import Browser, in_chromium
from tests.site.house_rules import house_set, put_in_force
from tests.site.test_cards import OPEN, tap

ROOT = Path(__file__).parents[2]
OVERLAY = ROOT / "docs" / "assets" / "js" / "house" / "overlay.js"
DEFINITIONS = {"import.meta.url": "houseAddress", "globalThis.trustedTypes": "undefined"}
"""Expressions of the script, and their replacements in a page that has already loaded a copy of it."""
CITED = re.compile(r"[A-Z]{1,2}-\d{1,3}|\s+")
"""Parts of a sentence that the index omits: cited numbers, and some spaces."""
PAGE = """
const [path, set, sentences] = args;
const page = await new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("GET", new URL(path, window.houseRoot));
    request.responseType = "document";
    request.onload = () => done(request.response);
    request.send();
});
const article = page.querySelector("article");
const before = article.cloneNode(true);
"""
REWRITE = """
House.apply(page, {set, sentences}, path);
const rules = [...article.querySelectorAll(".house-rule[data-house]")].map((rule) => {
    const book = rule.querySelector(".house-rule__book").cloneNode(true);
    for (const each of book.querySelectorAll(".rule-mark, .ruling__about, .exact, .visually-hidden, svg, button, pre"))
        each.remove();
    return [rule.dataset.house, book.textContent, rule.querySelector(".house-rule__text").textContent];
});
const links = [...article.querySelectorAll(".house-rule__text a")].map((link) => link.textContent);
House.withdraw(page);
return {rules, links, isRestored: article.isEqualNode(before)};
"""


def index_of(site: Path) -> Any:
    [path] = (site / "search").glob("index.*.js")
    return json.loads(path.read_text("utf-8").partition("=")[2].strip().removesuffix(";"))


def without_citations(text: str) -> str:
    return CITED.sub("", text)


@pytest.fixture(scope="module")
def overlay(node: str) -> str:
    """The script, bundled so that it defines `House`."""
    options = ["--bundle", "--format=iife", "--global-name=House"]
    defined = [f"--define:{name}={value}" for name, value in DEFINITIONS.items()]
    command = [ROOT / "node_modules" / ".bin" / "esbuild", *options, *defined, OVERLAY]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def load_overlay(browser: Browser, overlay: str) -> None:
    browser.open("licences/")
    browser.eval(
        """
        window.houseRoot = new URL(document.querySelector(".md-logo").href).href;
        window.houseAddress = `${window.houseRoot}assets/js/site.js`;
        """
    )
    browser.eval(f"{overlay}; window.House = House;")


@in_chromium
def test_every_rule_and_ruling_is_replaced_and_restored(browser: Browser, overlay: str, site: Path) -> None:
    """Compare with the search index, whose text can continue with a list."""
    load_overlay(browser, overlay)
    index = index_of(site)
    books = [book.get("id", "") for book in index["books"]]
    faults = []
    changed = 0
    for at, page in enumerate(index["pages"]):
        entries = [
            (number, each)
            for each in index["things"]
            if each["page"] == at and each["kind"] in ("rule", "ruling")
            for number in each.get("numbers", ())
        ]
        if not entries:
            continue
        texts = {number: f"House {number}." for number, _ in entries}
        empty = house_set(books[page["book"]])
        result = browser.eval(PAGE + REWRITE, page["address"], empty, texts)
        sentences = {
            number: without_citations(book)
            for numbers, book, _ in result["rules"]
            for number in numbers.split()
        }
        if not result["isRestored"]:
            faults.append(page["address"])
        for number, each in entries:
            text = without_citations(each.get("text") or each["name"])
            if not sentences.get(number) or not text.startswith(sentences[number]):
                faults.append((number, sentences.get(number), text))
        changed += len(entries)
    assert faults == []
    assert changed == sum(
        len(each.get("numbers", ())) for each in index["things"] if each["kind"] in ("rule", "ruling")
    )


NAME = "<i>Thursday</i> table"
MARKUP = '<img src=x onerror="window.isHacked=1"> javascript:alert(1) [x](y)'
LINKING = "two_d6/table-screen/"
LINK = "article a[data-rule='T-187']"
SET: dict[str, Any] = {
    "name": NAME,
    "rules": {
        "T-184": {"text": f"{MARKUP} See T-199, T-185 and T-999.", "of": ""},
        "T-187": {"text": "You swashbuckle once a turn.", "of": ""},
    },
    "entries": {"spells#animate": {"hidden": True}},
    "hidden": ["combat#aim"],
    "new": [
        {"id": "H-1", "after": "T-185", "title": "Music", "text": "A fight lasts as long as the song."},
        {"id": "H-2", "after": "R-87", "title": "", "text": "Hip Shot needs a hat."},
    ],
}
"""Changes of every kind."""


def open_with_set(browser: Browser, page: str, *, preview: bool = False) -> None:
    """Open a page with `SET` in force."""
    browser.open("licences/")
    put_in_force(browser, "two_d6", {}, preview=preview, **SET)
    browser.open(page)
    browser.wait(".house-chip")


OPEN_CARD = """
const link = document.querySelector(args[0]);
link.scrollIntoView({block: "center", behavior: "instant"});
link.dispatchEvent(new PointerEvent("pointerover", {bubbles: true, pointerType: "mouse"}));
"""
GAP = """
const card = document.querySelector(".card").getBoundingClientRect();
const link = document.querySelector(args[0]).getBoundingClientRect();
return Math.round(card.top > link.top ? card.top - link.bottom : link.top - card.bottom);
"""


@in_chromium
def test_card_closes_if_a_first_set_hides_its_link(browser: Browser) -> None:
    """The page loads the script that applies sets only then."""
    browser.viewport(1280, 900)
    browser.open("two_d6/combat/")
    clear_site_data(browser)
    browser.reload()
    browser.eval(OPEN_CARD, "li:has(> #T-187, > * > #T-187) .term")
    browser.wait(OPEN)
    put_in_force(browser, "two_d6", {}, **SET)
    browser.wait(".house-rule[data-house='T-187']")
    assert browser.count(OPEN) == 0


@in_chromium
def test_card_stays_at_a_link_that_a_first_set_moves(browser: Browser) -> None:
    browser.viewport(1280, 900)
    browser.open("two_d6/combat/")
    clear_site_data(browser)
    browser.reload()
    browser.eval(OPEN_CARD, "#T-188")
    browser.wait(OPEN)
    before = browser.eval(GAP, "#T-188")
    long_rule = {"id": "H-1", "after": "T-187", "title": "Music", "text": "A fight is a song. " * 40}
    put_in_force(browser, "two_d6", {}, **{**SET, "new": [long_rule]})
    browser.wait(".house-rule--new")
    assert browser.count(OPEN) == 1
    assert browser.eval(GAP, "#T-188") == before


def test_tap_shows_the_books_sentence(browser: Browser) -> None:
    browser.viewport(320, 800)
    open_with_set(browser, "two_d6/combat/")
    label = ".house-rule[data-house='T-184'] > .house-rule__label"
    browser.wait(label)
    assert browser.text(label) == "House rule"
    assert browser.count(".house-rule__book:not([hidden])") == 0
    browser.click(label)
    assert "Combat is an opposed check" in browser.text(".house-rule__book:not([hidden])")
    assert browser.eval(f'return document.querySelector("{label}").ariaExpanded') == "true"
    assert browser.eval("return document.documentElement.scrollWidth <= innerWidth")
    if browser.name == "chromium":
        assert browser.axe_in_both_schemes() == []
    browser.click(label)
    assert browser.count(".house-rule__book:not([hidden])") == 0


@in_chromium
def test_texts_of_a_set_are_escaped_and_link_to_rules(browser: Browser) -> None:
    open_with_set(browser, "two_d6/combat/")
    rule = ".house-rule[data-house='T-184'] > .house-rule__text"
    browser.wait_for(f'return document.querySelectorAll("{rule} a").length === 2')
    assert browser.text(rule).startswith(MARKUP)
    assert browser.texts(f"{rule} a") == ["T-199", "T-185"]
    assert browser.count(f"{rule} img") == browser.count(".house-chip i") == 0
    assert browser.eval("return window.isHacked === undefined && !document.title.includes('Thursday')")
    assert browser.text(".house-chip__name").split("\n") == ["House rules", NAME]


def test_chip_switches_to_the_book_and_back(browser: Browser) -> None:
    browser.viewport(390, 844)
    open_with_set(browser, "two_d6/attacks/")
    browser.follow_link("two_d6/combat/")
    browser.wait(".house-rule[data-house='T-187']")
    browser.click(".house-chip__book")
    browser.wait_for("return !document.querySelector('article .house-rule, article .house-unused')")
    assert browser.eval("return document.querySelector('.house-chip__book').ariaPressed") == "true"
    browser.reload()
    browser.click(".house-chip__book")
    browser.wait(".house-rule[data-house='T-187']")
    browser.follow_link("dichotomy/combat/")
    browser.wait_for("return !document.querySelector('.house-chip')")


@in_chromium
def test_excluded_parts_are_marked_and_can_be_opened(browser: Browser) -> None:
    open_with_set(browser, "two_d6/combat/")
    is_visible = "return document.querySelector('#aim ~ .is-unused-part').checkVisibility()"
    browser.wait(".house-unused button")
    assert browser.text(".house-unused") == "Not used at your table"
    assert browser.text(".note-line:has(#H-2) > summary .house-flag") == "House rule"
    assert not browser.eval(is_visible)
    browser.click(".house-unused button")
    assert browser.eval(is_visible)
    browser.open("two_d6/combat/#H-1")
    browser.wait(".house-rule--new:has(#H-1)")
    assert browser.text(".house-rule--new").startswith("House rule Music A fight lasts")
    browser.open("two_d6/spells/")
    browser.wait("#animate.is-unused .house-flag")


@in_chromium
def test_search_and_cards_show_house_rules(browser: Browser) -> None:
    browser.viewport(1280, 900)
    open_with_set(browser, "two_d6/wounds/")
    browser.press("/")
    browser.wait("dialog[open]")
    browser.type_on("swashbuckle")
    browser.wait_for("return document.querySelector('.search-result__number')?.textContent === 'T-187'")
    assert browser.text(".search-result__text") == "House rule: You swashbuckle once a turn."
    browser.type(".search__words", "needs a hat")
    browser.wait_for("return document.querySelector('.search-result__number')?.textContent === 'H-2'")
    browser.type(".search__words", "T-219")
    unused = "return document.querySelector('.search-result__text')?.textContent.startsWith(args[0])"
    browser.wait_for(unused, "Not used at your table. ")
    browser.open(LINKING)
    browser.wait(f"{LINK}.is-house-rule")
    tap(browser, LINK)
    browser.wait(".card:popover-open")
    assert browser.text("#card-text") == "House rule: You swashbuckle once a turn."
    assert browser.text(".card__more").startswith("The book’s rule")


@in_chromium
def test_preview_ends_when_the_set_is_used(browser: Browser) -> None:
    open_with_set(browser, "two_d6/combat/", preview=True)
    assert browser.text(".house-chip__label") == "Only looking"
    browser.click(".house-chip__play")
    browser.wait_for("return document.querySelector('.house-chip__label').textContent === 'House rules'")
    is_set_saved = "return Object.keys(localStorage).some((key) => key.startsWith('diceleaf:house:'))"
    assert browser.eval(is_set_saved)


RULINGS = {
    "R-64": {"text": "A spell that is 5 short fizzles.", "of": ""},
    "R-67": {"text": "It may.", "of": ""},
}


@in_chromium
def test_titles_of_rulings_do_not_contradict_house_rules(browser: Browser) -> None:
    """The book's answer is struck out, the question stays, and the house rule isn't in the title."""
    browser.open("licences/")
    put_in_force(browser, "two_d6", {}, rules=RULINGS)
    browser.open("two_d6/rulings/")
    title = ".ruling:has([data-house='{}']) > summary"
    browser.wait(title.format("R-64") + " > .house-flag")
    struck = "the book’s answer, not used:\n"  # for screen readers only
    texts = [browser.text(title.format(number) + " > s") for number in ("R-64", "R-67")]
    assert texts == [struck + "A spell that misses its DC by exactly 5 goes wild", struck + "No"]
    assert browser.text(title.format("R-67")).startswith("R-67 Can a failed attack spell still hit?")
    assert "It may" not in browser.text(title.format("R-67"))
    browser.click(".house-chip__book")
    browser.wait_for("return !document.querySelector('.ruling s')")


@in_chromium
def test_table_screen_shows_house_rules(browser: Browser) -> None:
    open_with_set(browser, "two_d6/table-screen/")
    brief = ".house-rule--brief"
    browser.wait(brief)
    assert browser.text(brief) == "House rule T-187: You swashbuckle once a turn."
    browser.follow_link("two_d6/combat/")
    browser.wait(".house-page")
    assert browser.count(brief) == 0


@in_chromium
def test_table_screen_strikes_out_replaced_text(browser: Browser) -> None:
    """A sentence that also cites an unchanged rule is not struck out."""
    browser.open("core_rules/table-screen/")
    before = browser.eval("return document.querySelector('article').innerHTML")
    numbers = ("C-052", "C-056", "C-058", "C-017", "C-066")
    put_in_force(browser, "core_rules", {}, rules={n: {"text": "Sing.", "of": ""} for n in numbers})
    browser.wait("article s")
    struck = browser.eval("""
        return [...document.querySelectorAll("article s")].map((each) => [...each.childNodes]
            .filter((node) => !node.matches?.(".visually-hidden")).map((node) => node.textContent).join("").trim());
    """)
    assert struck == ["one", "that one", "the Skill, or else a Specialty", "If not, don’t roll."]
    assert browser.text("article s > .visually-hidden").strip() == "the book’s text, not used:"
    put_in_force(browser, "core_rules", None)
    browser.wait_for("return document.querySelector('article').innerHTML === args[0]", before)


@pytest.mark.measure
@in_chromium
def test_thirty_rewritten_rules_are_applied_in_one_frame(browser: Browser, overlay: str, site: Path) -> None:
    load_overlay(browser, overlay)
    index = index_of(site)
    rules = [each for each in index["things"] if each["kind"] in ("rule", "ruling") and each.get("numbers")]
    [(at, count)] = Counter(each["page"] for each in rules).most_common(1)
    numbers = [each["numbers"][0] for each in rules if each["page"] == at]
    texts = {number: f"House {number}, as in T-184." for number in numbers[:30]}
    fastest = """
    const times = [];
    for (let turn = 0; turn < 8; turn += 1) {
        const start = performance.now();
        House.apply(page, {set, sentences}, path);
        times.push(performance.now() - start);
        House.withdraw(page);
    }
    return Math.min(...times);
    """
    assert count >= len(texts) == 30
    assert browser.eval(PAGE + fastest, index["pages"][at]["address"], house_set("two_d6"), texts) < 16


@in_chromium
def test_printed_page_names_the_set_of_house_rules(browser: Browser) -> None:
    """The footer has the set's name and a QR code, but on the one-page table screen only the name."""
    foot = ".house-print__foot"
    is_visible = "return document.querySelector(args[0])?.checkVisibility() ?? false"
    browser.open("licences/")
    put_in_force(browser, "two_d6", {}, **SET)
    for page, has_code in (("two_d6/combat/", True), ("two_d6/table-screen/", False)):
        browser.open(page)
        browser.wait_for("return Boolean(document.querySelector('.house-print__foot > svg'))")
        assert not browser.eval(is_visible, foot)
        browser.emulate(print=True)
        assert browser.text(foot).startswith(f"House rules: {NAME}")
        assert browser.eval(is_visible, f"{foot} > svg") is has_code
        browser.emulate()
    browser.click(".house-chip__book")
    browser.wait_for(f"return !document.querySelector('{foot}')")


@in_chromium
def test_printed_book_shows_house_rules(browser: Browser) -> None:
    browser.open("licences/")
    put_in_force(browser, "two_d6", {}, **SET)
    browser.open("print/two_d6/")
    browser.wait(".house-rule[data-house='T-187']")
    assert browser.text(".house-print__foot").startswith(f"House rules: {NAME}")
    assert browser.count(".house-rule__book:not([hidden])") == 0
    browser.click(".house-print__choice input")
    assert browser.count(".house-rule__book:not([hidden])") == 2
    assert browser.text(".house-unused") == "Not used at your table"
    assert browser.text(".note-line:has(#H-2) > summary .house-flag") == "House rule"
