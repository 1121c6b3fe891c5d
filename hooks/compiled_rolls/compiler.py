"""The compilation of rolls, cached between builds of the same rules."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from hooks.base.dependency_hashes import DependencyHashes, files_below
from hooks.compiled_rolls.check import check_tables
from hooks.compiled_rolls.recorded_path import NotCompiledError
from hooks.compiled_rolls.tables import (
    NO_DRAWABLES,
    SCRIPTS,
    Drawables,
    Table,
    drawables_of,
    roll_table,
    templates,
)
from hooks.compiled_rolls.walk import compile_roll
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator
from rules_py.present.links import Places

_HERE = Path(__file__).parent
CHECKED_ROWS = 5
"""Rolls of each new table that are compared with Python; tests compare many more."""


@dataclass(frozen=True)
class Compiled:
    """Tables as the text of a JSON list without its brackets, and its size in bytes, compressed."""

    text: str
    size: int
    drawables: Drawables


class Compiler:
    """Tables of rolls, cached in `folder`."""

    def __init__(self, places: Places, folder: Path, hashes: DependencyHashes) -> None:
        self._places, self._folder, self._hashes = places, folder, hashes
        self._scripts = [path.read_text("utf-8") for path in _sources()]
        self._new: list[tuple[Path, Compiled, list[Table]]] = []

    def compile(self, rolls: Sequence[BoundCalculator], max_runs: int) -> Compiled | None:
        """Return the tables of one calculator's rolls, None without any.

        Rolls that need more runs have none.
        """
        path = self._folder / f"{rolls[0].calculator.id}-{self._key(rolls, max_runs)}.json"
        if path.is_file():
            return _read(path)
        tables = [table for bound in rolls if (table := self._table(bound, max_runs))]
        text = ",".join(map(compact, tables))
        drawables = reduce(or_, map(drawables_of, tables), NO_DRAWABLES)
        compiled = Compiled(text, compressed_size(text), drawables)
        self._new.append((path, compiled, tables))
        return compiled if tables else None

    def _table(self, bound: BoundCalculator, max_runs: int) -> Table | None:
        try:
            return roll_table(bound, compile_roll(bound, max_runs), self._places)
        except NotCompiledError:
            return None

    def check(self) -> None:
        """Compare new tables with the rules, and store them. Raises CompiledRollError for a difference."""
        if new := [table for *_, tables in self._new for table in tables]:
            check_tables(new, self._places, rows=CHECKED_ROWS)
        self._folder.mkdir(parents=True, exist_ok=True)
        for path, compiled, _ in self._new:
            head = compact([compiled.size, compiled.drawables.to_json()])
            path.write_text(f"{head}\n{compiled.text}", "utf-8")
        self._new.clear()

    def _key(self, rolls: Sequence[BoundCalculator], max_runs: int) -> str:
        inputs = [to_jsonable(each.inputs) for each in rolls]
        rules = [self._hashes.of_game(rolls[0].calculator.game), self._hashes.of_core()]
        made_from = json.dumps([rules, self._scripts, self._places, inputs, max_runs])
        return hashlib.sha256(made_from.encode()).hexdigest()[:16]


def _read(path: Path) -> Compiled | None:
    head, text = path.read_text("utf-8").split("\n", 1)
    size, drawables = json.loads(head)
    return Compiled(text, size, Drawables.of_json(drawables)) if text else None


def with_templates(several: Iterable[Compiled]) -> str:
    """Return tables with the templates that they need, as JSON."""
    several = list(several)
    drawables = reduce(or_, (each.drawables for each in several), NO_DRAWABLES)
    tables = ",".join(each.text for each in several)
    return f'{{"templates":{compact(templates(drawables))},"tables":[{tables}]}}'


def compact(data: Any) -> str:
    """Return data as JSON without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def compressed_size(text: str) -> int:
    """Return the bytes of a text, compressed as a server does."""
    return len(gzip.compress(text.encode(), 6))


def _sources() -> list[Path]:
    return [root / name for root in (_HERE, SCRIPTS) for name in sorted(files_below(root))]
