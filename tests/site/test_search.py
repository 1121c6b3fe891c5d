"""The search finds what players type, the words that search engines drop included."""

import pytest

from tests.site.browsers import Browser


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("might", "might"),
        ("will", "will"),
        ("d8", "d8"),
        ("specialties", "Specialt"),
        ("challenges", "Challenge"),
        ("C-044", "C-044"),
    ],
)
def test_the_search_finds_what_players_type(browser: Browser, typed: str, found: str) -> None:
    browser.open("core_rules/")
    browser.click(".md-search__input")
    browser.type(".md-search__input", typed)
    browser.wait_for(
        "return document.querySelector('.md-search-result__list').textContent.includes(args[0])", found
    )


def test_numbers_of_tables_are_not_in_the_index(browser: Browser) -> None:
    browser.open()
    texts = browser.eval(
        "const answer = await fetch('search/search_index.json');"
        "return (await answer.json()).docs.map(each => each.text)"
    )
    assert len(texts) > 50
    assert [text for text in texts if text.count("%") > 12] == []


def test_the_index_is_fetched_when_the_search_is_opened_and_not_before(browser: Browser) -> None:
    browser.open("core_rules/")
    browser.wait("dice-roller")
    fetched = "return performance.getEntriesByType('resource').filter(each => each.name.includes('search_index')).length"
    assert browser.eval(fetched) == 0
    browser.click(".md-search__input")
    browser.wait_for(fetched)
