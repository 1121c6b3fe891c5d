"""The page around the text: page navigation, the contents and the colour scheme."""

import threading

from tests.site.browsers import Browser, alike, in_chromium, own_origin
from tests.site.server import Fault

CHAPTER = "core_rules/challenges/"


def test_page_navigation_keeps_the_document_and_scroll_position(browser: Browser) -> None:
    browser.open(CHAPTER)
    browser.eval("window.stayed = true; addEventListener('click', () => window.left = scrollY, true)")
    browser.click(".md-footer__link--next")  # a real click, as WebKit's Back skips pages without user input
    browser.wait_for("return document.querySelector('h1').textContent.startsWith('Aptitudes')")
    assert browser.eval("return document.title").startswith("Aptitudes")
    assert browser.eval("return document.querySelector('link[rel=next]').href").endswith("/difficulty/")
    assert browser.eval("return scrollY") == 0
    browser.back()
    browser.wait_for("return document.querySelector('h1').textContent.startsWith('Challenges')")
    browser.wait_for("return scrollY > 600 && Math.abs(scrollY - window.left) < 3")
    browser.click(".md-header .md-logo")
    browser.wait(".home")
    assert browser.path == ""
    assert browser.eval("return window.stayed")
    assert browser.console_errors() == []


# Returns whether the page transition runs, and by how many pixels the page is too wide at its start.
TOO_WIDE_AT_FIRST = """
const article = document.querySelector("article");
delete article.dataset.navigated;
document.getAnimations(); // forces a style update, without which the animation wouldn't restart
article.dataset.navigated = "forward";
const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
for (const each of moving) {
  each.pause();
  each.currentTime = 0;
}
const { clientWidth, scrollWidth } = document.documentElement;
return [moving.some(({ animationName }) => animationName === "slide-in"), scrollWidth - clientWidth];
"""


def test_page_transition_makes_nothing_wider(browser: Browser) -> None:
    browser.viewport(320, 900)
    browser.open("authoring/blocks/")  # its examples are as wide as the window
    assert browser.eval(TOO_WIDE_AT_FIRST) == [True, 0]


@alike
@own_origin
def test_button_pressed_before_scripts_load_works_afterwards(browser: Browser) -> None:
    late = threading.Event()
    browser.server.fail("assets/js-*/book-*.js", Fault(after=late))
    browser.engine.command("Navigate", url=browser.server.url + CHAPTER)
    browser.click("[data-find=open]")
    assert not browser.eval("return document.querySelector('[data-find=dialog]').open")
    late.set()
    browser.wait_for("return document.querySelector('[data-find=dialog]').open")


@alike
def test_page_navigation_moves_the_focus_to_the_title(browser: Browser) -> None:
    browser.open(CHAPTER)
    browser.eval("document.querySelector('.md-footer__link--next').focus()")
    browser.press("Enter")
    browser.wait_for("return location.pathname.endsWith('/aptitudes-and-skills/')")
    browser.wait_for("return document.activeElement.matches('article h1')")
    browser.press("Tab")
    assert browser.eval("return Boolean(document.activeElement.closest('article'))")


@alike
def test_missing_page_is_left_to_the_browser(browser: Browser) -> None:
    browser.open("authoring/")
    browser.eval("window.stayed = true")
    browser.eval(
        "document.querySelector('article p a[href]').href = new URL('no-such-page/', location.href).href"
    )
    browser.click("article a[href$='/no-such-page/']")
    browser.wait_for("return window.stayed === undefined && document.readyState === 'complete'")
    assert browser.path == "authoring/no-such-page/"
    assert browser.text("h1") == "Page not found"


@alike
def test_phone_menu_opens_and_closes_by_keyboard(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(CHAPTER)
    is_open = "return document.querySelector('.contents').getBoundingClientRect().left >= 0"
    expanded = "return document.querySelector('[data-open-contents]').ariaExpanded"
    assert not browser.eval(is_open)
    browser.eval("document.querySelector('[data-open-contents]').focus()")
    assert browser.eval(expanded) == "false"
    browser.press("Enter")
    browser.wait_for(is_open)
    assert browser.eval(expanded) == "true"
    assert browser.eval("return document.activeElement.textContent").strip() == "Challenges"
    browser.press("Escape")
    browser.wait_for(is_open.replace(">= 0", "< 0"))
    assert browser.eval(expanded) == "false"
    assert browser.eval("return document.activeElement.matches('[data-open-contents]')")


# Returns the focusable elements outside the contents that aren't inert.
REACHABLE = """
const all = document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]");
return [...all].filter((each) => !each.closest("#contents, [inert]")).map((each) => each.outerHTML);
"""


@alike
def test_open_contents_trap_the_focus(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(CHAPTER)
    assert browser.eval(REACHABLE)
    browser.click("[data-open-contents]")
    assert browser.eval(REACHABLE) == []
    browser.click("[data-close-contents]")
    assert browser.eval(REACHABLE)
    assert browser.eval("return document.activeElement.matches('[data-open-contents]')")


@alike
def test_link_in_open_contents_leads_to_its_page(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(CHAPTER)
    browser.click("[data-open-contents]")
    browser.click("#contents a[href$='/points/']")
    browser.wait_for("return document.activeElement.matches('article h1')")
    assert browser.path == "core_rules/points/"
    assert browser.eval("return document.querySelectorAll('[inert]').length") == 0


@alike
def test_contents_mark_the_current_section(browser: Browser) -> None:
    browser.viewport(1280, 800)
    browser.open("dichotomy/combat/")
    marked_section = "return document.querySelector('.contents__sections [aria-current]')?.innerText.trim()"
    assert browser.eval(marked_section) is None
    browser.eval("document.getElementById('recover').scrollIntoView({behavior: 'instant'})")
    browser.wait_for(f"return (() => {{ {marked_section} }})() === 'Recover'")


@in_chromium
def test_colour_scheme_follows_the_system_and_remembers_a_choice(browser: Browser) -> None:
    scheme = "return document.body.dataset.mdColorScheme"
    bar = "return [...new Set([...document.querySelectorAll('meta[name=theme-color]')].map(meta => meta.content))]"
    browser.emulate(dark=True)
    browser.open()
    assert browser.eval(scheme) == "slate"
    assert browser.eval(bar) == ["#1a1815"]
    browser.click("[data-colours=system]")
    assert browser.eval(scheme) == "default"
    assert browser.eval(bar) == ["#faf6ee"]  # the colour of the browser's bars on a phone
    browser.reload()
    assert browser.eval(scheme) == "default"
    browser.click("[data-colours=light]")
    browser.emulate()
    assert browser.eval(scheme) == "slate"
    browser.click("[data-colours=dark]")
    browser.wait_for(f"return (() => {{ {scheme} }})() === 'default'")
    assert browser.eval("return document.querySelector('[data-colours]').title") == "Switch to light colours"


@alike
def test_missing_script_is_reported(browser: Browser) -> None:
    """After an update of the site, an open page still requests files by their old names."""
    browser.open("core_rules/")
    browser.wait_for("return Boolean(customElements.get('dice-tray'))")
    line = "[role=alert].missing-parts"
    assert browser.count(line) == 0
    browser.eval("import(new URL('gone.js', location.href)); return true")
    browser.wait(line)
    assert browser.text(f"{line} p").startswith("A part of this page couldn’t be loaded.")
    browser.click(f"{line} button:last-child")
    assert browser.count(line) == 0
