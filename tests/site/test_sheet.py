"""Character sheets in the page: kept at each keystroke, judged as one types, never lost."""

import base64
import json
import threading
import zlib

import pytest

from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.site.browser_storage import forget_all, keep
from tests.site.browser_storage import saved_records as records
from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.page_scripts import WATCH_DRAWING
from tests.site.server import Fault
from tests.site.tool_menu import from_menu, use_own_dice

SHEET = "dice-sheet[data-game=core_rules]"
NAME = f"{SHEET} [name=name]"
PROBLEM = f"{SHEET} .problem"
ODO = {
    "name": "Odo",
    "aptitudes": {
        each: {"max": 2, "current": 2} for each in ("Knowledge", "Awareness", "Charisma", "Physicality")
    },
    "skills": ["Might", "Endure"],
    "specialties": [{"skill": "Animals", "text": "goats"}],
    "abilities": "Rings bells.\nKnows knots.",
}
KEY = "sheet:core_rules:"


def file_of(*sheets: dict, **changes: object) -> str:
    return json.dumps(
        {"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": sheets} | changes
    )


@pytest.fixture
def sheet(browser: Browser) -> Browser:
    """The browser at a blank sheet."""
    browser.open_sheet("core_rules/sheet/")
    return browser


def link_to(*sheets: dict) -> str:
    """Return the fragment of a link that holds these characters."""
    packed = zlib.compress(file_of(*sheets).encode(), wbits=-zlib.MAX_WBITS)
    return f"#sheet={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def saved_sheets(browser: Browser) -> list[dict]:
    """Return the characters saved in the browser, sorted by name."""
    found = [each["kept"]["sheet"] for each in records(browser, KEY) if isinstance(each["kept"], dict)]
    return sorted(found, key=lambda each: each["name"])


def lists(browser: Browser, *names: str) -> None:
    """Until these are the characters to choose from: what is typed is listed once it is kept."""
    listed = "return [...document.querySelectorAll(args[0])].map((each) => each.text).join() === args[1]"
    browser.wait_for(listed, f"{SHEET} [data-part=items] option", ",".join(names))


def deed(browser: Browser, what: str) -> None:
    """Choose a command from the menu in the sheet's bar."""
    from_menu(browser, f"{SHEET} [data-command={what}]")


def give_file(browser: Browser, text: str) -> None:
    """Choose a file of this text for the import, as a reader does."""
    browser.eval(
        """
        const control = document.querySelector(args[0]), files = new DataTransfer();
        files.items.add(new File([args[1]], "characters.json", {type: "application/json"}));
        control.files = files.files;
        control.dispatchEvent(new Event("change", {bubbles: true}));
        """,
        f"{SHEET} [data-part=import]",
        text,
    )


def take_file(browser: Browser, text: str, names: str) -> None:
    """Choose a file of this text, and keep what it holds."""
    give_file(browser, text)
    browser.wait(f"{SHEET} [data-part=asked]")
    question = f"Add {names} from this file to your characters?"
    assert browser.text(f"{SHEET} [data-part=question]") == question
    browser.click(f"{SHEET} [data-part=yes]")
    check_notice(browser, f"Imported: {names}.")


def check_notice(browser: Browser, words: str) -> None:
    browser.wait_for(
        "return document.querySelector(args[0]).textContent.includes(args[1])",
        f"{SHEET} [data-part=notice]",
        words,
    )


def catch_downloads(browser: Browser) -> None:
    browser.eval(
        """
        window.downloads = [];
        URL.createObjectURL = (blob) => { window.blob = blob; return "#"; };
        HTMLAnchorElement.prototype.click = function () {
            window.downloads.push([this.download, window.blob]);
        };
        """
    )


def downloaded(browser: Browser) -> tuple[str, dict]:
    name, text = browser.wait_for(
        "const [file] = window.downloads.splice(0, 1); return file && [file[0], await file[1].text()]"
    )
    return name, json.loads(text)


def test_a_character_is_kept_at_each_keystroke(sheet: Browser) -> None:
    sheet.type(NAME, "Zoë")
    sheet.click(f"{SHEET} [data-several=skills] label:has([value='Might'])")
    sheet.click(f"{SHEET} [data-list=specialties] > [data-add]")
    sheet.choose(f"{SHEET} [name='specialties.0.skill']", "Animals")
    sheet.type(f"{SHEET} [name='specialties.0.text']", "goats")
    sheet.type(f"{SHEET} [name='aptitudes.Charisma.max']", "4")
    [zoe] = saved_sheets(sheet)
    assert (zoe["name"], zoe["skills"], zoe["specialties"]) == (
        "Zoë",
        ["Might"],
        [{"skill": "Animals", "text": "goats"}],
    )
    assert zoe["aptitudes"]["Charisma"] == {"max": 4, "current": 4}  # a new point is unspent
    sheet.reload()
    sheet.wait_for("return document.querySelector(args[0]).value === 'Zoë'", NAME)
    assert sheet.value(f"{SHEET} [name='specialties.0.text']") == "goats"
    assert sheet.eval("return document.querySelector(args[0]).checked", f"{SHEET} [value='Might']")
    lists(sheet, "Zoë")
    assert sheet.console_errors() == []


@alike
def test_sheet_shows_problems_beside_fields_without_blocking(sheet: Browser) -> None:
    name_problem = f"{SHEET} [data-problems=name]"
    sheet.type(NAME, " ")
    sheet.wait_for("return document.querySelector(args[0]).textContent", name_problem)
    assert sheet.text(name_problem) == "The character needs a name."
    sheet.type(NAME, "Odo")
    sheet.type(f"{SHEET} [name='aptitudes.Knowledge.max']", "100")
    problem = f"{SHEET} [data-problems='aptitudes.Knowledge.max']"
    sheet.wait_for("return document.querySelector(args[0]).textContent", problem)
    assert "Points must be a whole number from 0 to 99." in sheet.text(problem)
    assert sheet.eval("return document.querySelector(args[0] + ' a').href", problem).endswith("#R-13")
    sheet.wait_for("return !document.querySelector(args[0]).textContent", name_problem)
    assert saved_sheets(sheet)[0]["aptitudes"]["Knowledge"]["max"] == 100
    sheet.type(f"{SHEET} [name='aptitudes.Knowledge.max']", "1")
    sheet.wait_for(
        "return document.querySelector(args[0]).textContent.startsWith('This character follows all the rules')",
        f"{SHEET} .sheet__standing",
    )


@in_chromium
def test_a_report_that_says_the_same_is_not_drawn_anew(sheet: Browser) -> None:
    """Redrawing would lose the focus and collapse opened parts."""
    sheet.type(NAME, "Odo")
    sheet.wait_for("return !document.querySelector(args[0]).textContent", f"{SHEET} [data-problems=name]")
    sheet.eval(WATCH_DRAWING, f"{SHEET} [data-part=report]")
    sheet.type(NAME, "Odilo")
    sheet.eval(
        """
        const frame = () => new Promise(requestAnimationFrame);
        await frame(), await frame(); // the question is asked once a frame, and answered before this one
        await diceleafEngine.call({action: "sheet", game: "core_rules", sheet: {}});
        await frame();
        """
    )
    assert sheet.eval("return window.drawnInVain") == []


def turn(browser: Browser, way: str) -> None:
    """Turn the sheet to be made or played."""
    browser.click(f"{SHEET} .mode-switch [data-set-mode={way}]")


@alike
def test_derived_values_follow_and_their_buttons_throw(sheet: Browser) -> None:
    throw = f"{SHEET} [data-part=rolls] .button--roll[data-label^='Might']"
    turn(sheet, "play")
    sheet.wait(throw)
    assert "44.4%" in sheet.text(throw)
    turn(sheet, "make")
    sheet.click(f"{SHEET} [data-several=skills] label:has([value='Might'])")
    turn(sheet, "play")
    sheet.wait_for("return document.querySelector(args[0]).textContent.includes('66.7%')", throw)
    sheet.click(throw)
    sheet.wait("dice-tray .outcome")
    assert sheet.text("dice-tray [data-part=title]").startswith("Might, ")
    assert sheet.count("dice-tray .die") == 1


@alike
def test_a_roll_takes_dice_rolled_at_the_table(sheet: Browser) -> None:
    paid = f"{SHEET} [data-part=rolls] .button--roll[data-spends][data-label^='Might']"
    dialog = f"{SHEET} [data-part=own-dialog]"
    sheet.type(NAME, "Odo")
    turn(sheet, "play")
    use_own_dice(sheet)
    sheet.wait(paid)
    sheet.click(paid)
    sheet.wait(f"{dialog}[open] [data-face]")
    sheet.click(f"{dialog} [data-part=own-cancel]")
    assert (
        saved_sheets(sheet)[0]["aptitudes"]["Physicality"]["current"] == 1
    )  # a roll that is left costs nothing
    sheet.click(paid)
    sheet.click(f"{dialog}[open] [data-face='2']")
    sheet.wait("dice-tray .outcome")
    assert not sheet.count(f"{dialog}[open]")
    assert sheet.text("dice-tray .die").startswith("2")
    assert saved_sheets(sheet)[0]["aptitudes"]["Physicality"]["current"] == 0
    assert sheet.console_errors() == []


@alike
def test_several_characters_live_side_by_side(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    deed(sheet, "copy")
    sheet.type(NAME, "Tamsin")
    deed(sheet, "new")
    sheet.type(NAME, "Ysolde")
    lists(sheet, "Odo", "Tamsin", "Ysolde")
    odo = sheet.eval("return document.querySelector(args[0]).options[0].value", f"{SHEET} [data-part=items]")
    sheet.choose(f"{SHEET} [data-part=items]", odo)
    sheet.wait_for("return document.querySelector(args[0]).value === 'Odo'", NAME)
    before = saved_sheets(sheet)
    deed(sheet, "remove")
    check_notice(sheet, "Deleted: Odo.")
    assert [each["name"] for each in saved_sheets(sheet)] == ["Tamsin", "Ysolde"]
    sheet.click(f"{SHEET} [data-command=put-back]")
    check_notice(sheet, "Restored.")
    assert saved_sheets(sheet) == before
    assert (sheet.value(NAME), sheet.value(f"{SHEET} [data-part=items]")) == ("Odo", odo)


@alike
def test_blank_sheet_is_saved_once_something_is_entered(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    for _ in range(2):
        deed(sheet, "new")
        lists(sheet, "Odo", "Unnamed")
        assert sheet.eval("return document.activeElement.matches(args[0])", NAME)
        assert [each["name"] for each in saved_sheets(sheet)] == ["Odo"]
    sheet.type(NAME, "Tamsin")
    lists(sheet, "Odo", "Tamsin")
    assert [each["name"] for each in saved_sheets(sheet)] == ["Odo", "Tamsin"]
    deed(sheet, "new")
    lists(sheet, "Odo", "Tamsin", "Unnamed")
    deed(sheet, "remove")
    lists(sheet, "Odo", "Tamsin")
    assert [each["name"] for each in saved_sheets(sheet)] == ["Odo", "Tamsin"]


@alike
def test_copy_of_a_blank_sheet_is_not_saved(sheet: Browser) -> None:
    deed(sheet, "copy")
    lists(sheet, "Unnamed")
    assert saved_sheets(sheet) == []


@alike
def test_change_undone_at_once_is_saved_as_undone(sheet: Browser) -> None:
    """The sheet is blank again before what was typed is saved."""
    sheet.eval(
        """
        const name = document.querySelector(args[0]);
        for (const value of ["O", ""]) {
            name.value = value;
            name.dispatchEvent(new Event("input", {bubbles: true}));
        }
        """,
        NAME,
    )
    lists(sheet, "Unnamed")
    assert [each["name"] for each in saved_sheets(sheet)] == [""]
    assert sheet.value(NAME) == ""


SHOWN = "return document.documentElement.dataset.sheetMode"
IS_PLAYED = "return document.querySelector(args[0])?.checkVisibility()"


@alike
def test_empty_character_opens_to_be_made(sheet: Browser) -> None:
    """Also where another book's character was played last, whose sheet still opens in play."""
    take_file(sheet, file_of(ODO), "Odo")
    turn(sheet, "play")
    sheet.open("basic_systems/sheet/")
    name = "dice-sheet[data-game=basic_systems] [name=name]"
    sheet.wait_for(f"{SHOWN} === 'make'")
    sheet.wait(name)
    assert sheet.count("dice-sheet .mode-switch [data-set-mode=make][aria-pressed=true]") == 1
    sheet.open("core_rules/sheet/")
    sheet.wait_for(IS_PLAYED, f"{SHEET} [data-part=rolls] .button--roll")
    sheet.open("basic_systems/sheet/")
    sheet.wait(name)
    sheet.type(name, "Tamsin")
    sheet.reload()
    sheet.wait_for("return document.querySelector(args[0])?.value === 'Tamsin'", name)
    assert sheet.eval(SHOWN) == "make", "a sheet that is half filled in opens as it was left"


def test_export_and_import_bring_back_the_same(sheet: Browser) -> None:
    take_file(sheet, file_of(ODO, ODO | {"name": "Tamsin"}), "Odo, Tamsin")
    assert saved_sheets(sheet) == [ODO, ODO | {"name": "Tamsin"}]
    assert sheet.value(f"{SHEET} [name=abilities]") == ODO["abilities"]
    catch_downloads(sheet)
    deed(sheet, "export")
    assert downloaded(sheet) == ("Odo.json", json.loads(file_of(ODO)))


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
"""Files that are damaged or foreign, and what is said of each."""


@in_chromium
def test_a_file_that_is_damaged_or_foreign_changes_nothing(sheet: Browser) -> None:
    sheet.type(NAME, "Ysolde")
    before = saved_sheets(sheet)
    for text, reason in REFUSED:
        sheet.eval("document.querySelector(args[0]).textContent = ''", f"{SHEET} [data-part=notice]")
        give_file(sheet, text)
        check_notice(sheet, "Import failed; nothing was changed")
        assert reason in sheet.text(f"{SHEET} [data-part=notice]")
        assert saved_sheets(sheet) == before
        assert sheet.value(NAME) == "Ysolde"
        assert sheet.console_errors() == []


def test_a_link_holds_the_character_and_asks_before_keeping_it(sheet: Browser) -> None:
    take_file(sheet, file_of(ODO), "Odo")
    sheet.eval(
        """
        if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; };
        else window.prompt = (_, text) => { window.copied = text; };
        """
    )
    deed(sheet, "share")
    link = sheet.wait_for("return window.copied")
    assert link.startswith(f"{sheet.server.url}core_rules/sheet/#sheet=")
    forget_all(sheet)
    sheet.open("core_rules/")
    sheet.open(link)
    sheet.wait(f"{SHEET} [data-part=asked]")
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
def test_what_cannot_be_read_is_left_as_it_is_and_can_be_saved(browser: Browser) -> None:
    browser.open("core_rules/")
    newer = {"version": 9, "sheet": {"name": "From tomorrow"}}
    sound = {"version": 1, "sheet": ODO}
    for name, what in {"a": "{broken", "b": newer, "c": "[]", "d": sound}.items():
        keep(browser, KEY + name, what)
    before = records(browser)
    browser.open("core_rules/sheet/")
    browser.wait_for("return document.querySelector(args[0]).value === 'Odo'", NAME)
    lists(browser, "Odo")
    browser.wait(f"{SHEET} [data-part=unreadable]")
    catch_downloads(browser)
    browser.click(f"{SHEET} [data-command=rescue]")
    _, saved = downloaded(browser)
    assert [each["text"] for each in saved] == ["{broken", json.dumps(newer, separators=(",", ":")), "[]"]
    browser.type(NAME, "Odette")
    assert records(browser)[:3] == before[:3]
    browser.click(f"{SHEET} [data-command=forget]")
    check_notice(browser, "Unreadable data deleted.")
    assert [each["key"] for each in records(browser)] == [f"{KEY}d"]
    browser.click(f"{SHEET} [data-command=put-back]")
    check_notice(browser, "Restored.")
    assert records(browser)[:3] == before[:3]


@alike
def test_a_character_damaged_while_it_is_open_is_put_aside(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    [odo] = records(sheet, KEY)
    keep(sheet, odo["key"], "{broken")
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
def test_a_tab_that_heard_nothing_still_overwrites_nothing(sheet: Browser) -> None:
    """Browsers let tabs in the background sleep: then no storage event tells them of another tab's edits."""
    sheet.type(NAME, "Odo")
    saved_sheets(sheet)
    [odo] = records(sheet, KEY)
    odo["kept"]["sheet"]["abilities"] = "Typed elsewhere."
    keep(sheet, odo["key"], odo["kept"])
    sheet.type(NAME, "Odette")
    assert [(each["name"], each["abilities"]) for each in saved_sheets(sheet)] == [
        ("Odette", "Typed elsewhere.")
    ]
    assert sheet.value(f"{SHEET} [name=abilities]") == "Typed elsewhere."


@in_chromium
def test_removing_a_row_preserves_unknown_fields_of_the_others(browser: Browser) -> None:
    rows = [{"skill": "Animals", "text": each, "story": [each]} for each in ("goats", "crows", "eels")]
    browser.open("core_rules/")
    keep(browser, f"{KEY}a", {"version": 1, "sheet": ODO | {"specialties": rows, "heirloom": {"story": 1}}})
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
    deed(sheet, "export")
    assert downloaded(sheet)[1]["sheets"][0]["name"] == "Odo"


@alike
@own_origin
def test_an_engine_that_does_not_come_loses_nothing(browser: Browser) -> None:
    browser.server.fail("engine/*", Fault(status=500))
    browser.open("core_rules/sheet/")
    browser.type(NAME, "Odo")
    browser.wait(f"{SHEET} [data-part=retry]")
    assert [each["name"] for each in saved_sheets(browser)] == ["Odo"]
    browser.server.mend()
    browser.click(f"{SHEET} [data-part=retry]")
    browser.wait_for(
        "return document.querySelector(args[0]).textContent.startsWith('This character follows all the rules')",
        f"{SHEET} .sheet__standing",
    )
    assert browser.value(NAME) == "Odo"
    browser.console_errors()


@in_chromium
def test_sheet_with_many_problems_is_accessible(sheet: Browser) -> None:
    sheet.emulate(reduced_motion=True)
    give_file(
        sheet,
        file_of(ODO | {"name": " ", "skills": ["Might"], "specialties": [{"skill": "Might", "text": ""}]}),
    )
    sheet.wait(f"{SHEET} [data-part=asked]")
    sheet.click(f"{SHEET} [data-part=yes]")
    check_notice(sheet, "Imported")
    turn(sheet, "play")
    sheet.wait(f"{SHEET} [data-part=rolls] .button--roll")
    sheet.click(f"{SHEET} [data-part=rolls] .button--roll")
    sheet.wait("dice-tray .outcome")
    assert sheet.axe_by_day_and_night() == []
    turn(sheet, "make")
    sheet.open_parts()
    sheet.click(f"{SHEET} [data-cards] > summary")
    sheet.wait(f"{SHEET} .cards__group")
    sheet.click(f"{SHEET} .cards__group > summary")
    assert len(sheet.texts(PROBLEM)) > 2
    deed(sheet, "remove")
    sheet.wait(f"{SHEET} [data-command=put-back]")
    assert sheet.axe_by_day_and_night() == []


@alike
def test_undo_restores_the_cost_of_a_roll_and_play_mode_persists(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    turn(sheet, "play")
    paid = f"{SHEET} [data-part=rolls] .button--roll[data-spends][data-label^='Might']"
    sheet.wait(paid)
    sheet.click(paid)
    sheet.wait_for("return document.querySelector(args[0]).textContent.includes('Might')", f"{SHEET} .undo")
    assert saved_sheets(sheet)[0]["aptitudes"]["Physicality"]["current"] == 0
    sheet.reload()
    sheet.wait_for("return document.querySelector(args[0]).textContent.includes('Might')", f"{SHEET} .undo")
    sheet.wait(f"{paid}[aria-disabled=true]")  # no point is left, and the roll without one hasn't moved
    sheet.click(paid)
    check_notice(sheet, "Not enough “Physicality”.")
    sheet.click(f"{SHEET} [data-command=undo]")
    sheet.wait(f"{paid}:not([aria-disabled])")
    assert saved_sheets(sheet)[0]["aptitudes"]["Physicality"]["current"] == 1
    check_notice(sheet, "Physicality: 1 → 0 (−1)")
    assert sheet.console_errors() == []


@in_chromium
def test_the_question_of_a_link_stays_in_view(sheet: Browser) -> None:
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


SEEN_AT_ONCE = """
const { clientHeight, clientWidth, scrollWidth } = document.documentElement;
const seen = (css) => [...document.querySelectorAll(css)].filter((each) => {
  const { top, bottom, left, right } = each.getBoundingClientRect();
  return each.checkVisibility() && top >= 0 && bottom <= clientHeight && left >= 0 && right <= clientWidth;
});
const chosen = document.querySelector("dice-sheet [data-part=items]").selectedOptions[0].text;
return {
  named: seen("dice-sheet [data-part=items]").length ? chosen : "",
  missing: ["pips", "pips button", "play__situation .field"]
    .filter((each) => seen(`dice-sheet .${each}`).length < document.querySelectorAll(`dice-sheet .${each}`).length),
  rolls: seen("dice-sheet [data-part=rolls] .button--roll").map((each) => each.textContent),
  wide: scrollWidth > clientWidth,
}
"""


@alike
@pytest.mark.parametrize("game", [each.id for each in registry.games() if each.sheet and each.numbers])
def test_play_mode_shows_name_and_first_rolls_on_one_screen(browser: Browser, game: str) -> None:
    browser.viewport(390, 844)
    browser.open(f"{game}/sheet/")
    ready = "dice-sheet .saved__ready a"
    name = browser.text(ready)
    browser.click(ready)
    browser.wait("dice-sheet:not([data-busy]) [data-part=rolls] .button--roll")
    seen = browser.eval(SEEN_AT_ONCE)
    assert seen["named"] == name
    assert seen["missing"] == []
    assert len(seen["rolls"]) >= 6
    assert all("%" in each for each in seen["rolls"])
    assert not seen["wide"]


@alike
@own_origin
def test_while_the_engine_comes_nothing_on_the_sheet_moves(browser: Browser) -> None:
    held = threading.Event()
    browser.server.fail("engine/*", Fault(after=held))
    browser.open_sheet("core_rules/sheet/")
    where = "return document.querySelector('dice-sheet [data-part=checklist]').getBoundingClientRect().top + scrollY"
    line = f"{SHEET} > .calc__status"
    browser.wait(line)
    before = browser.eval(where)
    held.set()
    browser.wait_for("return document.querySelector(args[0]).hidden", line)
    assert browser.eval(where) == before


GUIDED = """
const shown = (css) => [...document.querySelectorAll(`dice-sheet ${css}`)].filter((each) => each.checkVisibility());
return [
  shown(".guide__title").map((each) => each.textContent).join(),
  shown(".sheet__section > .field, .sheet__section [data-cards]").map(
    (each) => each.dataset.cards ?? each.querySelector(":scope > [data-problems]").dataset.problems,
  ),
]
"""
GUIDED_GAMES = [each for each in registry.games() if each.sheet and len(each.sheet.creation_steps) > 1]


@alike
@pytest.mark.parametrize("game", GUIDED_GAMES, ids=lambda each: each.id)
def test_guide_walks_through_the_steps_of_the_book(browser: Browser, game: Game) -> None:
    """Each step shows its own fields alone; the last leads to play."""
    browser.open(f"{game.id}/sheet/")
    browser.click("dice-sheet [data-command=guide]")
    for step in game.sheet.creation_steps:
        title, fields = browser.eval(GUIDED)
        assert title == step.title
        assert set(fields) == set(step.fields)
        assert browser.eval("return document.activeElement.textContent") == step.title
        browser.click("dice-sheet [data-command=guide-next]")
    browser.wait_for(f"{SHOWN} === 'play'")
    assert browser.eval("return document.activeElement.matches('[data-set-mode=play]')")


@alike
def test_guide_goes_on_where_the_reader_left_it(sheet: Browser) -> None:
    guide, next_step = f"{SHEET} [data-command=guide]", f"{SHEET} [data-command=guide-next]"
    sheet.click(guide)
    sheet.type(NAME, "Odo")
    for _ in range(2):
        sheet.click(next_step)
    lists(sheet, "Odo")
    sheet.click(f"{SHEET} [data-command=guide-leave]")
    assert sheet.text(guide) == "Go on with step 3 of 7"
    assert sheet.eval("return document.activeElement.matches(args[0])", guide)
    sheet.reload()
    sheet.wait_for("return document.querySelector(args[0]).value === 'Odo'", NAME)
    assert sheet.text(guide) == "Go on with step 3 of 7"
    sheet.click(guide)
    assert sheet.eval(GUIDED)[0] == "Choose your Skills"
    sheet.click(f"{SHEET} [data-command=guide-leave]")
    from_menu(sheet, f"{SHEET} [data-command=new]")
    assert sheet.text(guide) == "Make a character step by step"


@alike
def test_yes_to_a_link_leaves_the_focus_on_the_character(sheet: Browser) -> None:
    sheet.open("core_rules/")
    sheet.open(f"core_rules/sheet/{link_to(ODO)}")
    sheet.click(f"{SHEET} [data-part=yes]")
    check_notice(sheet, "Imported: Odo.")
    assert sheet.eval("return document.activeElement.matches(args[0])", f"{SHEET} [data-part=items]")
