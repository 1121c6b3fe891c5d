"""Mutants of mechanics in Markdown, which the checks of the book's pages should detect.

`python -m hooks.contracts.mutation.pages GAME` runs these checks and exits with 1 if one fails.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hooks.base import package_files
from hooks.base.errors import AuthorError
from hooks.directives import from_pages
from hooks.directives.expand import expand_page
from hooks.directives.library import Library
from hooks.directives.pages import read_page
from rules_py.authoring.mechanics.declaration import KEYS
from rules_py.base.errors import InputError
from rules_py.base.paths import BOOK
from rules_py.systems import registry

_KEY = re.compile(rf"\s*(?P<key>{'|'.join(KEYS)})\s*:")
_RULES = ("throw", "read", "start", "round", "until", "faces", "take")
"""The keys of a mechanic with rules; the others have texts and initial values of forms."""
_CHANGES = (
    (re.compile(r"(?<![\w.])\d+(?![\w.]*[\"'])|(?<=[dD])\d+"), ("+1", "-1")),
    (re.compile(r"(?<![-<>=!])(?:<=|>=|<|>)(?![=])"), ("replace",)),
    (re.compile(r"(?<=\s)[+\-](?=\s)"), ("replace",)),
    (re.compile(r"\b(?:highest|lowest|better|worse|and|or)\b"), ("replace",)),
)
_REPLACEMENTS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "+": "-",
    "-": "+",
    "highest": "lowest",
    "lowest": "highest",
    "better": "worse",
    "worse": "better",
    "and": "or",
    "or": "and",
}


@dataclass(frozen=True)
class PageMutant:
    """A line of a mechanic on a page with one mistake."""

    game: str
    file: str
    line: int
    was_line: str
    new_line: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: `{self.was_line.strip()}` -> `{self.new_line.strip()}`"


def mutants() -> list[PageMutant]:
    """Return the mutants of all mechanics on the pages of the book. Raises AuthorError for real mistakes."""
    from_pages.write()
    mutants = []
    for game in registry.games():
        if (BOOK / "docs" / game.id).is_dir():
            for fence in from_pages.mechanics_of(game.id):
                place, key = fence.body_place, ""
                for at, line in enumerate(fence.body):
                    key = match["key"] if (match := _KEY.match(line)) else key
                    for new_line in mutants_of(line) if key in _RULES else ():
                        mutants.append(PageMutant(game.id, place.path, place.down(at).line, line, new_line))
    return mutants


def mutants_of(line: str) -> Iterator[str]:
    """Yield a line of a mechanic with each of its numbers one larger or smaller, or an operator replaced."""
    match = _KEY.match(line)
    start = match.end() if match else 0
    for pattern, changes in _CHANGES:
        for match in pattern.finditer(line, start):
            for change in changes:
                new = (
                    _REPLACEMENTS[match[0].lower()]
                    if change == "replace"
                    else str(int(match[0]) + int(change))
                )
                yield line[: match.start()] + new + line[match.end() :]


def survivors(chosen_mutants: Sequence[PageMutant]) -> Iterator[tuple[PageMutant, bool]]:
    """Yield each mutant, and whether it survives the checks. Raises AuthorError if these fail without one."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "book"
        shutil.copytree(BOOK, copy, ignore=shutil.ignore_patterns(".*", "site", "node_modules", "wheels"))
        for game in dict.fromkeys(mutant.game for mutant in chosen_mutants):
            if failure := _failure(game, copy):
                raise AuthorError(f"the pages of {game} fail their checks without any mistake: {failure}")
        for mutant in chosen_mutants:
            path = copy / mutant.file
            text = path.read_text("utf-8")
            lines = text.split("\n")
            indent = lines[mutant.line - 1][: lines[mutant.line - 1].index(mutant.was_line.strip())]
            lines[mutant.line - 1] = indent + mutant.new_line.strip()
            path.write_text("\n".join(lines), "utf-8")
            yield mutant, not _failure(mutant.game, copy)
            path.write_text(text, "utf-8")


def _failure(game: str, book: Path) -> str:
    """Return why the checks of a game fail, or "" if they don't."""
    command = [sys.executable, "-m", __name__, game]
    run = subprocess.run(command, cwd=book, capture_output=True, text=True, check=False)
    return (run.stderr.strip() or "unknown") if run.returncode else ""


def check(game: str) -> None:
    """Run the build's checks of the pages of a game. Raises AuthorError for the first that fails."""
    from_pages.write()
    docs = BOOK / "docs"
    library = Library(docs)
    for name in package_files.pages(docs):
        if name.partition("/")[0] == game:
            page, lines = read_page(docs, name)
            expand_page(lines, page, library, lambda html: "")


if __name__ == "__main__":
    try:
        check(sys.argv[1])
    except (AuthorError, InputError) as error:
        sys.exit(str(error))
