"""Contract tests of every book, and the examples of the README."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from pathlib import Path

import pytest

from hooks.base.errors import Place
from hooks.contracts.books import *  # noqa: F403  # as the repository of any book takes them
from hooks.directives import fences
from hooks.directives.examples import Session
from hooks.directives.fences import Fence
from rules_py.base.paths import BOOK
from rules_py.command_line.main import main
from rules_py.systems import registry

ODDS_PAGES = [
    path
    for game in registry.game_ids()
    for path in sorted((BOOK / "docs" / game).glob("*.md"))
    if path.name in ("odds.md", "tables.md") and "```odds\n" in path.read_text(encoding="utf-8")
]


def test_readme_examples_print_their_output(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session()
    lines = (BOOK / "README.md").read_text(encoding="utf-8").splitlines()
    blocks = [each for each in fences.split(lines, Place("README.md", 1)) if isinstance(each, Fence)]
    examples = [each for each in blocks if each.language == "pycon"]
    assert examples
    for fence in examples:
        session.run("\n".join(fence.body), fence.body_place)
    sessions = ["\n".join(each.body) for each in blocks if each.language == "console"]
    commands = [each.partition("\n") for each in re.split(r"^\$ ", "\n".join(sessions), flags=re.MULTILINE)]
    outputs = [(command, output.strip()) for command, _, output in commands if output.strip()]
    assert len(outputs) == 2
    for command, output in outputs:
        assert main(shlex.split(command)[1:]) == 0
        assert capsys.readouterr().out.strip() == output


@pytest.mark.parametrize("path", ODDS_PAGES, ids=lambda path: path.parent.name)
def test_odds_page_tabulates_or_links_every_roll(path: Path) -> None:
    """A roll without a table has a roller or calculator on a page that the odds page links to."""
    text = path.read_text(encoding="utf-8")
    linked_pages = [path.with_name(name) for name in re.findall(r"\]\(([\w-]+\.md)[)#]", text)]
    covered = _calculators("odds", text)
    for page in linked_pages:
        covered |= _calculators("roller|calculator", page.read_text(encoding="utf-8"))
    rolls = {each.id for each in registry.game(path.parent.name).calculators if each.mechanic}
    assert sorted(rolls - covered) == []


def _calculators(languages: str, text: str) -> set[str]:
    """Return the calculators that fences of these languages name."""
    return set(re.findall(rf"^```(?:{languages})\ncalculator: (\S+)$", text, re.MULTILINE))


def test_reference_list_is_printed_once() -> None:
    """Other pages link to the list, so that two versions can't differ."""
    lists = Counter(
        line
        for name in PAGES  # noqa: F405
        for piece in fences.split(read(name)[1], Place(name, 1))  # noqa: F405
        if isinstance(piece, Fence) and piece.language == "reference"
        for line in piece.body
        if line.startswith("list:")
    )
    assert [line for line, times in lists.items() if times > 1] == []


def test_page_has_no_duplicate_heading() -> None:
    """Sections with the same heading say the same thing twice, or differ."""
    headings = Counter(
        (name, line.strip())
        for name in PAGES  # noqa: F405
        for piece in fences.split(read(name)[1], Place(name, 1))  # noqa: F405
        if isinstance(piece, fences.Prose)
        for line in piece.lines
        if line.startswith("#")
    )
    assert [each for each, times in headings.items() if times > 1] == []
