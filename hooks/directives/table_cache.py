"""The numbers of tables, cached between builds of the same rules, and the JSON files that the site serves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from hooks.base.dependency_hashes import DependencyHashes
from hooks.directives.files import write_json
from rules_py.analysis import number_refs
from rules_py.api import odds_of
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator
from rules_py.dice.odds import Odds
from rules_py.systems.game import Game

type Numbers = tuple[Sequence[str], Sequence[Sequence[Fraction | int]]]
"""The column headings of a table, and its cells row by row."""


class TableCache:
    """The numbers of tables, cached in `folder`, if any, and the tables of this build."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self.hashes = DependencyHashes()
        self.added: list[Mapping[str, Any]] = []
        self._odds: dict[tuple[str, str], Odds] = {}

    def numbers(self, query: Mapping[str, Any], compute: Callable[[], Numbers]) -> Numbers:
        """Return the cached answer to a query (JSON data with the id of a `calculator`), or compute it.

        The cache is valid while the calculator's game and the evaluation of number references are unchanged.
        """
        if self._folder is None:
            return compute()
        made_from = [self.hashes.of_game(query["calculator"].partition(".")[0]), _number_refs_digest()]
        path = self._folder / f"{query['calculator']}-{_digest([*made_from, query])[:16]}.json"
        if path.is_file():
            headings, cells = json.loads(path.read_text(encoding="utf-8"))
            return headings, [[_number(cell) for cell in row] for row in cells]
        headings, cells = compute()
        write_json(path, [list(headings), to_jsonable(cells)])
        return headings, cells

    def game_mistakes(
        self, game: Game, check: Callable[[Game], Iterable[str]], name: str = "tried"
    ) -> list[str]:
        """Return the mistakes that a check finds in a game, cached while the rules are unchanged.

        `name` is that of the check.
        """
        if self._folder is None:
            return [*check(game)]
        digest = _digest([self.hashes.of_game(game.id), self.hashes.of_core()])
        path = self._folder / f"{game.id}-{name}-{digest[:16]}.json"
        if not path.is_file():
            write_json(path, [*check(game)])
        mistakes: list[str] = json.loads(path.read_text(encoding="utf-8"))
        return mistakes

    def odds(self, bound: BoundCalculator) -> Odds:
        """Return the odds of a bound calculator, computed once per build: tables often share them."""
        key = bound.calculator.id, json.dumps(to_jsonable(bound.inputs))
        if key not in self._odds:
            self._odds[key] = odds_of(bound)
        return self._odds[key]

    def add(self, table: Mapping[str, Any]) -> None:
        """Add a table (JSON data) to those that the site serves."""
        self.added.append(table)

    def write(self, folder: Path) -> None:
        """Write every table to its file, and `index.json`, which lists file, calculator and caption."""
        files = {f"{table['calculator']}-{_digest(table)[:12]}.json": table for table in self.added}
        for name, table in files.items():
            if not (folder / name).is_file():  # the name says what is in it
                write_json(folder / name, table)
        write_json(
            folder / "index.json",
            [
                {"file": name, "calculator": table["calculator"], "caption": table["caption"]}
                for name, table in sorted(files.items())
            ],
        )


def _number(value: str | int) -> Fraction | int:
    return Fraction(value) if isinstance(value, str) else value


@cache
def _number_refs_digest() -> str:
    return hashlib.sha256(Path(number_refs.__file__).read_bytes()).hexdigest()


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
