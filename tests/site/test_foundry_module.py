"""The Foundry module of each book, read back with Foundry's own tool."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from bs4 import BeautifulSoup

from hooks.directives import from_pages
from hooks.export.foundry import module_id
from hooks.export.foundry.documents import document_id
from hooks.export.foundry.rolls import rolling, text_with_rolls
from hooks.export.foundry.tables import formula, roll_tables
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.systems import registry
from rules_py.systems.game import Game

ROOT = Path(__file__).parents[2]
BOOKS = [game for game in registry.games() if from_pages.is_book(game)]
by_book = pytest.mark.parametrize("game", BOOKS, ids=[game.id for game in BOOKS])

READ = """
import { extractPack } from "@foundryvtt/foundryvtt-cli";
for (const pack of process.argv.slice(1)) await extractPack(`${pack}`, `${pack}-read`);
"""
UUID = re.compile(r"@UUID\[(?P<uuid>[^\]]+)\]\{(?P<label>[^}]+)\}")
ROLL = re.compile(r"\[\[/r (?P<dice>[^\]]+)\]\]")
ID = re.compile(r"[A-Za-z0-9]{16}")

COMMON = {"_id": str, "flags": dict, "_stats": dict}
ENTRY = COMMON | {"name": str, "pages": list, "folder": (str, type(None)), "sort": int, "ownership": dict}
PAGE = COMMON | {
    "name": str,
    "type": str,
    "title": dict,
    "image": dict,
    "text": dict,
    "video": dict,
    "system": dict,
    "sort": int,
    "ownership": dict,
}
TABLE = COMMON | {
    "name": str,
    "formula": str,
    "results": list,
    "replacement": bool,
    "displayRoll": bool,
    "description": str,
}
RESULT = COMMON | {"type": str, "text": str, "description": str, "range": list, "weight": int, "drawn": bool}
FOLDER = COMMON | {"name": str, "type": str, "sorting": str, "sort": int}
"""The fields of Foundry's documents and their types, as its API documentation has them."""

ELEMENTS = frozenset(
    "a abbr blockquote br caption code dd del div dl dt em figcaption figure h3 h4 hr img kbd li mark ol p pre "
    "section small strong sub sup table tbody td th thead tr ul".split()
)


@cache
def documents(game_id: str) -> tuple[Any, list[Any]]:
    """Return the manifest of a module, and every document in its packs."""
    with TemporaryDirectory() as folder:
        return read_module(ROOT / f"site/downloads/{game_id}-foundry.zip", Path(folder))


def read_module(module: Path, folder: Path) -> tuple[Any, list[Any]]:
    with zipfile.ZipFile(module) as packed:
        packed.extractall(folder)
    manifest = json.loads((folder / "module.json").read_text("utf-8"))
    packs = [folder / each["path"] for each in manifest["packs"]]
    command: list[str | Path] = ["node", "--input-type=module", "--eval", READ, "--", *packs]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    files = [path for pack in packs for path in sorted(Path(f"{pack}-read").glob("*.json"))]
    return manifest, [json.loads(path.read_text("utf-8")) for path in files]


def of_kind(game: Game, collection: str) -> list[Any]:
    return [each for each in documents(game.id)[1] if each["_key"].startswith(f"!{collection}!")]


def pages_of(game: Game) -> list[Any]:
    return [page for entry in of_kind(game, "journal") for page in entry["pages"]]


def text_of(html: str) -> str:
    """Return the text that Foundry shows."""
    shown = ROLL.sub(lambda found: found["dice"], BeautifulSoup(html, "html.parser").get_text(" "))
    return UUID.sub(lambda found: found["label"], shown)


def letters(text: str, game: Game) -> str:
    """Return a text without the numbers of rules and without spaces."""
    return re.sub("|".join((*sorted(game.numbers, reverse=True), r"\s+")), "", text)


def assert_fields(document: Any, fields: dict[str, Any]) -> None:
    for name, kind in fields.items():
        assert isinstance(document[name], kind), (document["_id"], name, document.get(name))
    assert ID.fullmatch(document["_id"])


@by_book
def test_manifest_names_its_packs(game: Game) -> None:
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
    known = {
        f"Compendium.{module_id(game)}.journal.JournalEntry.{entry['_id']}.JournalEntryPage.{page['_id']}"
        for entry in of_kind(game, "journal")
        for page in entry["pages"]
    }
    contents = [page["text"]["content"] for page in pages_of(game)]
    found = [link["uuid"] for content in contents for link in UUID.finditer(content)]
    assert len(found) > 100
    assert set(found) <= known
    assert sum(content.count("@UUID") for content in contents) == len(found)


@by_book
def test_pages_need_nothing_of_the_site(game: Game) -> None:
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
    shown = "\n".join(text_of(page["text"]["content"]) for page in pages_of(game))
    assert set(game.numbers) <= set(re.findall(r"[A-Z]+-\d+", shown))
    words = letters(shown, game)
    sentences = [(each["number"], each["text"]) for each in data["rules"] if ":" not in each["text"]]
    lost = [number for number, text in sentences if letters(text, game) not in words]
    assert not lost
    texts = {result["text"] for each in data["examples"] for result in each["results"] if "text" in result}
    assert [text for text in texts if letters(text, game) not in words] == []


@pytest.mark.parametrize(
    ("notation", "roll"),
    [
        ("2d6", "[[/r 2d6]]"),
        ("d20 + 4", "[[/r d20 + 4]]"),
        ("4d6kh3−1", "[[/r 4d6kh3-1]]"),
        ("3d6!", "[[/r 3d6x]]"),
        ("6x4d6", None),
        ("d{1,1,2}", None),
        ("6d10>=7", None),
    ],
)
def test_dice_that_foundry_knows_roll(notation: str, roll: str | None) -> None:
    assert rolling(notation) == roll


def test_dice_in_an_entry_roll() -> None:
    assert text_with_rolls("`#!dice 1d6 guards` & a <dog>") == "[[/r 1d6]] guards &amp; a &lt;dog&gt;"
    assert text_with_rolls("`#!dice 6x4d6` cards") == "6x4d6 cards"


def totals(written: str) -> Counter[int]:
    """Return the number of ways to each total of a formula of Foundry."""
    found = Counter({0: 1})
    for term in written.split(" + "):
        dice, _, factor = term.partition(" * ")
        count, sides = map(int, dice.split("d"))
        rolls = [sum(faces) * int(factor or 1) for faces in product(range(1, sides + 1), repeat=count)]
        found = Counter(total + roll for total in found.elements() for roll in rolls)
    return found


def tables() -> list[RandomTable]:
    last = TableEntry(
        "66",
        "A dragon [A-1]",
        rule="A-2",
        next_table=RandomTable(
            "a.hoard", "Hoard", "d%", (TableEntry("1-90", "Coins"), TableEntry("91-100", "A crown"))
        ),
    )
    return [
        RandomTable("a.woods", "Woods", "2d6", (TableEntry("2-5", "Rain"), TableEntry("6-8", "Fog"), TableEntry("9-12", "Sun")), summary="Each dawn.", rules=("A-3",)),
        RandomTable("a.foes", "Foes", "d66", (TableEntry("11-36", "Rats"), TableEntry("41-65", "Wolves"), last)),
        RandomTable("a.coin", "Coin", "d20", (TableEntry("1", "Heads"), TableEntry("2-20", "Tails"))),
    ]  # fmt: skip


@pytest.mark.parametrize("table", tables(), ids=lambda each: each.dice)
def test_table_has_the_odds_of_the_book(table: RandomTable) -> None:
    """Both the totals of the formula and the weights give each result the chance that the book prints."""
    [document] = roll_tables([table], "diceleaf-a.tables", str)
    assert_fields(document, TABLE)
    ways = totals(document["formula"])
    weights = sum(each["weight"] for each in document["results"])
    assert len(document["results"]) == len(table.entries)
    for at, result in enumerate(document["results"]):
        assert_fields(result, RESULT)
        low, high = result["range"]
        within = sum(number for total, number in ways.items() if low <= total <= high)
        chance = Fraction(*table.shares[at])
        assert Fraction(within, ways.total()) == chance == Fraction(result["weight"], weights)


def test_table_links_rules_and_next_table() -> None:
    woods, foes, _ = roll_tables(tables(), "diceleaf-a.tables", lambda rule: f"<{rule}>")
    assert woods["description"] == "<p>Each dawn. <A-3></p>"
    hoard = document_id("diceleaf-a.tables", "a.hoard")
    text = f"A dragon <A-1> <A-2> → @UUID[Compendium.diceleaf-a.tables.RollTable.{hoard}]{{Hoard}}"
    assert foes["results"][2]["description"] == foes["results"][2]["text"] == text
    assert formula(tables()[1]) == "1d6 * 10 + 1d6"


def test_ids_stay_the_same_in_every_build() -> None:
    """A link to a journal in a game master's world still leads there after an update."""
    assert document_id("diceleaf-ferry.journal", "river") == "pFdXAVHdb5try4cU"
