"""Rolls before the engine has arrived: what is shown, what is kept, and what the engine says of it later."""

import pytest

from tests.site.browsers import Browser, alike
from tests.site.server import Fault

NO_ENGINE = Fault(drop=True)
CHIP = "#core_rules\\.challenge"
VERDICT = "dice-tray .outcome__verdict strong"
TRAY = """
const tray = document.querySelector("dice-tray");
const part = (name) => tray.querySelector(`[data-part="${name}"]`);
return {verdict: part("result").querySelector(".outcome__verdict").textContent,
        dice: [...part("result").querySelectorAll(".die .visually-hidden")].map((each) => each.textContent),
        said: part("say").textContent, title: part("title").textContent, asked: part("asked").textContent};
"""


def roll(browser: Browser, chip: str = "dice-roller") -> dict[str, object]:
    browser.click(f'{chip} [data-part="roll"]')
    browser.wait(VERDICT)
    browser.wait_for("return document.querySelector('dice-tray [data-part=say]').textContent")
    shown: dict[str, object] = browser.eval(TRAY)
    return shown


@pytest.mark.own_origin
@alike
def test_chip_rolls_without_the_engine(browser: Browser) -> None:
    browser.server.fail("engine/*", NO_ENGINE)
    browser.open("core_rules/challenges/")
    shown = roll(browser)
    assert shown["verdict"] and shown["dice"]
    assert str(shown["verdict"]) in str(shown["said"])
