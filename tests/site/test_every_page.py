"""Tests that hold on every page of the built site, in every browser. Slow checks that depend only on the
kinds of a page's parts run on one page of each kind, or on all pages with `--all-pages`.
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
def telling(request: pytest.FixtureRequest) -> list[str]:
    """Addresses of pages that show every kind of thing, or of all pages with `--all-pages`."""
    if request.config.getoption("--all-pages"):
        return addresses()
    files = {SITE / address / "index.html": address for address in addresses()}
    return [files[page] for page in one_of_each([*files])]


def html_files() -> list[Path]:
    return sorted(SITE.rglob("*.html"))


def test_sitemap_lists_every_page() -> None:
    """But for those made for paper or for other sites, which say again what stands elsewhere."""
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
    """These hang on what a page says and not on the kinds of its parts."""
    for file in html_files():
        whole = markup_of(file)
        ids = [element.attrs["id"] for element in whole.css("[id]")]
        assert sorted(ids) == sorted(set(ids)), file
        ours = (
            whole.css_first("article") or whole
        )  # the theme has a button for a table of contents that isn't there
        for name in REFERENCES:
            named = {word for element in ours.css(f"[{name}]") for word in element.attrs[name].split()}
            assert named <= set(ids), (file, name)
        assert ours.css(":is(span, p, a) details") == [], (file, "only flow content holds a collapsible")
        nested = ours.css("summary :is(a, button, input, select)")
        assert nested == [], (file, "what opens a fold can hold nothing else to press")
        levels = [int(heading.tag[1]) for heading in ours.css("h1, h2, h3, h4, h5, h6")]
        # a book has one for each chapter
        assert levels.count(1) == 1 or file.parent.parent.name == "print", file
        steps = [after - before for before, after in zip(levels, levels[1:], strict=False)]
        assert max(steps, default=0) <= 1, (file, levels)


def test_visible_text_of_every_page_has_curly_quotes() -> None:
    """Also what the rules' Python says of itself, and what a page will say; code and fields are as typed."""
    for file in html_files():
        page = markup_of(file)
        words = [
            text
            for each in page.css("[data-messages]")
            for text in json.loads(each.attrs["data-messages"]).values()
        ]
        for apart in page.css("script, style, code, pre, textarea"):
            apart.decompose()
        lines = page.body.text(separator="\n").splitlines() if page.body else []
        assert [each for each in (*lines, *words) if "'" in each or '"' in each] == [], file


def test_no_page_style_or_script_loads_from_another_host() -> None:
    fetched = re.compile(
        r"""<(?:script|link|img|iframe|source|audio|video)\b[^>]*?\b(?:src|href)=["'](?:https?:)?//[^"']+"""
    )
    for file in html_files():
        named = [tag for tag in fetched.findall(file.read_text("utf-8")) if 'rel="canonical"' not in tag]
        assert named == [], file
    scripts = [*(SITE / "assets").glob("js-*/*.js")]
    assert scripts
    for file in [*SITE.rglob("*.css"), *scripts]:
        text = file.read_text("utf-8")
        assert not re.search(
            r"url\(\s*[\"']?(?:https?:)?//|import[^;]*[\"'](?:https?:)?//|@import\s+[\"'](?:https?:)?//", text
        ), file


def test_every_page_has_the_same_strict_policy() -> None:
    """But for the sums of the styles that stand in the page itself."""
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


# Its whole length has to be drawn; how wide it is then.
TO_ITS_END_AND_BACK = """
scrollTo(0, document.body.scrollHeight);
await new Promise(requestAnimationFrame);
scrollTo(0, 0);
return document.documentElement.scrollWidth;
"""

# What a page says is put where the article of the page at hand stands, which takes a fifth of the time of
# opening it. How wide it is then.
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
"""Every size of type on the page in pixels, also in what is collapsed, with the first text of that size."""
SMALLEST, MOST_SIZES = 12, 8


def type_faults(browser: Browser) -> list[str]:
    """Return the texts that are too small, and the sizes of the page's type if they are too many."""
    sizes = browser.eval(TYPE)
    small = [f"{size} px: {text}" for size, text in sizes.items() if float(size) < SMALLEST]
    return small + ([f"{len(sizes)} sizes of type: {sizes}"] if len(sizes) > MOST_SIZES else [])


def too_wide(width: int) -> list[str]:
    return [f"it is {width} px wide"] if width > 320 else []


def breaches(browser: Browser) -> list[str]:
    """Return the faults of the current page, just opened or navigated to."""
    width = browser.eval(TO_ITS_END_AND_BACK)
    return [*too_wide(width), *browser.console_errors(), *map(str, browser.foreign_requests())]


@pytest.mark.parametrize("engine_name", ["firefox", "webkit"], indirect=True)
def test_pages_have_no_errors_and_fit_a_phone(
    browser: Browser, telling: list[str], request: pytest.FixtureRequest
) -> None:
    """WebKit opens each. Firefox, which would take half as long again, turns to them from the first, but for
    `--all-pages`.
    """
    opens_all = browser.name == "webkit" or request.config.getoption("--all-pages")
    browser.viewport(320, 900)
    by_address: dict[str, list[str]] = {}
    for address in telling:
        go = browser.open if opens_all or not by_address else browser.turn_to
        go(address)
        by_address[address] = breaches(browser)
    assert {address: breaks for address, breaks in by_address.items() if breaks} == {}
    assert [request for request in browser.requests() if request.status not in (200, 301)] == []


@pytest.mark.measure
@in_chromium
def test_pages_have_no_errors_and_are_accessible_in_chromium(
    browser: Browser, telling: list[str], request: pytest.FixtureRequest
) -> None:
    """They are looked at on a phone by day for each rule of accessibility, on a desk by night for those of
    looks. Without `--all-pages` they are turned to from the first, which takes three fifths of the time of
    opening each, and of a kind of thing that an earlier page showed in the same colours nothing is looked at
    again.
    """
    looks_at_all = request.config.getoption("--all-pages")
    by_address: dict[str, list[str]] = {}
    for address in telling:
        browser.viewport(320, 900)
        browser.emulate(reduced_motion=True, saving_data=True)
        if looks_at_all or not by_address:
            browser.open(address)
        else:
            browser.wait_for("return document.body.dataset.mdColorScheme === 'default'")
            browser.turn_to(address)
        by_address[address] = breaches(browser) + type_faults(browser)
        if not looks_at_all:
            browser.thin_out()
        by_address[address] += browser.axe()
        browser.viewport(1280, 900)
        if looks_at_all:
            browser.reload()  # in a wide window the list beside it is brought to where the reader is
        by_address[address] += browser.axe_by_night() + browser.console_errors()
    assert {address: breaks for address, breaks in by_address.items() if breaks} == {}
    assert [request for request in browser.requests() if request.status not in (200, 301)] == []


@in_chromium
def test_text_of_the_other_pages_fits_a_phone(browser: Browser, telling: list[str]) -> None:
    """The width of a page depends on its words too, not only on the kinds of its parts."""
    browser.viewport(320, 900)
    browser.emulate(reduced_motion=True, saving_data=True)
    browser.open()
    widths = {
        address: browser.eval(IN_PLACE_OF_THE_ARTICLE, browser.server.url + address)
        for address in addresses()
        if address not in telling
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
