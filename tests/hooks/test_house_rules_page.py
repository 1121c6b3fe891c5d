"""The data of the page *Our house rules*: options, and sentences with hashes that identify them in a set."""

import json

from hooks.directives import house_rules_form
from hooks.pages.house_rules import sentence_hash, with_book
from hooks.search_index import Read, SearchEntry
from rules_py.systems import registry

GAME = registry.game("two_d6")


def data(*entries: SearchEntry) -> dict:
    pages = [
        Read("two_d6/magic/", "Magic", "", "two_d6", "[2d6]", entries),
        Read("core_rules/dice/", "Dice", "", "core_rules", "Core Rules", [rule("C-012", "Another book.")]),
    ]
    html = with_book(f"<main>{house_rules_form.render_house_rules(GAME)}</main>", GAME, pages, "2026-01-01")
    [text] = [each.partition("</script>")[0] for each in html.split('data-part="book">')[1:]]
    assert "<" not in text
    return json.loads(text)


def rule(number: str, text: str, **more: str) -> SearchEntry:
    return SearchEntry("rule", number, text=text, numbers=[number], **more)


def test_book_has_its_own_rules_with_page_and_hash() -> None:
    book = data(rule("T-001", "A <b> & c.", section="Dice"), rule("T-002", "Two."))
    assert (book["game"], book["title"], book["book"]) == ("two_d6", "[2d6]", "2026-01-01")
    first = {"text": "A <b> & c.", "page": "two_d6/magic/", "title": "Dice", "kind": "rule"}
    assert book["rules"]["T-001"] == {**first, "of": sentence_hash("A <b> & c.")}
    assert book["rules"]["T-002"]["title"] == "Magic" and "C-012" not in book["rules"]


def test_ruling_has_its_question_and_its_reason() -> None:
    ruling = SearchEntry("ruling", "R-1", name="Twice? No", text="It is spent.", numbers=["R-1"])
    silent = SearchEntry("ruling", "R-2", name="Once? Yes", numbers=["R-2"])
    rules = data(ruling, silent)["rules"]
    assert (rules["R-1"]["title"], rules["R-1"]["text"]) == ("Twice? No", "It is spent.")
    assert rules["R-2"]["text"] == "Once? Yes"


def test_options_have_values_and_sentences() -> None:
    options = {each["name"]: each for each in data()["options"]}
    wounds = options["base_wounds"]
    assert (wounds["kind"], wounds["default"], wounds["low"], wounds["rule"]) == ("int", 3, 1, "T-207")
    wild = options["wild_from"]
    assert wild["kind"] == "choice" and [value for value, _ in wild["choices"]] == [5, 6]
    assert options["literacy_on_mastery"]["label"] == "Mastering a Language includes Literacy"
    assert set(options["rich_times"]["sentences"]["T-084"]) == {"3", "4", "5"}


def test_sentence_hash_equals_that_of_the_browser() -> None:
    """FNV-1a over UTF-16 units: a character beyond the first plane counts as two."""
    assert [sentence_hash(text) for text in ("", "a", "’", "🎲")] == ["ztntfp", "1r9wi7g", "7u4yfo", "hj3my3"]


def test_with_book_leaves_other_pages_unchanged() -> None:
    assert with_book("<main></main>", GAME, [], "") == "<main></main>"
