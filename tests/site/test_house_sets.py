"""Saved sets of house rules: in force, backed up, deleted, restored and withdrawn."""

import json
from typing import Any

import pytest

from tests.site.browser_storage import clear_site_data, saved_records
from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.files import catch_downloads, choose_file, downloaded_file
from tests.site.house_rules import put_in_force
from tests.site.house_rules_offer import (
    BOOK,
    IN_FORCE,
    IS_OFFERED,
    NOTICE,
    OFFERED,
    PAGE,
    answer,
    example_set,
    offer,
    open_page,
)
from tests.site.test_browser_failures import REFUSED, open_after
from tests.site.test_cards import OPEN, point
from tests.site.test_saved_items import BACKUP, BACKUP_FILE, check_text

pytestmark = own_origin

DICHOTOMY = "dichotomy/house-rules/"
HOUSE = "dice-house-rules"
BACKUP_PAGE = "tools/kept/"
NEW_SENTENCE = "Defend costs 2 AP at our table."
CITED = ".ruling:has(#R-39) a[data-rule=D-188]"
INCLUDES = "return document.querySelector(args[0])?.innerText.includes(args[1])"
IS_SELECTED = (
    f"return document.querySelector('{HOUSE} [data-part=sets]')?.selectedOptions[0].text === args[0]"
)


@pytest.fixture
def book(browser: Browser) -> dict[str, Any]:
    """The book's data, with its page open."""
    return open_page(browser)


def switch_an_option(browser: Browser) -> None:
    browser.open(DICHOTOMY)
    browser.wait("[data-part=bar]:not([hidden])")
    browser.click("#option-beat_targets input")
    browser.wait_for(INCLUDES, f"{HOUSE} .house__notice", "Changed")


@in_chromium
def test_backup_restores_a_set_and_puts_it_in_force(browser: Browser) -> None:
    switch_an_option(browser)
    before = saved_records(browser, "house:")
    browser.open(BACKUP_PAGE)
    check_text(browser, "sum", "1 set of house rules")
    catch_downloads(browser)
    browser.click(f"{BACKUP} [data-command=backup]")
    _, text = downloaded_file(browser)
    clear_site_data(browser)
    browser.open(DICHOTOMY)
    browser.wait_for(IS_SELECTED, "The book’s rules")
    browser.open(BACKUP_PAGE)
    check_text(browser, "sum", "Nothing saved yet.")
    choose_file(browser, BACKUP_FILE, text)
    browser.click(f"{BACKUP} [data-part=yes]")
    check_text(browser, "notice", "Restored.")
    assert saved_records(browser, "house:") == before
    browser.open(DICHOTOMY)
    browser.wait_for(IS_SELECTED, "Our house rules")
    assert browser.eval("return document.querySelector('#option-beat_targets input').checked")
    browser.open("dichotomy/the-roll/")
    browser.wait(".house-rule[data-house~=D-012]")


@in_chromium
def test_deleted_set_is_restored_from_the_bin(browser: Browser) -> None:
    """The restored set is listed, and its link puts it in force."""
    switch_an_option(browser)
    browser.click(".house__sets > summary")
    browser.click(f"{HOUSE} [data-command=delete]")
    browser.wait_for(INCLUDES, f"{HOUSE} .house__notice", "Deleted: Our house rules.")
    browser.wait_for("return !document.querySelector('.house-chip')")
    browser.open(BACKUP_PAGE)
    check_text(browser, "deleted", "Our house rules")
    assert saved_records(browser, "house:") == []
    browser.click(f"{BACKUP} [data-part=deleted] [data-command=back]")
    check_text(browser, "sum", "1 set of house rules")
    browser.click(f"{BACKUP} [data-part=groups] summary")
    browser.click(f"{BACKUP} [data-part=groups] a")
    browser.wait_for(IS_SELECTED, "Our house rules")
    browser.wait(".house-chip")
    assert browser.eval("return document.querySelector('#option-beat_targets input').checked")


@in_chromium
def test_search_and_cards_follow_a_withdrawn_set(browser: Browser) -> None:
    """This includes an open search dialog, as another tab can withdraw the set."""
    browser.open("dichotomy/combat/")
    put_in_force(browser, "dichotomy", {}, rules={"D-188": {"text": NEW_SENTENCE, "of": ""}})
    browser.wait(".house-rule[data-house=D-188]")
    browser.press("/")
    browser.type(".search__words", "D-188")
    browser.wait_for(INCLUDES, ".search-result", NEW_SENTENCE)
    put_in_force(browser, "dichotomy", None)
    browser.wait_for(
        "return !document.querySelector('.search-result').innerText.includes(args[0])", NEW_SENTENCE
    )
    assert browser.text(".search-result").startswith("D-188")
    browser.eval("document.querySelector('dialog[open]').close()")
    browser.click("details:has(#R-39) > summary")
    browser.eval(
        "document.querySelector(args[0]).scrollIntoView({block: 'center', behavior: 'instant'})", CITED
    )
    point(browser, CITED, "mouse")
    browser.wait(OPEN)
    assert "add 4 to all your defence rolls" in browser.text(".card")
    assert NEW_SENTENCE not in browser.text(".card")


@in_chromium
def test_open_card_follows_another_tab(browser: Browser) -> None:
    browser.open("dichotomy/combat/")
    browser.click("details:has(#R-39) > summary")
    browser.eval(
        "document.querySelector(args[0]).scrollIntoView({block: 'center', behavior: 'instant'})", CITED
    )
    point(browser, CITED, "mouse")
    browser.wait(OPEN)
    put_in_force(browser, "dichotomy", {}, rules={"D-188": {"text": NEW_SENTENCE, "of": ""}})
    browser.wait_for(INCLUDES, "#card-text", NEW_SENTENCE)
    put_in_force(browser, "dichotomy", None)
    browser.wait_for(
        "return !document.querySelector('#card-text').textContent.includes(args[0])", NEW_SENTENCE
    )
    assert "add 4 to all your defence rolls" in browser.text("#card-text")
    assert browser.count(OPEN)


@alike
def test_message_about_another_set_disappears(browser: Browser, book: dict[str, Any]) -> None:
    """Only the set in force is named after a set is accepted, chosen or deleted."""
    notice = "dice-house-rules .house__notice[data-notice]"
    offer(browser, example_set(book))
    answer(browser, "play")
    browser.choose("[data-part=sets]", "")
    browser.wait(notice)
    browser.wait_for("return document.querySelector(args[0]).hidden", NOTICE)
    offer(browser, example_set(book, name="Sunday table"))
    assert "Sunday table" in answer(browser, "play")
    assert browser.count(notice) == 0
    browser.eval("document.querySelector('[data-command=delete]').closest('details').open = true")
    browser.click("dice-house-rules [data-command=delete]")
    browser.wait_for("return document.querySelector(args[0])?.textContent.includes('Sunday table')", notice)
    assert browser.count(f"{NOTICE}:not([hidden])") == 0


@alike
def test_page_asks_about_a_saved_set_after_a_book_changes(browser: Browser, book: dict[str, Any]) -> None:
    """The page asks about changed rules and lists the former sentences. Other changes made meanwhile stay."""
    sent = example_set(book)
    offer(browser, sent)
    answer(browser, "play")
    older = browser.eval(IN_FORCE)
    older["set"]["rules"]["Z-999"] = {"text": "Runes glow.", "of": "old"}
    older["set"]["options"]["no_such"] = True
    first, second = sent["rules"]
    older["set"]["rules"][first]["of"] = "old"
    older["was"][first] = "What the book said before."
    key = "Object.keys(localStorage).find((key) => /^diceleaf:house:.*core_rules$/.test(key))"
    browser.eval(f"localStorage.setItem({key}, arguments[0])", json.dumps(older))
    browser.reload()
    browser.wait_for(IS_OFFERED)
    offer_text = browser.text(OFFERED)
    assert "What the book said before." in offer_text
    assert sent["rules"][first]["text"] in offer_text
    assert sent["rules"][second]["text"] not in offer_text
    assert "rule Z-999, for which the set says: Runes glow." in offer_text and "no_such" in offer_text
    switch = browser.eval(
        "return document.querySelector('[data-option]:has([type=checkbox])').dataset.option"
    )
    browser.click(f"[data-option={switch}] input")
    browser.wait_for("return document.querySelector('.house__notice').innerText !== ''")
    assert "Saved" in answer(browser, "save")
    reviewed = browser.eval(IN_FORCE)["set"]
    assert reviewed["rules"] == sent["rules"]
    assert reviewed["options"] == {name: on for name, on in sent["options"].items() if name != switch}


@alike
def test_set_is_in_force_without_storage(browser: Browser) -> None:
    open_after(browser, REFUSED, PAGE)
    offer(browser, example_set(browser.eval(BOOK)))
    assert "until you leave this site" in answer(browser, "play")
    browser.wait_for("return document.querySelector('dice-house-rules [data-part=sets]').value !== ''")


@alike
def test_page_reports_that_nothing_is_saved(browser: Browser) -> None:
    open_after(browser, REFUSED, PAGE)
    notice = "return document.querySelector('.house__notice').innerText"
    browser.wait_for(f"{notice}.includes('isn’t saving anything')")
    browser.click("[data-option] input[type=checkbox]")
    browser.wait_for(f"{notice}.includes('Changed')")
    browser.follow_link("core_rules/")
    browser.wait(".house-chip")


@alike
def test_opening_a_saved_set_puts_it_in_force(browser: Browser, book: dict[str, Any]) -> None:
    """Undo puts the previous set in force again."""
    for name in ("Monday table", "Thursday table"):
        offer(browser, example_set(book, name=name))
        answer(browser, "play")
    browser.open("tools/kept/")
    group = "[data-group='house:core_rules']"
    browser.wait(group)
    browser.eval("document.querySelector(arguments[0]).open = true", group)
    browser.click(f"{group} a")
    notice_includes = (
        "return document.querySelector('.house__notice [role=status]')?.textContent.includes('Monday table')"
    )
    browser.wait_for(notice_includes)
    assert browser.eval(IN_FORCE)["set"]["name"] == "Monday table"
    assert browser.eval("return location.hash") == ""
    browser.click("dice-house-rules [data-command=undo]")
    browser.wait_for(
        "return /Restored/.test(document.querySelector('.house__notice [role=status]').textContent)"
    )
    assert browser.eval(IN_FORCE)["set"]["name"] == "Thursday table"


@alike
def test_undoing_a_deletion_puts_the_set_back_in_force(browser: Browser, book: dict[str, Any]) -> None:
    offer(browser, example_set(book))
    answer(browser, "play")
    before = browser.eval(IN_FORCE)
    browser.open("tools/kept/")
    browser.wait("[data-group='house:core_rules']")
    browser.eval("document.querySelector('[data-group=\"house:core_rules\"]').open = true")
    assert "Thursday table" in browser.text("[data-group='house:core_rules']")
    browser.click("[data-group='house:core_rules'] [data-command=remove]")
    browser.wait("[data-part=undo]:not([hidden])")
    assert browser.eval(IN_FORCE) is None
    browser.click("[data-part=undo]")
    browser.wait("[data-group='house:core_rules']")
    assert browser.eval(IN_FORCE) == before
