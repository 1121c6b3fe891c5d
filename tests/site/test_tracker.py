"""The fight desk in the browser: a fight by mouse and by keyboard, taken back, kept, shared, and set up
anew.
"""

import json

import pytest

from tests.site.browser_storage import forget_all, keep, saved_records
from tests.site.browsers import Browser, alike, in_chromium
from tests.site.input_devices import Keyboard, focus
from tests.site.page_scripts import WATCH_DRAWING
from tests.site.tool_menu import from_menu, use_own_dice

PAGE = "dichotomy/fight-desk/"

LAST = "dice-tracker [data-part=last]"
HEAD = "dice-tracker [data-part=head]"


def form(act: str) -> str:
    return f'[id="desk-dichotomy-{act}"]'


def press_button(act: str) -> str:
    return f"{form(act)} button[type=submit]"


def quiet(browser: Browser) -> None:
    """Wait until the desk has drawn and kept all that was asked: what is pressed before that is not done."""
    browser.wait_for("return !document.querySelector('dice-tracker:is([data-busy], [data-keeping])')")


def click(browser: Browser, css: str) -> None:
    """Scroll a thing to the middle, clear of the masthead, and click it, once the desk is quiet."""
    browser.wait(css)
    quiet(browser)
    browser.eval("document.querySelector(args[0]).scrollIntoView({block: 'center'})", css)
    browser.click(css)


def happened(browser: Browser, words: str) -> None:
    """Wait until the last event says so."""
    browser.wait_for("return document.querySelector(args[0]).innerText.includes(args[1])", LAST, words)


def stands(browser: Browser, words: str) -> None:
    """Wait until the head says so."""
    shown = r"return document.querySelector(args[0]).innerText.replace(/\s+/g, ' ').includes(args[1])"
    browser.wait_for(shown, HEAD, words)


def strike(browser: Browser, act: str, dice: tuple[int, int]) -> None:
    """Attack with entered dice."""
    browser.wait(form(act))
    quiet(browser)
    for place, face in enumerate(dice):
        browser.type(f'{form(act)} [name="dice.{place}"]', str(face))
    click(browser, press_button(act))


def go(browser: Browser, zone: str) -> None:
    """Move to this zone."""
    click(browser, press_button(f"move-{zone}"))


def strike_by_keys(browser: Browser, act: str, dice: tuple[int, int]) -> None:
    """Attack by keyboard: type the faces, then press Enter in the last field to roll."""
    focus(browser, f'{form(act)} [name="dice.0"]')
    browser.press(str(dice[0]))
    browser.press("Tab")
    browser.press(str(dice[1]))
    browser.press("Enter")


def go_by_keys(browser: Browser, zone: str) -> None:
    press_by_keys(browser, press_button(f"move-{zone}"))


def press_by_keys(browser: Browser, css: str) -> None:
    focus(browser, css)
    browser.press("Enter")


def reads_on_at(browser: Browser, part: str) -> None:
    """Check that the focus is in this part of the tracker and its heading is in view."""
    browser.wait_for("return document.activeElement.closest('[data-part]')?.dataset.part === args[0]", part)
    top = browser.eval("return document.activeElement.getBoundingClientRect().top")
    assert 0 <= top < browser.eval("return innerHeight")


def chosen(name: str) -> str:
    return f'button[data-turn="{name}"]'


def choose(browser: Browser, name: str) -> None:
    click(browser, chosen(name))
    browser.wait(f'{chosen(name)}[aria-pressed="true"]')


def play_the_first_turn(browser: Browser) -> None:
    """Odile moves and strikes, with dice of the reader's own."""
    browser.open(PAGE)
    use_own_dice(browser)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    strike(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (7, 2))
    happened(browser, "2 hits (1 left)")


def test_a_turn_is_played_taken_back_and_found_again(browser: Browser) -> None:
    play_the_first_turn(browser)
    click(browser, "#desk-undo")
    happened(browser, "Odile moves to zone 3.")
    click(browser, "#desk-redo")
    happened(browser, "2 hits (1 left)")
    browser.reload()
    happened(browser, "2 hits (1 left)")
    assert browser.console_errors() == []
    assert browser.foreign_requests() == []


@alike
def test_the_road_ambush_is_played_with_the_mouse(browser: Browser) -> None:
    play_the_first_turn(browser)
    assert browser.count(f"{LAST} .die") == 2
    assert browser.count(f'{LAST} a.rule-link[data-rule="D-012"]') == 2
    strike(browser, "attack-Odile-power-martial", (2, 6))
    happened(
        browser, "Thug attacks Odile, who defends: 10 against 12, 15 against 12, partial success, takes 1 hit"
    )
    choose(browser, "Beard")
    strike(browser, "attack-Odile-finesse-martial", (8, 5))
    happened(browser, "Beard attacks Odile")
    choose(browser, "Red hood")
    strike(browser, "attack-Bram-finesse-martial", (6, 3))
    happened(browser, "Red hood attacks Bram")
    click(browser, press_button("end_round"))
    happened(browser, "End of round 1")
    click(browser, f"{LAST} summary")
    assert "Odile: 0 carried + 2 taken = 2, 3 needed for the next step" in browser.text(LAST)
    strike(browser, "attack-Thug-power-martial", (9, 4))
    happened(browser, "out")
    go(browser, "5")
    happened(browser, "Odile moves to zone 5.")
    assert "Odile" in browser.text(".zone-map__zone:nth-child(5)")
    strike(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (3, 7))
    happened(browser, "Bram attacks Red hood")
    strike(browser, "attack-Odile-finesse-martial", (5, 1))
    happened(browser, "Beard attacks Odile")
    click(browser, press_button("end_round"))
    happened(browser, "Odile is injured")
    go(browser, "6")
    happened(browser, "Odile moves to zone 6.")
    strike(browser, "attack-Beard-power-martial", (2, 9))
    happened(browser, "10 against 11, 18 against 10, partial success, 2 hits (1 left)")
    choose(browser, "Bram")
    strike(browser, "attack-Beard-finesse-spiritual-pyrokinesis", (2, 5))
    stands(browser, "The fight is over: no foes are standing.")
    assert browser.count(".tracker__entry") == 14
    last_entry = browser.text(LAST)
    click(browser, "#desk-undo")
    happened(browser, "Odile attacks Beard")
    assert browser.count(".tracker__entry.is-undone") == 1
    click(browser, "#desk-redo")
    happened(browser, "Bram attacks Beard")
    browser.reload()
    happened(browser, "Bram attacks Beard")
    assert browser.text(LAST) == last_entry


@alike
@pytest.mark.parametrize(
    "engine_name", ["chromium", "firefox"], indirect=True
)  # WebKit's Tab knows text fields only
def test_the_road_ambush_is_played_with_the_keyboard_alone(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(Keyboard(browser))
    go_by_keys(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    reads_on_at(browser, "turn")
    strike_by_keys(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (7, 2))
    happened(browser, "2 hits (1 left)")
    strike_by_keys(browser, "attack-Odile-power-martial", (2, 6))
    happened(browser, "Thug attacks Odile")
    press_by_keys(browser, chosen("Beard"))
    reads_on_at(browser, "turn")
    strike_by_keys(browser, "attack-Odile-finesse-martial", (8, 5))
    happened(browser, "Beard attacks Odile")
    press_by_keys(browser, chosen("Red hood"))
    reads_on_at(browser, "turn")
    strike_by_keys(browser, "attack-Bram-finesse-martial", (6, 3))
    happened(browser, "Red hood attacks Bram")
    press_by_keys(browser, press_button("end_round"))
    happened(browser, "End of round 1")
    reads_on_at(browser, "turn")
    strike_by_keys(browser, "attack-Thug-power-martial", (9, 4))
    happened(browser, "out")
    go_by_keys(browser, "5")
    happened(browser, "Odile moves to zone 5.")
    strike_by_keys(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (3, 7))
    happened(browser, "Bram attacks Red hood")
    strike_by_keys(browser, "attack-Odile-finesse-martial", (5, 1))
    happened(browser, "Beard attacks Odile")
    press_by_keys(browser, press_button("end_round"))
    happened(browser, "Odile is injured")
    go_by_keys(browser, "6")
    happened(browser, "Odile moves to zone 6.")
    strike_by_keys(browser, "attack-Beard-power-martial", (2, 9))
    happened(browser, "2 hits (1 left)")
    strike_by_keys(browser, "attack-Beard-finesse-spiritual-pyrokinesis", (2, 5))
    stands(browser, "The fight is over: no foes are standing.")
    press_by_keys(browser, '.tracker__entry [data-at="13"]')
    happened(browser, "Odile attacks Beard")
    browser.eval(
        "scrollTo(0, 0); document.querySelector('h1').tabIndex = -1; document.querySelector('h1').focus()"
    )
    press_by_keys(browser, "#desk-undo")
    happened(browser, "Odile moves to zone 6.")
    assert browser.eval("return document.activeElement.id") == "desk-undo"


@in_chromium
def test_a_tap_on_the_map_moves_whoever_acts(browser: Browser) -> None:
    browser.viewport(1024, 768)
    browser.open(PAGE)
    click(browser, ".zone-map__zone:nth-child(2) .zone-map__press")
    happened(browser, "Odile moves to zone 2.")
    assert "Odile" in browser.text(".zone-map__zone:nth-child(2)")


@in_chromium
def test_each_tab_comes_back_to_its_own_fight(browser: Browser) -> None:
    browser.open(PAGE)
    from_menu(browser, "[data-command=blank]")
    click(browser, '[id="desk-set-sample-wolf"]')
    browser.wait('[id="desk-set-open-Wolf"]')
    first = browser.tabs()[0]
    browser.new_tab()
    browser.open(PAGE)
    from_menu(browser, "[data-command=blank]")
    click(browser, '[id="desk-set-sample-wolf"]')
    browser.wait('[id="desk-set-open-Wolf"]')
    shown = "return document.querySelector('[data-part=items]').selectedOptions[0].text"
    browser.wait_for(f"{shown} === args[0]", "Wolf (2)")
    browser.switch_tab(first)
    browser.reload()
    browser.wait_for(f"{shown} === args[0]", "Wolf")


@in_chromium
def test_a_fight_open_in_two_tabs_loses_nothing(browser: Browser) -> None:
    browser.open(PAGE)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    first = browser.tabs()[0]
    browser.new_tab()
    browser.open(PAGE)
    happened(browser, "Odile moves to zone 3.")
    click(browser, press_button("defend"))
    happened(browser, "Bram defends")
    browser.switch_tab(first)
    happened(browser, "Bram defends")
    assert "was changed in another tab" in browser.text("[data-part=notice]")


@in_chromium
def test_a_tab_that_slept_takes_over_what_happened_meanwhile(browser: Browser) -> None:
    """Browsers let tabs in the background sleep: then no storage event tells them of what another did."""
    browser.open(PAGE)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    [fight] = saved_records(browser, "desk:")
    fight["kept"]["scene"]["log"].append({"do": "defend", "who": "Bram"})
    fight["kept"]["scene"]["at"] = 2
    keep(browser, fight["key"], fight["kept"])
    click(browser, press_button("attack-Thug-finesse-martial"))
    happened(browser, "Bram defends")
    browser.wait_for(
        "return document.querySelector('[data-part=notice]').textContent.includes('wasn’t applied')"
    )
    assert browser.count(".tracker__entry") == 2


@in_chromium
def test_what_is_not_allowed_says_why_and_may_be_allowed(browser: Browser) -> None:
    browser.open(PAGE)
    refused = f".tracker__group > .note-line:has({form('recover')})"
    browser.wait(refused)
    assert "no carried hit for Recover" in browser.text(f"{refused} > summary")
    click(browser, f"{refused} > summary")
    click(browser, f"{form('recover')} [data-override]")
    click(browser, f"{LAST} summary")
    happened(browser, "GM override")


@in_chromium
def test_only_what_changed_is_drawn_anew(browser: Browser) -> None:
    """Redrawing would lose the focus and collapse opened parts."""
    browser.open(PAGE)
    click(browser, press_button("defend"))
    happened(browser, "defends")
    browser.eval(WATCH_DRAWING, "dice-tracker [data-part]:not([data-part=say])")
    choose(browser, "Bram")
    choose(browser, "Odile")
    click(browser, "#desk-undo")
    stands(browser, "Round 1")
    browser.wait("#desk-redo:enabled")
    assert browser.eval("return window.drawnInVain") == []


@in_chromium
def test_focus_stays_in_a_field_while_a_turn_is_looked_up(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(browser)
    die = f'{form("attack-Thug-finesse-martial")} [name="dice.0"]'
    browser.eval(
        "document.querySelector(args[0]).click(); document.querySelector(args[1]).focus()",
        chosen("Odile"),
        die,
    )
    browser.wait("dice-tracker:not([data-busy])")
    assert browser.eval("return document.activeElement.matches(args[0])", die)


@in_chromium
def test_an_act_pressed_while_a_turn_is_looked_up_is_done(browser: Browser) -> None:
    browser.open(PAGE)
    press = "for (const each of args) document.querySelector(each).click()"
    browser.eval(press, chosen("Odile"), press_button("defend"))
    happened(browser, "Odile defends")


@in_chromium
def test_a_wrong_face_is_named_beside_its_die(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(browser)
    strike(browser, "attack-Thug-finesse-martial", (4, 12))
    problem = f'{form("attack-Thug-finesse-martial")} [data-problems="dice.1"]'
    browser.wait(f"{problem}:not(:empty)")
    assert "between 0 and 10" in browser.text(problem)


@in_chromium
def test_a_link_holds_the_whole_fight(browser: Browser) -> None:
    browser.open(PAGE)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    browser.eval("navigator.clipboard.writeText = async (text) => { window.copied = text; }; scrollTo(0, 0)")
    from_menu(browser, "[data-command=share]")
    link = browser.wait_for("return window.copied")
    forget_all(browser)
    browser.open("core_rules/")
    browser.open(link)
    browser.wait("[data-part=asked]")
    assert "The road ambush" in browser.text("[data-part=question]")
    click(browser, "[data-part=yes]")
    happened(browser, "Odile moves to zone 3.")
    assert "#desk" not in browser.path


IMPORT = """
const control = document.querySelector('[data-part=import]'), files = new DataTransfer();
files.items.add(new File([args[0]], 'fight.json'));
control.files = files.files;
control.dispatchEvent(new Event('change', {bubbles: true}));
"""


@in_chromium
def test_a_file_is_read_and_a_foreign_one_changes_nothing(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait(form("move-2"))
    scene = json.loads(browser.eval("return document.querySelector('dice-tracker').dataset.scene"))
    scene |= {"name": "Elsewhere", "log": [{"do": "defend", "who": "Bram"}], "at": 1}
    file = {"format": "diceleaf-desk", "version": 1, "game": "dichotomy", "scenes": [scene]}
    browser.eval(IMPORT, json.dumps(file | {"game": "core_rules"}))
    browser.wait_for(
        "return document.querySelector('[data-part=notice]').textContent.includes('nothing was changed')"
    )
    assert browser.texts("[data-part=items] option") == ["The road ambush"]
    browser.eval(IMPORT, json.dumps(file))
    happened(browser, "Bram defends")
    assert browser.text("[data-part=question]") == "Add Elsewhere from this file to your fights?"
    assert saved_records(browser, "desk:") == []
    click(browser, "[data-part=yes]")
    browser.wait_for("return document.querySelector('[data-part=notice]').textContent.includes('Imported')")
    assert "Elsewhere" in browser.texts("[data-part=items] option")


@in_chromium
def test_the_table_is_set_anew(browser: Browser) -> None:
    browser.open(PAGE)
    click(browser, ".tracker__setup > summary")
    click(browser, '[id="desk-set-open-Thug"]')
    name = '[name="entry.name"]'
    keep = '[id="desk-set-entry-Thug"] > [type=submit]'
    browser.wait(name)
    browser.type(name, "Bram")
    click(browser, keep)
    browser.wait('[data-problems="entry.name"]:not(:empty)')
    browser.type(name, "Captain")
    browser.type('[name="entry.hits"]', "5")
    click(browser, keep)
    click(browser, "[data-command=begin]")
    browser.wait('button[data-turn="Captain"]')
    assert "5 hits left" in browser.text("dice-tracker [data-part=table]")


TAPS = """
window.taps = 0;
addEventListener("click", (event) => { window.taps += event.isTrusted; }, true);
"""


@in_chromium
def test_first_action_of_six_combatants_takes_eight_taps_at_most(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open("dichotomy/sheet/")
    for name in ("Wren", "Odile", "Bram"):
        keep(browser, f"sheet:dichotomy:{name}", {"version": 1, "sheet": {**SHEET, "name": name}})
    browser.open(PAGE)
    browser.eval(TAPS)
    from_menu(browser, "[data-command=blank]")
    click(browser, "[data-sheet='']:not([hidden])")
    for _ in range(3):
        click(browser, '[id="desk-set-sample-brawler"]')
    browser.wait('[id="desk-set-open-Brawler%203"]')
    click(browser, "[data-command=begin]")
    strike = '[id="desk-dichotomy-attack-Brawler-finesse-martial"] [type=submit]'
    click(browser, strike)
    happened(browser, "Bram attacks Brawler")
    assert browser.eval("return window.taps") <= 8
    assert browser.count(".tracker-setup__line") == 6
    assert browser.console_errors() == []


@in_chromium
def test_tracker_bar_stays_visible_and_covers_no_focused_heading(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(PAGE)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    browser.eval("scrollTo({top: 3000, behavior: 'instant'})")
    place = (
        "const {top, bottom} = document.querySelector(args[0]).getBoundingClientRect(); return [top, bottom]"
    )
    masthead, bar = browser.eval(place, ".md-header"), browser.eval(place, HEAD)
    assert bar[0] >= masthead[1] - 2 and bar[1] < 140
    click(browser, ".tracker__next")
    browser.wait_for("return document.activeElement.closest('[data-part]')?.dataset.part === 'turn'")
    assert (
        browser.eval("return document.activeElement.getBoundingClientRect().top")
        >= browser.eval(place, HEAD)[1]
    )


SHEET = {
    "name": "Wren",
    "picks": ["quick_shot", "telekinesis"],
    "attributes": {"finesse": 8, "power": 3, "martial": 4, "spiritual": 7, "natural": 6, "technical": 5},
}


@in_chromium
def test_saved_character_joins_the_tracker_and_is_saved_back(browser: Browser) -> None:
    browser.open("dichotomy/sheet/")
    keep(browser, "sheet:dichotomy:1", {"version": 1, "sheet": SHEET})
    browser.open(PAGE)
    click(browser, ".tracker__setup > summary")
    click(browser, "[data-sheet='1']")
    click(browser, "[data-command=begin]")
    choose(browser, "Wren")
    click(browser, f"{form('set')} summary")
    browser.type(f'{form("set")} [name="change.hits"]', "2")
    both = [press_button("set"), "[data-command=back]"]  # at once: the second waits for the first
    browser.eval("for (const css of args[0]) document.querySelector(css).click()", both)
    browser.wait_for("return document.querySelector('[data-part=notice]').textContent")
    assert browser.text("[data-part=notice]") == "Character sheets updated: Wren."
    [wren] = saved_records(browser, "sheet:")
    assert wren["kept"]["sheet"]["track"]["hits"] == 2


@in_chromium
def test_without_scripts_the_start_and_its_chances_stand_there(browser: Browser) -> None:
    browser.emulate(scripts=False)
    browser.open(PAGE)
    shown = browser.text("dice-tracker")
    assert "JavaScript is needed to play" in shown
    assert "Red hood" in shown and "Hits: 88%" in shown
    assert "Undo" not in shown


@in_chromium
def test_on_a_phone_in_the_middle_of_a_fight_nothing_sticks_out(browser: Browser) -> None:
    browser.emulate(reduced_motion=True)
    browser.viewport(320, 844)
    browser.open(PAGE)
    use_own_dice(browser)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    strike(browser, "attack-Thug-finesse-martial", (9, 9))
    happened(browser, "Bram attacks Thug")
    browser.eval("document.querySelectorAll('dice-tracker details').forEach(each => { each.open = true; })")
    assert browser.eval("return document.documentElement.scrollWidth") <= 320
    browser.thin_out()
    assert browser.axe_by_day_and_night() == []


@in_chromium
def test_what_happened_is_announced_once_and_politely(browser: Browser) -> None:
    browser.open(PAGE)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    live = "[...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]"
    roles = browser.eval(
        f"return {live}.filter(each => each.textContent.includes('Odile moves')).map(each => each.role)"
    )
    assert roles == ["status"]


@in_chromium
def test_the_log_is_printed_with_its_dice(browser: Browser) -> None:
    browser.open(PAGE)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    browser.emulate(print=True)
    shown = browser.text("dice-tracker")
    assert "Odile moves to zone 3." in shown and "3 points spent" in shown
    assert "Red hood" in shown
    assert "Go here" not in shown and "Undo" not in shown and "Set the table" not in shown


@alike
def test_tracker_offers_only_characters_that_have_a_name(browser: Browser) -> None:
    browser.open("dichotomy/sheet/")
    for name in ("Odile", "Bram"):
        browser.click("dice-sheet [data-set-mode=make]")
        from_menu(browser, "[data-command=new]")
        browser.click(f"dice-sheet .saved__ready [aria-label='Start with {name}']")
        browser.click("dice-sheet [data-part=keep]")
        browser.wait_for("return document.querySelector(args[0]).hidden", "dice-sheet [data-part=keep]")
    [first, _] = saved_records(browser, "sheet:")
    for name in ("", "  "):
        nameless = {**first["kept"], "sheet": {**first["kept"]["sheet"], "name": name}}
        keep(browser, f"sheet:dichotomy:0ccd7fb9cde34152{len(name)}", nameless)
    browser.open(PAGE)
    from_menu(browser, "[data-command=blank]")
    browser.wait("dice-tracker [data-part=setup][open]")
    assert browser.texts("dice-tracker [data-part=sheets] > button") == ["Everyone", "Bram", "Odile"]
    click(browser, "[data-sheet='']:not([hidden])")
    setting = "dice-tracker [data-part=setting]"
    browser.wait_for("return document.querySelector(args[0]).textContent.includes('Odile')", setting)
    quiet(browser)
    assert "A character" not in browser.text(setting)


@in_chromium
def test_forecast_table_is_whole_on_every_screen(browser: Browser) -> None:
    for page in (PAGE, "two_d6/combat-tracker/"):
        browser.open(page)
        click(browser, "[data-part=forecasting] > summary")
        browser.wait(".forecast__table")
        for width, height in ((1024, 768), (768, 1024), (390, 844), (1280, 800)):
            browser.viewport(width, height)
            cut = (
                "const {scrollWidth, clientWidth} = document.querySelector('.forecast__table');"
                "return scrollWidth - clientWidth"
            )
            assert browser.eval(cut) <= 1, (page, width)


# The smallest gap between two texts that stand beside each other in a row of a table.
GAP_OF_TEXTS = """
const lineOf = (cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect();
};
const gaps = [...document.querySelectorAll(args[0])].flatMap((row) => {
    const lines = [...row.cells].map(lineOf);
    return lines.slice(1).map((line, place) => [lines[place], line])
        .filter(([before, line]) => line.top < before.bottom && line.bottom > before.top)
        .map(([before, line]) => line.left - before.right);
});
return Math.min(...gaps);
"""


@in_chromium
def test_figures_of_a_phone_s_forecast_stand_apart(browser: Browser) -> None:
    browser.open("two_d6/combat-tracker/")
    click(browser, "[data-part=forecasting] > summary")
    browser.wait(".forecast__table")
    assert ">99.9%" in browser.text(".forecast__table")
    for width in (390, 360, 320):
        browser.viewport(width, 844)
        assert browser.eval(GAP_OF_TEXTS, ".forecast__table tr") >= 2, width
        rights = (
            "return [...document.querySelectorAll(args[0])].map((each) => each.getBoundingClientRect().right)"
        )
        assert len(set(browser.eval(rights, ".forecast__table tr > :nth-child(4)"))) == 1, width


@in_chromium
def test_table_of_best_attacks_is_whole_on_every_screen(browser: Browser) -> None:
    for page in (PAGE, "two_d6/combat-tracker/"):
        browser.open(page)
        browser.wait(".panel__table")
        for width, height in ((1024, 768), (768, 1024), (390, 844), (1280, 800)):
            browser.viewport(width, height)
            cut = "return [...document.querySelectorAll('dice-tracker .panel .scroll')].map((e) => e.scrollWidth - e.clientWidth)"
            assert max(browser.eval(cut)) <= 1, (page, width)
