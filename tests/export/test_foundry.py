"""Foundry modules of small books: dice, tables, pictures, links and the manifest."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from hooks.export import Edition
from hooks.export.foundry import FORMAT
from hooks.export.foundry.documents import document_id
from hooks.export.foundry.rolls import rolling, text_with_rolls
from hooks.export.foundry.tables import formula, roll_tables
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.systems.game import Game
from tests.export.foundry_module import RESULT, TABLE, assert_fields, read_module

WEATHER = RandomTable("lantern.weather", "Weather", "2d6", (TableEntry("2-12", "Fog [L-1]"),))
COVER = '<h1 id="lantern">Lantern</h1><p><a href="marsh/#L-1">Lost</a> <a href="marsh/#deep">deep</a></p>'
MARSH = """<h1 id="marsh">The marsh</h1>
<p><img src="../map.gif" alt="A map"> <script>steal()</script></p>
<h2 id="deep">Deep water</h2>
<p>Roll <dice-inline class="inline-dice" data-odds="{&quot;>&quot;:1}"><svg aria-hidden="true"></svg><span
class="inline-dice__text">2d6+1</span></dice-inline> for <a class="term" href="../#lantern">fog</a>.
<a class="rule-mark" id="L-1" href="#L-1">L-1</a></p>
<section class="reference" id="table-weather"><table><tr><td>Fog</td></tr></table></section>"""


def page(name: str, title: str, content: str, **meta: str) -> SimpleNamespace:
    url = "lantern/" if name == "index" else f"lantern/{name}/"
    path = f"lantern/{name}.md"
    file = SimpleNamespace(name=name, url=url, src_uri=path, dest_uri=f"{url}index.html")
    return SimpleNamespace(title=title, content=content, markdown="", meta=meta, file=file)


@pytest.fixture
def edition(tmp_path: Path) -> Edition:
    (tmp_path / "lantern").mkdir()
    (tmp_path / "lantern/map.gif").write_bytes(b"GIF89a")
    pages = [page("index", "Lantern", COVER), page("marsh", "The marsh", MARSH, part="play")]
    game = Game("lantern", "Lantern", "Light against dark.", order=1, tables=(WEATHER,))
    licence = {"what": "The text.", "terms": "CC BY 4.0"}
    return Edition(game, pages, tmp_path, None, {}, {"lantern/marsh.md": 1}, licence, "https://reed.example/")  # type: ignore[arg-type]  # no library is needed


def test_module_has_what_the_book_has(edition: Edition, tmp_path: Path) -> None:
    module = tmp_path / "lantern-foundry.zip"
    FORMAT.write(edition, module)
    manifest, documents = read_module(module, tmp_path / "read")
    assert [each["type"] for each in manifest["packs"]] == ["JournalEntry", "RollTable"]
    named = {each["name"]: each for each in documents}
    folder, marsh, cover, table = (named[name] for name in ("Play", "01. The marsh", "Lantern", "Weather"))
    assert marsh["folder"] == folder["_id"]
    top, deep = marsh["pages"]
    assert (top["name"], deep["name"]) == ("The marsh", "Deep water")
    assert 'src="modules/diceleaf-lantern/lantern/map.gif"' in top["text"]["content"]
    assert "steal" not in top["text"]["content"]
    assert "Roll [[/r 2d6+1]] for fog. <sup>L-1</sup>" in " ".join(deep["text"]["content"].split())
    roll = f"@UUID[Compendium.diceleaf-lantern.tables.RollTable.{table['_id']}]{{Roll: Weather}}"
    assert f"<p>{roll}</p><section><table>" in deep["text"]["content"]
    place = f"Compendium.diceleaf-lantern.journal.JournalEntry.{marsh['_id']}.JournalEntryPage.{deep['_id']}"
    assert f"@UUID[{place}]{{Lost}} @UUID[{place}]{{deep}}" in cover["pages"][0]["text"]["content"]
    assert table["results"][0]["description"] == f"Fog @UUID[{place}]{{L-1}}"


def test_manifest_installs_and_updates_the_module(
    edition: Edition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795800000")
    FORMAT.write(edition, tmp_path / "lantern-foundry.zip")
    first = (tmp_path / "lantern-foundry.zip").read_bytes()
    manifest = json.loads((tmp_path / "lantern-foundry.json").read_text("utf-8"))
    assert manifest["manifest"] == "https://reed.example/downloads/lantern-foundry.json"
    assert manifest["download"] == "https://reed.example/downloads/lantern-foundry.zip"
    with ZipFile(tmp_path / "lantern-foundry.zip") as module:
        assert json.loads(module.read("module.json")) == manifest
    FORMAT.write(edition, tmp_path / "lantern-foundry.zip")
    assert (tmp_path / "lantern-foundry.zip").read_bytes() == first
    assert manifest["version"] == "2026.11.27.1720"


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


def totals(formula: str) -> Counter[int]:
    """Return the number of ways to each total of a formula of Foundry."""
    counts = Counter({0: 1})
    for term in formula.split(" + "):
        dice, _, factor = term.partition(" * ")
        count, sides = map(int, dice.split("d"))
        rolls = [sum(faces) * int(factor or 1) for faces in product(range(1, sides + 1), repeat=count)]
        counts = Counter(total + roll for total in counts.elements() for roll in rolls)
    return counts


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
