"""A game master's house rules on a player's phone: accepted from a link, then followed without a network."""

from pathlib import Path

from tests.site.browsers import Browser, own_origin
from tests.site.files import catch_copies, copied_text
from tests.site.offline_copy import save, wait_until_saved
from tests.site.test_cards import OPEN, point

pytestmark = own_origin

PAGE = "dichotomy/house-rules/"
HOUSE = "dice-house-rules"
OFFERED = f"{HOUSE} [data-part=offered]"
NOTICE = f"{HOUSE} .house__notice > [role=status]"
INCLUDES = "return document.querySelector(args[0])?.innerText.includes(args[1])"

IS_READY = """return customElements.get("dice-tray") &&
    [...document.querySelectorAll("dice-roller, dice-sheet, dice-tracker, dice-house-rules")]
        .every((each) => each.matches(":defined"))"""
# Numbers near the window are recalculated, which moves the lines around them.
SETTLED = """
document.querySelector(args[0]).scrollIntoView({block: "center", behavior: "instant"});
await new Promise((done) => setTimeout(done, 200));
return [...document.querySelectorAll(".house-number .house-label")]
    .every((each) => Math.abs(each.getBoundingClientRect().top) > 2 * innerHeight);
"""

SENTENCES = {
    "D-018": ("the-roll", "The usual target is 11.", "The usual target is 10."),
    "D-188": (
        "combat",
        "Defend until your next turn, as in D-184.",
        "3 AP: you spend the whole turn avoiding",
    ),
}
"""The page, the new sentence and the start of the book's sentence of each rewritten rule."""

CHANGES = [
    ["Switch A die must beat its target", "The book: no", "House rule: yes", "Rule R-01"],
    ["Number Action points in a turn", "D-184", "The book: 3", "House rule: 4"],
    ["Number Hits to each step of the injury track", "D-199", "The book: 3", "House rule: 4"],
    *(
        [f"{number}\n", f"The book: {book_start}", f"House rule: {new_sentence}"]
        for number, (_, new_sentence, book_start) in SENTENCES.items()
    ),
]
"""Parts of the text that a player reads about each change before accepting it."""


class Phone:
    """A reader with a phone, whose taps are counted."""

    def __init__(self, browser: Browser, site: Path) -> None:
        browser.serve(site)  # on its own origin, so that nothing is stored
        browser.viewport(390, 844)
        self.browser = browser
        self.taps = 0

    def open(self, path: str) -> None:
        self.browser.open(path)
        self.browser.wait_for(IS_READY)

    def tap(self, css: str) -> None:
        self.settle(css)
        point(self.browser, css, "touch", "pointerDown", "pointerUp")
        self.taps += 1

    def settle(self, css: str) -> None:
        self.browser.wait(css)
        self.browser.wait_for(SETTLED, css)

    def wait_for(self, css: str, text: str) -> None:
        self.browser.wait_for(INCLUDES, css, text)

    def count_taps(self) -> int:
        """Return the number of taps since the last call."""
        taps, self.taps = self.taps, 0
        return taps


def test_player_follows_the_house_rules_of_a_link(browser: Browser, dichotomy_alone: Path) -> None:
    link = share_house_rules(Phone(browser, dichotomy_alone))
    assert len(link) <= 2000
    player = Phone(browser, dichotomy_alone)
    accept(player, link)
    read_pages(player)
    play(player)
    assert not browser.foreign_requests()


def share_house_rules(master: Phone) -> str:
    """Switch three options and rewrite two sentences; return the link's part after `#`."""
    browser = master.browser
    master.open("dichotomy/")
    master.tap(".title-page a[href$='house-rules/']")
    browser.wait("[data-part=bar]:not([hidden])")
    master.tap("#option-beat_targets label")
    master.wait_for(NOTICE, "Changed: A die must beat its target.")
    assert master.count_taps() == 2
    for name, label in (("action_points", "Action points in a turn"), ("step_hits", "Hits to each step")):
        master.tap(f"#option-{name} .stepper__button:last-child")
        master.wait_for(NOTICE, f"Changed: {label}")
    assert master.count_taps() == 2
    for number, (page, new_sentence, _) in SENTENCES.items():
        master.open(f"dichotomy/{page}/")
        open_card(master, f"#{number}")
        master.tap("[data-card=ours]")
        browser.wait_for("return document.activeElement?.id === 'house-rule-text'")
        browser.eval("document.activeElement.select()")
        browser.type_on(new_sentence)
        master.tap("[data-part=rule-form] [type=submit]")
        master.wait_for(NOTICE, f"Saved: {number}.")
        assert master.count_taps() == 3
    catch_copies(browser)
    master.tap("[data-command=link]")
    assert master.count_taps() == 1
    address = copied_text(browser)
    return address.partition("#")[2]


def open_card(master: Phone, css: str) -> None:
    """Tap the mark of a rule. WebKit's driver has no touch, so the mouse hovers over it there."""
    if master.browser.name == "webkit":
        master.settle(css)
        point(master.browser, css, "mouse")
        master.taps += 1
    else:
        master.tap(css)
    master.browser.wait(OPEN)


# the book's own sentences for an option, which are collapsed
COLLAPSED = f"{OFFERED} [data-part=sentences]"


def accept(player: Phone, link: str) -> None:
    """Open the link, check each change beside the book's rule, and accept: two taps, including the link."""
    browser = player.browser
    player.open(f"{PAGE}#{link}")
    browser.wait(OFFERED)
    browser.eval("for (const each of document.querySelectorAll(args[0])) each.open = true", COLLAPSED)
    lines = browser.texts(f"{OFFERED} [data-part=changes] > li")
    assert len(lines) == len(CHANGES)
    for line, parts in zip(lines, CHANGES, strict=True):
        assert all(part in line for part in parts), line
    player.tap(f"{OFFERED} [data-answer=play]")
    player.wait_for("[data-part=consent] > [data-part=notice]", "Your table plays by these house rules now")
    assert player.count_taps() == 1
    if browser.eval("return Boolean(navigator.serviceWorker)"):
        save(browser)
        wait_until_saved(browser)
        browser.offline(True)


def read_pages(player: Phone) -> None:
    """Check both rewritten sentences on their pages, and that one tap shows the book's."""
    for number, (page, new_sentence, book_start) in SENTENCES.items():
        rule = f".house-rule[data-house='{number}']"
        player.open(f"dichotomy/{page}/")
        player.wait_for(f"{rule} .house-rule__text", new_sentence)
        assert player.browser.count(f"{rule} .house-rule__book:not([hidden])") == 0
        player.tap(f"{rule} .house-rule__label")
        player.browser.wait(f"{rule} .house-rule__book")
        assert player.browser.text(f"{rule} .house-rule__book").startswith(book_start)
        assert player.count_taps() == 1


def play(player: Phone) -> None:
    """Check that a form, a roll, a table, a sheet and the combat tracker follow the house rules."""
    browser = player.browser
    player.open("dichotomy/the-roll/")
    player.tap("dice-roller summary")
    player.wait_for("dice-roller", "Standard rules")
    odds = browser.text("dice-roller")
    assert "55%" in odds and "71%" in odds
    player.tap("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    title = "return document.querySelector('dice-tray [data-part=title]').href"
    assert "beat_targets=true" in browser.eval(title)
    player.open("dichotomy/table-screen/")
    browser.eval("document.querySelector('dice-odds-table').scrollIntoView()")
    player.wait_for("dice-odds-table .house-note", "House rule")
    assert browser.count("dice-odds-table .grid__book")
    player.open("dichotomy/sheet/")
    player.wait_for("dice-sheet [data-part=house]", "action points in a turn: 4")
    player.open("dichotomy/fight-desk/")
    player.wait_for("dice-tracker [data-part=house]", "action points in a turn: 4")
    player.wait_for("dice-tracker", "4 points left")
