"""All that a reader keeps: backed up and restored whole, deleted and put back, and never at the mercy of the
engine.
"""

import json

from tests.site.browsers import Browser, alike, in_chromium
from tests.site.keeping import forget_all, keep, kept

PAGE = "tools/kept/"
KEPT = "dice-kept"
ODO = {"version": 1, "sheet": {"name": "Odo", "heirloom": {"story": None}}, "tomorrow": [1]}
FIGHT = {"version": 1, "scene": {"name": "No engine opens this", "log": "?"}}


def reads(browser: Browser, part: str, words: str) -> None:
    found = "return document.querySelector(args[0])?.textContent.includes(args[1])"
    browser.wait_for(found, f"{KEPT} [data-part={part}]", words)


def give(browser: Browser, text: str) -> None:
    """Choose a file of this text, as a reader does."""
    browser.eval(
        """
        const control = document.querySelector("dice-kept [data-part=file]"), files = new DataTransfer();
        files.items.add(new File([args[0]], "backup.json", {type: "application/json"}));
        control.files = files.files;
        control.dispatchEvent(new Event("change", {bubbles: true}));
        """,
        text,
    )


def test_a_backup_brings_back_everything_and_is_looked_at_first(browser: Browser) -> None:
    browser.open(PAGE)
    reads(browser, "sum", "Nothing is kept here yet.")
    keep(browser, "sheet:core_rules:a", ODO)
    keep(browser, "desk:dichotomy:b", FIGHT)
    keep(browser, "sheet:core_rules:c", "{broken")
    before = kept(browser)
    browser.reload()
    reads(browser, "sum", "Kept in this browser: 2 characters and 1 fight.")
    browser.eval("URL.createObjectURL = (blob) => { window.backup = blob; return '#'; }")
    browser.eval("HTMLAnchorElement.prototype.click = () => {}")
    browser.click(f"{KEPT} [data-do=backup]")
    reads(browser, "last", "The last backup was made on ")
    text = browser.wait_for("return window.backup && await window.backup.text()")
    forget_all(browser)
    browser.reload()
    reads(browser, "sum", "Nothing is kept here yet.")
    give(browser, text[:-30])
    reads(browser, "told", "nothing was changed")
    give(browser, text)
    browser.wait(f"{KEPT} [data-part=yes]")
    assert browser.text(f"{KEPT} [data-part=offered-sum]") == "2 characters and 1 fight"
    assert kept(browser) == []
    browser.click(f"{KEPT} [data-part=yes]")
    reads(browser, "told", "Restored.")
    assert kept(browser) == before
    assert browser.console_errors() == []


@alike
def test_what_no_engine_opens_is_deleted_and_put_back(browser: Browser) -> None:
    browser.open(PAGE)
    reads(browser, "sum", "Nothing is kept here yet.")
    keep(browser, "desk:dichotomy:b", FIGHT)
    browser.reload()
    browser.click(f"{KEPT} summary")
    browser.click(f"{KEPT} [data-do=remove]")
    reads(browser, "told", "Deleted: No engine opens this.")
    assert kept(browser) == []
    browser.click(f"{KEPT} [data-do=put-back]")
    reads(browser, "sum", "1 fight")
    assert [each["kept"] for each in kept(browser)] == [FIGHT]
    browser.open("dichotomy/fight-desk/")
    told = "return document.querySelector('[data-part=told]').textContent"
    browser.wait_for(f"{told}.includes('can’t be opened')")
    browser.click(".kept summary")
    browser.click("[data-do=remove]")
    browser.wait_for(f"{told} === 'Deleted: No engine opens this.'")
    assert kept(browser, "desk:") == []


def test_a_page_left_while_it_reads_holds_no_other_up(browser: Browser) -> None:
    """Firefox and WebKit put it aside as it stands, with what it was about to read."""
    browser.open_sheet("core_rules/sheet/")
    browser.eval(
        """
        window.reads = 0;
        const {things} = document.querySelector("dice-sheet");
        const read = () => things.all().then(() => { window.reads += 1; read(); });
        for (let at_once = 0; at_once < 5; at_once += 1) read();
        """
    )
    browser.wait_for("return window.reads > 20")
    browser.open("tools/kept/")
    browser.open_sheet("core_rules/sheet/")
    browser.type("dice-sheet [name=name]", "Odo")
    browser.wait_for("return document.querySelector('dice-sheet').things.list[0]?.name === 'Odo'")
    browser.back()
    browser.wait("dice-kept [data-part=sum]")
    browser.back()
    browser.open_parts()
    if browser.eval("return window.reads ?? 0"):  # it was put aside, and goes on
        browser.wait_for(f"return window.reads > {browser.eval('return window.reads')} + 20")
    browser.wait_for("return document.querySelector('dice-sheet').things.list[0]?.name === 'Odo'")


@in_chromium
def test_a_phone_that_forgets_and_a_backup_that_is_due_are_told_of_beside_the_characters(
    browser: Browser,
) -> None:
    browser.open("core_rules/sheet/")
    browser.wait_for("return document.querySelector('dice-sheet')?.key")
    urgent = ".kept__urgent:not([hidden])"
    assert browser.count(urgent) == 0
    browser.eval("localStorage.setItem('diceleaf:unsaved-since:/book/', '1')")
    browser.reload()
    browser.wait(urgent)
    assert browser.texts(urgent) == ["Two weeks of what you keep here are in no backup."]


@in_chromium
def test_the_place_of_the_backup_breaks_no_rule_of_accessibility(browser: Browser) -> None:
    browser.open(PAGE)
    reads(browser, "sum", "Nothing is kept here yet.")
    keep(browser, "sheet:core_rules:a", ODO)
    browser.reload()
    browser.click(f"{KEPT} summary")
    browser.click(f"{KEPT} [data-do=remove]")
    reads(browser, "told", "Deleted: Odo.")
    offered = {"things": [{"key": "sheet:core_rules:a", "kept": ODO}]}
    made = "2026-11-23T08:00:00.000Z"
    give(
        browser,
        json.dumps(
            {"format": "diceleaf-backup", "version": 1, "made": made, "records": offered, "notes": {}}
        ),
    )
    browser.wait(f"{KEPT} [data-part=yes]")
    assert browser.axe_by_day_and_night() == []
