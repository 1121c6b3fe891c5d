"""The search index: what it takes from a page, and that it has all of the built books."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hooks.search_index import Read, SearchEntry, read, to_json
from rules_py.systems import registry

PAGE = """
<h1 id="fights">Fights<a class="headerlink" href="#fights">&para;</a></h1>
<p>A word before.</p>
<h2 id="flight">Flight</h2>
<p>Whoever <em>flees</em> is out. <a class="rule-mark" id="L-001" href="#L-001">L-001</a>
<a class="rule-mark" id="L-002" href="#L-002">L-002</a> They stay out. <a class="rule-mark" id="L-003">L-003</a> Mostly
<a class="rule-link" data-rule="L-009" href="#L-009">L-009</a>.</p>
<details class="note-line"><summary>Ruling</summary><div class="admonition ruling"><p
class="admonition-title"><span class="rule-mark" id="R-1">R-1</span> May one flee twice? <span class="ruling__about">on <a class="rule-link"
data-rule="L-003">L-003</a></span></p><p>No, as <a class="rule-link" data-rule="L-001">L-001</a> says.</p></div></details>
<ul><li><strong>Boots.</strong> They carry you. <a class="rule-mark" id="L-004">L-004</a></li></ul>
<p>You need: <a class="rule-mark" id="L-005">L-005</a></p>
<ol><li>legs</li><li>a road</li></ol>
<details class="note-line"><summary>Example</summary><div class="example"><p>Twelve</p><div
class="python"><pre>12</pre></div></div></details>
<dice-roller class="calc" id="flee" data-calculator="lantern.flee"><details><summary class="calc__line"><span
class="calc__title" id="t">Flee!</span> <span class="calc__chance" data-part="matter"><span>Away</span> <strong>72%</strong>
</span></summary><p class="calc__summary">A throw.</p><p class="calc__rules">Rules: <span class="rule-links">L-001</span></p></details></dice-roller>
<section class="reference" id="list-gear"><table><caption>Gear</caption><tbody><tr id="rope"><th><a
class="reference__name" href="#rope">Rope</a> <a class="rule-mark" id="L-007">L-007</a></th><td data-label="Price">3</td>
<td data-label="Use"></td></tr></tbody></table></section>
"""
GLOSSARY = """
<h1 id="glossary">Glossary</h1>
<dl><dt id="d4">d4</dt><dt id="d6">d6</dt><dd>Dice. They roll. See <a href="../fights/#flight">Fights</a>.</dd>
<dd class="also">Also: die, cube.</dd><dd hidden="hidden">Search: bones.</dd></dl>
"""


@pytest.fixture
def entries() -> dict[str, SearchEntry]:
    return {entry.anchor: entry for entry in read(PAGE, "lantern/fights/")}


def test_rule_has_the_text_before_its_mark(entries: dict[str, SearchEntry]) -> None:
    texts = {anchor: entry.text for anchor, entry in entries.items() if entry.kind == "rule"}
    assert texts == {
        "L-001": "Whoever flees is out.",
        "L-002": "Whoever flees is out.",
        "L-003": "They stay out.",
        "L-004": "Boots. They carry you.",
        "L-005": "You need: legs; a road",
    }
    assert (entries["L-004"].name, entries["L-004"].section) == ("Boots", "Flight")


def test_rulings_are_listed_under_their_rules(entries: dict[str, SearchEntry]) -> None:
    assert entries["L-003"].rulings == ["R-1"] and entries["L-004"].rulings == []
    ruling = entries["R-1"]
    assert (ruling.kind, ruling.name, ruling.text) == ("ruling", "May one flee twice?", "No, as L-001 says.")
    assert ruling.about == ["L-003", "L-001"]


def test_ruling_without_a_number_is_found_by_its_anchor() -> None:
    """On the page with all rulings it has no anchor, and isn't indexed again."""
    unnumbered = PAGE.replace('<span class="rule-mark" id="R-1">R-1</span>', '<span id="twice">Well,</span>')
    [ruling] = [entry for entry in read(unnumbered, "lantern/dark/") if entry.kind == "ruling"]
    assert (ruling.anchor, ruling.name, ruling.text) == (
        "twice",
        "Well, May one flee twice?",
        "No, as L-001 says.",
    )
    assert ruling.numbers == [] and ruling.about == ["L-003", "L-001"]
    on_rulings_page = PAGE.replace('<span class="rule-mark" id="R-1">R-1</span>', "Well,")
    assert "ruling" not in {entry.kind for entry in read(on_rulings_page, "lantern/gathered/")}


def test_heading_has_the_text_that_states_no_rule(entries: dict[str, SearchEntry]) -> None:
    assert (entries["fights"].kind, entries["fights"].name) == ("chapter", "Fights")
    assert entries["flight"].text == "Mostly. legs · a road"


def test_calculator_has_its_title_and_main_chance(entries: dict[str, SearchEntry]) -> None:
    flee = entries["flee"]
    assert (flee.of, flee.name, flee.text) == ("lantern.flee", "Flee!", "A throw.")
    assert flee.cells == [("Roll", "Away 72%")]


def test_entry_has_its_cells_and_rules(entries: dict[str, SearchEntry]) -> None:
    rope = entries["rope"]
    assert (rope.of, rope.name, rope.numbers, rope.cells) == ("Gear", "Rope", ["L-007"], [("Price", "3")])


def test_term_has_synonyms_and_links() -> None:
    _, four, six = read(GLOSSARY, "lantern/glossary/")
    assert (four.name, four.text, four.also) == ("d4", "Dice. They roll.", ["die", "cube", "bones"])
    assert four.see == six.see == [("Fights", "lantern/fights/#flight")]


def test_entry_on_two_pages_is_indexed_once() -> None:
    pages = [
        Read(f"lantern/{name}/", name, "", "lantern", "Lantern", read(html, f"lantern/{name}/"))
        for name, html in {
            "fights": PAGE,
            "again": PAGE.replace("Flee!", "Run!"),
            "all": PAGE + PAGE.replace('id="flee"', 'id="hide"').replace("lantern.flee", "lantern.hide"),
        }.items()
    ]
    entries = to_json(pages)["things"]
    [flee] = [entry for entry in entries if entry.get("of") == "lantern.flee"]
    assert flee["page"] == 2 and flee["also"] == ["Run!"]
    assert [entry["page"] for entry in entries if entry["anchor"] == "rope"] == [0]


# the built books


@pytest.fixture(scope="module")
def index(site: Path) -> dict[str, Any]:
    [file] = (site / "search").glob("index.*.js")
    return json.loads(file.read_text("utf-8").removeprefix("globalThis.diceleafIndex = ").removesuffix(";\n"))


@pytest.fixture(scope="module")
def articles(site: Path, index: dict[str, Any]) -> list[str]:
    """The HTML of each page of the index, without what is around its text."""
    pages = [(site / page.get("address", "") / "index.html").read_text("utf-8") for page in index["pages"]]
    return [page.partition("<article")[2].partition("</article>")[0] for page in pages]


@pytest.fixture(scope="module")
def ids(articles: list[str]) -> list[Counter[str]]:
    """Return the count of each id on each page."""
    return [Counter(re.findall(r'\bid="([^"]+)"', article)) for article in articles]


def test_every_address_has_its_anchor(index: dict[str, Any], ids: list[Counter[str]]) -> None:
    for entry in index["things"]:
        for anchor in [entry["anchor"], *entry.get("numbers", [])]:
            assert ids[entry["page"]][anchor] == 1, (index["pages"][entry["page"]], anchor)
    by_address = {page.get("address", ""): at for at, page in enumerate(index["pages"])}
    for entry in index["things"]:
        for _, address in entry.get("see", []):
            page, _, anchor = address.partition("#")
            assert page in by_address and (not anchor or ids[by_address[page]][anchor]), address


def test_index_has_every_rule_term_entry_and_heading_once(index: dict[str, Any], articles: list[str]) -> None:
    counts = Counter((entry["page"], entry["anchor"]) for entry in index["things"])
    assert set(counts.values()) == {1}
    for at, article in enumerate(articles):
        anchors = re.findall(r'<(?:h[1-6]|dt) [^>]*\bid="([^"]+)"', article)
        assert anchors and [anchor for anchor in anchors if (at, anchor) not in counts] == []
    for game in registry.games():
        on_page = [
            each
            for each in index["things"]
            if index["pages"][each["page"]].get("address", "").startswith(game.id)
        ]
        numbers = Counter(number for each in on_page for number in each.get("numbers", []))
        assert {number for number in game.numbers if numbers[number] != 1} == set()
        entries = {each["anchor"] for each in on_page if each["kind"] == "entry"}
        lists = [each for each in game.references if each.name != "problems"]
        assert {entry.id for each in lists for entry in each.entries} <= entries
        calculators = Counter(each["of"] for each in on_page if each["kind"] == "calculator")
        assert calculators == Counter(each.id for each in game.calculators if not each.api_only)


def test_every_rule_has_a_text(index: dict[str, Any]) -> None:
    rules = [each for each in index["things"] if each["kind"] in ("rule", "ruling", "term")]
    assert [each["anchor"] for each in rules if len(each.get("text", "")) < 12] == []


def test_every_ruling_is_indexed_on_its_page(index: dict[str, Any], articles: list[str]) -> None:
    counts = Counter(each["page"] for each in index["things"] if each["kind"] == "ruling")
    ruling_counts = Counter()
    for at, article in enumerate(articles):
        ruling_counts[at] = len(re.findall(r'<div class="admonition ruling">', article))
    assert counts == +ruling_counts and counts.total() > 100


def test_prose_is_indexed_by_heading_without_tables(index: dict[str, Any], site: Path) -> None:
    script = (site / index["prose"]).read_text("utf-8")
    texts = json.loads(script.removeprefix("globalThis.diceleafProse = ").removesuffix(";\n"))
    headings = [each for each in index["things"] if each["kind"] in ("chapter", "section")]
    values = {(each["page"], each["name"]): text for each, text in zip(headings, texts, strict=True)}
    cover = next(at for at, page in enumerate(index["pages"]) if page.get("address") == "dichotomy/")
    assert values[cover, "Credit"].startswith("Dichotomy is a game by")
    assert [text for text in texts if text.count("%") > 12] == []


def test_search_words_of_a_page_lead_to_their_rule(entries: dict[str, SearchEntry]) -> None:
    page = Read(
        "lantern/fights/", "Fights", "", "lantern", "Lantern", [*entries.values()], {"L-001": "run, get away"}
    )
    also = {each["anchor"]: each.get("also", []) for each in to_json([page])["things"]}
    assert also["L-001"] == ["run", "get away"] and not also["L-003"]
    assert entries["L-001"].also == []


def test_synonyms_lead_to_the_terms_and_rules_of_a_book(index: dict[str, Any]) -> None:
    also = {
        (index["pages"][each["page"]].get("address", ""), word): each["anchor"]
        for each in index["things"]
        for word in each.get("also", [])
    }
    assert also["dichotomy/glossary/", "hp"] == "hit" and also["dichotomy/injuries/", "hp"] == "D-199"
    assert also["core_rules/glossary/", "DM"] == "gm"


def test_page_without_text_has_no_entries() -> None:
    assert read("", "ember/later/") == []
