"""What every book promises: it states each rule once, keeps what it cites, uses each calculator, and its
examples run.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rules_py
from hooks.directives import body, fences, prose
from hooks.directives.errors import Place
from hooks.directives.examples import Session
from hooks.directives.fences import Fence, Piece, Prose
from hooks.directives.pages import read_page
from hooks.directives.rule_index import read_books
from rules_py import catalogue

DOCS = Path(__file__).resolve().parents[2] / "docs"
SYSTEMS = Path(rules_py.__file__).parent / "systems"
PAGES = [path.relative_to(DOCS).as_posix() for path in sorted(DOCS.rglob("*.md"))]
GAMES = catalogue.games()
NUMBER = r"[A-Z]{1,2}-[0-9]{1,3}"

by_game = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
by_page = pytest.mark.parametrize("page", PAGES)


@cache
def pieces(page: str) -> tuple[Piece, ...]:
    read, lines = read_page(DOCS, page)
    return tuple(fences.split(lines, read.start))


def fenced(page: str, *languages: str) -> list[Fence]:
    return [piece for piece in pieces(page) if isinstance(piece, Fence) and piece.language in languages]


def pages_of(game: str) -> list[str]:
    return [page for page in PAGES if page.startswith(f"{game}/")]


@by_game
def test_a_book_states_every_number_of_its_game_and_the_first_pages_are_there(game) -> None:
    stated = read_books(DOCS).places.get(game.id, {})
    assert [number for number in game.numbers if number not in stated] == []
    assert f"{game.id}/index.md" in PAGES


@by_game
def test_a_book_stands_among_the_tabs_where_it_stands_on_the_shelf(game) -> None:
    front = (DOCS / game.id / "index.md").read_text(encoding="utf-8")
    assert re.search(rf"^order: {game.order}$", front, re.MULTILINE), f"docs/{game.id}/index.md: order"


def cited_in(source: Path) -> Iterator[str]:
    """Rule numbers among the texts of a module: alone, as mechanics, inputs and problems cite them, or
    in brackets.
    """
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(rf"\A{NUMBER}\Z|(?<=\[){NUMBER}(?=\])", node.value)


@by_game
def test_every_rule_that_the_code_of_a_game_cites_stands_in_its_book(game) -> None:
    stated = read_books(DOCS).places.get(game.id, {})
    cited = {number for source in (SYSTEMS / game.id).rglob("*.py") for number in cited_in(source)}
    assert cited <= set(stated)


@by_game
def test_every_calculator_of_a_game_has_its_place_in_the_book(game) -> None:
    forms = [fence for page in pages_of(game.id) for fence in fenced(page, "roller", "calculator")]
    used = {body.read(fence).values["calculator"] for fence in forms}
    examples = "\n".join(
        line for page in pages_of(game.id) for fence in fenced(page, "pycon") for line in fence.body
    )
    called = {each.id for each in game.calculators if f'("{each.id}"' in examples}
    assert [
        each.id for each in game.calculators if each.id not in (called if each.for_programs else used)
    ] == []


@by_game
def test_every_sheet_every_reference_list_and_every_ladder_is_in_the_book(game) -> None:
    fences = [
        body.read(fence).values
        for page in pages_of(game.id)
        for fence in fenced(page, "sheet", "reference", "ladder")
    ]
    shown = [{name: value for name, value in each.items() if name != "folded"} for each in fences]
    if game.sheet:
        assert {"game": game.id} in shown
    for each in game.references:
        assert {"list": f"{game.id}.{each.name}"} in shown
    for each in game.ladders:
        assert {"ladder": f"{game.id}.{each.name}"} in shown


EXAMPLES = [
    pytest.param(page, place, id=f"{page}:{fence.place.line}")
    for page in PAGES
    for place, fence in enumerate(fenced(page, "pycon"))
]


@pytest.mark.parametrize(("page", "place"), EXAMPLES)
def test_an_example_gives_the_output_written_below_it(page: str, place: int) -> None:
    """The examples of a page share their names, so those above run first."""
    session = Session()
    for fence in fenced(page, "pycon")[: place + 1]:
        session.run("\n".join(fence.body), fence.body_place)


def test_the_examples_of_the_readme_give_the_output_written_below_them() -> None:
    session = Session()
    lines = (DOCS.parent / "README.md").read_text(encoding="utf-8").splitlines()
    found = [each for each in fences.split(lines, Place("README.md", 1)) if isinstance(each, Fence)]
    examples = [each for each in found if each.language == "pycon"]
    assert examples
    for fence in examples:
        session.run("\n".join(fence.body), fence.body_place)


@by_page
def test_no_percentage_is_typed_by_hand(page: str) -> None:
    """Chances are asked for, so that none can be wrong; what is shown as code is another matter."""
    typed = [
        f"{piece.place.down(at)}: {line.strip()}"
        for piece in pieces(page)
        if isinstance(piece, Prose)
        for at, line in enumerate(prose.without_code(piece.lines))
        if re.search(r"\d\s?(%|per ?cent)", line)
    ]
    assert typed == []


@by_page
def test_a_page_says_what_it_is_called_and_what_it_is_about(page: str) -> None:
    front = (DOCS / page).read_text(encoding="utf-8").partition("\n---\n")[0]
    missing = [
        name for name in ("title", "description") if not re.search(rf"^{name}: \S", front, re.MULTILINE)
    ]
    assert missing == [], f"docs/{page}: its front matter needs a line for each of these"
