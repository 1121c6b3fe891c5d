"""The not-found page: complete at any address, under any base path, with a link to the search."""

import re

from tests.site.browsers import SITE, Browser, alike, in_chromium


@alike
def test_not_found_page_works_under_any_path_and_offers_search(browser: Browser) -> None:
    browser.serve(SITE, "/some/where/")
    browser.open("dichotomy/injurry/deeper/../")
    browser.wait("#search a[href$='/some/where/#find=injurry']")
    books = browser.eval("return [...document.querySelectorAll('.cover a')].map(link => link.href)")
    assert f"{browser.server.url}dichotomy/" in books
    browser.click("#search a")
    browser.wait(".search__results .search-result")
    assert any("Injuries" in each for each in browser.texts(".search__results .search-result"))


@in_chromium
def test_not_found_page_has_both_schemes_without_scripts(browser: Browser) -> None:
    browser.emulate(scripts=False, dark=True)
    browser.open("nowhere/at/all")
    assert browser.eval("return getComputedStyle(document.body).backgroundColor") == "rgb(26, 24, 21)"
    browser.emulate(scripts=False, dark=False)
    assert browser.eval("return getComputedStyle(document.body).backgroundColor") == "rgb(250, 246, 238)"
    assert "Literata" in browser.eval("return getComputedStyle(document.body).fontFamily")
    assert browser.count(".cover") > 1


def test_not_found_page_has_no_relative_addresses() -> None:
    text = re.sub(r"<script>.*?</script>", "", (SITE / "404.html").read_text("utf-8"), flags=re.DOTALL)
    assert not re.search(r"<link|<img|<script|@import|url\(", text)
    assert all(each.startswith("/") for each in re.findall(r'href="([^"]*)"', text))
