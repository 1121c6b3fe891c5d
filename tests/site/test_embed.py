"""Embedded pages, each with one calculator, which another site can frame."""

import gzip
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.markup import markup_of
from tests.site.browsers import Browser, alike, in_chromium
from tests.site.files import catch_copies, copied_text
from tests.site.house_rules import put_in_force
from tests.site.server import Fault, StaticServer, serving
from tests.site.test_framing import frames

CHALLENGE = "embed/core_rules.challenge/"
MAX_BYTES = 60_000
"""The most compressed bytes of a page with its styles and scripts, without the engine."""
RECORD_MESSAGE = "addEventListener('message', ({ data }) => (window.message = data));"


@pytest.fixture
def foreign_site(tmp_path: Path) -> Iterator[StaticServer]:
    """Another site."""
    with serving(tmp_path) as server:
        yield server


def open_framed(browser: Browser, foreign_site: StaticServer, address: str) -> None:
    """Open a page of another site that frames this address, and switch to the frame."""
    body = frames([browser.server.url + address]).replace(
        b"</title>", f"</title><script>{RECORD_MESSAGE}</script>".encode()
    )
    foreign_site.fail("", Fault(body=body))
    browser.open(foreign_site.url)
    browser.switch_frame(0)
    browser.wait_for(
        "return document.readyState === 'complete' && Boolean(customElements.get('dice-roller'))"
    )


def engine_requests(browser: Browser) -> list[str]:
    return [each.path for each in browser.requests() if each.path.startswith("engine/")]


@alike
def test_framed_calculator_rolls_before_the_engine(browser: Browser, foreign_site: StaticServer) -> None:
    open_framed(browser, foreign_site, CHALLENGE)
    assert engine_requests(browser) == []
    assert browser.text("article a[href$='#core_rules.challenge']") == "Core Rules, Dice and calculators"
    browser.server.fail("engine/*", Fault(drop=True))
    browser.click("[data-part=roll]")
    browser.wait("dice-result .outcome__verdict")
    assert browser.text("dice-result [data-part=say]").startswith(
        browser.text("dice-result .outcome__verdict strong")
    )
    assert browser.eval("return [localStorage.length, sessionStorage.length]") == [0, 0]
    browser.switch_frame(None)
    message = browser.wait_for("return window.message")
    assert message["type"] == "diceleaf-height" and message["height"] > 500
    browser.server.clear_faults()
    browser.console_errors()


@alike
def test_framed_calculator_calculates_other_inputs(browser: Browser, foreign_site: StaticServer) -> None:
    open_framed(browser, foreign_site, f"{CHALLENGE}?situation=favourable&theme=dark")
    browser.wait_for("return document.querySelector('[data-part=matter]').textContent.includes('50%')")
    assert browser.eval("return document.body.dataset.mdColorScheme") == "slate"
    browser.click("[data-part=roll]")
    browser.wait_for("return document.querySelector('dice-result [data-part=chance]').textContent")
    browser.switch_frame(None)
    assert browser.console_errors() == []


@in_chromium
def test_address_with_printed_inputs_starts_no_engine(browser: Browser) -> None:
    browser.open(f"{CHALLENGE}?situation=average&steps=1#core_rules.challenge")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    assert engine_requests(browser) == []
    assert browser.eval("return document.body.dataset.mdColorScheme") == "default"
    assert browser.axe_in_both_schemes() == []


@in_chromium
def test_embedded_calculator_follows_only_its_address(browser: Browser) -> None:
    """It shows the same to every reader: only the house rules of the address."""
    browser.open("licences/")
    put_in_force(browser, "basic_systems", {"mastery_from": 3})
    for query, dots in (("", "5"), ("?mastery_from=4", "4")):
        browser.open(f"embed/basic_systems.throw/{query}")
        browser.wait_for("return document.querySelector('[name=mastery_from]').value === args[0]", dots)
        assert browser.count("[data-house], .house-label, .house-chip") == 0


@in_chromium
def test_embed_code_of_a_roll_is_copied(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    catch_copies(browser)
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    browser.click("dice-tray [data-panel=share]")
    browser.click("dice-tray [data-part=copy-embed]")
    code = copied_text(browser)
    page = browser.server.url + CHALLENGE
    assert code.startswith(f'<iframe src="{page}?situation=average&amp;steps=1" title="Listen at the door"')
    assert 'loading="lazy"' in code and code.endswith("></iframe>")
    browser.open(f"{page}?situation=average&steps=1")
    browser.wait("article [data-part=roll]")


def test_embedded_pages_are_small(site: Path) -> None:
    [styles], [scripts] = (site.glob(f"assets/{name}") for name in ("css-*/embed.css", "js-*/embed.js"))
    common = sum(len(gzip.compress(each.read_bytes())) for each in (styles, scripts))
    sizes = {path: common + len(gzip.compress(path.read_bytes())) for path in site.glob("embed/*/index.html")}
    assert len(sizes) > 50 and max(sizes.values()) <= MAX_BYTES, max(sizes.values())


def test_embedded_pages_load_nothing_else_and_are_unlisted(site: Path) -> None:
    for path in site.glob("embed/*/index.html"):
        page = markup_of(path)
        loaded = [
            each.attrs.get("href") or each.attrs.get("src")
            for each in page.css("link[rel=stylesheet], script[src]")
        ]
        assert [name.rpartition("/")[2] for name in loaded] == ["embed.css", "embed.js"]
        assert not page.css("dice-tray, dice-compare, header, link[rel=manifest]")
        assert page.css_first("base").attrs["target"] == "_blank"
    [index] = site.glob("search/index.*.js")
    for path in (site / "sitemap.xml", site / "sw.js", index):
        assert not re.search(r'["/]embed/\w+\.', path.read_text("utf-8")), path


def test_zip_has_no_embedded_pages(book_zip: Path) -> None:
    with zipfile.ZipFile(book_zip) as book:
        assert not [name for name in book.namelist() if "/embed/" in name]
        assert b"diceleaf-embed" not in book.read("diceleaf-book/index.html")


def test_embedded_pages_have_the_styles_of_the_book(site: Path) -> None:
    """Except for the styles of classes that only print styles use."""
    book, embedded = (
        {*re.findall(r"\.([a-z][\w-]*)", re.sub(r"\{[^{}]*\}", "{}", path.read_text("utf-8")))}
        for path in (next(site.glob(f"assets/css-*/{name}.css")) for name in ("book", "embed"))
    )
    pages = [*site.glob("embed/*/index.html")]
    used = {
        name
        for page in pages
        for each in markup_of(page).css("[class]")
        for name in each.attrs["class"].split()
    }
    assert len(pages) > 50
    assert (used & book) - embedded == {"calc--opened"}
