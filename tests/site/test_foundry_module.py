"""The Foundry module of each book, unpacked with Foundry's own tool."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from bs4 import BeautifulSoup

from hooks.directives import from_pages
from hooks.export.foundry import module_id
from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.export.foundry_module import ENTRY, FOLDER, PAGE, ROLL, ROOT, UUID, assert_fields, read_module

BOOKS = [game for game in registry.games() if from_pages.is_book(game)]
by_book = pytest.mark.parametrize("game", BOOKS, ids=[game.id for game in BOOKS])

ELEMENTS = frozenset(
    "a abbr blockquote br caption code dd del div dl dt em figcaption figure h3 h4 hr img kbd li mark ol p pre "
    "section small strong sub sup table tbody td th thead tr ul".split()
)


@cache
def documents(game_id: str) -> tuple[Any, list[Any]]:
    """Return the manifest of a module, and every document in its packs."""
    with TemporaryDirectory() as folder:
        return read_module(ROOT / f"site/downloads/{game_id}-foundry.zip", Path(folder))


def of_kind(game: Game, collection: str) -> list[Any]:
    return [each for each in documents(game.id)[1] if each["_key"].startswith(f"!{collection}!")]


def pages_of(game: Game) -> list[Any]:
    return [page for entry in of_kind(game, "journal") for page in entry["pages"]]


def text_of(html: str) -> str:
    """Return the text that Foundry shows."""
    text = ROLL.sub(lambda match: match["dice"], BeautifulSoup(html, "html.parser").get_text(" "))
    return UUID.sub(lambda match: match["label"], text)


def letters(text: str, game: Game) -> str:
    """Return a text without the numbers of rules and without spaces."""
    return re.sub("|".join((*sorted(game.numbers, reverse=True), r"\s+")), "", text)


@by_book
def test_manifest_lists_its_packs(game: Game) -> None:
    manifest, _ = documents(game.id)
    assert manifest["id"] == module_id(game)
    assert re.fullmatch(r"[a-z0-9-]+", manifest["id"])
    assert manifest["title"] == game.title
    assert (manifest["compatibility"]["minimum"], manifest["compatibility"]["verified"]) == ("12", "13")
    assert re.fullmatch(r"\d{4}(\.\d+){3}", manifest["version"])
    assert manifest["authors"] and manifest["license"]
    assert [each["name"] for each in manifest["packs"]] == ["journal"]  # none of our books has a table


@by_book
def test_documents_have_the_fields_of_foundry(game: Game) -> None:
    for entry in of_kind(game, "journal"):
        assert_fields(entry, ENTRY)
        assert entry["pages"]
        for page in entry["pages"]:
            assert_fields(page, PAGE)
            assert (page["type"], page["text"]["format"]) == ("text", 1)
    folders = of_kind(game, "folders")
    for each in folders:
        assert_fields(each, FOLDER)
    assert {each["folder"] for each in of_kind(game, "journal")} <= {None, *(each["_id"] for each in folders)}
    ids = Counter(each["_id"] for each in (*of_kind(game, "journal"), *folders, *pages_of(game)))
    assert ids.most_common(1)[0][1] == 1


@by_book
def test_links_lead_to_pages_of_the_module(game: Game) -> None:
    page_ids = {
        f"Compendium.{module_id(game)}.journal.JournalEntry.{entry['_id']}.JournalEntryPage.{page['_id']}"
        for entry in of_kind(game, "journal")
        for page in entry["pages"]
    }
    contents = [page["text"]["content"] for page in pages_of(game)]
    linked_ids = [link["uuid"] for content in contents for link in UUID.finditer(content)]
    assert len(linked_ids) > 100
    assert set(linked_ids) <= page_ids
    assert sum(content.count("@UUID") for content in contents) == len(linked_ids)


@by_book
def test_pages_do_not_depend_on_the_site(game: Game) -> None:
    for page in pages_of(game):
        soup = BeautifulSoup(page["text"]["content"], "html.parser")
        assert {each.name for each in soup.find_all(True)} <= ELEMENTS
        attributes = {name for each in soup.find_all(True) for name in each.attrs}
        assert attributes <= {"alt", "colspan", "href", "rowspan", "scope", "src", "start"}
        assert all(str(each["href"]).startswith("http") for each in soup.select("a[href]"))


@by_book
def test_journals_state_every_rule(game: Game) -> None:
    """Each number of the book is in a journal, each rule's sentence, and each example's result."""
    data = json.loads((ROOT / f"site/downloads/{game.id}.json").read_text("utf-8"))
    text = "\n".join(text_of(page["text"]["content"]) for page in pages_of(game))
    assert set(game.numbers) <= set(re.findall(r"[A-Z]+-\d+", text))
    words = letters(text, game)
    sentences = [(each["number"], each["text"]) for each in data["rules"] if ":" not in each["text"]]
    missing = [number for number, text in sentences if letters(text, game) not in words]
    assert not missing
    texts = {result["text"] for each in data["examples"] for result in each["results"] if "text" in result}
    assert [text for text in texts if letters(text, game) not in words] == []
