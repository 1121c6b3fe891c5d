"""Rolls before the engine has loaded: what is shown and saved, and how the engine checks them later."""

import json
import re
import threading
from typing import Any

import pytest

from tests.site.browsers import SITE, Browser, alike, in_chromium
from tests.site.server import Fault

NO_ENGINE = Fault(drop=True)
VERDICT = "dice-tray [data-part=result] .outcome__verdict strong"
TRAY = """
const part = (name) => document.querySelector(`dice-tray [data-part="${name}"]`);
return {verdict: part("result").querySelector(".outcome__verdict").textContent,
        faces: [...part("result").querySelectorAll(".die__face")].map((face) => face.textContent),
        said: part("say").textContent, title: part("title").textContent, inputs: part("inputs").textContent};
"""


def roll(browser: Browser, form: str = "dice-roller") -> dict[str, Any]:
    """Press a form's button, and return what the tray shows."""
    browser.eval("document.querySelector('dice-tray [data-part=say]').textContent = ''")
    browser.click(f'{form} [data-part="roll"]')
    browser.wait_for("return document.querySelector('dice-tray [data-part=say]').textContent")
    tray: dict[str, Any] = browser.eval(TRAY)
    return tray


@pytest.mark.own_origin
@pytest.mark.parametrize(
    "page",
    (
        "core_rules/challenges/",
        "basic_systems/successes/",
        "dichotomy/injuries/",  # an input of notation
        "two_d6/duel-lab/",  # a whole fight, from a file
        "action_consequence/conflict-table/",  # the largest
    ),
)
@alike
def test_roller_rolls_without_the_engine(browser: Browser, page: str) -> None:
    browser.server.fail("engine/*", NO_ENGINE)
    browser.open(page)
    result = roll(browser)
    assert result["verdict"]
    assert result["verdict"] in result["said"] and result["title"] in result["said"]
    browser.wait_for(
        "return document.querySelector('dice-tray [data-part=count]').textContent"
    )  # it is saved


@pytest.mark.own_origin
@alike
def test_changed_input_rolls_without_the_engine(browser: Browser) -> None:
    browser.server.fail("engine/*", NO_ENGINE)
    browser.open("core_rules/challenges/")
    browser.click("dice-roller summary")
    browser.click("dice-roller label:has([name=situation][value=favourable])")
    assert "Favourable" in roll(browser)["inputs"]


@pytest.mark.own_origin
@in_chromium
def test_roll_button_and_reroll_need_no_engine(browser: Browser) -> None:
    browser.server.fail("engine/*", NO_ENGINE)
    browser.open("two_d6/skills/")
    button = "dice-roll-buttons button[data-calculator]"
    browser.eval("for (const fold of document.querySelectorAll('details')) fold.open = true")
    browser.click(button)
    browser.wait(VERDICT)
    title = browser.text("dice-tray [data-part=title]")
    browser.click("dice-tray [data-part=again]")
    browser.wait_for("return document.querySelector('dice-tray [data-part=count]').textContent.includes('2')")
    assert browser.text("dice-tray [data-part=title]") == title


@pytest.mark.own_origin
@in_chromium
def test_roll_waits_only_for_its_own_file(browser: Browser) -> None:
    browser.server.fail("engine/*", NO_ENGINE)
    page = "action_consequence/dice-and-calculators/"
    rolls = re.search(
        r"<script[^>]* data-rolls>(.*?)</script>", (SITE / page / "index.html").read_text("utf-8")
    )
    assert rolls
    files = {key.partition(" ")[0]: name for key, name in json.loads(rolls[1])["files"].items()}
    release = threading.Event()
    for calculator, name in files.items():
        if calculator != "action_consequence.conflict":
            browser.server.fail(f"assets/rolls/{name}", Fault(after=release))
    try:
        browser.open(page)
        assert roll(browser, "dice-roller[data-calculator='action_consequence.conflict']")["verdict"]
    finally:
        release.set()


@pytest.mark.own_origin
@in_chromium
def test_roll_is_unchanged_when_the_engine_has_loaded(browser: Browser) -> None:
    late = threading.Event()
    browser.server.fail("engine/*", Fault(after=late))
    browser.open("dichotomy/combat/")
    before = roll(browser)
    late.set()
    browser.wait_for("return globalThis.diceleafEngine.status === 'ready'")
    browser.eval("return await new Promise((done) => setTimeout(done, 500))")
    assert browser.eval(TRAY) == before
    assert browser.console_errors() == []


@pytest.mark.own_origin
@in_chromium
def test_engine_corrects_a_roll_that_differs(browser: Browser) -> None:
    late = threading.Event()
    browser.server.fail("engine/*", Fault(after=late))
    page = (SITE / "core_rules" / "challenges" / "index.html").read_text("utf-8")
    wrong = re.sub(r'\["end","[^"]*"', '["end","Nonsense"', page)
    browser.server.fail("core_rules/challenges/", Fault(body=wrong.encode()))
    browser.open("core_rules/challenges/")
    result = roll(browser)
    assert result["verdict"] == "Nonsense"
    late.set()
    browser.wait_for(f"return document.querySelector({json.dumps(VERDICT)}).textContent !== 'Nonsense'")
    assert browser.eval(TRAY)["faces"] == result["faces"]
    assert browser.text("dice-tray [data-part=count]") == "Roll 1 today"  # saved once
    assert any("differs" in error for error in browser.console_errors())


@pytest.mark.own_origin
@alike
def test_quick_dice_need_no_engine_and_match_it(browser: Browser) -> None:
    late = threading.Event()
    browser.server.fail("engine/*", Fault(after=late))
    browser.open("core_rules/challenges/")
    browser.click("[data-dock=dice]")
    for key in ("die='20'", "mode=advantage", "die='6'", "modify='-1'"):
        browser.click(f"dice-tray [data-{key}]")
    browser.click("dice-tray [data-part=own] [type=submit]")
    browser.wait("dice-tray .tray__result .die--dropped")
    browser.wait_for(
        "return document.querySelector('dice-tray [data-part=say]').textContent.includes('dropped')"
    )
    result: dict[str, Any] = browser.eval(TRAY)
    assert result["title"] == "2d20kh1 + 1d6 - 1" and len(result["faces"]) == 3
    late.set()
    browser.wait_for("return globalThis.diceleafEngine.status === 'ready'")
    browser.eval("return await new Promise((done) => setTimeout(done, 500))")
    assert browser.eval(TRAY) == result
    assert browser.console_errors() == []
