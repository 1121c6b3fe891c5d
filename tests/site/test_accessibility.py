"""Accessibility: announcements to screen readers, the visibility of the focus, and text spacing."""

from tests.site.browsers import Browser, alike, in_chromium
from tests.site.test_roller import ROLLER

# Records the texts of live regions in `window.announcements`. A region that is added with its text isn't
# announced.
RECORD_ANNOUNCEMENTS = """
window.announcements = [];
new MutationObserver((changes) => {
    for (const {target} of changes) {
        const element = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
        const region = element?.closest("[role=status], [role=alert], [aria-live=polite]");
        const text = region?.textContent.trim().replace(/\\s+/g, " ");
        if (text && text !== window.announcements.at(-1)) window.announcements.push(text);
    }
}).observe(document.body, {childList: true, characterData: true, subtree: true});
"""


@alike
def test_new_chance_is_announced_after_an_input_has_changed(browser: Browser) -> None:
    browser.open("core_rules/")
    browser.wait(f"{ROLLER} [data-part=roll]")
    browser.eval(RECORD_ANNOUNCEMENTS)
    browser.eval("document.querySelector(args[0]).focus()", f"{ROLLER} [name=steps]")
    browser.press("ArrowUp")
    browser.wait_for("return window.announcements.at(-1) === 'Success or better 55.6%'")
    browser.press("ArrowUp", 3)
    chances = "announcements.filter((each) => each.startsWith('Success'))"  # not the messages about the start of the engine
    browser.wait_for(f"return {chances}.at(-1) !== 'Success or better 55.6%'")
    assert browser.eval(f"return {chances}.length") == 2


@alike
def test_tracker_announces_undo_and_redo(browser: Browser) -> None:
    defend = '[id="desk-dichotomy-defend"] button[type=submit]'
    browser.open("dichotomy/fight-desk/")
    browser.wait(defend)
    browser.wait_for("return !document.querySelector('dice-tracker').loading")
    browser.eval(RECORD_ANNOUNCEMENTS)
    browser.click(defend)
    browser.wait_for("return announcements.some((each) => each.startsWith('Odile defends'))")
    browser.click("#desk-undo")
    browser.wait_for("return announcements.some((each) => each.startsWith('Undone: Odile defends'))")
    browser.click("#desk-redo")
    browser.wait_for("return announcements.some((each) => each.startsWith('Redone: Odile defends'))")


@in_chromium
def test_heading_links_are_hidden_from_screen_readers(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    assert browser.count("article :is(h2, h3) > .headerlink") > 2
    assert browser.count("article .headerlink:not([aria-hidden=true])") == 0


# Returns the tab stops that are covered by the header or a card, or outside the window.
HIDDEN_STOPS = """
const hidden = [];
const stops = [...document.querySelectorAll("main article :is(a[href], button, input, select, textarea, summary)")]
    .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0);
for (const each of stops.slice(0, 60)) {
    each.focus();
    await new Promise(requestAnimationFrame);
    const isVisible = [...each.getClientRects()].some(({left, right, top, bottom}) => {
        const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
        return [0.1, 0.5, 0.9].some((part) => {
            const hit = document.elementFromPoint(x, top + (bottom - top) * part);
            return hit && (each.contains(hit) || hit.contains(each) || each.labels?.[0]?.contains(hit));
        });
    });
    if (!isVisible) hidden.push(each.outerHTML.slice(0, 100));
}
return hidden;
"""


@in_chromium
def test_focus_is_never_covered_at_400_per_cent(browser: Browser) -> None:
    browser.viewport(320, 256)
    for address in ("core_rules/points/", "dichotomy/fight-desk/", "two_d6/sheet/"):
        browser.open(address)
        assert browser.eval(HIDDEN_STOPS) == [], address
        assert browser.eval("return document.documentElement.scrollWidth") <= 320


# Returns the page's width and the elements whose text is cut. The filters of a list are left out, as their
# row scrolls.
TEXT_SPACING = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }"
    + "p { margin-bottom: 2em !important }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
await new Promise(requestAnimationFrame);
const cut = [...document.querySelectorAll(".md-footer__link, article .button, article summary")]
    .filter((each) => each.checkVisibility() && !each.closest(".reference__filters"))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.getBoundingClientRect().right > innerWidth + 1);
return [document.documentElement.scrollWidth, ...cut.map((each) => each.outerHTML.slice(0, 100))];
"""


@in_chromium
def test_text_spacing_cuts_nothing_at_320_pixels(browser: Browser) -> None:
    browser.viewport(320, 700)
    for address in ("core_rules/points/", "two_d6/spells/", "action_consequence/stats-and-dice/"):
        browser.open(address)
        assert browser.eval(TEXT_SPACING) == [320], address


# Inserts a link without a card after a match, and focuses a button before it.
LINK_WITHOUT_CARD = """
const link = document.querySelector(args[0]);
const bare = Object.assign(document.createElement("a"), {id: "bare", href: "../../", textContent: "elsewhere"});
const before = Object.assign(document.createElement("button"), {textContent: "before"});
link.after(" ", bare);
link.before(before);
before.focus();
"""


@alike
def test_card_closes_on_focus_of_a_link_without_a_card(browser: Browser) -> None:
    browser.open("core_rules/points/")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.eval(LINK_WITHOUT_CARD, "article a.term")
    browser.press("Tab")
    browser.wait(".card:popover-open")
    browser.press("Tab")
    assert browser.eval("return document.activeElement.id") == "bare"
    browser.wait_for("return !document.querySelector('.card:popover-open')")
