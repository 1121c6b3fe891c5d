"""The fight desk in the browser: a fight by mouse and by keyboard, taken back, kept, shared, and set up anew."""

import json

import pytest

from tests.site.browsers import Browser, in_chromium

PAGE = "dichotomy/fight-desk/"
PATIENCE = 60.0
"""Seconds that a busy machine may take to start the engine."""

LAST = "dice-desk [data-part=last]"
HEAD = "dice-desk [data-part=head]"


def form(act: str) -> str:
    return f'[id="desk-dichotomy-{act}"]'


def press_button(act: str) -> str:
    return f"{form(act)} button[type=submit]"


def click(browser: Browser, css: str) -> None:
    """Scroll a thing to the middle, clear of the masthead, and click it."""
    browser.wait(css)
    browser.eval("document.querySelector(args[0]).scrollIntoView({block: 'center'})", css)
    browser.click(css)


def happened(browser: Browser, words: str) -> None:
    """Wait until the last event says so."""
    browser.wait_for("return document.querySelector(args[0]).innerText.includes(args[1])", LAST, words, seconds=PATIENCE)


def stands(browser: Browser, words: str) -> None:
    """Wait until the head says so."""
    browser.wait_for("return document.querySelector(args[0]).innerText.includes(args[1])", HEAD, words, seconds=PATIENCE)


def strike(browser: Browser, act: str, dice: tuple[int, int]) -> None:
    """An attack with dice of one's own."""
    browser.wait(form(act))
    for place, face in enumerate(dice):
        browser.type(f'{form(act)} [name="dice.{place}"]', str(face))
    click(browser, press_button(act))


def go(browser: Browser, way: str) -> None:
    """A move, by the last of its options or by the one that is named."""
    browser.wait(form("move"))
    browser.eval(
        "const one = document.querySelector(args[0]).querySelector(`[value='${args[1]}']`);"
        "one.selected = true; one.checked = true", form("move"), way,
    )
    click(browser, press_button("move"))


def focus(browser: Browser, css: str) -> None:
    """Go to an element with the Tab key alone."""
    for _ in range(250):
        if browser.eval("return document.activeElement.matches(args[0])", css):
            return
        browser.press("Tab")
    pytest.fail(f"Tab never reaches {css}")


def test_a_round_is_played_taken_back_and_kept(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait(form("move"))
    go(browser, '["2", "3"]')
    happened(browser, "Odile moves to zone 3.")
    browser.wait_for("return document.querySelector('[data-part=say]').textContent.includes('Bram may act')")
    click(browser, press_button("attack-Red_hood-finesse-spiritual-pyrokinesis"))
    happened(browser, "Bram attacks Red hood")
    assert browser.count(f"{LAST} .die") == 2
    assert browser.count(f'{LAST} a.rule-link[data-rule="D-012"]') == 2
    said = browser.text(LAST)
    click(browser, "#desk-undo")
    happened(browser, "Odile moves to zone 3.")
    assert browser.count(".desk__entry.is-undone") == 1
    click(browser, "#desk-redo")
    happened(browser, "Bram attacks Red hood")
    assert browser.text(LAST) == said
    browser.reload()
    happened(browser, "Bram attacks Red hood")
    assert browser.text(LAST) == said
    assert browser.console_errors() == []
    assert browser.foreign_requests() == []


@in_chromium
def test_the_road_ambush_is_played_to_its_end(browser: Browser) -> None:
    browser.open(PAGE)
    click(browser, "[data-part=own-dice]")
    go(browser, '["2", "3"]')
    happened(browser, "Odile moves to zone 3.")
    strike(browser, "attack-Red_hood-finesse-spiritual-pyrokinesis", (7, 2))
    happened(browser, "2 hits (1 left)")
    strike(browser, "attack-Odile-power-martial", (2, 6))
    happened(browser, "Thug attacks Odile: 10 against 12, 15 against 12, partial success, 1 hit")
    click(browser, 'button[data-turn="Beard"]')
    strike(browser, "attack-Odile-finesse-martial", (8, 5))
    happened(browser, "Beard attacks Odile")
    click(browser, 'button[data-turn="Red hood"]')
    strike(browser, "attack-Bram-finesse-martial", (6, 3))
    happened(browser, "Red hood attacks Bram")
    click(browser, press_button("end_round"))
    happened(browser, "End of round 1")
    assert "Odile: 0 carried + 2 taken = 2, 3 make the next step" in browser.text(LAST)
    strike(browser, "attack-Thug-power-martial", (9, 4))
    happened(browser, "out")
    go(browser, '["4", "5"]')
    happened(browser, "Odile moves to zone 5.")
    strike(browser, "attack-Red_hood-finesse-spiritual-pyrokinesis", (3, 7))
    happened(browser, "Bram attacks Red hood")
    strike(browser, "attack-Odile-finesse-martial", (5, 1))
    happened(browser, "Beard attacks Odile")
    click(browser, press_button("end_round"))
    happened(browser, "Odile is injured")
    go(browser, '["6"]')
    happened(browser, "Odile moves to zone 6.")
    strike(browser, "attack-Beard-power-martial", (2, 9))
    happened(browser, "10 against 11, 18 against 10, partial success, 2 hits (1 left)")
    strike(browser, "attack-Beard-finesse-spiritual-pyrokinesis", (2, 5))
    stands(browser, "The fight is over: no foe stands.")
    assert browser.count(".desk__entry") == 14
    assert browser.axe() == []
    assert browser.console_errors() == []


@in_chromium
def test_a_round_is_played_with_the_keyboard_alone(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait(form("move"))
    focus(browser, f"{form('move')} input")
    browser.press("ArrowRight")
    focus(browser, press_button("move"))
    browser.press("Enter")
    happened(browser, "Odile moves to zone 3.")
    assert browser.eval("return document.activeElement.closest('[data-part]').dataset.part") == "last"
    focus(browser, press_button("attack-Red_hood-finesse-spiritual-pyrokinesis"))
    browser.press("Enter")
    happened(browser, "Bram attacks Red hood")
    focus(browser, press_button("attack-Odile-power-martial"))
    browser.press("Space")
    happened(browser, "Thug attacks Odile")
    browser.eval("document.activeElement.blur()")
    focus(browser, 'button[data-turn="Beard"]')
    browser.press("Enter")
    browser.wait_for("return document.activeElement.textContent.startsWith('Beard')")
    focus(browser, press_button("defend"))
    browser.press("Enter")
    happened(browser, "Beard defends")
    browser.eval("document.querySelector('h1').tabIndex = -1; document.querySelector('h1').focus()")
    focus(browser, press_button("end_round"))
    browser.press("Enter")
    happened(browser, "End of round 1")
    browser.eval("document.querySelector('h1').focus()")
    focus(browser, "#desk-undo")
    browser.press("Enter")
    happened(browser, "Beard defends")
    assert browser.eval("return document.activeElement.id") == "desk-undo"


@in_chromium
def test_what_is_not_allowed_says_why_and_may_be_allowed(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait(form("recover"))
    assert "No hit was carried into the round" in browser.text(form("recover"))
    browser.click(f"{form('recover')} [data-allow]")
    happened(browser, "Allowed by the game master")


@in_chromium
def test_a_wrong_face_is_named_beside_its_die(browser: Browser) -> None:
    browser.open(PAGE)
    click(browser, "[data-part=own-dice]")
    strike(browser, "attack-Thug-finesse-martial", (4, 12))
    problem = f'{form("attack-Thug-finesse-martial")} [data-problems="dice.1"]'
    browser.wait(f"{problem}:not(:empty)")
    assert "from 0 to 10" in browser.text(problem)


@in_chromium
def test_a_link_holds_the_whole_fight(browser: Browser) -> None:
    browser.open(PAGE)
    go(browser, '["2", "3"]')
    happened(browser, "Odile moves to zone 3.")
    browser.eval("navigator.clipboard.writeText = async (text) => { window.copied = text; }; scrollTo(0, 0)")
    click(browser, '[data-do="share"]')
    link = browser.wait_for("return window.copied")
    browser.eval("localStorage.clear()")
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
    browser.wait(form("move"))
    scene = json.loads(browser.eval("return document.querySelector('dice-desk').dataset.scene"))
    scene |= {"name": "Elsewhere", "log": [{"do": "defend", "who": "Bram"}], "at": 1}
    file = {"format": "diceleaf-desk", "version": 1, "game": "dichotomy", "scenes": [scene]}
    browser.eval(IMPORT, json.dumps(file | {"game": "core_rules"}))
    browser.wait_for("return document.querySelector('[data-part=told]').textContent.includes('nothing was changed')")
    assert browser.texts("[data-part=scenes] option") == ["The road ambush"]
    browser.eval(IMPORT, json.dumps(file))
    happened(browser, "Bram defends")
    assert "Elsewhere" in browser.texts("[data-part=scenes] option")


@in_chromium
def test_the_table_is_set_anew(browser: Browser) -> None:
    browser.open(PAGE)
    click(browser, ".desk__setup > summary")
    name = '[name="start.fighters.2.name"]'
    browser.type(name, "Bram")
    click(browser, "[data-part=setup] button[type=submit]")
    browser.wait('[data-problems="start.fighters.2.name"]:not(:empty)')
    browser.type(name, "Captain")
    browser.type('[name="start.fighters.2.hits"]', "5")
    click(browser, "[data-part=setup] button[type=submit]")
    browser.wait('button[data-turn="Captain"]')
    assert "5 hits left" in browser.text("dice-desk [data-part=table]")


SHEET = {
    "name": "Wren", "picks": ["quick_shot", "telekinesis"],
    "attributes": {"finesse": 8, "power": 3, "martial": 4, "spiritual": 7, "natural": 6, "technical": 5},
}


@in_chromium
def test_a_character_kept_on_a_sheet_takes_a_seat(browser: Browser) -> None:
    browser.open("dichotomy/sheet/")
    browser.eval(
        "localStorage.setItem('diceleaf:sheet:dichotomy:1', JSON.stringify({version: 1, sheet: args[0]}))", SHEET,
    )
    browser.open(PAGE)
    click(browser, ".desk__setup > summary")
    browser.wait("[data-do=seat]")
    click(browser, "[data-do=seat]")
    browser.wait_for("return document.querySelector('[name=\"start.fighters.5.name\"]')?.value === 'Wren'")
    click(browser, "[data-part=setup] button[type=submit]")
    browser.wait('button[data-turn="Wren"]')


@in_chromium
def test_without_scripts_the_start_and_its_chances_stand_there(browser: Browser) -> None:
    browser.emulate(scripts=False)
    browser.open(PAGE)
    shown = browser.text("dice-desk")
    assert "this page needs JavaScript" in shown
    assert "Red hood" in shown and "56% (14 in 25)" in shown
    assert "Undo" not in shown


@in_chromium
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_nothing_sticks_out(browser: Browser, width: int, dark: bool) -> None:
    browser.emulate(dark=dark)
    browser.viewport(width, 844)
    browser.open(PAGE)
    browser.wait(form("move"))
    browser.eval("document.querySelectorAll('dice-desk details').forEach(each => { each.open = true; })")
    assert browser.eval("return document.documentElement.scrollWidth") <= width
    assert browser.axe() == []
