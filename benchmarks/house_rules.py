"""Measure how long Pyodide under Node takes to follow house rules: to compute a page's tables again, and to
prove its examples and claims again.

    python benchmarks/house_rules.py            for each book the page with the most cells, and the page with
                                                examples or claims that keeps the engine busy longest
    python benchmarks/house_rules.py --json     {page: {"tables", "cells", "first_ms", "all_ms"} or
                                                {"blocks", "longest_ms", "all_ms"}}

The set of house rules changes every option that a table of the page depends on, or that the game has. Times
are processor time, as other processes may be busy; `first_ms` is that of the first table in a new engine,
`longest_ms` that of the longest slice of the work, for which other requests have to wait. Needs the built
site.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, Tag

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hooks.pages import house_data
from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.contracts.proofs import blocks_of, pages_of
from tests.site.browsers import SITE

MODULE = Path(__file__).with_name("in_pyodide.mjs")

type Figures = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    results = {}
    for game in registry.games():
        requests = {page: table_requests(game, SITE / page) for page in pages_with_tables(game)}
        if requests:
            page = max(requests, key=lambda each: sum(map(cells, requests[each])))
            results[page] = measure_tables(requests[page])
        proved = measure_proofs(game)
        if proved:
            page = max(proved, key=lambda each: proved[each]["longest_ms"])
            results[page] = proved[page]
    if options.json:
        print(json.dumps(results))
        return
    for page, figures in results.items():
        print(f"{page:44}" + "".join(f"{value:8.0f} {name}" for name, value in figures.items()))


def pages_with_tables(game: Game) -> list[str]:
    """Return the pages of a book with tables that depend on house rules."""
    paths = sorted((SITE / game.id).rglob("index.html"))
    return [
        path.relative_to(SITE).as_posix()
        for path in paths
        if any("table" in facts for facts in house_data.read(path, SITE))
    ]


def table_requests(game: Game, path: Path) -> list[dict[str, Any]]:
    """Return the request of each table of a page under house rules that change all of them."""
    page = BeautifulSoup(house_data.give(path.read_text("utf-8"), house_data.read(path, SITE)), "lxml")
    tables = page.select("dice-odds-table[data-table]")
    names = {name for each in tables for name in each["data-options"].split()[1:]}
    house = {option.name: option.other_values[-1] for option in game.options if option.name in names}
    return [
        {
            "action": "table",
            "table": json.loads(each["data-table"]),
            "path": each.get("data-path"),
            "book": table_data(each),
            "house": {name: house[name] for name in each["data-options"].split()[1:]},
        }
        for each in tables
    ]


def table_data(table: Tag) -> dict[str, Any]:
    """Return a table as the page sends it."""
    columns = [each.text for each in table.select("thead tr")[-1].select("th.number")]
    rows = [[each.text for each in row.select(".grid__value")] for row in table.select("tbody tr")]
    return {"columns": columns, "cells": rows}


def cells(request: dict[str, Any]) -> int:
    return sum(map(len, request["book"]["cells"]))


def measure_tables(requests: list[dict[str, Any]]) -> Figures:
    answers = replies_of(requests)
    return {
        "tables": len(requests),
        "cells": sum(map(cells, requests)),
        "first_ms": answers[0]["ms"],
        "all_ms": sum(each["ms"] for each in answers),
    }


def measure_proofs(game: Game) -> dict[str, Figures]:
    """Return the measurements of each page with examples or claims."""
    house = {option.name: option.other_values[-1] for option in game.options}
    blocks = {page: blocks_of(page) for page in pages_of(game)} if house else {}
    request = {"action": "reprove", "game": game.id, "house": house}
    answers = replies_of([{**request, "blocks": each} for each in blocks.values()])
    return {
        page: {"blocks": len(blocks[page]), "longest_ms": each["longest"], "all_ms": each["ms"]}
        for page, each in zip(blocks, answers, strict=True)
    }


def replies_of(requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the reply of a new engine to each request in turn, and its time."""
    engine = SITE / "engine"
    worker = json.loads((engine / "manifest.json").read_text("utf-8"))["worker"]
    result = subprocess.run(
        ["node", MODULE, engine, worker, "whole"],
        input=json.dumps([json.dumps(each) for each in requests]),
        capture_output=True,
        check=True,
        text=True,
    )
    answers: list[dict[str, Any]] = json.loads(result.stdout)["answered"]
    for each in answers:
        if not each["reply"]["ok"]:
            print(each["reply"]["message"], file=sys.stderr)
    return answers


if __name__ == "__main__":
    main()
