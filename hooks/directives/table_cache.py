"""The numbers of tables, kept between builds of the same rules, and the JSON files that the site serves."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from hooks.directives.files import write_json
from hooks.preview.dependency_hashes import Sources
from rules_py.analysis import number_refs
from rules_py.api import odds_of
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Asked
from rules_py.dice.odds import Odds
from rules_py.systems.game import Game

type Numbers = tuple[Sequence[str], Sequence[Sequence[Fraction | int]]]
"""What stands over the columns of a table, and its cells, row by row."""


class KeptTables:
    """`folder` keeps numbers between builds; None keeps none."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self.sources = Sources()
        self.added: list[Mapping[str, Any]] = []
        self._odds: dict[tuple[str, str], Odds] = {}

    def numbers(self, asked: Mapping[str, Any], count: Callable[[], Numbers]) -> Numbers:
        """The numbers kept for what was asked (plain data, the calculator's id among it), or else those that
        are counted now. They hold as long as what they are made from: the calculator's game, and how its
        answers are read.
        """
        if self._folder is None:
            return count()
        made_from = [self.sources.numbers(asked["calculator"].partition(".")[0]), _reading_digest()]
        path = self._folder / f"{asked['calculator']}-{_digest([*made_from, asked])[:16]}.json"
        if path.is_file():
            over, cells = json.loads(path.read_text(encoding="utf-8"))
            return over, [[_number(cell) for cell in row] for row in cells]
        over, cells = count()
        write_json(path, [list(over), to_jsonable(cells)])
        return over, cells

    def tried(self, game: Game, trial: Callable[[Game], Iterable[str]]) -> list[str]:
        """What the trial finds wrong with the game, which holds as long as the rules do."""
        if self._folder is None:
            return [*trial(game)]
        digest = _digest([self.sources.numbers(game.id), self.sources.core()])
        path = self._folder / f"{game.id}-tried-{digest[:16]}.json"
        if not path.is_file():
            write_json(path, [*trial(game)])
        found: list[str] = json.loads(path.read_text(encoding="utf-8"))
        return found

    def odds(self, asked: Asked) -> Odds:
        """The odds of what was asked, counted but once in a build: one table shows the failures of what the
        next shows the successes of.
        """
        key = asked.calculator.id, json.dumps(to_jsonable(asked.inputs))
        if key not in self._odds:
            self._odds[key] = odds_of(asked)
        return self._odds[key]

    def add(self, table: Mapping[str, Any]) -> None:
        """Have a table (plain data) served by the site."""
        self.added.append(table)

    def write(self, folder: Path) -> None:
        """Write every table to its file, and `index.json`, which lists them: file, calculator, caption."""
        made = {f"{table['calculator']}-{_digest(table)[:12]}.json": table for table in self.added}
        for name, table in made.items():
            write_json(folder / name, table)
        write_json(
            folder / "index.json",
            [
                {"file": name, "calculator": table["calculator"], "caption": table["caption"]}
                for name, table in sorted(made.items())
            ],
        )


def _number(kept: str | int) -> Fraction | int:
    return Fraction(kept) if isinstance(kept, str) else kept


@cache
def _reading_digest() -> str:
    return hashlib.sha256(Path(number_refs.__file__).read_bytes()).hexdigest()


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
