"""Collapsible parts: calculators as chips, the notes of a section and the Python code."""

from tests.site.browsers import Browser, alike, in_chromium

CHIP = "[id='core_rules.challenge']"
COLLAPSED_CHIP = f"{CHIP}:has(> details:not([open]))"


def test_chip_rolls_and_stays_collapsed(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    assert "Success or better 33.3%" in browser.text(f"{CHIP} summary")
    browser.click(f"{CHIP} [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    assert browser.count(COLLAPSED_CHIP) == 1
    assert browser.console_errors() == []


@alike
def test_chip_opens_the_form_and_summarises_the_choice(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.click(f"{CHIP} > details > summary")
    browser.wait(f"{CHIP} form [data-part=roll], {CHIP} details [data-part=roll]")
    browser.click(f"{CHIP} label:has([value=favourable])")
    browser.wait_for(
        "return document.querySelector(args[0]).textContent.includes('50')", f"{CHIP} .calc__figure"
    )
    browser.click(f"{CHIP} > details > summary")
    browser.wait(f"{COLLAPSED_CHIP} .calc__figure")
    assert "Success or better 50%" in browser.text(f"{CHIP} summary")
    browser.wait(f"{CHIP} > .calc__roller [data-part=roll]")


@alike
def test_chip_is_opened_and_rolled_by_keyboard(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.eval("document.querySelector(args[0]).focus()", f"{CHIP} > details > summary")
    browser.press("Enter")
    browser.wait(f"{CHIP} [name=steps]")
    browser.press("Enter")
    browser.wait(f"{COLLAPSED_CHIP} > .calc__roller [data-part=roll]")
    browser.eval("document.querySelector(args[0]).focus()", f"{CHIP} [data-part=roll]")
    browser.press("Enter")
    browser.wait("dice-tray .outcome__verdict")


@in_chromium
def test_chip_shows_problems_with_its_inputs(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.eval("document.querySelector(args[0]).value = 99", f"{CHIP} [name=steps]")
    browser.click(f"{CHIP} [data-part=roll]")
    browser.wait(f"{CHIP} [data-problems=steps]:not(:empty)")


def test_link_to_a_ruling_opens_it(browser: Browser) -> None:
    browser.open("dichotomy/combat/#R-34")
    browser.wait_for("return document.getElementById('R-34').closest('.note-line').open")
    browser.wait("#R-34")
    browser.open("dichotomy/")
    browser.eval(
        "const a = document.createElement('a'); a.href = 'combat/#R-36'; document.querySelector('article').append(a); a.click()"
    )
    browser.wait_for("return document.getElementById('R-36')?.checkVisibility()")


def test_link_to_a_rule_shows_its_whole_sentence(browser: Browser) -> None:
    browser.viewport(390, 844)
    for page, rule in (("peoples", "D-266"), ("ability-list", "D-087")):
        browser.open(f"dichotomy/{page}/#{rule}")
        browser.wait_for(
            """
            const {top} = document.getElementById(args[0]).closest("p, li, tr").getBoundingClientRect();
            return top >= document.querySelector(".md-header").offsetHeight && top < innerHeight / 2;
            """,
            rule,
        )


@in_chromium
def test_footer_links_stay_within_the_book(browser: Browser) -> None:
    browser.open("core_rules/")
    assert browser.count(".md-footer__link--prev") == 0
    browser.open("core_rules/rulings/")
    onward = browser.eval("return [...document.querySelectorAll('.md-footer__link')].map(each => each.href)")
    assert onward and all("/core_rules/" in each for each in onward)


@alike
def test_python_code_is_hidden_until_switched_on_and_remembered(browser: Browser) -> None:
    code = "return [...document.querySelectorAll('article pre')].some(each => each.checkVisibility())"
    browser.open("dichotomy/terrain/")
    browser.eval("for (const fold of document.querySelectorAll('article details')) fold.open = true")
    assert not browser.eval(code)
    browser.click(".switches > summary")
    browser.click("[data-switch=python]")
    browser.wait_for(code)
    browser.open("core_rules/challenges/")
    browser.wait(".note-line > summary")
    browser.eval("for (const line of document.querySelectorAll('article .note-line')) line.open = true")
    browser.wait_for(code)
    browser.click(".switches > summary")
    browser.click("[data-switch=python]")
    browser.wait_for(f"return !(() => {{ {code} }})()")


@in_chromium
def test_print_expands_rulings_but_not_examples_and_chips(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.emulate(print=True)
    article = browser.text("article")
    assert "A single roll goes only as high as its dice" in article
    assert "One step: roll one die" not in article
    assert "Success or better 33.3%" in article
    assert not browser.eval("return document.querySelector(args[0]).checkVisibility()", f"{CHIP} form")
