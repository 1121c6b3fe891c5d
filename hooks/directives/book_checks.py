"""What a finished book promises its readers, beyond that each of its blocks can be carried out: it states
every rule of its game, keeps what the game cites, shows all that the game declares, and types no chance by
hand.

`build` stops where a promise isn't kept. While `serve` runs a book is still being written: the page tells
what is missing, and is shown all the same.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from hooks.directives import fences, glossary, markup, prose, typos, yaml_body
from hooks.directives.errors import AuthorError, DirectiveError, Place, mistake, told_at
from hooks.directives.fences import Fence, Prose, Unreadable
from hooks.directives.pages import Page, read_page
from hooks.directives.registry import known_fence
from hooks.directives.rule_index import RuleIndex
from hooks.mkdocs import package_files
from hooks.pages import covers
from hooks.pages.site_folders import BUILT
from hooks.preview.dependency_hashes import files_below
from hooks.preview.persistent_cache import of_text
from rules_py import systems
from rules_py.authoring.error_summary import relative_path
from rules_py.authoring.self_check import check_calculator, check_sheet, check_tracker
from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.suggest import KnownNames
from rules_py.present.motifs import FACES
from rules_py.systems import registry
from rules_py.systems.game import Game

_HOME = "index.md"
"""It is called as the whole site, unless it says otherwise."""
_NUMBER = r"[A-Z]{1,2}-[0-9]{1,3}"
_CITED = re.compile(rf"\A{_NUMBER}\Z|(?<=\[){_NUMBER}(?=\])")
_TYPED = re.compile(r"\d[\d.]*\s?(?:%|per ?cent)")
_ALSO_WITHIN = re.compile(r"\S\s*(:\s+(?:Also|Search): .*)")
_CALLED = re.compile(r"""\(\s*["'](\w+\.\w+)["']""")


def broken(
    docs_dir: Path, index: RuleIndex, wrong_on: Callable[[Page, tuple[str, ...]], list[AuthorError]]
) -> list[AuthorError]:
    """Every promise that the pages below `docs_dir` don't keep; `index` tells which rules they state.

    A mistake on a page hides what its book lacks, which may follow from it. `wrong_on(page, lines)` carries
    out the directives of a page, and returns what is wrong with them.
    """
    pages = [
        (page, tuple(lines))
        for page, lines in map(partial(read_page, docs_dir), package_files.pages(docs_dir))
    ]
    found = [each for page, lines in pages for each in (*of_reading(page, lines), *of_page(page, lines))]
    for name in files_below(docs_dir):
        if name.endswith(".css"):
            text = (docs_dir / name).read_text("utf-8-sig")
            found += markup.faults_of_styles(text, Place(f"{docs_dir.name}/{name}", 1))
    for game in registry.games():
        own = [(page, lines) for page, lines in pages if page.name.startswith(f"{game.id}/")]
        unread = index.mistakes.get(game.id, [])
        found += unread
        if not unread and not any(of_reading(page, lines) for page, lines in own):
            lacks = [*of_book(game, own, index, docs_dir.name)]
            read = [(page, lines) for page, lines in pages if page.game == game.id or not page.of_book]
            wrong = [each for page, lines in read for each in wrong_on(page, lines)] if lacks else []
            found += wrong or lacks
    return found


@cache
def of_reading(page: Page, lines: tuple[str, ...]) -> tuple[AuthorError, ...]:
    """Return the faults of a page: text meant as a fence, directive, YAML, note, mark or other markup."""
    found: list[AuthorError] = [page.mistake] if page.mistake else []
    pieces = fences.split(lines, page.start)
    found += markup.faults(pieces, page.start)
    for piece in pieces:
        if isinstance(piece, Unreadable):
            found.append(piece.error)
        elif isinstance(piece, Prose):
            found += typos.of_prose(piece.lines, piece.place, page)
        elif isinstance(piece, Fence):
            try:
                known_fence(piece)
                if piece.language in _NAMING:
                    yaml_body.read(piece)
            except DirectiveError as error:
                found.append(error)
    return tuple(found)


@of_text
def of_page(page: Page, lines: tuple[str, ...]) -> tuple[DirectiveError, ...]:
    """What every page promises: a name, a sentence about it, no chance typed by hand, and no words of a
    glossary that pages or the search miss.
    """
    found: list[DirectiveError] = []
    if (folder := page.name.partition("/")[0]) in BUILT:
        allowed = "another folder: what the build itself writes there would replace the page"
        found.append(mistake(Place(page.path, 1), "folder of the page", folder, allowed))
    told = () if page.mistake else (("title", page.title), ("description", page.description))
    for name, value in told:
        if not value and (name, page.name) != ("title", _HOME):
            head = f"a line `{name}: …` between the two lines of --- with which the page begins"
            found.append(mistake(page.place_of(name), f"{name} of the page", None, head))
    allowed = (
        "a chance that is asked for, `#!chance CALCULATOR name=value`: one typed may be wrong; "
        r"for what is no chance, write `\%`"
    )
    for piece in fences.split(lines, page.start):
        if isinstance(piece, Prose):
            if page.of_book and page.name.endswith(f"/{glossary.PAGE}"):
                found += glossary.slips(piece.lines, piece.place)
            for at, line in enumerate(prose.without_code(piece.lines)):
                if typed := _TYPED.search(line):
                    found.append(mistake(piece.place.down(at), "chance", typed[0], allowed))
                if also := _ALSO_WITHIN.search(line):
                    own = "a line of its own: within another the search doesn't find these words"
                    found.append(mistake(piece.place.down(at), "other words for a term", also[1], own))
    return tuple(found)


def of_book(
    game: Game, pages: Sequence[tuple[Page, tuple[str, ...]]], index: RuleIndex, docs: str
) -> Iterator[DirectiveError]:
    """What the book of a game promises besides; `docs` is the name of the folder of all books."""
    folder = f"{docs}/{game.id}"
    first = next((page for page, _ in pages if page.path == f"{folder}/index.md"), None)
    declared = _place_of(game, "Game(")
    if first is None:
        yield mistake(declared, f"first page of {game.id}", None, f"a page {folder}/index.md")
    else:
        if first.order != game.order:
            given = None if first.order == float("inf") else first.order
            allowed = f"order: {game.order}, the game's own place on the shelf"
            yield mistake(first.place_of("order"), "order of the book's first page", given, allowed)
        if first.title and first.title != game.title:
            allowed = f"title: {game.title}, as the game itself is called"
            yield mistake(first.place_of("title"), "title of the book's first page", first.title, allowed)
    if game.face not in FACES:
        yield mistake(_place_of(game, game.face), f"face of {game.id}", game.face, join_or(FACES))
    yield from covers.faults(game)
    stated = index.places.get(game.id, {})
    if unstated := [number for number in game.numbers if number not in stated]:
        place, mark = _place_of(game, "numbers="), f"[#{unstated[0]}]"
        allowed = f"a mark such as {mark} behind the sentence in {folder}/ that states it, and no number more"
        yield DirectiveError(place, "rules that no page states", _few(unstated), allowed)
    for place, number in _cited_by(game):
        if number not in stated and number not in game.numbers:  # or else it was told already
            allowed = KnownNames(f"a rule that the book of {game.id} states", game.numbers)
            yield mistake(place, "rule that is cited", number, allowed)
    yield from _unshown(game, pages, folder)


def of_game(game: Game) -> Iterator[str]:
    """What is wrong with the game's calculators, its sheet and its desk before any page asks them; see
    `trials`.
    """
    sound = True
    for each in game.calculators:
        for fault in _tried(_place_of(game, each.id), each.id, partial(check_calculator, each)):
            sound = False
            yield fault
    if game.sheet and sound:  # what is wrong with a calculator stops the sheet that throws it, too
        yield from _tried(_place_of(game, "Sheet("), "its sheet", partial(check_sheet, game))
    if game.desk and sound:
        yield from _tried(_place_of(game, "Desk("), "its desk", partial(check_tracker, game))


def _tried(place: Place, about: str, faults: Callable[[], Iterator[DeclarationError]]) -> Iterator[str]:
    """What a trial finds wrong, each thing once; or what stopped it."""
    try:
        with told_at(place, about):
            found = {
                fault.subject: mistake(place, fault.subject, fault.value, fault.expected)
                for fault in faults()
            }
    except AuthorError as stopped:
        yield str(stopped)
    else:
        yield from map(str, found.values())


def _unshown(
    game: Game, pages: Sequence[tuple[Page, tuple[str, ...]]], folder: str
) -> Iterator[DirectiveError]:
    """What the game declares and no page of its book shows."""
    shown = {each for page, lines in pages for each in _shown_on(lines, page.start)}
    called = {name for language, name in shown if language == "pycon"}
    tables = {each.id for each in game.tables}
    for each in game.calculators:
        fence = "table" if each.id in tables else "roller" if each.has_odds else "calculator"
        if each.for_programs and each.id not in called:
            allowed = f'an example in {folder}/ that calls it, as ask("{each.id}", …)'
            yield mistake(_place_of(game, each.id), "calculator in no example", each.id, allowed)
        if not each.for_programs and (fence, each.id) not in shown:
            yield _missing(game, each.id, fence, f"{_NAMING[fence]}: {each.id}", folder)
        if game.numbers and not each.rules:
            allowed = f'rules=("{game.numbers[0]}",), or whichever it carries out'
            yield mistake(_place_of(game, each.id), f"rules of {each.id}", None, allowed)
    if game.sheet and ("sheet", game.id) not in shown:
        yield _missing(game, "sheet=", "sheet", f"game: {game.id}", folder)
    for kind, names in (
        ("reference", [each.name for each in game.references]),
        ("ladder", [each.name for each in game.ladders]),
    ):
        for name in names:
            if (kind, f"{game.id}.{name}") not in shown:
                yield _missing(game, name, kind, f"{_NAMING[kind]}: {game.id}.{name}", folder)


_NAMING = {
    "roller": "calculator",
    "calculator": "calculator",
    "table": "table",
    "sheet": "game",
    "reference": "list",
    "ladder": "ladder",
}
"""The field by which a fence names what it shows."""


@of_text
def _shown_on(lines: tuple[str, ...], start: Place) -> frozenset[tuple[str, str]]:
    """What the fences of a page show, each with its language; of examples the calculators that they call."""
    found: set[tuple[str, str]] = set()
    for piece in fences.split(lines, start):
        if isinstance(piece, Fence) and piece.language in _NAMING:
            found.add((piece.language, str(yaml_body.read(piece).values.get(_NAMING[piece.language]))))
        elif isinstance(piece, Fence) and piece.language == "pycon":
            found |= {("pycon", name) for name in _CALLED.findall("\n".join(piece.body))}
    return frozenset(found)


def _missing(game: Game, declared: str, fence: str, line: str, folder: str) -> DirectiveError:
    what = {"reference": "list"}.get(fence, fence if fence in ("sheet", "ladder", "table") else "calculator")
    allowed = f"a fence in {folder}/ that shows it: ```{fence}, a line `{line}`, ```"
    return mistake(_place_of(game, declared), f"{what} that no page shows", line.partition(": ")[2], allowed)


def _few(numbers: Collection[str]) -> str:
    """The first of these, and how many more there are."""
    first = [*numbers][:8]
    rest = len(numbers) - len(first)
    return f"{', '.join(first)} and {rest} more" if rest else join_or(first).replace(" or ", " and ")


@cache
def _written(game_id: str) -> Mapping[str, str]:
    """The game's Python by the names of its files, the module that exports it first."""
    folder = next(Path(top) / game_id for top in systems.__path__ if (Path(top) / game_id).is_dir())
    paths = sorted(folder.rglob("*.py"), key=lambda path: (path != folder / "__init__.py", path))
    return {relative_path(path): path.read_text("utf-8") for path in paths}


def _place_of(game: Game, declared: str) -> Place:
    """Where the game's Python declares something: an id or a name in quotes, or code with `=` or `(`."""
    wanted = (declared,) if declared[-1] in "=(" else (f'"{declared}"', f"'{declared}'")
    written = _written(game.id)
    for name, text in written.items():
        found = [at for each in wanted if (at := text.find(each)) >= 0]
        if found:
            return Place(name, text.count("\n", 0, min(found)) + 1)
    return Place(next(iter(written)), 1)


def _cited_by(game: Game) -> Iterator[tuple[Place, str]]:
    """The numbers of rules that the game's Python cites, each once."""
    cited: dict[str, Place] = {}
    for name, text in _written(game.id).items():
        for line, number in _cited_in(text):
            cited.setdefault(number, Place(name, line))
    yield from ((place, number) for number, place in sorted(cited.items()))


@of_text
def _cited_in(source: str) -> tuple[tuple[int, str], ...]:
    """The numbers among the texts of a module, each with its line: alone, as mechanics, inputs and problems
    cite them, or in brackets.
    """
    return tuple(
        (node.lineno, number)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for number in _CITED.findall(node.value)
    )
