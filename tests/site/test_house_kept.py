"""Saved sets of house rules: backed up, deleted, and withdrawn from what is looked up."""

from tests.site.browser_storage import forget_all, saved_records
from tests.site.browsers import Browser, in_chromium, own_origin
from tests.site.files import catch_downloads, choose_file, downloaded_file
from tests.site.house_rules import play_by
from tests.site.test_cards import OPEN, point
from tests.site.test_saved_items import BACKUP, BACKUP_FILE, reads

pytestmark = own_origin

PAGE = "dichotomy/house-rules/"
HOUSE = "dice-house-rules"
BACKUP_PAGE = "tools/kept/"
OURS = "Defend costs 2 AP at our table."
CITED = ".ruling:has(#R-39) a[data-rule=D-188]"
SAYS = "return document.querySelector(args[0])?.innerText.includes(args[1])"
CHOSEN = f"return document.querySelector('{HOUSE} [data-part=sets]')?.selectedOptions[0].text === args[0]"


def switch_an_option(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait("[data-part=bar]:not([hidden])")
    browser.click("#option-beat_targets input")
    browser.wait_for(SAYS, f"{HOUSE} .house__notice", "Changed")


@in_chromium
def test_backup_restores_a_set_and_puts_it_in_force(browser: Browser) -> None:
    switch_an_option(browser)
    before = saved_records(browser, "house:")
    browser.open(BACKUP_PAGE)
    reads(browser, "sum", "1 set of house rules")
    catch_downloads(browser)
    browser.click(f"{BACKUP} [data-command=backup]")
    _, text = downloaded_file(browser)
    forget_all(browser)
    browser.open(PAGE)
    browser.wait_for(CHOSEN, "The book’s rules")
    browser.open(BACKUP_PAGE)
    reads(browser, "sum", "Nothing saved yet.")
    choose_file(browser, BACKUP_FILE, text)
    browser.click(f"{BACKUP} [data-part=yes]")
    reads(browser, "notice", "Restored.")
    assert saved_records(browser, "house:") == before
    browser.open(PAGE)
    browser.wait_for(CHOSEN, "Our house rules")
    assert browser.eval("return document.querySelector('#option-beat_targets input').checked")
    browser.open("dichotomy/the-roll/")
    browser.wait(".house-rule[data-house~=D-012]")


@in_chromium
def test_deleted_set_is_restored_from_the_bin(browser: Browser) -> None:
    """On another page and on another day: it is listed again, and its link puts it in force."""
    switch_an_option(browser)
    browser.click(".house__sets > summary")
    browser.click(f"{HOUSE} [data-command=delete]")
    browser.wait_for(SAYS, f"{HOUSE} .house__notice", "Deleted: Our house rules.")
    browser.wait_for("return !document.querySelector('.house-chip')")
    browser.open(BACKUP_PAGE)
    reads(browser, "deleted", "Our house rules")
    assert saved_records(browser, "house:") == []
    browser.click(f"{BACKUP} [data-part=deleted] [data-command=back]")
    reads(browser, "sum", "1 set of house rules")
    browser.click(f"{BACKUP} [data-part=groups] summary")
    browser.click(f"{BACKUP} [data-part=groups] a")
    browser.wait_for(CHOSEN, "Our house rules")
    browser.wait(".house-chip")
    assert browser.eval("return document.querySelector('#option-beat_targets input').checked")


@in_chromium
def test_search_and_cards_follow_a_withdrawn_set(browser: Browser) -> None:
    """With the dialog open as well, as another tab may withdraw the set."""
    browser.open("dichotomy/combat/")
    play_by(browser, "dichotomy", {}, rules={"D-188": {"text": OURS, "of": ""}})
    browser.wait(".house-rule[data-house=D-188]")
    browser.press("/")
    browser.type(".search__words", "D-188")
    browser.wait_for(SAYS, ".search-result", OURS)
    play_by(browser, "dichotomy", None)
    browser.wait_for("return !document.querySelector('.search-result').innerText.includes(args[0])", OURS)
    assert browser.text(".search-result").startswith("D-188")
    browser.eval("document.querySelector('dialog[open]').close()")
    browser.click("details:has(#R-39) > summary")
    browser.eval(
        "document.querySelector(args[0]).scrollIntoView({block: 'center', behavior: 'instant'})", CITED
    )
    point(browser, CITED, "mouse")
    browser.wait(OPEN)
    assert "add 4 to all your defence rolls" in browser.text(".card")
    assert OURS not in browser.text(".card")


@in_chromium
def test_open_card_follows_another_tab(browser: Browser) -> None:
    browser.open("dichotomy/combat/")
    browser.click("details:has(#R-39) > summary")
    browser.eval(
        "document.querySelector(args[0]).scrollIntoView({block: 'center', behavior: 'instant'})", CITED
    )
    point(browser, CITED, "mouse")
    browser.wait(OPEN)
    play_by(browser, "dichotomy", {}, rules={"D-188": {"text": OURS, "of": ""}})
    browser.wait_for(SAYS, "#card-text", OURS)
    play_by(browser, "dichotomy", None)
    browser.wait_for("return !document.querySelector('#card-text').textContent.includes(args[0])", OURS)
    assert "add 4 to all your defence rolls" in browser.text("#card-text")
    assert browser.count(OPEN)
