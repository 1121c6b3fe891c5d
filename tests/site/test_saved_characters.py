"""Characters in storage, files, links and several tabs."""

import json

from tests.site.browser_storage import clear_site_data, save_item
from tests.site.browser_storage import saved_records as records
from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.files import catch_copies, catch_downloads, choose_file, copied_text, downloaded_file
from tests.site.server import Fault
from tests.site.sheet_page import (
    IMPORT,
    KEY,
    NAME,
    ODO,
    SHEET,
    check_characters,
    check_notice,
    file_of,
    import_file,
    link_to,
    run_command,
    saved_sheets,
)


@alike
def test_characters_are_copied_selected_deleted_and_restored(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    run_command(sheet, "copy")
    sheet.type(NAME, "Tamsin")
    run_command(sheet, "new")
    sheet.type(NAME, "Ysolde")
    check_characters(sheet, "Odo", "Tamsin", "Ysolde")
    odo = sheet.eval("return document.querySelector(args[0]).options[0].value", f"{SHEET} [data-part=items]")
    sheet.choose(f"{SHEET} [data-part=items]", odo)
    sheet.wait_for("return document.querySelector(args[0]).value === 'Odo'", NAME)
    before = saved_sheets(sheet)
    run_command(sheet, "remove")
    check_notice(sheet, "Deleted: Odo.")
    assert [each["name"] for each in saved_sheets(sheet)] == ["Tamsin", "Ysolde"]
    sheet.click(f"{SHEET} [data-command=put-back]")
    check_notice(sheet, "Restored.")
    assert saved_sheets(sheet) == before
    assert (sheet.value(NAME), sheet.value(f"{SHEET} [data-part=items]")) == ("Odo", odo)


def test_export_and_import_preserve_a_character(sheet: Browser) -> None:
    import_file(sheet, file_of(ODO, ODO | {"name": "Tamsin"}), "Odo, Tamsin")
    assert saved_sheets(sheet) == [ODO, ODO | {"name": "Tamsin"}]
    assert sheet.value(f"{SHEET} [name=abilities]") == ODO["abilities"]
    catch_downloads(sheet)
    run_command(sheet, "export")
    name, text = downloaded_file(sheet)
    assert (name, json.loads(text)) == ("Odo.json", json.loads(file_of(ODO)))


REFUSED = (
    ("", "Couldn’t read this file"),
    (file_of(ODO)[:-9], "Couldn’t read this file"),
    ("[" * 100_000, "Couldn’t read this file"),
    ("[1, 2]", "doesn’t contain characters from this site"),
    (file_of(ODO, format="other"), "doesn’t contain characters from this site"),
    (file_of(ODO, game="dichotomy"), "another game (dichotomy)"),
    (file_of(ODO, version=2), "a newer version of the site"),
    (file_of(ODO, version="1"), "Its version is missing"),
    (file_of(), "It contains no readable characters"),
    (file_of(ODO, sheets={"a": 1}), "It contains no readable characters"),
    (file_of(ODO, ODO | {"skills": "all of them"}), "“Skills” is damaged"),
    (file_of(ODO | {"abilities": "x" * 150_000}), "is too large"),
)
"""Damaged or foreign files, and the message about each."""


@in_chromium
def test_damaged_or_foreign_file_changes_nothing(sheet: Browser) -> None:
    sheet.type(NAME, "Ysolde")
    before = saved_sheets(sheet)
    for text, reason in REFUSED:
        sheet.eval("document.querySelector(args[0]).textContent = ''", f"{SHEET} [data-part=notice]")
        choose_file(sheet, IMPORT, text)
        check_notice(sheet, "Import failed; nothing was changed")
        assert reason in sheet.text(f"{SHEET} [data-part=notice]")
        assert saved_sheets(sheet) == before
        assert sheet.value(NAME) == "Ysolde"
        assert sheet.console_errors() == []


def test_link_contains_the_character_and_asks_before_saving(sheet: Browser) -> None:
    import_file(sheet, file_of(ODO), "Odo")
    catch_copies(sheet)
    run_command(sheet, "share")
    link = copied_text(sheet)
    assert link.startswith(f"{sheet.server.url}core_rules/sheet/#sheet=")
    clear_site_data(sheet)
    sheet.open("core_rules/")
    sheet.open(link)
    sheet.wait(f"{SHEET} [data-part=confirm]")
    assert sheet.text(f"{SHEET} [data-part=question]") == "Add Odo from this link to your characters?"
    assert saved_sheets(sheet) == []
    sheet.click(f"{SHEET} [data-part=yes]")
    check_notice(sheet, "Imported: Odo.")
    assert saved_sheets(sheet) == [ODO]
    assert "#" not in sheet.path
    sheet.open("core_rules/")
    sheet.open(link[:-20])
    check_notice(sheet, "The link is damaged")
    assert saved_sheets(sheet) == [ODO]


@alike
def test_unreadable_data_is_preserved_and_can_be_exported(browser: Browser) -> None:
    browser.open("core_rules/")
    newer = {"version": 9, "sheet": {"name": "From tomorrow"}}
    valid = {"version": 1, "sheet": ODO}
    for name, item in {"a": "{broken", "b": newer, "c": "[]", "d": valid}.items():
        save_item(browser, KEY + name, item)
    before = records(browser)
    browser.open("core_rules/sheet/")
    browser.wait_for("return document.querySelector(args[0]).value === 'Odo'", NAME)
    check_characters(browser, "Odo")
    browser.wait(f"{SHEET} [data-part=unreadable]")
    catch_downloads(browser)
    browser.click(f"{SHEET} [data-command=rescue]")
    _, text = downloaded_file(browser)
    assert [each["text"] for each in json.loads(text)] == [
        "{broken",
        json.dumps(newer, separators=(",", ":")),
        "[]",
    ]
    browser.type(NAME, "Odette")
    assert records(browser)[:3] == before[:3]
    browser.click(f"{SHEET} [data-command=forget]")
    check_notice(browser, "Unreadable data deleted.")
    assert [each["key"] for each in records(browser)] == [f"{KEY}d"]
    browser.click(f"{SHEET} [data-command=put-back]")
    check_notice(browser, "Restored.")
    assert records(browser)[:3] == before[:3]


@alike
def test_character_damaged_while_open_is_moved_aside(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    [odo] = records(sheet, KEY)
    save_item(sheet, odo["key"], "{broken")
    sheet.type(NAME, "Odette")
    assert [each["name"] for each in saved_sheets(sheet)] == ["Odette"]
    assert [each["kept"] for each in records(sheet, f"{odo['key']}~")] == ["{broken"]


def test_two_tabs_with_one_character_lose_nothing(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    first = sheet.tabs()[0]
    sheet.new_tab()
    sheet.open_sheet("core_rules/sheet/")
    sheet.wait_for("return document.querySelector(args[0]).value === 'Odo'", NAME)
    sheet.type(f"{SHEET} [name=abilities]", "Rings bells.")
    sheet.switch_tab(first)
    sheet.wait_for(
        "return document.querySelector(args[0]).value === 'Rings bells.'", f"{SHEET} [name=abilities]"
    )
    sheet.type(NAME, "Odette")
    assert [(each["name"], each["abilities"]) for each in saved_sheets(sheet)] == [("Odette", "Rings bells.")]


@alike
def test_tab_without_storage_events_overwrites_nothing(sheet: Browser) -> None:
    """Browsers suspend background tabs, which then get no storage events about another tab's edits."""
    sheet.type(NAME, "Odo")
    saved_sheets(sheet)
    [odo] = records(sheet, KEY)
    odo["kept"]["sheet"]["abilities"] = "Typed elsewhere."
    save_item(sheet, odo["key"], odo["kept"])
    sheet.type(NAME, "Odette")
    assert [(each["name"], each["abilities"]) for each in saved_sheets(sheet)] == [
        ("Odette", "Typed elsewhere.")
    ]
    assert sheet.value(f"{SHEET} [name=abilities]") == "Typed elsewhere."


@in_chromium
def test_removing_a_row_preserves_unknown_fields_of_the_others(browser: Browser) -> None:
    rows = [{"skill": "Animals", "text": each, "story": [each]} for each in ("goats", "crows", "eels")]
    browser.open("core_rules/")
    save_item(
        browser, f"{KEY}a", {"version": 1, "sheet": ODO | {"specialties": rows, "heirloom": {"story": 1}}}
    )
    browser.open_sheet("core_rules/sheet/")
    browser.click(f"{SHEET} [data-list=specialties] .rows > :nth-child(2) > [data-remove]")
    browser.click(f"{SHEET} [data-list=specialties] > [data-add]")
    browser.type(f"{SHEET} [name='specialties.1.text']", "lampreys")
    [odo] = saved_sheets(browser)
    assert odo["heirloom"] == {"story": 1}
    assert [each.get("story") for each in odo["specialties"]] == [["goats"], ["eels"], None]
    assert odo["specialties"][1]["text"] == "lampreys"


def test_sheet_reports_full_storage_and_still_exports(sheet: Browser) -> None:
    full = "() => { throw new DOMException('full', 'QuotaExceededError'); }"
    sheet.eval(f"IDBObjectStore.prototype.put = Storage.prototype.setItem = {full}")
    sheet.type(NAME, "Odo")
    check_notice(sheet, "couldn’t save this character")
    catch_downloads(sheet)
    run_command(sheet, "export")
    _, text = downloaded_file(sheet)
    assert json.loads(text)["sheets"][0]["name"] == "Odo"


@alike
@own_origin
def test_sheet_saves_while_the_engine_cannot_be_loaded(browser: Browser) -> None:
    browser.server.fail("engine/*", Fault(status=500))
    browser.open("core_rules/sheet/")
    browser.type(NAME, "Odo")
    browser.wait(f"{SHEET} [data-part=retry]")
    assert [each["name"] for each in saved_sheets(browser)] == ["Odo"]
    browser.server.clear_faults()
    browser.click(f"{SHEET} [data-part=retry]")
    browser.wait_for(
        "return document.querySelector(args[0]).textContent.startsWith('This character follows all the rules')",
        f"{SHEET} .sheet__standing",
    )
    assert browser.value(NAME) == "Odo"
    browser.console_errors()


@in_chromium
def test_import_question_stays_in_view(sheet: Browser) -> None:
    sheet.viewport(390, 700)
    sheet.open("core_rules/")
    sheet.open(f"core_rules/sheet/{link_to(ODO)}")
    sheet.wait(f"{SHEET}[data-deciding] [data-part=rest] > *")
    sheet.eval("scrollTo(0, 600)")
    top, bottom = sheet.eval(
        "const {top, bottom} = document.querySelector(args[0]).getBoundingClientRect(); return [top, bottom]",
        f"{SHEET} [data-part=yes]",
    )
    assert 0 < top < bottom < 300


@alike
def test_focus_moves_to_the_character_after_an_import(sheet: Browser) -> None:
    sheet.open("core_rules/")
    sheet.open(f"core_rules/sheet/{link_to(ODO)}")
    sheet.click(f"{SHEET} [data-part=yes]")
    check_notice(sheet, "Imported: Odo.")
    assert sheet.eval("return document.activeElement.matches(args[0])", f"{SHEET} [data-part=items]")
