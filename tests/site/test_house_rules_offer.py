"""The offer of a shared set of house rules: what a reader is shown before accepting it."""

import json
import re
from typing import Any

import pytest

from hooks.pages.house_rules import sentence_hash
from rules_py.systems import registry
from tests.site.browsers import Browser, alike, own_origin
from tests.site.files import catch_downloads, choose_file, downloaded_file
from tests.site.house_rules_offer import (
    FILE,
    HAS_NOTICE,
    IN_FORCE,
    IS_OFFERED,
    OFFERED,
    PAGE,
    answer,
    example_set,
    offer,
    open_page,
)

pytestmark = own_origin

OPEN_DETAILS = """
for (const each of document.querySelectorAll("[data-part=rest], [data-part=sentences]")) each.open = true;
"""
HOSTILE = [
    "<img src=x onerror=globalThis.hit=1>",
    "</p></section><script>globalThis.hit=1</script>",
    "javascript:globalThis.hit=1",
    '"><svg onload=globalThis.hit=1>',
    "{{constructor.constructor('globalThis.hit=1')()}} {name} {count}",
    "&lt;b&gt;",
]


@pytest.fixture
def book(browser: Browser) -> dict[str, Any]:
    """The book's data, with its page open."""
    return open_page(browser)


def sentences_of(text: str) -> list[str]:
    return re.split(r"(?<=[.?!]) ", text)


@alike
def test_offer_lists_the_sentences_that_an_option_changes(browser: Browser, book: dict[str, Any]) -> None:
    switches = [each for each in book["options"] if each["kind"] == "flag" and each["sentences"]]
    browser.viewport(390, 844)
    offer(browser, example_set(book))
    assert browser.eval("return document.querySelector(args[0]).offsetHeight", OFFERED) < 1400
    offer(browser, example_set(book, rules={}))
    browser.eval(OPEN_DETAILS)
    for option in switches:
        [line] = [
            each for each in browser.texts(f"{OFFERED} [data-part=changes] > li") if option["label"] in each
        ]
        for number in option["sentences"]:
            assert number in line.partition("Rules that follow: ")[2].splitlines()[0], (
                "the numbers are listed first"
            )
        form = browser.text(f"#option-{option['name']} .house__book").split(" · ")[0]
        assert form in line, "the book's value is worded as in the form"
        for number, text in option["sentences"].items():
            new_sentences = sentences_of(text if isinstance(text, str) else text["true"])
            book_sentences = sentences_of(book["rules"][number]["text"])
            for sentence in set(book_sentences) ^ set(new_sentences):
                assert sentence in line
    assert switches


@alike
def test_offer_shows_the_first_sentence_of_a_ruling(browser: Browser, book: dict[str, Any]) -> None:
    """The rest of the ruling, which is also replaced, is collapsed."""
    number, ruling = next(
        (number, rule)
        for number, rule in book["rules"].items()
        if rule["kind"] == "ruling" and len(rule["text"].split(". ")) > 2
    )
    last = ruling["text"].split(". ")[-1]
    offer(browser, example_set(book, options={}, rules={number: {"text": "Ours.", "of": ruling["of"]}}))
    line = f"{OFFERED} [data-part=changes] > li"
    assert last not in browser.text(line) and "Also replaced: the rest of the ruling" in browser.text(line)
    browser.click(f"{line} summary")
    assert last in browser.text(line)


@alike
def test_offer_counts_omitted_and_outdated_parts(browser: Browser, book: dict[str, Any]) -> None:
    """The summary is in view, and its counts link to the lists."""
    browser.viewport(390, 844)
    sent = example_set(book, note="For Thursday. " * 40)
    sent["rules"][next(iter(sent["rules"]))]["of"] = "old"
    sent["rules"]["Z-999"] = {"text": "Gone.", "of": "old"}
    offer(browser, sent)
    head = f"{OFFERED} [data-part=sum]"
    text = browser.text(head)
    assert "1 part is left out." in text and "The book has changed 1 of these rules since." in text
    place = "document.querySelector(args[0]).getBoundingClientRect()"
    assert browser.eval(f"return {place}.bottom", head) < 844
    for name, target in (("count-stale", "fieldset"), ("count-left-out", "[data-part=left-out]")):
        browser.click(f"{head} [data-part={name}]")
        browser.wait_for(f"const {{top}} = {place}; return top > 0 && top < 700", f"{OFFERED} {target}")
    offer(browser, example_set(book))
    assert browser.count(f"{head} a:not([hidden])") == 0


@alike
def test_offer_is_accepted_by_keyboard_and_announced_once(browser: Browser, book: dict[str, Any]) -> None:
    offer(browser, example_set(book))
    focused = "return document.activeElement.dataset"
    assert browser.eval(focused)["part"] == "title"
    for _ in range(20):
        browser.press("Tab")
        if browser.eval(focused).get("answer") == "play":
            break
    browser.press("Enter")
    browser.wait_for(HAS_NOTICE)
    assert browser.eval(focused)["part"] == "notice"
    announcements = "return [...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]"
    announcements += ".filter((each) => each.textContent.includes('Thursday')).length"
    assert browser.eval(announcements) == 0, "moving the focus announces it"
    assert browser.eval(IN_FORCE)["set"]["name"] == "Thursday table"


@alike
def test_offer_escapes_the_texts_of_a_set(browser: Browser, book: dict[str, Any]) -> None:
    number = next(iter(example_set(book)["rules"]))
    before = browser.eval("return document.title")
    for text in HOSTILE:
        new = {"id": "H-1", "after": number, "title": text, "text": text}
        rules = {number: {"text": text, "of": "x"}, text: {"text": text}}
        sent = example_set(book, name=text[:80], note=text, new=[new], rules=rules, options={text: text})
        offer(browser, sent)
        assert text in browser.text(OFFERED)
        inside = f"return document.querySelectorAll('{OFFERED} :is(img, svg, script, iframe)').length"
        assert browser.eval(inside) == 0
        named = f"return [...document.querySelectorAll('{OFFERED} :is(h2, h3, button, legend, label, a)')]"
        assert text not in browser.eval(f"{named}.map((each) => each.textContent).join('|')")
        assert text in answer(browser, "look") or len(text) > 80
    assert browser.eval("return globalThis.hit ?? null") is None
    assert browser.eval("return document.title") == before


@alike
def test_offer_marks_differences_from_the_saved_set(browser: Browser, book: dict[str, Any]) -> None:
    sent = example_set(book)
    offer(browser, sent)
    answer(browser, "play")
    first, second = sent["rules"]
    new = {"id": "H-1", "after": first, "title": "Ours alone", "text": "Added."}
    rules = {first: sent["rules"][first] | {"text": "Different again."}}
    offer(browser, example_set(book, rules=rules, new=[new]))
    head = f"{OFFERED} [data-part=sum]"
    assert "2 differ from your set. 1 change of your set is no longer in it." in browser.text(head)
    rows = f"{OFFERED} [data-part=changes] > li"
    changed, added = browser.texts(f"{rows}:has(> p > [data-part=mark])")
    assert "Changed since your set" in changed
    assert f"Your set: At our table {first} is different." in changed
    assert "Ours alone" in added and added.splitlines()[0].endswith("New") and "Your set" not in added
    [gone] = browser.texts(f"{OFFERED} [data-part=gone-list] > li")
    assert second in gone and f"Your set: At our table {second} is different." in gone
    for part in ("differ", "gone"):
        browser.click(f"{head} [data-part=count-{part}]")
        target = "const {top} = document.querySelector(location.hash).getBoundingClientRect();"
        browser.wait_for(f"{target} return top > 0 && top < innerHeight")


@alike
def test_reader_decides_about_rules_changed_in_the_book(browser: Browser, book: dict[str, Any]) -> None:
    sent = example_set(book)
    first, second = sent["rules"]
    for rule in sent["rules"].values():
        rule["of"] = "old"
    offer(browser, sent)
    assert browser.count(f"{OFFERED} fieldset") == 2
    browser.click(f"{OFFERED} input[name=stale-{second}][value=book]")
    assert browser.axe_in_both_schemes() == []
    answer(browser, "play")
    rules = browser.eval(IN_FORCE)["set"]["rules"]
    assert rules == {first: {"text": sent["rules"][first]["text"], "of": book["rules"][first]["of"]}}


@alike
def test_link_offer_reports_missing_former_sentences(browser: Browser, book: dict[str, Any]) -> None:
    sent = example_set(book)
    for rule in sent["rules"].values():
        rule["of"] = "old"
    offer(browser, sent)
    assert (
        browser.text(OFFERED).count("The book before: unknown. Links don’t include the book’s sentence") == 2
    )


@alike
def test_file_offer_shows_the_former_sentence(browser: Browser, book: dict[str, Any]) -> None:
    """The page saved the file before the book changed."""
    sent = example_set(book)
    first, second = sent["rules"]
    changed = "What the book said before."
    before = f"{book['rules'][first]['text']} {changed}"
    sent["rules"][first] |= {"of": sentence_hash(before), "was": before}
    sent["rules"][second] |= {"of": "old", "was": "Words put into its mouth."}
    choose_file(browser, FILE, json.dumps(sent))
    browser.wait_for(IS_OFFERED)
    offer_text = browser.text(OFFERED)
    assert changed in offer_text.partition("The book before: ")[2].splitlines()[0]
    assert book["rules"][first]["text"] in offer_text
    assert "Words put" not in offer_text and "This file doesn’t include the book’s sentence" in offer_text
    browser.click(f"{OFFERED} input[name=stale-{second}][value=book]")
    answer(browser, "play")
    record = browser.eval(IN_FORCE)
    assert [*record["set"]["rules"]] == [first]
    catch_downloads(browser)
    browser.click("dice-house-rules [data-command=download]")
    _, file = downloaded_file(browser)
    assert json.loads(file)["rules"][first]["was"] == book["rules"][first]["text"]


@alike
def test_offer_lists_sections_and_entries_by_title(browser: Browser, book: dict[str, Any]) -> None:
    """Sections and entries that the book doesn't have are left out and listed."""
    browser.open("core_rules/challenges/")
    section, title = browser.eval(
        "const h2 = document.querySelector('article h2[id]'); return [h2.id, h2.firstChild.data]"
    )
    entry = registry.game("core_rules").references[0].entries[0]
    here, there = f"challenges#{section}", f"aptitudes-and-skills#{entry.id}"
    parts = {
        "hidden": [here, "challenges#no-such-section"],
        "entries": {there: {"hidden": True}, "spells#gone": {"hidden": True}},
    }
    browser.open(PAGE)
    offer(browser, example_set(book, **parts))
    lines = browser.texts(f"{OFFERED} [data-part=changes] > li")
    assert any(line.startswith(f"Not used {title.strip()} ") for line in lines), lines
    assert any(line.startswith(f"Not used {entry.name} ") for line in lines), lines
    left_out = browser.text(f"{OFFERED} [data-part=left-out]")
    assert "section: challenges#no-such-section" in left_out and "entry: spells#gone" in left_out
    answer(browser, "play")
    record = browser.eval(IN_FORCE)["set"]
    assert record["hidden"] == [here] and [*record["entries"]] == [there]


@alike
def test_offer_lists_invalid_values_with_their_limits(browser: Browser, book: dict[str, Any]) -> None:
    numbers = [each for each in book["options"] if each["kind"] == "int"]
    number, switch = numbers[0], next(each for each in book["options"] if each["kind"] == "flag")
    options = {number["name"]: number["high"] + 1, switch["name"]: "maybe", "no_such": True}
    offer(browser, example_set(book, options=options))
    left_out = browser.text(f"{OFFERED} [data-part=left-out]")
    bounds = f"a whole number from {number['low']} to {number['high']}"
    assert f"{number['label']} must be {bounds}, not {number['high'] + 1}." in left_out
    assert f'{switch["label"]} must be yes or no, not "maybe".' in left_out
    assert "This book doesn’t have this switch or number: no_such" in left_out
    answer(browser, "play")
    assert browser.eval(IN_FORCE)["set"]["options"] == {}
