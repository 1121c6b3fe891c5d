"""Every compiled roll of the site gives the same reply as Python for the same dice, byte for byte."""

import gzip
import json
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hooks import compiled_rolls
from hooks.compiled_rolls.check import compare
from hooks.compiled_rolls.pages import MAX_PAGE_BYTES
from hooks.compiled_rolls.tables import SCRIPTS
from hooks.directives import Library
from rules_py import web
from rules_py.present.links import Places
from rules_py.systems import registry
from tests.site.browsers import ROOT, SITE, Browser, alike
from tests.site.server import Fault

HERE = Path(__file__).parent
ROWS, ROWS_AFTER_A_CHANGE = 200, 5
"""Random rows of dice for a printed roll and for one after a change, besides the rows that cover its nodes.
"""
MAX_COVERING = 400
"""The most rows that cover the nodes of a table: a whole fight has tens of thousands of nodes.

A table with fewer nodes is covered almost completely, except for the longest chains of extra dice.
"""
GAMES = [game.id for game in registry.games() if any(each.rolls_dice for each in game.calculators)]
_SCRIPT = re.compile(r'<script type="application/json" data-rolls>(.*?)</script>', re.DOTALL)


def pages() -> Iterator[tuple[Path, dict[str, Any]]]:
    for path in sorted(SITE.rglob("*.html")):
        if match := _SCRIPT.search(path.read_text("utf-8")):
            yield path, json.loads(match[1])


@cache
def places() -> Places:
    return Library(ROOT / "docs").places


@cache
def tables() -> dict[str, tuple[bool, dict[str, Any]]]:
    """Return {templates, table} of every table by its text, and whether a page prints its roll."""
    compiled: dict[str, tuple[bool, dict[str, Any]]] = {}

    def add(data: dict[str, Any], *, printed: bool) -> None:
        for table in data["tables"]:
            key = json.dumps(table)
            was = compiled.get(key, (False, None))[0]
            compiled[key] = printed or was, {"templates": data["templates"], "table": table}

    for _, data in pages():
        add(data, printed=True)
        for names, printed in ((data["files"], True), (data["changes"], False)):
            for name in names.values():
                add(json.loads((SITE / "assets" / "rolls" / name).read_text("utf-8")), printed=printed)
    return compiled


def of_game(game: str, *, printed: bool) -> list[dict[str, Any]]:
    return [
        each
        for is_printed, each in tables().values()
        if is_printed == printed and each["table"]["calculator"].partition(".")[0] == game
    ]


def rows(node: str, several: list[dict[str, Any]], random: int) -> list[dict[str, Any]]:
    command = [node, HERE / "roll_rows.mjs", SCRIPTS, str(random), str(MAX_COVERING)]
    result = subprocess.run(command, input=json.dumps(several), capture_output=True, text=True, check=True)
    replies: list[dict[str, Any]] = json.loads(result.stdout)
    return replies


@pytest.mark.parametrize("printed", (True, False), ids=("printed", "changed"))
@pytest.mark.parametrize("game", GAMES)
def test_compiled_rolls_match_python(node: str, game: str, printed: bool) -> None:
    several = of_game(game, printed=printed)
    web.set_rule_locations(json.dumps(places()))
    random = ROWS if printed else ROWS_AFTER_A_CHANGE
    for each, result in zip(several, rows(node, several, random), strict=True):
        for play in result["plays"]:
            if play["reply"] is not None:
                compare(each["table"], play["faces"], play["reply"])
        is_covered = result["visited"] > 0.8 * result["nodes"]
        assert is_covered or len(result["plays"]) - random >= MAX_COVERING, each["table"]["inputs"]


def test_compiled_rolls_of_a_page_are_small() -> None:
    sizes = {path: len(gzip.compress(json.dumps(data).encode())) for path, data in pages()}
    assert len(sizes) > 70
    largest = max(sizes, key=sizes.__getitem__)
    assert sizes[largest] < MAX_PAGE_BYTES + 3_000, largest  # with the names of files


@pytest.mark.own_origin
@alike
def test_compiled_rolls_in_browsers_match_node(browser: Browser, node: str) -> None:
    """Check that browsers roll as Node does, in which the rolls are compared with Python."""
    several = [each for game in GAMES for each in of_game(game, printed=True)]
    several = [each for each in several if len(each["table"]["nodes"]) + len(each["table"]["states"]) < 20]
    expected = [row["digest"] for row in rows(node, several, ROWS)]
    generator = Path(compiled_rolls.__file__).with_name("generator.mjs")
    for path in (HERE / "roll_rows.mjs", generator, SCRIPTS / "play.js", SCRIPTS / "show.js"):
        browser.server.fail(f"rows/{path.name.replace('mjs', 'js')}", Fault(body=path.read_bytes()))
    browser.server.fail("rows/tables.json", Fault(body=json.dumps(several).encode()))
    browser.open("core_rules/")
    script = """
      const {play} = await import(args[0] + "play.js");
      const {show} = await import(args[0] + "show.js");
      const {generator} = await import(args[0] + "generator.js");
      const {digestOfRows} = await import(args[0] + "roll_rows.js");
      const several = await (await fetch(args[0] + "tables.json")).json();
      const found = [];
      for (const each of several) found.push(await digestOfRows({play, show, generator}, each, args[1]));
      return found;
    """
    assert browser.eval(script, f"{browser.server.url}rows/", ROWS) == expected
