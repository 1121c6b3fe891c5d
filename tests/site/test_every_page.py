"""Checks of every page of the built site, in every browser.

Slow checks that depend only on the kinds of a page's elements use a few pages that contain every kind, or all
pages with `--all-pages`.
"""

import json
import re
import xml.etree.ElementTree as etree
from pathlib import Path

import pytest

from tests.markup import markup_of
from tests.site.browsers import SITE, Browser, in_chromium
from tests.site.representative_pages import kinds, one_of_each

SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"


def addresses() -> list[str]:
    """Return the addresses of all pages below the site's base; the first page's is empty."""
    urls = [page.text or "" for page in etree.parse(SITE / "sitemap.xml").iter(SITEMAP)]
    home = min(urls, key=len)
    return [address.removeprefix(home) for address in urls]


@pytest.fixture
def representative_addresses(request: pytest.FixtureRequest) -> list[str]:
    """The addresses of pages that contain every kind of element, or of all pages with `--all-pages`."""
    if request.config.getoption("--all-pages"):
        return addresses()
    files = {SITE / address / "index.html": address for address in addresses()}
    return [files[page] for page in one_of_each([*files])]


def html_files() -> list[Path]:
    return sorted(SITE.rglob("*.html"))


def test_sitemap_lists_every_page() -> None:
    """Except for printed books and embedded pages, whose content is also on other pages."""
    pages = {str(file.relative_to(SITE).parent) + "/" for file in html_files() if file.name == "index.html"}
    pages = {page for page in pages if not page.startswith(("embed/", "print/"))}
    assert {address or "./" for address in addresses()} == pages
    assert len(pages) > 10


def test_representative_pages_cover_every_kind_of_content() -> None:
    pages = [SITE / address / "index.html" for address in addresses()]
    chosen = one_of_each(pages)
    assert len(chosen) < len(pages)
    assert set().union(*map(kinds, chosen)) == set().union(*map(kinds, pages))


REFERENCES = ("for", "aria-controls", "aria-describedby", "aria-labelledby", "list")


def test_ids_references_and_headings_are_valid_on_every_page() -> None:
    """They depend on the content of a page, not only on the kinds of its elements."""
    for file in html_files():
        page = markup_of(file)
        ids = [element.attrs["id"] for element in page.css("[id]")]
        assert sorted(ids) == sorted(set(ids)), file
        article = page.css_first("article") or page  # the theme has a button for a missing table of contents
        for name in REFERENCES:
            named = {word for element in article.css(f"[{name}]") for word in element.attrs[name].split()}
            assert named <= set(ids), (file, name)
        assert article.css(":is(span, p, a) details") == [], (
            file,
            "only flow content can contain a collapsible",
        )
        nested = article.css("summary :is(a, button, input, select)")
        assert nested == [], (file, "a summary can't contain other controls")
        levels = [int(heading.tag[1]) for heading in article.css("h1, h2, h3, h4, h5, h6")]
        # a printed book has one for each chapter
        assert levels.count(1) == 1 or file.parent.parent.name == "print", file
        steps = [after - before for before, after in zip(levels, levels[1:], strict=False)]
        assert max(steps, default=0) <= 1, (file, levels)


def test_visible_text_of_every_page_has_curly_quotes() -> None:
    """This includes messages of scripts, but not code and text fields."""
    for file in html_files():
        page = markup_of(file)
        messages = [
            text
            for each in page.css("[data-messages]")
            for text in json.loads(each.attrs["data-messages"]).values()
        ]
        for element in page.css("script, style, code, pre, textarea"):
            element.decompose()
        lines = page.body.text(separator="\n").splitlines() if page.body else []
        assert [each for each in (*lines, *messages) if "'" in each or '"' in each] == [], file


def test_no_page_style_or_script_loads_from_another_host() -> None:
    foreign_tag = re.compile(
        r"""<(?:script|link|img|iframe|source|audio|video)\b[^>]*?\b(?:src|href)=["'](?:https?:)?//[^"']+"""
    )
    for file in html_files():
        named = [tag for tag in foreign_tag.findall(file.read_text("utf-8")) if 'rel="canonical"' not in tag]
        assert named == [], file
    scripts = [*(SITE / "assets").glob("js-*/*.js")]
    assert scripts
    for file in [*SITE.rglob("*.css"), *scripts]:
        text = file.read_text("utf-8")
        assert not re.search(
            r"url\(\s*[\"']?(?:https?:)?//|import[^;]*[\"'](?:https?:)?//|@import\s+[\"'](?:https?:)?//", text
        ), file


def test_every_page_has_the_same_strict_policy() -> None:
    """Except for the hashes of the page's inline styles."""
    own = re.compile(r"(?<=style-src 'self')(?: 'sha256-[A-Za-z0-9+/]{43}=')+(?=;)")
    policies = {
        re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', file.read_text("utf-8"))
        for file in html_files()
    }
    [policy] = {own.sub("", match[1]) if match else "none" for match in policies}
    scripts = next(rule for rule in policy.split("; ") if rule.startswith("script-src "))
    assert re.fullmatch(r"script-src 'self'( 'sha256-[A-Za-z0-9+/]{43}=')+", scripts)
    assert "default-src 'self'" in policy
    assert "http" not in policy


# Scrolls through the page, so that all of it is rendered, and returns its width.
TO_ITS_END_AND_BACK = """
scrollTo(0, document.body.scrollHeight);
await new Promise(requestAnimationFrame);
scrollTo(0, 0);
return document.documentElement.scrollWidth;
"""

# Replaces the article of the current page with that of another, which takes a fifth of the time of opening
# the other page, and returns the width.
IN_PLACE_OF_THE_ARTICLE = """
const [address] = args;
const page = await new Promise((resolve, reject) => {
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = "document";
  request.onload = () => resolve(request.response);
  request.onerror = reject;
  request.send();
});
const whole = new CSSStyleSheet();
whole.replaceSync("* { content-visibility: visible !important }");
document.adoptedStyleSheets = [whole];
const stylesheets = (page) => [...page.querySelectorAll("link[rel=stylesheet]")];
for (const each of stylesheets(page)) {
  each.href = new URL(each.getAttribute("href"), address);
  if (stylesheets(document).some(({ href }) => href === each.href)) continue;
  await new Promise((resolve, reject) => {
    each.onload = resolve;
    each.onerror = reject;
    document.head.append(each);
  });
}
document.querySelector("article").replaceChildren(...page.querySelector("article").childNodes);
await new Promise(requestAnimationFrame);
return document.documentElement.scrollWidth;
"""


TYPE = """
const hasText = each => [...each.childNodes].some(({nodeType, data}) => nodeType === Node.TEXT_NODE && data.trim());
const leftOut = "script, style, template, noscript, option, .visually-hidden, .visually-hidden *, .without-script";
const sizes = {};
for (const each of document.querySelectorAll("body *")) {
    if (each.matches(leftOut) || !hasText(each)) continue;
    let size = parseFloat(getComputedStyle(each).fontSize);
    if (each.ownerSVGElement) {
        if (!each.checkVisibility()) continue;
        const {a, b} = each.getScreenCTM();
        size *= Math.hypot(a, b);
    }
    sizes[size.toFixed(1)] ??= each.textContent.trim().slice(0, 30);
}
return sizes;
"""
"""Returns the font sizes of the page in pixels, also of collapsed text, each with the first text of that
size.
"""
SMALLEST, MAX_SIZES = 12, 8


def type_faults(browser: Browser) -> list[str]:
    """Return the texts that are too small, and all font sizes if there are too many."""
    sizes = browser.eval(TYPE)
    small = [f"{size} px: {text}" for size, text in sizes.items() if float(size) < SMALLEST]
    return small + ([f"{len(sizes)} sizes of type: {sizes}"] if len(sizes) > MAX_SIZES else [])


def too_wide(width: int) -> list[str]:
    return [f"it is {width} px wide"] if width > 320 else []


def page_faults(browser: Browser) -> list[str]:
    """Return the faults of the current page, just opened or navigated to."""
    width = browser.eval(TO_ITS_END_AND_BACK)
    return [*too_wide(width), *browser.console_errors(), *map(str, browser.foreign_requests())]


@pytest.mark.parametrize("engine_name", ["firefox", "webkit"], indirect=True)
def test_pages_have_no_errors_and_fit_a_phone(
    browser: Browser, representative_addresses: list[str], request: pytest.FixtureRequest
) -> None:
    """WebKit opens each page. Firefox, where that takes half as long again, follows links to them."""
    opens_all = browser.name == "webkit" or request.config.getoption("--all-pages")
    browser.viewport(320, 900)
    by_address: dict[str, list[str]] = {}
    for address in representative_addresses:
        visit = browser.open if opens_all or not by_address else browser.follow_link
        visit(address)
        by_address[address] = page_faults(browser)
    assert {address: faults for address, faults in by_address.items() if faults} == {}
    assert [request for request in browser.requests() if request.status not in (200, 301)] == []


@pytest.mark.measure
@in_chromium
def test_pages_have_no_errors_and_are_accessible_in_chromium(
    browser: Browser, representative_addresses: list[str], request: pytest.FixtureRequest
) -> None:
    """Check all accessibility rules on a phone, and those about appearance in dark mode on a desktop.

    Without `--all-pages`, the pages are opened by links from the first, which takes three fifths of the time,
    and elements of a kind that an earlier page had in the same colours are removed.
    """
    looks_at_all = request.config.getoption("--all-pages")
    by_address: dict[str, list[str]] = {}
    for address in representative_addresses:
        browser.viewport(320, 900)
        browser.emulate(reduced_motion=True, saving_data=True)
        if looks_at_all or not by_address:
            browser.open(address)
        else:
            browser.wait_for("return document.body.dataset.mdColorScheme === 'default'")
            browser.follow_link(address)
        by_address[address] = page_faults(browser) + type_faults(browser)
        if not looks_at_all:
            browser.remove_repetition()
        by_address[address] += browser.axe()
        browser.viewport(1280, 900)
        if looks_at_all:
            browser.reload()  # in a wide window, the page list scrolls to the current page
        by_address[address] += browser.axe_in_dark_mode() + browser.console_errors()
    assert {address: faults for address, faults in by_address.items() if faults} == {}
    assert [request for request in browser.requests() if request.status not in (200, 301)] == []


@in_chromium
def test_text_of_the_other_pages_fits_a_phone(browser: Browser, representative_addresses: list[str]) -> None:
    """The width of a page depends on its text, not only on the kinds of its elements."""
    browser.viewport(320, 900)
    browser.emulate(reduced_motion=True, saving_data=True)
    browser.open()
    widths = {
        address: browser.eval(IN_PLACE_OF_THE_ARTICLE, browser.server.url + address)
        for address in addresses()
        if address not in representative_addresses
    }
    assert {address: wide for address, width in widths.items() if (wide := too_wide(width))} == {}


def test_next_page_opens_without_a_new_document(browser: Browser) -> None:
    browser.open("core_rules/")
    browser.eval("window.kept = true")
    browser.click("article a[href$='challenges/']")
    browser.wait_for(
        "return location.pathname.endsWith('/challenges/') && document.title.includes('Challenges')"
    )
    assert browser.eval("return window.kept")
