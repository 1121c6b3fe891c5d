"""Rollers, calculators, examples, tables and lists."""

import pytest

from tests.site.browsers import Browser, alike, in_chromium

ROLLER = "dice-roller[data-calculator='core_rules.challenge']"
TRAY = "dice-tray"
ANNOUNCEMENT = f"{TRAY} > [data-part=say]"


@pytest.fixture
def roller(browser: Browser) -> Browser:
    """The browser at a page with the roller of the Challenge: an average situation, one step."""
    browser.open("core_rules/")
    browser.wait(f"{ROLLER} [data-part=roll]")
    return browser


def wait_for_dice(browser: Browser, count: int) -> None:
    browser.wait_for("return document.querySelectorAll(args[0]).length === args[1]", f"{TRAY} .die", count)


def test_click_rolls_and_shows_verdict_dice_and_rules(roller: Browser) -> None:
    roller.click(f"{ROLLER} [data-part=roll]")
    wait_for_dice(roller, 1)
    announcement = roller.wait_for("return document.querySelector(args[0]).textContent", ANNOUNCEMENT)
    verdict = roller.text(f"{TRAY} .outcome__verdict")
    assert verdict in {"Failure with a consequence", "Failure", "Partial success", "Success"}
    assert announcement.startswith(f"Try a roll: {verdict}. On the dice: ")
    link = roller.eval("return document.querySelector(args[0]).href", f"{TRAY} .working a[data-rule='C-052']")
    assert link == f"{roller.server.url}core_rules/improving-the-roll/#C-052"
    assert roller.console_errors() == []


def test_roller_works_by_keyboard(roller: Browser) -> None:
    roller.eval("document.querySelector(args[0]).focus()", f"{ROLLER} [name=steps]")
    roller.press("ArrowUp")
    assert roller.value(f"{ROLLER} [name=steps]") == "2"
    roller.press("Enter")
    wait_for_dice(roller, 2)
    roller.eval("document.querySelector(args[0]).focus()", f"{ROLLER} [data-part=roll]")
    before = roller.count(f"{TRAY} .tray__row")
    roller.press("Space")
    roller.wait_for(
        "return document.querySelectorAll(args[0]).length > args[1]", f"{TRAY} .tray__row", before
    )


@alike
def test_odds_follow_the_inputs(roller: Browser) -> None:
    percent = f"{ROLLER} tr.tone--good .odds__percent"
    assert roller.text(percent) == "33.3%"
    roller.click(f"{ROLLER} [data-step='1']")
    roller.wait_for("return document.querySelector(args[0]).textContent === '55.6%'", percent)
    picture = f"{ROLLER} svg.plot__picture"
    description = roller.eval("return document.querySelector(args[0]).getAttribute('aria-label')", picture)
    assert description.endswith("Failure 8.3%, Partial success 33.3%, Success 55.6%.")
    roller.click(f"{ROLLER} .segments__one:first-child")
    roller.wait_for("return document.querySelector(args[0]).textContent === '0%'", percent)


@alike
def test_invalid_number_is_reported_beside_its_field(roller: Browser) -> None:
    roller.type(f"{ROLLER} [name=steps]", "99")
    problem = f"{ROLLER} [data-problems=steps]"
    roller.wait_for("return document.querySelector(args[0]).textContent", problem)
    assert roller.text(problem) == "Steps of improvement must be between 0 and 10 (you entered 99)."
    assert (
        roller.eval(
            "return document.querySelector(args[0]).getAttribute('aria-invalid')", f"{ROLLER} [name=steps]"
        )
        == "true"
    )
    roller.type(f"{ROLLER} [name=steps]", "3")
    roller.wait_for("return !document.querySelector(args[0]).textContent", problem)
    assert "is-stale" not in roller.eval(
        "return document.querySelector(args[0]).className", f"{ROLLER} [data-part=odds]"
    )


@alike
def test_address_shows_its_roll(browser: Browser) -> None:
    browser.open("core_rules/?situation=favourable&steps=2&dice=[3,8]#core_rules.challenge")
    wait_for_dice(browser, 2)
    words = "Someone rolled this. Challenge: Great success. On the dice: 8, and 3 dropped."
    browser.wait_for("return document.querySelector(args[0]).textContent === args[1]", ANNOUNCEMENT, words)
    browser.open("core_rules/challenges/?situation=average&steps=0&seed=7#core_rules.challenge")
    announcement = (
        "return location.pathname.endsWith('/challenges/') && document.querySelector(args[0])?.textContent"
    )
    first_announcement = browser.wait_for(announcement, ANNOUNCEMENT)
    browser.reload()
    browser.wait_for(
        "return document.querySelector(args[0])?.textContent === args[1]", ANNOUNCEMENT, first_announcement
    )


@alike
def test_damaged_address_shows_a_message(browser: Browser) -> None:
    browser.open("core_rules/?situation=average&steps=2&dice=[3,99,1]#core_rules.challenge")
    browser.wait(f"{ROLLER} [data-part=message]")
    assert browser.text(f"{ROLLER} [data-part=message]") == "This roll needs 2 dice; you entered 3."
    assert browser.console_errors() == []


def test_calculator_updates_while_typing_and_edits_rows(browser: Browser) -> None:
    browser.open("core_rules/points/")
    plan = "dice-calculator[data-calculator='core_rules.spend_plan']"
    browser.click(f"{plan} > details > summary")
    browser.wait(f"{plan} [data-add]")
    assert browser.count(f"{plan} .row") == 2
    before = browser.text(f"{plan} [data-part=answer]")
    browser.click(f"{plan} [data-add]")
    browser.choose(f"{plan} [name='challenges.2.aptitude']", "Awareness")
    browser.wait_for(
        "return document.querySelector(args[0]).innerText.trim() !== args[1]",
        f"{plan} [data-part=answer]",
        before,
    )
    browser.click(f"{plan} .row:first-child [data-remove]")
    assert browser.count(f"{plan} .row") == 2
    assert browser.value(f"{plan} [name='challenges.1.aptitude']") == "Awareness"
    assert browser.console_errors() == []


@alike
def test_rolling_an_example_leaves_its_outcome_unchanged(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.click(".note-line:has(.example__roll) > summary")
    outcome = browser.text(".example__roll .outcome")
    browser.click(".example__roll button[data-calculator]")
    browser.wait(f"{TRAY} .outcome")
    assert browser.text(".example__roll .outcome") == outcome


@alike
def test_table_cell_leads_to_its_roller(browser: Browser) -> None:
    browser.open("core_rules/odds/")
    if not browser.count("dice-odds-table a"):
        pytest.skip("no table of this page leads to a roller on it")
    href = browser.eval("return document.querySelector('dice-odds-table a').getAttribute('href')")
    browser.click("dice-odds-table a")
    anchor = href.partition("#")[2]
    browser.wait_for("return document.activeElement?.closest('.calc')?.id === args[0]", anchor)


@alike
def test_list_is_filtered_and_sorted(browser: Browser) -> None:
    browser.open("core_rules/aptitudes-and-skills/")
    names = ".entry:not([hidden]) .reference__name"
    browser.wait("dice-reference input")
    everything = browser.texts(names)
    assert len(everything) == 16
    browser.type("dice-reference input", "lock")
    browser.wait_for("return document.querySelector('[data-part=count]').textContent !== '16'")
    assert browser.texts(names) == ["Manipulate"]
    browser.type("dice-reference input", " ")
    browser.choose("dice-reference select", "Charisma")
    browser.wait_for("return document.querySelector('[data-part=count]').textContent === '4'")
    browser.choose("[data-part=order]", "name")
    assert browser.texts(names) == ["Command", "Deceive", "Persuade", "Socialize"]
    browser.choose("dice-reference select", "")
    browser.choose("[data-part=order]", "")
    assert browser.texts(names) == everything


@alike
def test_table_is_sorted_by_its_headings(browser: Browser) -> None:
    browser.open("two_d6/attacks/")
    names, head = "#list-combat_options .reference__name", "#list-combat_options thead th:first-child"
    browser.wait("dice-reference input")
    for direction in ("ascending", "descending"):
        browser.click(f"{head} button")
        assert browser.texts(names) == sorted(browser.texts(names), reverse=direction == "descending")
        assert browser.eval("return document.querySelector(args[0]).ariaSort", head) == direction


@alike
def test_link_opens_an_entry_even_if_filtered_out(browser: Browser) -> None:
    is_open = "return document.querySelector(args[0]).open"
    browser.open("two_d6/spells/#ward")
    browser.wait_for(is_open, "#ward > details")
    browser.type("dice-reference input", "blast")
    browser.wait_for("return document.querySelector('#heal').hidden")
    browser.eval("location.hash = '#heal'")
    browser.wait_for(is_open, "#heal > details")
    assert "patient" in browser.text("#heal .entry__text")
    assert not browser.eval(is_open, "#blast > details")


def test_rollers_work_after_page_navigation(browser: Browser) -> None:
    browser.open("core_rules/")
    browser.click(f"{ROLLER} [data-part=roll]")
    wait_for_dice(browser, 1)
    browser.eval("window.stayed = true")
    browser.eval("document.querySelector('.md-content a[href$=\"challenges/\"]').click()")
    browser.wait_for("return document.querySelector('h1').textContent.startsWith('Challenges')")
    browser.wait(f"{ROLLER} [data-part=roll]")
    assert browser.count(f"{TRAY} .die") == 1
    browser.click(f"{ROLLER} [data-part=roll]")
    browser.wait_for("return document.querySelectorAll(args[0]).length === 2", f"{TRAY} .tray__row")
    assert browser.eval("return window.stayed") is True


@in_chromium
def test_roller_result_and_problems_are_accessible(roller: Browser) -> None:
    roller.emulate(reduced_motion=True)
    roller.open("core_rules/?situation=favourable&steps=2&dice=[3,8]#core_rules.challenge")
    wait_for_dice(roller, 2)
    roller.type(f"{ROLLER} [name=steps]", "99")
    roller.wait_for("return document.querySelector(args[0]).textContent", f"{ROLLER} [data-problems=steps]")
    assert roller.axe_in_both_schemes() == []
