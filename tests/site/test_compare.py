"""Comparison of pinned odds, goal seek, and forms filled in from characters."""

from rules_py.systems import registry
from tests.site.browser_storage import save_item
from tests.site.browsers import Browser, alike, in_chromium

ROLLER = "dice-roller[data-calculator='core_rules.challenge']"
COMPARE = f"{ROLLER} dice-compare"
SUM = f"{COMPARE} [data-compared=sum]"
TEXT_IS = "return document.querySelector(args[0])?.textContent.startsWith(args[1])"


@alike
def test_compare_shows_pinned_odds_and_restores_them_from_a_link(browser: Browser) -> None:
    browser.open("core_rules/dice-and-calculators/")
    browser.wait(f"{COMPARE} [data-part=pin]")
    browser.click(f"{COMPARE} [data-part=pin]")
    browser.wait_for(TEXT_IS, SUM, "Pinned.")
    display = "return getComputedStyle(document.querySelector(args[0])).display"
    assert browser.eval(display, f"{ROLLER} .calc__odds") == "none"
    browser.click(f"{ROLLER} [data-step='1']")
    browser.wait_for(TEXT_IS, SUM, "Success or better: B has 55.6%, A 33.3%.")
    assert browser.count(f"{COMPARE} svg.plot__picture") == 1
    address = "core_rules/dice-and-calculators/?situation=average&steps=2"
    browser.open(f'{address}&compare={{"pinned":[{{"inputs":{{"steps":0}}}}]}}#core_rules.challenge')
    browser.wait_for(TEXT_IS, SUM, "Success or better: B has 55.6%, A 11.1%.")


@in_chromium
def test_link_keeps_only_the_possible_pins(browser: Browser) -> None:
    address = "core_rules/dice-and-calculators/?situation=average&steps=2"
    pins = '[{"inputs":{"steps":99}},{"inputs":{"steps":0}}]'
    browser.open(f'{address}&compare={{"pinned":{pins}}}#core_rules.challenge')
    browser.wait_for(TEXT_IS, SUM, "Success or better: B has 55.6%, A 11.1%.")
    left_out = "Some pinned odds are no longer possible, so they were left out."
    assert browser.text(f"{COMPARE} [data-part=refused]") == left_out
    assert browser.count(f"{COMPARE} [data-unpin]") == 1
    browser.click(f"{ROLLER} [data-step='1']")
    browser.wait_for(TEXT_IS, SUM, "Success or better: B has 70.4%, A 11.1%.")
    browser.click(f"{COMPARE} [data-unpin]")
    assert browser.text(f"{COMPARE} [data-part=refused]") == ""


@in_chromium
def test_goal_seek_answers_and_fills_the_form_by_keyboard(browser: Browser) -> None:
    browser.open("core_rules/dice-and-calculators/")
    browser.wait(f"{COMPARE} [data-part=turn]")
    browser.eval("document.querySelector(args[0]).focus()", f"{COMPARE} [data-part=turn]")
    browser.press("Enter")
    answer = f"{COMPARE} [data-goal-seek=sum]"
    browser.wait_for(TEXT_IS, answer, "Success or better: 55.6% with 2 steps of improvement")
    browser.eval("document.querySelector(args[0]).focus()", f"{COMPARE} [data-take]")
    browser.press("Enter")
    browser.wait_for("return document.querySelector(args[0]).value === '2'", f"{ROLLER} [name=steps]")
    is_focused = "return document.activeElement === document.querySelector(args[0])"
    assert browser.eval(is_focused, f"{COMPARE} [data-part=turn]")
    browser.click(f"{COMPARE} [data-part=pin]")
    browser.wait_for(TEXT_IS, SUM, "Pinned.")
    browser.remove_repetition()
    assert browser.axe() == []
    assert browser.console_errors() == []


@in_chromium
def test_duel_lab_takes_a_linked_foe_and_a_chosen_opponent(browser: Browser) -> None:
    browser.open("two_d6/running-the-game/")
    browser.click("#hired-duellist summary")
    browser.click("#hired-duellist a[href*='duel-lab']")
    lab = "[id='two_d6.duel']"
    browser.wait_for("return document.querySelector(args[0])?.value === '8'", f"{lab} [name='b.att_bonus']")
    browser.wait(f"{lab} [data-part=fill]")
    browser.click(f"{lab} [data-part=fill]")
    character = f"{lab} [data-characters=character]"
    browser.wait(character)
    browser.choose(character, "1")  # the dock bruiser
    browser.click(f"{lab} [data-side=a]")
    browser.wait_for("return document.querySelector(args[0]).value === '7'", f"{lab} [name='a.wounds']")
    browser.click(f"{lab} [data-part=pin]")
    browser.wait_for(TEXT_IS, f"{lab} [data-compared=sum]", "Pinned.")
    browser.choose(character, "11")
    browser.click(f"{lab} [data-side=a]")
    legend = f"{lab} [data-compared=who]"
    browser.wait_for_text(legend, "Guard machine")
    names = browser.text(legend)
    assert "Dock bruiser, Crowbar +5" in names and "Guard machine, Rivet gun +6" in names
    assert browser.axe() == []
    assert browser.console_errors() == []


@in_chromium
def test_party_is_filled_in_from_saved_characters(browser: Browser) -> None:
    declared = registry.game("basic_systems").sheet
    assert declared
    browser.open("basic_systems/party/")
    for name, alertness in (("Mabel", 3), ("Dov", 0)):
        ratings = {"attributes": {"Perception": 2}, "abilities": {"Alertness": alertness}}
        sheet = {**declared.blank(), "name": name, **ratings}
        save_item(browser, f"sheet:basic_systems:{name}", {"version": declared.version, "sheet": sheet})
    browser.reload()
    party = "[id='basic_systems.party']"
    browser.click(f"{party} summary")
    browser.wait(f"{party} [data-part=fill]")
    browser.click(f"{party} [data-part=fill]")
    browser.wait(f"{party} [data-characters=roll]")
    assert browser.text(f"{party} [data-characters=roll] option:checked") == "Perception + Alertness"
    browser.click(f"{party} [data-part=characters] [type=submit]")
    filled = "return [...document.querySelectorAll(args[0])].map((each) => each.value).join() === args[1]"
    browser.wait_for(filled, f"{party} [name$='.name']", "Dov,Mabel")
    assert browser.axe() == []
    assert browser.console_errors() == []
