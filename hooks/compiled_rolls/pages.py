"""The compiled rolls of the site's pages: small ones are part of their page, others are fetched on touch.

A page holds one script of type `application/json` with

    templates  as `tables.templates` returns them
    tables     the tables that are part of the page
    uses       how the page's buttons request rolls: {calculator, given: their inputs, inputs: those of the
               table, label, titles}
    files      the names in `assets/rolls/` of those that don't, by the element's calculator and inputs as its
               attributes have them; a file is {templates, tables}
    changes    the names of files with the one-input changes of forms, likewise
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from itertools import islice
from pathlib import Path
from typing import Any

from hooks.compiled_rolls.compiler import Compiled, Compiler, compact, compressed_size, with_templates
from hooks.compiled_rolls.tables import titles_of
from hooks.compiled_rolls.variants import one_change
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import BoundCalculator
from rules_py.systems import registry

FOLDER = "assets/rolls"
MAX_INLINE_BYTES = 5_000
"""The most bytes, compressed, of a table that is part of its page."""
MAX_PAGE_BYTES = 15_000
"""The most bytes, compressed, of all tables in a page."""
MAX_FILE_BYTES = 450_000
"""The most bytes, compressed, of a file: about two seconds at 1.6 Mbit/s."""
MAX_CHANGES_BYTES = 10_000
"""The most bytes, compressed, of the file with the one-input changes of a form."""
MAX_RUNS, MAX_CHANGE_RUNS = 100_000, 600
"""The most runs of the mechanic for a printed roll, and for one after a change."""
MAX_CHANGES = 60

_ROLLS = re.compile(
    r'<(?P<element>dice-roller|dice-inline|button)\b[^>]*\sdata-calculator="(?P<calculator>[^"]*)"'
    r'\sdata-inputs="(?P<inputs>[^"]*)"(?:\sdata-label="(?P<label>[^"]*)")?'
)
_TITLE = re.compile(r'class="calc__title"[^>]*>(.*?)</span>')
_END = "</article>"


@dataclass(frozen=True)
class _Roll:
    """A roll as a page prints it, by the attributes of its element."""

    calculator: str
    inputs: str
    label: str
    has_form: bool

    @property
    def key(self) -> str:
        return f"{self.calculator} {self.inputs}"

    def bound(self) -> BoundCalculator | None:
        """Return the calculator with the inputs, or None if the rules refuse them."""
        calculator = registry.calculator(self.calculator)
        try:
            return calculator.bind(json.loads(self.inputs)) if calculator.rolls_dice else None
        except InputError:
            return None


def write(site: Path, compiler: Compiler) -> None:
    """Add to every page the rolls that it prints. Raises CompiledRollError."""
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    rolls_by_path = {path: [*_rolls_of(text)] for path, text in pages.items()}
    book = _Book(compiler, site / FOLDER)
    book.compile(roll for rolls in rolls_by_path.values() for roll in rolls)
    for path, rolls in rolls_by_path.items():
        if text := book.page(rolls):
            head, end, tail = pages[path].rpartition(_END)
            path.write_text(f"{head}{_script(text)}{end}{tail}", "utf-8")


def _rolls_of(text: str) -> Iterator[_Roll]:
    """Yield the rolls of a page."""
    for match in _ROLLS.finditer(text):
        label, has_form = match["label"] or "", match["element"] == "dice-roller"
        if has_form and (title := _TITLE.search(text, match.end())):
            label = title[1]
        yield _Roll(match["calculator"], unescape(match["inputs"]), unescape(label), has_form)


class _Book:
    """The tables of all pages of a site."""

    def __init__(self, compiler: Compiler, folder: Path) -> None:
        self._compiler, self._folder = compiler, folder
        self._bound: dict[str, BoundCalculator] = {}
        self._rolls: dict[str, Compiled] = {}
        self._changes: dict[str, Compiled] = {}

    def compile(self, rolls: Iterable[_Roll]) -> None:
        """Compile rolls, and the one-input changes of those with a form."""
        for roll in dict.fromkeys(rolls):
            bound = self._bound.get(roll.key) or roll.bound()
            if bound is None:
                continue
            if roll.key not in self._bound:
                self._bound[roll.key] = bound
                compiled = self._compiler.compile([bound], MAX_RUNS)
                if compiled and compiled.size <= MAX_FILE_BYTES:
                    self._rolls[roll.key] = compiled
            if roll.has_form and roll.key in self._rolls and roll.key not in self._changes:
                self._compile_changes(roll.key)
        self._compiler.check()

    def _compile_changes(self, key: str) -> None:
        changes = [*islice(one_change(self._bound[key]), MAX_CHANGES + 1)]
        if self._rolls[key].size <= MAX_INLINE_BYTES and 0 < len(changes) <= MAX_CHANGES:
            compiled = self._compiler.compile(changes, MAX_CHANGE_RUNS)
            if compiled and compiled.size <= MAX_CHANGES_BYTES:
                self._changes[key] = compiled

    def page(self, rolls: Iterable[_Roll]) -> str:
        """Return the data of a page with these rolls, empty without any, and write the files it names."""
        rolls = [roll for roll in dict.fromkeys(rolls) if roll.key in self._rolls]
        if not rolls:
            return ""
        keys = [*dict.fromkeys(roll.key for roll in rolls)]
        inline = [key for key in keys if self._rolls[key].size <= MAX_INLINE_BYTES]
        inlined = len(inline)
        while compressed_size(self._tables(inline[:inlined])) > MAX_PAGE_BYTES:
            inlined -= 1
        files = {key: self._file(self._rolls[key]) for key in keys if key not in inline}
        if separate := inline[inlined:]:
            files |= dict.fromkeys(separate, self._file(*map(self._rolls.__getitem__, separate)))
        changes = {key: self._file(self._changes[key]) for key in keys if key in self._changes}
        data = {
            "uses": [use for roll in rolls if (use := self._use(roll))],
            "files": files,
            "changes": changes,
        }
        return f"{self._tables(inline[:inlined])[:-1]},{compact(data)[1:]}"

    def _use(self, roll: _Roll) -> dict[str, Any] | None:
        """Return how the page requests a roll, or None if its inputs and titles are those of its table."""
        bound, inputs_of_roll = self._bound[roll.key], json.loads(roll.inputs)
        inputs = to_jsonable(bound.inputs)
        titles = titles_of(bound, roll.label)
        if inputs_of_roll == inputs and titles == titles_of(bound, ""):
            return None
        use = {"calculator": roll.calculator, "given": inputs_of_roll, "label": roll.label, "titles": titles}
        return use if inputs_of_roll == inputs else use | {"inputs": inputs}

    def _tables(self, keys: Iterable[str]) -> str:
        return with_templates(self._rolls[key] for key in keys)

    def _file(self, *several: Compiled) -> str:
        """Write a file with tables, and return its name."""
        text = with_templates(several)
        name = f"{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / name).write_text(text, "utf-8")
        return name


def _script(text: str) -> str:
    return f'<script type="application/json" data-rolls>{text.replace("<", "\\u003c")}</script>'
