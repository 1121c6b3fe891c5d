"""The card of a rule, a term or an entry by mouse, keyboard and touch, and its bookmark."""

from tests.site.browsers import Browser, in_chromium
from tests.site.engines import ELEMENT

PAGE = "dichotomy/combat/"
TERM = "article a.term[href$='#gm']"
OPEN = ".card:popover-open"
BEFORE_THE_TERM = """
const term = document.querySelector(args[0]);
const all = [...document.querySelectorAll("a[href], button")].filter(each => each.checkVisibility());
term.scrollIntoView({block: "center"});
all[all.indexOf(term) - 1].focus();
"""
COVERED = """
const card = document.querySelector(".card").getBoundingClientRect();
return [...document.querySelector(args[0]).getClientRects()].some(
  each => each.bottom > card.top && each.top < card.bottom && each.right > card.left && each.left < card.right);
"""
IN_ORDER = """
return [...document.querySelectorAll("article a:is(.rule-mark, .rule-link)")]
    .filter(each => each.checkVisibility()).map(each => each.id || each.textContent)
"""
FIRST_AFTER = """
const heading = document.querySelector(args[0]);
const rule = [...document.querySelectorAll("article a:is(.rule-mark, .rule-link)")].find(each =>
    each.checkVisibility() && heading.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING);
return rule.id || rule.textContent;
"""
MIDDLE = "document.querySelector(args[0]).scrollIntoView({block: 'center', behavior: 'instant'})"


def point(browser: Browser, css: str, kind: str, *events: str) -> None:
    """Move a pointer, "mouse" or "touch", to the middle of an element, and send these events."""
    browser.wait(css)
    browser.eval(MIDDLE, css)
    element = browser.engine.command(
        "ExecuteScript", script="return document.querySelector(arguments[0])", args=[css]
    )
    move = {"type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": {ELEMENT: element[ELEMENT]}}
    actions = [move, *({"type": event, "button": 0} for event in events)]
    pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
    browser.engine.command("PerformActions", actions=[pointer])


def tap(browser: Browser, css: str) -> None:
    point(browser, css, "touch", "pointerDown", "pointerUp")


def test_keyboard_reaches_a_term_its_card_and_its_link(browser: Browser) -> None:
    browser.viewport(390, 800)
    browser.open(PAGE)
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.eval(BEFORE_THE_TERM, TERM)
    browser.press("Tab")
    browser.wait(OPEN)
    description_id = browser.eval("return document.activeElement.getAttribute('aria-describedby')")
    assert browser.text(f"#{description_id}").startswith("Game master: the player who sets scenes")
    assert not browser.eval(COVERED, TERM)
    if browser.name == "chromium":  # axe finds the same in each browser
        assert browser.axe() == []
    browser.press("ArrowDown")
    assert browser.eval("return document.activeElement.textContent") == "Open in glossary"
    browser.press("Escape")
    assert browser.count(OPEN) == 0
    assert browser.eval("return document.activeElement.className").startswith("term")
    browser.press("Enter")
    browser.wait_for("return location.href.endsWith('/dichotomy/glossary/#gm')")


def test_key_r_moves_from_rule_to_rule(browser: Browser) -> None:
    at = "return document.activeElement.id || document.activeElement.textContent"
    browser.open(PAGE)
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    rules = browser.eval(IN_ORDER)
    browser.press("r")
    browser.wait(OPEN)
    assert browser.eval(at) == rules[0] == "D-179"
    browser.press("r", 5)
    assert browser.eval(at) == rules[5]
    browser.press("Escape")
    browser.press("Shift+r")
    assert browser.eval(at) == rules[4]
    browser.wait(OPEN)
    browser.press("Escape")
    browser.eval("document.activeElement.blur()")
    browser.eval("document.querySelector(args[0]).scrollIntoView({behavior: 'instant'})", "h2:nth-of-type(5)")
    browser.press("r")
    assert browser.eval(at) == browser.eval(FIRST_AFTER, "h2:nth-of-type(5)")


@in_chromium
def test_hover_shows_a_card_that_the_mouse_can_enter(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    point(browser, "#D-184", "mouse")
    browser.wait(OPEN)
    card = browser.text(".card")
    assert (
        "A turn" in card and "On your turn you have 3 action points" not in card
    )  # as the page shows it beside the link
    assert "Unspent points are lost" in card and "Turn planner" in card and "Dichotomy · Combat" in card
    assert not browser.eval(COVERED, "#D-184")
    point(browser, ".card__keep", "mouse", "pointerDown", "pointerUp")
    browser.wait(f"{OPEN} .card__keep[aria-pressed=true]")
    browser.wait("#D-184[data-marked]")
    assert browser.axe() == []
    point(browser, "h1", "mouse")
    browser.wait_for("return !document.querySelector(args[0])", OPEN)
    browser.reload()
    browser.wait("#D-184[data-marked]")
    browser.press("/")
    browser.wait("[aria-label=Bookmarks] .search-result")
    assert "D-184" in browser.text("[aria-label=Bookmarks] .search-result")


@in_chromium
def test_first_tap_shows_the_card_and_second_follows_the_link(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(PAGE)
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    tap(browser, TERM)
    browser.wait(OPEN)
    tap(browser, "h2#zones")
    assert browser.count(OPEN) == 0
    tap(browser, TERM)
    browser.wait(OPEN)
    assert browser.path == PAGE
    assert browser.eval("return document.querySelector('.card__keep').offsetHeight") >= 44
    tap(browser, TERM)
    browser.wait_for("return location.href.endsWith('/dichotomy/glossary/#gm')")
    browser.open("dichotomy/motives/")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.click("#bloodlust summary")
    tap(browser, "#bloodlust .entry__link")
    browser.wait(OPEN)
    assert "Turn down a fair fight" in browser.text(".card__cells")


@in_chromium
def test_cards_stay_turned_off_on_other_pages(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.click(".switches > summary")
    browser.click("[data-switch=cards]")
    browser.open("core_rules/improving-the-roll/")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    assert browser.eval("return document.querySelector('[data-switch=cards]').checked") is False
    tap(browser, "article a.term")
    browser.wait_for("return location.pathname.endsWith('/core_rules/glossary/')")
    assert browser.count(OPEN) == 0
