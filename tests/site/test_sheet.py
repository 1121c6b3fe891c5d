"""Character sheets: saved and checked at each keystroke, and played."""

import threading

import pytest

from rules_py.systems import registry
from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.files import choose_file
from tests.site.page_scripts import WATCH_DRAWING
from tests.site.server import Fault
from tests.site.sheet_page import (
    IMPORT,
    NAME,
    ODO,
    PROBLEM,
    SHEET,
    SHOWN_MODE,
    check_characters,
    check_notice,
    file_of,
    import_file,
    run_command,
    saved_sheets,
)
from tests.site.tool_menu import use_own_dice


def test_character_is_saved_at_each_keystroke(sheet: Browser) -> None:
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
    check_characters(sheet, "Zoë")
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
def test_unchanged_report_is_not_redrawn(sheet: Browser) -> None:
    """Redrawing would lose the focus and collapse opened parts."""
    sheet.type(NAME, "Odo")
    sheet.wait_for("return !document.querySelector(args[0]).textContent", f"{SHEET} [data-problems=name]")
    sheet.eval(WATCH_DRAWING, f"{SHEET} [data-part=report]")
    sheet.type(NAME, "Odilo")
    sheet.eval(
        """
        const frame = () => new Promise(requestAnimationFrame);
        await frame(), await frame(); // the page sends its request once per frame, before the call below
        await diceleafEngine.call({action: "sheet", game: "core_rules", sheet: {}});
        await frame();
        """
    )
    assert sheet.eval("return window.redundantRedraws") == []


def switch_mode(browser: Browser, mode: str) -> None:
    """Switch the sheet to edit mode, "make", or play mode, "play"."""
    browser.click(f"{SHEET} .mode-switch [data-set-mode={mode}]")


@alike
def test_roll_buttons_follow_the_derived_values(sheet: Browser) -> None:
    roll_button = f"{SHEET} [data-part=rolls] .button--roll[data-label^='Might']"
    switch_mode(sheet, "play")
    sheet.wait(roll_button)
    assert "44.4%" in sheet.text(roll_button)
    switch_mode(sheet, "make")
    sheet.click(f"{SHEET} [data-several=skills] label:has([value='Might'])")
    switch_mode(sheet, "play")
    sheet.wait_for("return document.querySelector(args[0]).textContent.includes('66.7%')", roll_button)
    sheet.click(roll_button)
    sheet.wait("dice-tray .outcome")
    assert sheet.text("dice-tray [data-part=title]").startswith("Might, ")
    assert sheet.count("dice-tray .die") == 1


@alike
def test_roll_accepts_dice_rolled_at_the_table(sheet: Browser) -> None:
    paid = f"{SHEET} [data-part=rolls] .button--roll[data-spends][data-label^='Might']"
    dialog = f"{SHEET} [data-part=own-dialog]"
    sheet.type(NAME, "Odo")
    switch_mode(sheet, "play")
    use_own_dice(sheet)
    sheet.wait(paid)
    sheet.click(paid)
    sheet.wait(f"{dialog}[open] [data-face]")
    sheet.click(f"{dialog} [data-part=own-cancel]")
    assert (
        saved_sheets(sheet)[0]["aptitudes"]["Physicality"]["current"] == 1
    )  # a cancelled roll costs nothing
    sheet.click(paid)
    sheet.click(f"{dialog}[open] [data-face='2']")
    sheet.wait("dice-tray .outcome")
    assert not sheet.count(f"{dialog}[open]")
    assert sheet.text("dice-tray .die").startswith("2")
    assert saved_sheets(sheet)[0]["aptitudes"]["Physicality"]["current"] == 0
    assert sheet.console_errors() == []


@alike
def test_blank_sheet_is_saved_once_something_is_entered(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    for _ in range(2):
        run_command(sheet, "new")
        check_characters(sheet, "Odo", "Unnamed")
        assert sheet.eval("return document.activeElement.matches(args[0])", NAME)
        assert [each["name"] for each in saved_sheets(sheet)] == ["Odo"]
    sheet.type(NAME, "Tamsin")
    check_characters(sheet, "Odo", "Tamsin")
    assert [each["name"] for each in saved_sheets(sheet)] == ["Odo", "Tamsin"]
    run_command(sheet, "new")
    check_characters(sheet, "Odo", "Tamsin", "Unnamed")
    run_command(sheet, "remove")
    check_characters(sheet, "Odo", "Tamsin")
    assert [each["name"] for each in saved_sheets(sheet)] == ["Odo", "Tamsin"]


@alike
def test_copy_of_a_blank_sheet_is_not_saved(sheet: Browser) -> None:
    run_command(sheet, "copy")
    check_characters(sheet, "Unnamed")
    assert saved_sheets(sheet) == []


@alike
def test_change_undone_at_once_is_saved_as_undone(sheet: Browser) -> None:
    """The sheet is blank again before the typed text is saved."""
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
    check_characters(sheet, "Unnamed")
    assert [each["name"] for each in saved_sheets(sheet)] == [""]
    assert sheet.value(NAME) == ""


IS_PLAYED = "return document.querySelector(args[0])?.checkVisibility()"


@alike
def test_blank_character_opens_in_edit_mode(sheet: Browser) -> None:
    """This applies even if another book's character was played last, whose sheet still opens in play mode."""
    import_file(sheet, file_of(ODO), "Odo")
    switch_mode(sheet, "play")
    sheet.open("basic_systems/sheet/")
    name = "dice-sheet[data-game=basic_systems] [name=name]"
    sheet.wait_for(f"{SHOWN_MODE} === 'make'")
    sheet.wait(name)
    assert sheet.count("dice-sheet .mode-switch [data-set-mode=make][aria-pressed=true]") == 1
    sheet.open("core_rules/sheet/")
    sheet.wait_for(IS_PLAYED, f"{SHEET} [data-part=rolls] .button--roll")
    sheet.open("basic_systems/sheet/")
    sheet.wait(name)
    sheet.type(name, "Tamsin")
    sheet.reload()
    sheet.wait_for("return document.querySelector(args[0])?.value === 'Tamsin'", name)
    assert sheet.eval(SHOWN_MODE) == "make", "an unfinished sheet opens in its last mode"


@in_chromium
def test_sheet_with_many_problems_is_accessible(sheet: Browser) -> None:
    sheet.emulate(reduced_motion=True)
    choose_file(
        sheet,
        IMPORT,
        file_of(ODO | {"name": " ", "skills": ["Might"], "specialties": [{"skill": "Might", "text": ""}]}),
    )
    sheet.wait(f"{SHEET} [data-part=confirm]")
    sheet.click(f"{SHEET} [data-part=yes]")
    check_notice(sheet, "Imported")
    switch_mode(sheet, "play")
    sheet.wait(f"{SHEET} [data-part=rolls] .button--roll")
    sheet.click(f"{SHEET} [data-part=rolls] .button--roll")
    sheet.wait("dice-tray .outcome")
    assert sheet.axe_in_both_schemes() == []
    switch_mode(sheet, "make")
    sheet.open_sections()
    sheet.click(f"{SHEET} [data-cards] > summary")
    sheet.wait(f"{SHEET} .cards__group")
    sheet.click(f"{SHEET} .cards__group > summary")
    assert len(sheet.texts(PROBLEM)) > 2
    run_command(sheet, "remove")
    sheet.wait(f"{SHEET} [data-command=put-back]")
    assert sheet.axe_in_both_schemes() == []


@alike
def test_undo_restores_the_cost_of_a_roll_and_play_mode_persists(sheet: Browser) -> None:
    sheet.type(NAME, "Odo")
    switch_mode(sheet, "play")
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


FIRST_SCREEN = """
const { clientHeight, clientWidth, scrollWidth } = document.documentElement;
const visible = (css) => [...document.querySelectorAll(css)].filter((each) => {
  const { top, bottom, left, right } = each.getBoundingClientRect();
  return each.checkVisibility() && top >= 0 && bottom <= clientHeight && left >= 0 && right <= clientWidth;
});
const chosen = document.querySelector("dice-sheet [data-part=items]").selectedOptions[0].text;
return {
  named: visible("dice-sheet [data-part=items]").length ? chosen : "",
  missing: ["pips", "pips button", "play__situation .field"]
    .filter((each) => visible(`dice-sheet .${each}`).length < document.querySelectorAll(`dice-sheet .${each}`).length),
  rolls: visible("dice-sheet [data-part=rolls] .button--roll").map((each) => each.textContent),
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
    first_view = browser.eval(FIRST_SCREEN)
    assert first_view["named"] == name
    assert first_view["missing"] == []
    assert len(first_view["rolls"]) >= 6
    assert all("%" in each for each in first_view["rolls"])
    assert not first_view["wide"]


@alike
@own_origin
def test_sheet_does_not_move_while_the_engine_loads(browser: Browser) -> None:
    release = threading.Event()
    browser.server.fail("engine/*", Fault(after=release))
    browser.open_sheet("core_rules/sheet/")
    top = "return document.querySelector('dice-sheet [data-part=checklist]').getBoundingClientRect().top + scrollY"
    line = f"{SHEET} > .calc__status"
    browser.wait(line)
    before = browser.eval(top)
    release.set()
    browser.wait_for("return document.querySelector(args[0]).hidden", line)
    assert browser.eval(top) == before
