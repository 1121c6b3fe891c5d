"""Sets of house rules shared by link, QR code or file: accepted, declined or previewed, also offline."""

import base64
import json
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.files import catch_copies, catch_downloads, choose_file, copied_text, downloaded_file
from tests.site.house_rules_offer import (
    BOOK,
    FILE,
    IN_FORCE,
    IS_OFFERED,
    NOTICE,
    OFFERED,
    PAGE,
    PREVIEWED,
    answer,
    example_set,
    link,
    offer,
    open_page,
)
from tests.site.offline_copy import save, wait_until_stored

pytestmark = own_origin


@pytest.fixture
def book(browser: Browser) -> dict[str, Any]:
    """The book's data, with its page open."""
    return open_page(browser)


def test_set_accepted_from_a_link_works_offline(browser: Browser, one_book: Path) -> None:
    """It takes only opening the link and accepting the set."""
    browser.serve(one_book)
    browser.open(PAGE)
    save(browser)
    wait_until_stored(browser)
    offered = example_set(browser.eval(BOOK))
    offer(browser, offered)
    assert browser.eval(IN_FORCE) is None
    assert "house=" not in browser.eval("return location.href")
    offer_text = browser.text(OFFERED)
    for rule in offered["rules"].values():
        assert rule["text"] in offer_text
    assert f"{2 + len(offered['options'])} changes" in offer_text
    assert "Thursday table" in answer(browser, "play")
    browser.offline(True)
    browser.open("core_rules/")
    browser.open(PAGE)
    record = browser.eval(IN_FORCE)
    assert record["set"]["options"] == offered["options"]
    assert record["set"]["rules"] == offered["rules"]
    assert not record["look"]
    browser.wait_for("return document.querySelector('dice-house-rules [data-part=sets]').value !== ''")
    assert not browser.foreign_requests()


@alike
def test_link_and_qr_code_contain_the_whole_set(browser: Browser, book: dict[str, Any]) -> None:
    sent = example_set(book)
    offer(browser, sent)
    answer(browser, "play")
    catch_copies(browser)
    browser.click("dice-house-rules [data-command=link]")
    address = copied_text(browser)
    packed_set = address.partition("#house=")[2]
    text = zlib.decompress(base64.urlsafe_b64decode(packed_set + "=" * (-len(packed_set) % 4)), wbits=-15)
    assert json.loads(text) == {name: value for name, value in sent.items() if value != {}}
    browser.click("dice-house-rules [data-command=code]")
    browser.wait("dice-house-rules [data-part=code] svg[role=img] path[d]")


@alike
def test_set_too_long_for_a_link_is_shared_as_a_file(browser: Browser, book: dict[str, Any]) -> None:
    random = Random(44)
    text = "".join(random.choices("abcdefghijklmnopqrstuv", k=1190))
    numbers = [*book["rules"]][:4]
    rules = {each: {"text": f"{text[place * 9 :]}.", "of": ""} for place, each in enumerate(numbers)}
    rules |= {each: {"text": text[::-1][place:], "of": ""} for place, each in enumerate(numbers[2:])}
    choose_file(browser, FILE, json.dumps(example_set(book, rules=rules)))
    browser.wait_for(IS_OFFERED)
    answer(browser, "play")
    browser.click("dice-house-rules [data-command=link]")
    browser.wait_for_text(".house__notice [role=status]", "too long for a link. Share the file instead.")
    browser.click("dice-house-rules [data-command=code]")
    browser.wait_for_text(".house__notice [role=status]", "too long for a QR code.")
    catch_downloads(browser)
    browser.click("dice-house-rules [data-command=download]")
    _, file = downloaded_file(browser)
    assert {number: rule["text"] for number, rule in json.loads(file)["rules"].items()} == {
        number: rule["text"] for number, rule in rules.items()
    }


@alike
def test_invalid_and_declined_links_change_nothing(browser: Browser, book: dict[str, Any]) -> None:
    for sent, message in [
        (example_set(book, game="dichotomy"), "another book"),
        (example_set(book, version=2), "newer version"),
        (example_set(book, name=7), "damaged"),
        ({"format": "diceleaf-sheet"}, "doesn’t contain house rules"),
    ]:
        browser.eval("location.hash = arguments[0]", link(sent))
        browser.wait_for(f"return document.querySelector('{NOTICE}').textContent.includes('{message}')")
        assert browser.count(f"{OFFERED}:not([hidden])") == 0
    offer(browser, example_set(book))
    assert answer(browser, "no") == "Nothing was saved."
    assert browser.eval(IN_FORCE) is None


@alike
def test_preview_saves_nothing(browser: Browser, book: dict[str, Any]) -> None:
    offer(browser, example_set(book))
    assert "Nothing was saved" in answer(browser, "look")
    assert browser.eval(PREVIEWED)["look"]
    assert browser.eval(IN_FORCE) is None
    browser.reload()
    assert browser.eval(PREVIEWED)["set"]["name"] == "Thursday table"


@in_chromium
def test_change_during_preview_saves_the_set_with_a_message(browser: Browser, book: dict[str, Any]) -> None:
    """The saved set of the same name stays, and no message contradicts the set in force."""
    offer(browser, example_set(book))
    answer(browser, "play")
    offer(browser, example_set(book, rules={}))
    assert answer(browser, "look").startswith("In this tab")
    browser.click("dice-house-rules [data-part=editor] input[type=checkbox]")
    message = "return document.querySelector('.house__notice [data-part=notice]').textContent"
    browser.wait_for(f"{message}.includes('With your change they are saved: Thursday table (2).')")
    assert browser.count(f"{NOTICE}:not([hidden])") == 0
    browser.click("[data-command=undo]")
    browser.wait_for("return document.querySelector('.house-chip').textContent.includes('Only looking')")
    offer(browser, example_set(book))
    answer(browser, "play")
    assert browser.eval(message) == ""


@alike
def test_set_with_an_existing_name_is_added_or_replaces_it(browser: Browser, book: dict[str, Any]) -> None:
    first = example_set(book)
    offer(browser, first)
    answer(browser, "play")
    own = browser.eval(IN_FORCE)["id"]
    offer(browser, first)  # an identical set is not added again
    answer(browser, "play")
    assert browser.eval(IN_FORCE)["id"] == own
    offer(browser, example_set(book, note="Changed."))
    assert browser.count(f"{OFFERED} [data-answer=play]:not([hidden])") == 0
    assert "All are the same as in your set." in browser.text(f"{OFFERED} [data-part=sum]")
    answer(browser, "both")
    record = browser.eval(IN_FORCE)
    assert record["id"] != own
    assert record["set"]["name"] == "Thursday table (2)"
    offer(browser, example_set(book, note="Changed twice."))
    answer(browser, "both")
    assert browser.eval(IN_FORCE)["set"]["name"] == "Thursday table (3)"
    offer(browser, example_set(book, note="Changed once more."))
    answer(browser, "replace")
    record = browser.eval(IN_FORCE)
    assert (record["id"], record["set"]["note"]) == (own, "Changed once more.")
