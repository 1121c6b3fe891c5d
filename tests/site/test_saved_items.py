"""A reader's saved data: backed up, restored and deleted, even if the engine can't read it."""

import json

from tests.site.browser_storage import clear_site_data, put_record, save_item, saved_records
from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.files import catch_downloads, choose_file, downloaded_file
from tests.site.tool_menu import from_menu

PAGE = "tools/kept/"
BACKUP = "dice-backup"
BACKUP_FILE = f"{BACKUP} [data-part=file]"
ODO = {"version": 1, "sheet": {"name": "Odo", "heirloom": {"story": None}}, "tomorrow": [1]}
FIGHT = {"version": 1, "scene": {"name": "No engine opens this", "log": "?"}}


def check_text(browser: Browser, part: str, text: str) -> None:
    browser.wait_for_text(f"{BACKUP} [data-part={part}]", text)


def test_backup_is_previewed_and_restores_everything(browser: Browser) -> None:
    browser.open(PAGE)
    check_text(browser, "sum", "Nothing saved yet.")
    save_item(browser, "sheet:core_rules:a", ODO)
    save_item(browser, "desk:dichotomy:b", FIGHT)
    save_item(browser, "sheet:core_rules:c", "{broken")
    before = saved_records(browser)
    browser.reload()
    check_text(browser, "sum", "Saved in this browser: 2 characters and 1 fight.")
    catch_downloads(browser)
    browser.click(f"{BACKUP} [data-command=backup]")
    check_text(browser, "last", "Last backup: ")
    _, text = downloaded_file(browser)
    clear_site_data(browser)
    browser.reload()
    check_text(browser, "sum", "Nothing saved yet.")
    choose_file(browser, BACKUP_FILE, text[:-30])
    check_text(browser, "notice", "nothing was changed")
    choose_file(browser, BACKUP_FILE, text)
    browser.wait(f"{BACKUP} [data-part=yes]")
    assert browser.text(f"{BACKUP} [data-part=offered-sum]") == "2 characters and 1 fight"
    assert saved_records(browser) == []
    browser.click(f"{BACKUP} [data-part=yes]")
    check_text(browser, "notice", "Restored.")
    assert saved_records(browser) == before
    assert browser.console_errors() == []


def show_group(browser: Browser) -> None:
    """Open the first group of saved items; the group of characters is open by default."""
    browser.wait(f"{BACKUP} [data-part=groups] summary")
    if not browser.count(f"{BACKUP} [data-part=groups] details[open]"):
        browser.click(f"{BACKUP} [data-part=groups] summary")


@alike
def test_unreadable_fight_can_be_deleted_and_restored(browser: Browser) -> None:
    browser.open(PAGE)
    check_text(browser, "sum", "Nothing saved yet.")
    save_item(browser, "desk:dichotomy:b", FIGHT)
    browser.reload()
    browser.click(f"{BACKUP} summary")
    browser.click(f"{BACKUP} [data-command=remove]")
    check_text(browser, "notice", "Deleted: No engine opens this.")
    assert saved_records(browser) == []
    browser.click(f"{BACKUP} [data-command=put-back]")
    check_text(browser, "sum", "1 fight")
    assert [each["kept"] for each in saved_records(browser)] == [FIGHT]
    browser.open("dichotomy/fight-desk/")
    notice = "return document.querySelector('[data-part=notice]').textContent"
    browser.wait_for(f"{notice}.includes('can’t be opened')")
    from_menu(browser, "[data-command=remove]")
    browser.wait_for(f"{notice} === 'Deleted: No engine opens this.'")
    assert saved_records(browser, "desk:") == []


def test_page_left_while_reading_blocks_no_other(browser: Browser) -> None:
    """Firefox and WebKit move it to the back/forward cache with its pending reads."""
    browser.open_sheet("core_rules/sheet/")
    browser.eval(
        """
        window.reads = 0;
        const {collection} = document.querySelector("dice-sheet");
        const read = () => collection.all().then(() => { window.reads += 1; read(); });
        for (let at_once = 0; at_once < 5; at_once += 1) read();
        """
    )
    browser.wait_for("return window.reads > 20")
    browser.open("tools/kept/")
    browser.open_sheet("core_rules/sheet/")
    browser.type("dice-sheet [name=name]", "Odo")
    browser.wait_for("return document.querySelector('dice-sheet').collection.list[0]?.name === 'Odo'")
    browser.back()
    browser.wait("dice-backup [data-part=sum]")
    browser.back()
    browser.open_sections()
    if browser.eval("return window.reads ?? 0"):  # it was in the back/forward cache, and continues
        browser.wait_for(f"return window.reads > {browser.eval('return window.reads')} + 20")
    browser.wait_for("return document.querySelector('dice-sheet').collection.list[0]?.name === 'Odo'")


@in_chromium
def test_sheet_shows_when_a_backup_is_overdue(browser: Browser) -> None:
    browser.open("core_rules/sheet/")
    browser.wait_for("return document.querySelector('dice-sheet')?.key")
    urgent = ".saved__urgent:not([hidden])"
    assert browser.count(urgent) == 0
    browser.eval("localStorage.setItem('diceleaf:unsaved-since:/book/', '1')")
    browser.reload()
    browser.wait(urgent)
    assert browser.texts(urgent) == ["You haven’t backed up in two weeks."]


@in_chromium
def test_backup_page_is_accessible(browser: Browser) -> None:
    browser.open(PAGE)
    check_text(browser, "sum", "Nothing saved yet.")
    save_item(browser, "sheet:core_rules:a", ODO)
    browser.reload()
    browser.click(f"{BACKUP} [data-command=remove]")
    check_text(browser, "notice", "Deleted: Odo.")
    offered = {"things": [{"key": "sheet:core_rules:a", "kept": ODO}]}
    created = "2026-11-23T08:00:00.000Z"
    choose_file(
        browser,
        BACKUP_FILE,
        json.dumps(
            {"format": "diceleaf-backup", "version": 1, "made": created, "records": offered, "notes": {}}
        ),
    )
    browser.wait(f"{BACKUP} [data-part=yes]")
    assert browser.axe_in_both_schemes() == []


@alike
def test_bin_is_emptied_permanently(browser: Browser) -> None:
    browser.open(PAGE)
    check_text(browser, "sum", "Nothing saved yet.")
    save_item(browser, "sheet:core_rules:a", ODO)
    save_item(browser, "desk:dichotomy:b", FIGHT)
    browser.reload()
    for left in (1, 0):
        show_group(browser)
        browser.click(f"{BACKUP} [data-command=remove]")
        listed_count = f"document.querySelectorAll('{BACKUP} [data-part=groups] li').length"
        binned_count = f"document.querySelectorAll('{BACKUP} [data-part=deleted] li').length"
        browser.wait_for(f"return {listed_count} === {left} && {binned_count} === {2 - left}")
    assert len(saved_records(browser, store="deleted")) == 2
    browser.click(f"{BACKUP} [data-command=erase]")
    check_text(browser, "bin-confirm", "This can’t be undone.")
    browser.click(f"{BACKUP} [data-part=bin-confirm] [data-part=yes]")
    check_text(browser, "notice", "Permanently deleted:")
    browser.wait_for(f"return {binned_count} === 1")
    assert len(saved_records(browser, store="deleted")) == 1
    browser.click(f"{BACKUP} [data-command=empty]")
    assert browser.axe() == []
    browser.click(f"{BACKUP} [data-part=bin-confirm] [data-part=no]")
    assert len(saved_records(browser, store="deleted")) == 1
    browser.click(f"{BACKUP} [data-command=empty]")
    browser.click(f"{BACKUP} [data-part=bin-confirm] [data-part=yes]")
    check_text(browser, "notice", "Bin emptied.")
    browser.wait_for("return !document.querySelector('dice-backup [data-part=bin]').checkVisibility()")
    assert saved_records(browser, store="deleted") == saved_records(browser) == []
    assert browser.console_errors() == []


@alike
def test_bin_deletes_old_entries_when_any_page_opens(browser: Browser) -> None:
    browser.open(PAGE)
    check_text(browser, "sum", "Nothing saved yet.")
    old = {"key": "000000000000001-a", "at": 1, "what": "Odo", "records": []}
    damaged = {"key": "zzz", "records": 5}
    for record in (old, damaged):
        put_record(browser, "deleted", record)
    browser.open("core_rules/")
    browser.wait_for(
        """
        const opening = indexedDB.open("diceleaf-kept:/book/");
        const db = await new Promise((done) => { opening.onsuccess = () => done(opening.result); });
        const request = db.transaction("deleted").objectStore("deleted").getAllKeys();
        const keys = await new Promise((done) => { request.onsuccess = () => done(request.result); });
        db.close();
        return keys.join() === "zzz";
        """
    )
    browser.open(PAGE)
    browser.wait(f"{BACKUP} [data-part=deleted] li")
    assert browser.count(f"{BACKUP} [data-part=deleted] [data-command=back]:not([hidden])") == 0
    browser.click(f"{BACKUP} [data-command=erase]")
    browser.click(f"{BACKUP} [data-part=bin-confirm] [data-part=yes]")
    check_text(browser, "notice", "Permanently deleted: Unnamed.")
    assert browser.console_errors() == []


@alike
@own_origin
def test_newer_database_is_reported(browser: Browser) -> None:
    browser.open("core_rules/sheet/")
    browser.wait_for("return document.querySelector('dice-sheet')?.key")
    browser.type("dice-sheet [name=name]", "Odo")
    assert [each["kept"]["sheet"]["name"] for each in saved_records(browser)] == ["Odo"]
    browser.eval(
        """
        const opening = indexedDB.open("diceleaf-kept:/book/", 2);
        const db = await new Promise((done) => { opening.onsuccess = () => done(opening.result); });
        db.close();
        """
    )
    # the open page belongs to an older version now
    browser.type("dice-sheet [name=name]", "Odette")
    notice = "return document.querySelector('dice-sheet [data-part=notice]').textContent"
    browser.wait_for(f"{notice}.includes('a newer version of this site is open in another tab')")
    browser.eval("onbeforeunload = null; document.querySelector('dice-sheet').saveFailed = false")
    browser.open("core_rules/sheet/")
    browser.wait_for(f"{notice}.includes('opened by a newer version of this site')")
    browser.open(PAGE)
    check_text(browser, "notice", "Reload the page to get the newer version.")
    browser.click(f"{BACKUP} [data-command=backup]")
    check_text(browser, "notice", "nothing was changed")
    earlier = "return document.querySelector('dice-tray #tray-earlier [data-part=notice]').textContent"
    browser.wait_for(f"{earlier}.includes('saved by a newer version')")


@alike
def test_deletion_message_ends_once_the_item_is_saved_again(browser: Browser) -> None:
    browser.open("core_rules/sheet/")
    browser.wait_for("return document.querySelector('dice-sheet')?.key")
    browser.type("dice-sheet [name=name]", "Odo")
    assert len(saved_records(browser)) == 1
    first = browser.tabs()[0]
    browser.new_tab()
    browser.open(PAGE)
    show_group(browser)
    browser.click(f"{BACKUP} [data-command=remove]")
    browser.wait(f"{BACKUP} [data-part=undo]")
    browser.switch_tab(first)
    notice = "return document.querySelector('dice-sheet [data-part=notice]').textContent"
    browser.wait_for(f"{notice}.includes('was deleted in another tab')")
    browser.type("dice-sheet [name=name]", "Odette")
    browser.wait_for(f"{notice} === ''")
    assert [each["kept"]["sheet"]["name"] for each in saved_records(browser)] == ["Odette"]


@in_chromium
def test_name_does_not_reorder_the_question_around_it(browser: Browser) -> None:
    """This includes a name with the character that ends its isolation."""
    browser.open(PAGE)
    check_text(browser, "sum", "Nothing saved yet.")
    save_item(browser, "sheet:core_rules:a", {"version": 1, "sheet": {"name": "\u2069\u202eevil"}})
    browser.reload()
    show_group(browser)
    browser.click(f"{BACKUP} [data-command=remove]")
    browser.click(f"{BACKUP} [data-command=erase]")
    places = browser.eval(
        """
        const texts = document.querySelector("dice-backup [data-part=bin-confirm] [data-part=question]");
        const [first, name, last] = texts.childNodes;
        const start = (node, place) => {
            const range = document.createRange();
            range.setStart(node, place);
            range.setEnd(node, place + 1);
            return range.getBoundingClientRect().left;
        };
        const { length } = last.data;
        return [start(first, 0), start(name.firstChild, 0), start(name.firstChild, 3), start(last, 1),
                start(last, length - 1)];
        """
    )
    assert places == sorted(places)


@in_chromium
def test_bin_counts_unnamed_items(browser: Browser) -> None:
    browser.open(PAGE)
    check_text(browser, "sum", "Nothing saved yet.")
    one = [["things", {"key": "sheet:core_rules:a", "kept": ODO | {"sheet": {}}}]]
    two = [*one, ["things", {"key": "sheet:core_rules:b", "kept": "{"}]]
    for at, records in enumerate((one, two), start=1):
        record = {"key": f"zz{at}", "at": 4e12 + at, "what": "", "records": records}
        put_record(browser, "deleted", record)
    browser.reload()
    browser.wait(f"{BACKUP} [data-part=deleted] li")
    texts = browser.texts(f"{BACKUP} [data-part=deleted] [data-part=name]")
    assert [each.split(",")[0] for each in texts] == ["2 characters", "Unnamed"]
